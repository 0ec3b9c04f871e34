"""How a bowed string moves, read from its velocity relative to the bow.

In Helmholtz motion the string sticks to the bow for (1 - b) T0 of each period T0 and slips once, at v_b (1 - b) / b against
the bow, b being the bow's distance from the nearer end over the length. Flags of sticking and slipping are of no use to see
it: bristles and soft rosin creep and chatter while they stick. A slip is therefore a stretch in which the string moves
against the bow, and faster than a share of the fastest slip; it is over where less than half of that is left. Then, on the
last periods of a take,

    silent                    nothing moves by more than a fortieth of the bow's speed to either side
    decaying                  every period is quieter than the last: the bow has left, or glides without effect
    raucous                   the smoothed motion does not repeat itself after any lag from T0 on
    quasi-sinusoidal          one slip in T0, but hardly any sticking, or a slow slip; or no sticking at all
    anomalous low frequency   a period beyond 1.4 T0 and fewer than 0.8 slips in T0
    Helmholtz                 one slip in T0; its strength may alternate
    double slip               two
    multiple slip             more
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from rosin.analysis.pitch import cents, checked, pitch
from rosin.model.errors import ParameterError

REGIMES = (
    "Helmholtz",
    "double slip",
    "multiple slip",
    "raucous",
    "anomalous low frequency",
    "quasi-sinusoidal",
    "decaying",
    "silent",
)
FEWEST_PERIODS = 10
STILL = 0.05  # from peak to peak, of the bow's speed
SLIP = 0.15  # of the fastest slip: what counts as one
STICK = 0.07  # of the fastest slip: below it the string sticks
NO_STICK = 0.15  # share of time
LOST = 0.03  # of the strength, while every period is quieter than the last
PERIODIC = 0.85
FAST = 0.45  # of the ideal speed
SHORTEST_SLIP = 4  # samples: shorter ones cannot reach their full speed
SETTLED, TOLERANCE = 10, 0.05  # slip intervals in a row, and how far they may be off


@dataclass(frozen=True)
class Motion:
    """What a bowed string did at the end of a take.

    regime             one of REGIMES
    slips_per_period   slips in a nominal period
    pitch, cents       fundamental (Hz), and how far it lies above the nominal frequency; None if raucous or silent
    transient          nominal periods from the first slip of the take to the first of ten intervals between slips that are
                       within 5 % of the final period; None if there are none
    stick_share        share of time that the string moves with the bow
    slip_speed         median speed of the string against the bow while it slips, m/s
    periodicity        correlation of the motion with itself a period later: 1 if it repeats exactly
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
    relative_velocity: np.ndarray, sample_rate: float, *, frequency: float, velocity: float, position: float, periods: int = 20
) -> Motion:
    """The motion of a bowed string, judged on the last `periods` of a take.

    relative_velocity   bow minus string at the bow, m/s, as `render(..., record=("relative_velocity",))` traces it
    sample_rate         Hz; of a Sound its `trace_rate`
    frequency           nominal fundamental of the string, Hz
    velocity            of the bow at the end of the take, m/s, of either sign; not 0
    position            of the bow along the sounding length, between 0 and 1
    """
    if not periods >= FEWEST_PERIODS:
        raise ParameterError(f"periods = {periods} is not allowed; it must be at least {FEWEST_PERIODS}.")
    take = checked(relative_velocity, sample_rate, frequency, periods)
    if not 0 < abs(velocity) < math.inf:
        raise ParameterError(f"velocity = {velocity} m/s is not allowed; give the speed of the bow at the end of the take, not 0.")
    if not 0 < position < 1:
        raise ParameterError(f"position = {position} is not allowed; it must be more than 0 (bridge) and less than 1 (nut).")
    take, speed = math.copysign(1.0, velocity) * take, float(abs(velocity))
    period = sample_rate / frequency
    end = take[-int(periods * period) :]
    fastest = float(max(end.max(), speed))
    onsets = slip_onsets(end, max(speed, SLIP * fastest))
    slips = _slips_per_period(onsets, period, periods)
    stick_share = float((np.abs(end) < STICK * fastest).mean())
    slip_speed = _slip_speed(end, onsets) - speed if slips else 0.0
    periodicity, lag = repetition(end, period)
    if np.ptp(end) < STILL * speed:
        regime = "silent"
    elif _fades(end, period):
        regime = "decaying"
    elif periodicity < PERIODIC:
        regime = "raucous"
    elif stick_share < NO_STICK:
        regime = "quasi-sinusoidal"
    elif slips < 0.8 and lag > 1.4 * period:
        regime = "anomalous low frequency"
    elif slips < 1.5:
        share = min(position, 1 - position)
        slip_share = max(share, SHORTEST_SLIP / period)
        fast = slip_speed > FAST * speed * (1 - slip_share) / slip_share
        regime = "Helmholtz" if fast and stick_share > 0.5 * (1 - share) else "quasi-sinusoidal"
    else:
        regime = "double slip" if slips < 2.5 else "multiple slip"
    near = sample_rate / lag if regime == "anomalous low frequency" else frequency
    sounding = None if regime in ("raucous", "silent") else pitch(end, sample_rate, near)
    return Motion(
        regime=regime,
        slips_per_period=slips,
        pitch=sounding,
        cents=None if sounding is None else cents(sounding, frequency),
        transient=_transient(take, period, sample_rate / (sounding or frequency), fastest),
        stick_share=stick_share,
        slip_speed=slip_speed,
        periodicity=periodicity,
    )


def slip_onsets(take: np.ndarray, level: float | np.ndarray) -> np.ndarray:
    """When, in samples, the take rises above a level after it has been below half of it."""
    side = np.where(take > level, 1, np.where(take < 0.5 * level, -1, 0))
    side = side[np.maximum.accumulate(np.where(side != 0, np.arange(len(side)), 0))]
    after = np.flatnonzero((side[:-1] < 0) & (side[1:] > 0)) + 1
    wanted = np.broadcast_to(level, take.shape)[after]
    rise = np.maximum(take[after] - take[after - 1], 1e-300)
    return after - np.minimum((take[after] - wanted) / rise, 1)


def _slips_per_period(onsets: np.ndarray, period: float, periods: int) -> float:
    """Intervals over the time that they take, but no more than one slip beyond those seen."""
    if len(onsets) < 2:
        return len(onsets) / periods
    return float(min((len(onsets) - 1) * period / (onsets[-1] - onsets[0]), (len(onsets) + 1) / periods))


def _slip_speed(end: np.ndarray, onsets: np.ndarray) -> float:
    """The median of what is above half of the typical slip's peak."""
    typical = np.median(np.maximum.reduceat(end, np.ceil(onsets).astype(int)))
    return float(np.median(end[end > 0.5 * typical]))


def _fades(end: np.ndarray, period: float) -> bool:
    """Whether every period is quieter than the last, with a mean over four to even out the grid of samples."""
    window = np.hanning(int(4 * period))
    power = sliding_window_view((end - end.mean()) ** 2, len(window))[:: int(period)] @ window
    level = 0.5 * np.log(power + 1e-300)
    return bool((np.diff(level) < 0).all() and level[0] - level[-1] > LOST)


def repetition(end: np.ndarray, period: float) -> tuple[float, int]:
    """The correlation of the motion, smoothed over some of a period, with itself; and the shortest lag at which it is reached."""
    window = np.hanning(max(3, round(period / 4)) + 2)
    smooth = np.convolve(end - end.mean(), window, "same")
    n = len(smooth)
    products = np.fft.irfft(np.abs(np.fft.rfft(smooth, 2 * n)) ** 2)[:n]
    energy = np.concatenate([[0.0], np.cumsum(smooth**2)])
    lags = np.arange(int(0.85 * period), n // 3)
    correlation = products[lags] / np.sqrt(energy[n - lags] * (energy[n] - energy[lags]) + 1e-300)
    inner = correlation[1:-1]
    peaks = np.flatnonzero((inner >= correlation[:-2]) & (inner > correlation[2:]) & (inner > 0.95 * correlation.max())) + 1
    best = peaks[0] if len(peaks) else int(np.argmax(correlation))
    return float(correlation.max()), int(lags[best])


def _transient(take: np.ndarray, nominal: float, final: float, fastest: float) -> float | None:
    """Nominal periods from the first slip to the first of ten intervals of the final period; slips are judged by those around them."""
    block = int(nominal)
    peaks = np.maximum.reduceat(take, np.arange(0, len(take), block))
    around = sliding_window_view(np.pad(peaks, 2, mode="edge"), 5).max(axis=1)
    onsets = slip_onsets(take, np.repeat(SLIP * np.maximum(around, 0.2 * fastest), block)[: len(take)])
    steady = np.abs(np.diff(onsets) / final - 1) < TOLERANCE
    if len(steady) < SETTLED:
        return None
    settled = np.flatnonzero(sliding_window_view(steady, SETTLED).all(axis=1))
    return float((onsets[settled[0]] - onsets[0]) / nominal) if len(settled) else None
