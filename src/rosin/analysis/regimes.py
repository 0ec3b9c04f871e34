"""How a bowed string moved in a take, read from its velocity relative to the bow; `meters/bowed_motion.py` says what the regimes are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rosin.analysis.pitch import cents, checked, pitch
from rosin.engine.metering import metered
from rosin.meters.bowed_motion import NEVER, BowedMotion
from rosin.meters.bowed_motion import REGIMES as REGIMES
from rosin.model.errors import ParameterError

FEWEST_PERIODS = 10


@dataclass(frozen=True)
class Motion:
    """What a bowed string did at the end of a take.

    regime             one of REGIMES
    slips_per_period   slips in a nominal period
    pitch, cents       fundamental (Hz), and how far it lies above the nominal frequency; None if raucous or silent
    transient          nominal periods from the first slip of the take to the first of ten intervals between slips that are
                       within 5 % of their mean; None if there are none
    stick_share        share of time that the string moves with the bow
    slip_speed         speed of the string against the bow while it slips, m/s
    periodicity        share of slips that come a period after another one
    """

    regime: str
    slips_per_period: float
    pitch: float | None
    cents: float | None
    transient: float | None
    stick_share: float
    slip_speed: float
    periodicity: float


def motion(
    relative_velocity: np.ndarray, sample_rate: float, *, frequency: float, velocity: ArrayLike, position: float, periods: int = 20
) -> Motion:
    """The motion of a bowed string, judged on the last `periods` of a take.

    relative_velocity   bow minus string at the bow, m/s, as `render(..., record=("relative_velocity",))` traces it
    sample_rate         Hz; of a Sound its `trace_rate`
    frequency           nominal fundamental of the string, Hz
    velocity            of the bow, m/s, of either sign: of each sample, which tells slow attacks better, or at the end; not 0 there
    position            of the bow along the sounding length, between 0 and 1
    """
    if not periods >= FEWEST_PERIODS:
        raise ParameterError(f"periods = {periods} is not allowed; it must be at least {FEWEST_PERIODS}.")
    take = checked(relative_velocity, sample_rate, frequency, periods)
    bow = np.asarray(velocity, dtype=float)
    if bow.shape not in ((), take.shape) or not np.isfinite(bow).all() or not bow.ravel()[-1]:
        given = f"{float(bow)} m/s" if bow.ndim == 0 else f"an array of shape {bow.shape}"
        allowed = f"the speed of the bow at the end of the take, not 0, or that of each of its {len(take)} samples"
        raise ParameterError(f"velocity = {given} is not allowed; give {allowed}.")
    if not 0 < position < 1:
        raise ParameterError(f"position = {position} is not allowed; it must be more than 0 (bridge) and less than 1 (nut).")
    meter = BowedMotion(frequency=frequency, position=position, samples=float(len(take)), periods=float(periods))
    found = metered(meter, sample_rate, velocity=bow, relative_velocity=take)
    regime = REGIMES[int(found["regime"])]
    end = take[-int(periods * sample_rate / frequency) :]
    near = found["pitch"] if regime == "anomalous low frequency" else frequency
    sounding = None if regime in ("raucous", "silent") or not np.ptp(end) else pitch(end, sample_rate, near)
    return Motion(
        regime=regime,
        slips_per_period=found["slips_per_period"],
        pitch=sounding,
        cents=None if sounding is None else cents(sounding, frequency),
        transient=None if found["transient"] == NEVER else found["transient"],
        stick_share=found["stick_share"],
        slip_speed=found["slip_speed"],
        periodicity=found["periodicity"],
    )
