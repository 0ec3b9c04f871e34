"""The server of a study: the page, what it asks, its sounds, and the file of answers; loopback unless told otherwise, and nothing else.

GET   /                        the page                     GET   /kept              what is kept, in words
GET   /asked/PARTICIPANT       what this one is asked       GET   /sound/PARTICIPANT/TOKEN
POST  /answers                 {participant, part, answers} POST  /forget            {participant}
GET   /studio/                 the studio, for what is played
"""

import html
import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from rosin.instruments.opening import instrument
from rosin.model.errors import RosinError
from rosin.model.part import plain
from rosin.sound.encoding import sound_bytes
from rosin.studies.answers import PARTICIPANT, Answers
from rosin.studies.asking import Asked
from rosin.studies.plan import Rendered, Study, sounds_of
from rosin.studio.answering import answering
from rosin.studio.asking import HEADERS, asked, refused
from rosin.studio.server import application as studio

PAGE = resources.files("rosin.studies") / "page"
KINDS = {"study.html": "text/html", "study.js": "text/javascript", "study.css": "text/css"}


class Sounds:
    """The sounds of a study as WAV files, read or rendered once."""

    def __init__(self, study: Study, folder: Path) -> None:
        self.study, self.folder = study, folder
        self._made: dict[str, bytes] = {}

    def prepare(self) -> None:
        """All of them, before anybody waits for one."""
        for sound in sounds_of(self.study):
            self.content(sound)

    def content(self, sound: Rendered | str) -> bytes:
        """One of them."""
        key = sound if isinstance(sound, str) else json.dumps(plain(sound))
        if key not in self._made:
            self._made[key] = (self.folder / sound).read_bytes() if isinstance(sound, str) else _rendered(sound)
        return self._made[key]


def _rendered(sound: Rendered) -> bytes:
    made = instrument(sound.instrument).with_changes(sound.changes).render(duration=sound.seconds)
    return sound_bytes(made.audio, made.sample_rate)


def application(study: Study, sounds: Sounds, answers: Answers, hosts: list[str]) -> Starlette:
    """The server for some host names."""

    @lru_cache(256)
    def questions(participant: str) -> Asked:
        return Asked(study, participant)

    async def page(request: Request) -> Response:
        name = request.path_params.get("name") or "study.html"
        if name not in KINDS:
            return refused("There is no such file.", 404)
        return Response((PAGE / name).read_text(encoding="utf-8"), media_type=KINDS[name], headers=HEADERS)

    async def what(request: Request) -> Response:
        who = request.path_params["participant"]
        if not PARTICIPANT.fullmatch(who):
            return refused("A participant is named by letters and digits.", 400)
        mine = [answer for answer in await run_in_threadpool(answers.read) if answer.participant == who]
        done = [part.title for part in study.parts if any(answer.part == part.title for answer in mine)]
        data = {"title": study.title, "text": study.text, "parts": questions(who).parts, "done": done}
        return JSONResponse(data, headers=HEADERS)

    async def sound(request: Request) -> Response:
        who, token = request.path_params["participant"], request.path_params["token"]
        found = questions(who).sounds.get(token) if PARTICIPANT.fullmatch(who) else None
        if found is None:
            return refused("There is no such sound.", 404)
        return Response(await run_in_threadpool(sounds.content, found), media_type="audio/wav", headers=HEADERS)

    async def kept(_: Request) -> Response:
        return Response(_kept(study, answers.path), media_type="text/html", headers=HEADERS)

    def add(data: Any) -> dict[str, Any]:
        who = _who(data)
        rows = questions(who).checked(str(data.get("part")), data.get("answers"))
        answers.add(who, rows)
        return {"kept": len(rows)}

    def forget(data: Any) -> dict[str, Any]:
        return {"forgotten": answers.forget(_who(data))}

    routes = [
        Route("/", page),
        Route("/kept", kept),
        Route("/asked/{participant}", what),
        Route("/sound/{participant}/{token}", sound),
        Route("/answers", asked(add), methods=["POST"]),
        Route("/forget", asked(forget), methods=["POST"]),
        Mount("/studio", studio(hosts)),
        Route("/{name}", page),
    ]
    return answering(routes, hosts)


def _who(data: Any) -> str:
    """Who answers."""
    if not isinstance(data, dict) or not PARTICIPANT.fullmatch(who := str(data.get("participant"))):
        raise RosinError("A request says who answers: a participant.")
    return who


def _kept(study: Study, path: Path) -> str:
    """What is kept, as a page."""
    title, name = html.escape(study.title), html.escape(path.name)
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>What is kept</title><link rel="stylesheet" href="/study.css">
<main><h1>What is kept</h1>
<p>Of “{title}” this machine keeps, in the file <code>{name}</code>: your answers, the time (UTC) at which you gave them, and a random name
that stands for you. No name, no address, no sound of yours.</p>
<p>Nothing leaves this machine: the page loads nothing from elsewhere and sends nothing elsewhere. Whoever runs the study can read it.</p>
<p>On the first page of the study you can delete all that you have answered.</p><p><a href="/">Back</a></p></main></html>"""
