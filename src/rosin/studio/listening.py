"""The listener to notes as they come, for a page, whose stages are the hands: the program, and what an instrument makes of notes."""

from typing import Any

from rosin.engine.listener import listener_layout
from rosin.instruments.instrument import Instrument
from rosin.instruments.percussion import row
from rosin.playing.midi.channels import KEYS
from rosin.playing.midi.score import TIMBRE_AT_REST
from rosin.playing.touch import SOFTEST, VIBRATO_DEPTH, VIBRATO_RATE
from rosin.studio.planned import Modules, PlannedMachine, program_plan


def listener_plan(instrument: Instrument, modules: Modules) -> dict[str, Any]:
    """The program, which listens on when another instrument comes, and what is the instrument's own.

    Where it has no percussion, the keys of channel 10 are keys as any.
    """
    strings = instrument.setup.stopped()
    return {
        "program": program_plan(PlannedMachine(listener_layout()), modules),
        "percussion": row(instrument.percussion or {key: key for key in range(KEYS)}),
        "softest": strings[0].softest if strings else SOFTEST,
        "timbre": TIMBRE_AT_REST,
        "vibrato": {"rate": VIBRATO_RATE, "depth": VIBRATO_DEPTH},
    }
