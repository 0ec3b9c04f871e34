"""The judge of bowed strings, for a page: the meter by which `rosin.analysis` names their motion, as a program."""

from typing import Any

from rosin.engine.filter import OpenFilter
from rosin.engine.metering import meter_layout
from rosin.meters.bowed_motion import REGIMES, BowedMotion
from rosin.meters.meter import ROWS
from rosin.studio.planned import Modules, PlannedMachine, program_plan

BLOCK = 2048  # samples of each row that its memory holds


def judge_plan(modules: Modules, sample_rate: float) -> dict[str, Any]:
    """The meter, the names of what it hears, row by row, and those of the motions that it tells apart."""
    meter = BowedMotion()
    machine = OpenFilter(meter, meter_layout(meter, BLOCK), sample_rate, PlannedMachine).machine
    return {"program": program_plan(machine, modules), "hears": ROWS, "regimes": REGIMES, "block": BLOCK, "periods": meter.periods}
