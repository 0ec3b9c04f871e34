"""Avanzini, Rath, Rocchesso and Ottaviani 2003, figure 8.10: a blow on a resonator that is already moving, and micro-impacts.

The paper shows (a) hammer and resonator meeting while the resonator oscillates, with a contact unlike that from rest, and (b) the same with
"a very high value" of the stiffness, where several micro-collisions make up one impact. It prints no numbers. Here a hammer of 20 g with
the exponent 2.8 and the loss 0.6 s/m of figure 8.3 is thrown at 1 m/s at three modes of 20 g each (200, 560 and 1100 Hz), twice: the second
throw meets them in motion. Both effects come out. How the second blow goes depends on when it comes. The times of contact are those of an
integrator of general purpose, micro-impacts included.
"""

import numpy as np
from _pens_2003 import RUST, SLATE
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp

from rosin import Contact, Gesture, Hammer, HuntCrossley, Modal, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

FREQUENCIES, DECAY, MASS = (200.0, 560.0, 1100.0), 0.3, 0.02  # Hz, s, kg of each mode
EXPONENT, LOSS = 2.8, 0.6
SPEED, DISTANCE = 1.0, 1e-3  # m/s, m
SOFT, HARD = 1e10, 1e13  # N/m^2.8
RATE = 192_000
AGAIN = 0.0151  # s: the second throw
END = 0.0245  # s


def thrown_twice(stiffness: float, again: float = AGAIN) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Displacements (m) of resonator and hammer, and the force between them (N)."""
    resonator = Modal(frequencies=FREQUENCIES, decay_times=DECAY, masses=MASS)
    contact = Contact(Hammer(MASS, distance=DISTANCE), HuntCrossley(stiffness, EXPONENT, LOSS), resonator)
    period = 1 / RATE
    throws = Gesture(velocity=[(0, SPEED), (1e-3, SPEED), (1e-3 + period, 0), (again - period, 0), (again, SPEED)])
    duration = END + again - AGAIN
    sound = render(contact, throws, duration=duration, sample_rate=RATE, output="displacement", record=("force", "compression"))
    return sound.audio[0], sound.audio[0] + sound.traces["compression"], sound.traces["force"]


def contacts(force: np.ndarray) -> np.ndarray:
    """Begin and end (s) of each contact, a row each."""
    edges = np.diff((force > 1e-9).astype(int), prepend=0, append=0)
    return np.column_stack((np.flatnonzero(edges > 0), np.flatnonzero(edges < 0))) / RATE


def integrated(stiffness: float) -> np.ndarray:
    """The same begins and ends by an integrator of general purpose."""
    omega = 2 * np.pi * np.array(FREQUENCIES)
    modes = len(omega)

    def squeeze(state: np.ndarray) -> float:
        return float(state[2 * modes] - state[:modes].sum())

    def motion(_: float, state: np.ndarray) -> np.ndarray:
        x, v = state[:modes], state[modes : 2 * modes]
        rate = state[-1] - v.sum()
        force = stiffness * max(squeeze(state), 0.0) ** EXPONENT * (1 + LOSS * rate)
        return np.concatenate((v, force / MASS - 2 / DECAY * v - omega**2 * x, [state[-1], -force / MASS]))

    def meets(_: float, state: np.ndarray) -> float:
        return squeeze(state)

    times = []
    state = np.zeros(2 * modes + 2)
    for begin, end in ((0.0, AGAIN), (AGAIN, END)):
        state[-2:] = -DISTANCE, SPEED
        found = solve_ivp(motion, (begin, end), state, method="LSODA", events=meets, rtol=1e-9, atol=1e-13, max_step=2e-5)
        state = found.y[:, -1]
        times.append(found.t_events[0])
    return np.concatenate(times).reshape(-1, 2)


def exhibit() -> Exhibit:
    """Meetings in motion, soft and hard, and how many contacts a blow has."""
    figure = Figure(figsize=(12.5, 7), layout="constrained")
    axes = figure.subplots(2, 2, width_ratios=(1.4, 1))
    seen = {}
    for (axis, other), stiffness, name in zip(axes, (SOFT, HARD), ("(a) oscillating resonator", "(b) hard collision"), strict=True):
        resonator, hammer, force = thrown_twice(stiffness)
        seen[stiffness] = contacts(force), integrated(stiffness)
        time = 1e3 * np.arange(len(force)) / RATE
        axis.plot(time, 1e3 * resonator, color=INK, label="resonator")
        flying = time > 1e3 * AGAIN
        axis.plot(time[flying], 1e3 * hammer[flying], color=RUST, linestyle="--", label="hammer")
        for begin, end in seen[stiffness][0]:
            axis.axvspan(1e3 * begin, 1e3 * end, color=MIST, zorder=0)
        axis.set(xlim=(14.5, 22.5), ylim=(-1.2, 1.4), xlabel="time / ms", ylabel="displacement / mm", title=name)
        axis.legend(frameon=False, loc="upper right")
        for start, label, color in ((0.9, "from rest", SLATE), (15.7, "in motion", RUST)):
            shown = (time > start) & (time < start + 6)
            other.plot(time[shown] - start, force[shown], color=color, label=label)
        other.set(xlabel="time / ms", ylabel="force / N", title="contact force")
        other.grid(color=MIST)
        other.legend(frameon=False)
    lasting, peaks = [], []
    delays = AGAIN + np.linspace(0, 5e-3, 11)
    for again in delays:
        _, _, force = thrown_twice(SOFT, again)
        second = force[round(again * RATE) :]
        lasting.append(np.diff(contacts(second)).sum())
        peaks.append(second.max())
    at_rest = thrown_twice(SOFT)[2][: round(AGAIN * RATE)]
    rest_time = float(np.diff(contacts(at_rest)).sum())
    errors = {stiffness: 1e3 * np.abs(found - expected).max() for stiffness, (found, expected) in seen.items()}
    first = {stiffness: int((found[:, 0] < AGAIN).sum()) for stiffness, (found, _) in seen.items()}
    second = {stiffness: int((found[:, 0] >= AGAIN).sum()) for stiffness, (found, _) in seen.items()}
    claims = (
        Claim("spread of the time of contact in motion, over that from rest", np.ptp(lasting) / rest_time, 0.05, np.inf, paper="differs"),
        Claim("largest force in motion over that from rest", max(peaks) / at_rest.max(), 1.05, np.inf, paper="differs"),
        Claim.near("contacts of the softer blow, in motion", second[SOFT], 1, 0, paper="one"),
        Claim("contacts of the hard blow, in motion", second[HARD], 2, np.inf, paper="several"),
        Claim("contacts of the hard blow, from rest", first[HARD], 2, np.inf, paper="several"),
        Claim("largest error of a begin or end, softer blow", errors[SOFT], 0, 0.02, "ms"),
        Claim("largest error of a begin or end, hard blow", errors[HARD], 0, 0.02, "ms"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
