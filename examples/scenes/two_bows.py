"""Two bows on one bar of a vibraphone.

While the motion is small each bow feeds the first mode on its own, in proportion to the square of its shape there, so that growth
rates add: g = -1 / t_e + g_a + g_b (analysis/rubbed_mode.py). A bow on the node of the mode adds nothing. Once the bar is loud, the
slower bow holds it back: it slides past the bar in both directions and takes what the faster one gives.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin import Bar, Contact, ElastoPlastic, Gesture, Hand, Heard, Scene, Touch, render
from rosin.analysis import rubbed_modes
from rosin.evidence import Claim, Exhibit, present

RATE = 44_100
NODE = 0.2242  # of the first mode, on a free bar
POINTS = (0.0, NODE, 1.0)
BAR = Bar(length=0.3, thickness=0.012, width=0.045, material="aluminium", ratios=(1, 4, 10))
BODY = BAR.modal(at=POINTS, heard=0.0)
ROSIN = ElastoPlastic(bristle_stiffness=1e6, bristle_damping=1, static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.2)
FORCE, SPEED = 2.0, 0.15


def played(places: dict[str, int], speeds: dict[str, float], duration: float) -> np.ndarray:
    """Velocity at the end of the bar under bows at some of POINTS, each pressed with FORCE within 20 ms."""
    scene = Scene(
        bodies={name: Hand() for name in places} | {"bar": BODY},
        contacts={name: Touch(name, "bar", ROSIN, at=(0, place / (len(POINTS) - 1))) for name, place in places.items()},
        heard={"bar": Heard()},
    )
    hands = {name: Gesture(velocity=speeds[name], normal_force=[(0, 0), (0.02, FORCE)]) for name in places}
    return render(scene, hands, duration=duration, sample_rate=RATE).audio[0]


def swing(sound: np.ndarray, window: float = 0.01) -> tuple[np.ndarray, np.ndarray]:
    """Times and amplitudes of an oscillation."""
    pieces = sound[: len(sound) // (n := round(window * RATE)) * n].reshape(-1, n)
    return (np.arange(len(pieces)) + 0.5) * window, np.sqrt(2) * pieces.std(axis=1)


def growth(sound: np.ndarray, low: float, high: float) -> float:
    """The rate, 1/s, at which the amplitude goes from low to high."""
    times, size = swing(sound)
    begin = int(np.argmax(size > low))
    rising = slice(begin, int(np.argmax(size > high)))
    return float(np.polyfit(times[rising], np.log(size[rising]), 1)[0])


def predicted(*places: int) -> float:
    """The sum of what every bow feeds, less the loss of the bar."""
    modes = [rubbed_modes(Contact(Hand(), ROSIN, BODY), place / (len(POINTS) - 1))[0] for place in places]
    return float(sum(mode.growth_rate(SPEED, FORCE) + 1 / mode.decay_time for mode in modes) - 1 / modes[0].decay_time)


def exhibit() -> Exhibit:
    """Growth with one bow and with two, and how loud the bar gets under two of different speeds."""
    figure = Figure(figsize=(12, 4.5), layout="constrained")
    grown, held = figure.subplots(1, 2)
    claims = []
    cases = {"one, at an end": [0], "two, at both ends": [0, 2], "two, one of them on the node": [0, 1]}
    for label, places in cases.items():
        names = dict(zip("ab", places, strict=False))
        sound = played(names, dict.fromkeys(names, SPEED), 1.5)
        seen, told = growth(sound, 3e-4, 0.03), predicted(*places)
        claims.append(Claim.near(f"growth rate, {label}", seen, told, 0.02 * told, "1/s"))
        grown.semilogy(*swing(sound), ls="--" if 1 in places else "-", label=f"{label}: {seen:.1f} /s (theory {told:.1f})")
    grown.set(xlabel="s", ylabel="velocity of the end, m/s", title="Growth rates add", ylim=(1e-5, 1))
    grown.legend()
    speeds = np.array([0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.25])
    alone = swing(played({"a": 0}, {"a": SPEED}, 1.5))[1][-10:].mean()
    both = [swing(played({"a": 0, "b": 2}, {"a": SPEED, "b": speed}, 1.5))[1][-10:].mean() for speed in speeds]
    held.plot(speeds, both, "o-", label=f"first bow at {SPEED} m/s, second as below")
    held.axhline(alone, color="grey", ls="--", label="first bow alone")
    held.set(xlabel="speed of the second bow, m/s", ylabel="settled velocity of the end, m/s", title="The slower bow holds it back")
    held.legend()
    claims.append(Claim("level under a second bow at a quarter of the speed, over that of one bow", both[1] / alone, 0.15, 0.5))
    claims.append(Claim("level under a second bow that is as fast", both[4] / alone, 0.9, 1.1))
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
