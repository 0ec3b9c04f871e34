"""A study as one participant meets it: in an order of their own, with sounds whose addresses do not say what they are.

All of it follows from the participant's name and the study, so a server that was killed goes on where it was.
"""

import hashlib
import random
from typing import Any

from rosin.model.errors import ParameterError
from rosin.model.part import plain
from rosin.studies.plan import HIDDEN, Abx, Likert, Mushra, Sound, Study


class Asked:
    """What a participant is asked; `sounds` has the sound of each address, `hidden` what an answer about it is about."""

    def __init__(self, study: Study, participant: str) -> None:
        self.study, self.participant = study, participant
        self.sounds: dict[str, Sound] = {}
        self.hidden: dict[str, str] = {}
        self.parts = [self._part(part) for part in study.parts]

    def _token(self, *words: str) -> str:
        """A name that says nothing."""
        return hashlib.sha256("\0".join((self.study.title, self.participant, *words)).encode()).hexdigest()[:16]

    def _chance(self, *words: str) -> random.Random:
        return random.Random(self._token("order", *words))

    def _sound(self, sound: Sound, meant: str, *where: str) -> str:
        token = self._token(*where, meant)
        self.sounds[token], self.hidden[token] = sound, meant
        return token

    def _part(self, part: Likert | Mushra | Abx) -> dict[str, Any]:
        head = {"type": part.type, "title": part.title, "text": part.text}
        if isinstance(part, Likert):
            devices = [{"name": each, "instrument": ""} if isinstance(each, str) else plain(each) for each in part.devices]
            statements = [plain(each) for each in part.statements]
            return head | {"points": part.points, "ends": part.ends, "statements": statements, "devices": devices}
        trials = self._rated(part) if isinstance(part, Mushra) else self._pairs(part)
        return head | {"trials": trials}

    def _rated(self, part: Mushra) -> list[dict[str, Any]]:
        found = []
        for trial in part.trials:
            where = part.title, trial.name
            rated = [self._sound(sound, name, *where) for name, sound in {HIDDEN: trial.reference, **trial.conditions}.items()]
            self._chance(*where).shuffle(rated)
            found.append({"name": trial.name, "reference": self._sound(trial.reference, "reference", *where), "rated": rated})
        self._chance(part.title).shuffle(found)
        return found

    def _pairs(self, part: Abx) -> list[dict[str, Any]]:
        found = []
        for trial in part.trials:
            for turn in range(part.repeats):
                where = part.title, trial.name, str(turn + 1)
                one, other = (self._sound(trial.a, "a", *where), self._sound(trial.b, "b", *where))
                same = self._chance(*where).choice("ab")
                unknown = self._token(*where, "x")
                self.sounds[unknown], self.hidden[unknown] = (trial.a, "a") if same == "a" else (trial.b, "b")
                found.append({"name": trial.name, "turn": turn + 1, "a": one, "b": other, "x": unknown})
        self._chance(part.title).shuffle(found)
        return found

    def checked(self, part: str, given: Any) -> list[tuple[str, str, str, str]]:
        """The answers to a part, as rows to be kept; ParameterError where they are none."""
        asked = next((each for each in self.parts if each["title"] == part), None)
        if asked is None or not isinstance(given, list) or not 0 < len(given) <= 2000:
            raise ParameterError("There is no such part, or there are no answers to it.")
        return [self._row(asked, answer) for answer in given]

    def _row(self, asked: dict[str, Any], answer: Any) -> tuple[str, str, str, str]:
        trial, item, value = (answer.get(name) for name in ("trial", "item", "value")) if isinstance(answer, dict) else (None,) * 3
        if not isinstance(trial, str) or not isinstance(item, str) or isinstance(value, bool):
            raise ParameterError("An answer has a trial, an item and a value.")
        if asked["type"] == "Likert":
            known = {each["attribute"] for each in asked["statements"]}, {each["name"] for each in asked["devices"]}
            if trial not in known[0] or item not in known[1] or not isinstance(value, int) or not 1 <= value <= asked["points"]:
                raise ParameterError(f"A statement is answered by a whole number from 1 to {asked['points']} for a device.")
            return asked["title"], trial, item, str(value)
        if asked["type"] == "MUSHRA":
            rated = {token for each in asked["trials"] if each["name"] == trial for token in each["rated"]}
            if item not in rated or not isinstance(value, int | float) or not 0 <= value <= 100:
                raise ParameterError("A sound is rated by a number from 0 to 100.")
            return asked["title"], trial, self.hidden[item], f"{value:g}"
        turn = next((each for each in asked["trials"] if each["x"] == item and each["name"] == trial), None)
        if turn is None or value not in ("a", "b"):
            raise ParameterError('X is answered by "a" or "b".')
        return asked["title"], trial, f"turn {turn['turn']}", "right" if value == self.hidden[item] else "wrong"
