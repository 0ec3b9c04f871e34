"""Notes as they come, in a page: the listener, who tells its stages of them, and the player, who plays them where he can."""

from collections.abc import Mapping, Sequence
from typing import Any

from rosin.engine.listener import listener_layout
from rosin.engine.player import lending
from rosin.instruments.instrument import Instrument
from rosin.instruments.percussion import row
from rosin.instruments.setups.setup import Layer
from rosin.playing.live.channels import NOTES
from rosin.playing.live.player import ADOPT, BORROW, GIVE_BACK, MOVED, STOP
from rosin.playing.midi.channels import KEYS
from rosin.playing.midi.score import TIMBRE_AT_REST
from rosin.playing.touch import SOFTEST, VIBRATO_DEPTH, VIBRATO_RATE
from rosin.studio.notes import notes_of
from rosin.studio.planned import Modules, PlannedMachine, program_plan

STILL = 2  # velocity and force
SAID = ("head.channels.", "head.notes.")  # what was said so far: the listener and the player know it alike


def listener_plan(instrument: Instrument, modules: Modules) -> dict[str, Any]:
    """The program, which listens on when another instrument comes, and what is the instrument's own."""
    how = (*instrument.setup.stopped(), instrument.setup.touching(instrument.reference))[0]
    return {
        "program": _plan(PlannedMachine(listener_layout()), modules),
        "percussion": _percussion(instrument),
        "softest": how.softest if how else SOFTEST,
        "timbre": TIMBRE_AT_REST,
        "vibrato": {"rate": VIBRATO_RATE, "depth": VIBRATO_DEPTH},
    }


def player_plan(
    instrument: Instrument, layers: Mapping[str, Layer], voices: Sequence[Any], modules: Modules, sample_rate: int
) -> dict[str, Any] | None:
    """The program, and which rows of controls of which layers follow which of its rows; None where no notes are played.

    Of each body it has as many rows as are `moved`, of which the first are `still`, that is zero, where no hand is; it knows of so many
    `notes`; and besides what channels say it understands some `words`.
    """
    notes = notes_of(instrument, [layers], voices)
    if notes is None:
        return None
    machine = PlannedMachine(lending(notes.player[0].layout))
    machine.reals[:] = notes.player[0].reals
    machine.fill("head", {"sample_rate": sample_rate, "percussion": _percussion(instrument)})
    return {
        "program": _plan(machine, modules),
        "leads": [lead._asdict() for lead in notes.leads],
        "moved": MOVED,
        "still": STILL,
        "notes": NOTES,
        "words": {"borrow": BORROW, "giveBack": GIVE_BACK, "adopt": ADOPT, "stop": STOP},
    }


def _percussion(instrument: Instrument) -> list[float]:
    """Which keys of channel 10 strike what; where there is no percussion, they are keys as any."""
    return row(instrument.percussion or {key: key for key in range(KEYS)})


def _plan(machine: PlannedMachine, modules: Modules) -> dict[str, Any]:
    """Of a program that hears what channels say: a page finds all of that as `said`."""
    plan = program_plan(machine, modules)
    places = [place for name, place in machine.layout.reals.items() if name.startswith(SAID)]
    begin, end = places[0].offset, places[-1].offset + places[-1].size
    plan["arrays"]["said"] = [machine.address(begin), end - begin]
    return plan
