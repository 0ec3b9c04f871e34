"""A bank of modes touched and heard at any point (Avanzini et al. 2003, eq. 8.2 to 8.7).

    x'' + (2 / t_e) x' + w^2 x = t f / m   for each mode,     point j: x_j = sum over modes of t_jl x_l

Trapezoid in the half-step variables w = (x + T x' / 2, x' + T x'' / 2); three numbers a mode say it all:

    v = h1 w_x + h2 w_v + b t f,     w_x += T v,     w_v <- 2 v - w_v

"bilinear" takes them from (8.7). "exact" uses the bilinear form of a mode whose poles are moved so that the
step has the eigenvalues e^{sT}, s = -1/t_e +- i sqrt(w^2 - 1/t_e^2), and whose mass keeps the admittance at
resonance: with q = e^{-T/t_e} it comes down to

    h1 = -[(1 - q)^2 / 2 + 2 q S] / T,   h2 = [(1 + q)^2 / 2 - 2 q S] / 2,   b = t_e (1 - q^2) / 4m

where S = sin^2(T sqrt(w^2 - 1/t_e^2) / 2), or -sinh^2 where the mode is overdamped. No warping, positive real.

A force enters the modes only when the next sample begins, and the free velocity of the sample after that is summed at
once, before the contact is solved: v_free = ahead + per_force f. So the modes never wait for the contact. For each mode
the free velocity goes on as v (1 + h1 T + 2 h2) - 2 h2 w_v. What pickups hear is summed in the same round, but for what f adds.

The gesture's `bend` raises all frequencies by so many semitones, and the normal force by the share `stiffening` for each
newton; decay times stay. Positions and velocities go on unchanged, and the energy that this takes is booked as work.

What is heard from afar may be less than what moves (`radiating_radius`, `radiates`, radiation.py). Modes beyond those that are known one
by one, of a shell, of the stand it lies on, of what strikes it, are described by their trend (`beyond`, dense_modes.py): one of level a,
alone and at its frequency, gives a for one newton. They are so heavy that they do not push back,

    x'' + (2 / t_e) x' + w^2 x = f / m,     t_e = Q / (pi f),     pickup 2 m a / t_e

since a mode at its frequency moves with f t_e / 2 m; pickups hear them left and right in turn.

Modes at or above half the sample rate are left out.
"""

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rosin.bodies.body import Body, Mode
from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.left_out import check_modes
from rosin.bodies.modal.dense_modes import Trend, TrendOrNone
from rosin.bodies.modal.kernels import KERNELS
from rosin.bodies.modal.ports import PORTS
from rosin.bodies.modal.radiation import radiating_radius
from rosin.kernels.record import LINE
from rosin.model.parameters import parameter
from rosin.model.rows import NumberRows, Numbers, OneOrNumbers, each


class Modal(Body):
    """Modes with frequency, decay time and mass; shapes give contact points, pickups what is heard."""

    frequencies: Numbers = parameter("f", "Hz", "mode frequencies", more_than=0, at_most=1e6, range=(20, 20_000), curve="log")
    decay_times: OneOrNumbers = parameter(
        "t_e", "s", "times in which a mode's amplitude falls to 1/e (inf: never)", more_than=0, range=(1e-3, 30), curve="log"
    )
    masses: OneOrNumbers = parameter("m", "kg", "modal masses", more_than=0, at_most=1e9, range=(1e-4, 10), curve="log")
    shapes: NumberRows = parameter("t", "", "signed mode shapes, a row for each contact point", default=None, at_least=-1e9, at_most=1e9)
    pickups: NumberRows = parameter(
        "",
        "",
        "signed mode shapes, a row for each output channel (default: the first contact point)",
        default=None,
        at_least=-1e9,
        at_most=1e9,
    )
    stiffening: float = parameter(
        "", "1/N", "share by which all frequencies rise for each newton that presses", default=0.0, at_least=0, at_most=1e3, range=(0, 0.1)
    )
    integrator: Literal["exact", "bilinear"] = "exact"
    radiating_radius: float = radiating_radius()
    radiates: Literal["breathing", "swinging"] = "breathing"
    beyond: TrendOrNone = None

    kernels: ClassVar[BodyKernels] = KERNELS

    one_point: ClassVar[bool] = False

    @property
    def ports(self) -> Any:
        return PORTS

    def port_width(self, form: Mapping[str, int]) -> int:
        return LINE + -(-form["modes"] // LINE) * LINE

    def check(self) -> None:
        n = len(self.frequencies)
        for name in ("decay_times", "masses"):
            given = getattr(self, name)
            if isinstance(given, tuple) and len(given) != n:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {n} frequencies; give one number or {n}.")
        for name in ("shapes", "pickups"):
            for index, given in enumerate(getattr(self, name) or ()):
                if len(given) != n:
                    raise self.refuse(
                        f"{name}[{index}]", f"a row of {len(given)}", f"does not match the {n} frequencies; give {n} numbers."
                    )
        if not any(any(weights) for weights in self.contact_rows):
            raise self.refuse("shapes", "all zeros", "is not allowed: no mode can be touched; give one non-zero shape at least.")

    @property
    def contact_rows(self) -> tuple[tuple[float, ...], ...]:
        """Mode shapes, a row for each contact point."""
        return self.shapes or ((1.0,) * len(self.frequencies),)

    @property
    def heard_rows(self) -> tuple[tuple[float, ...], ...]:
        """Mode shapes, a row for each output channel."""
        return self.pickups or self.contact_rows[:1]

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        shapes = self.contact_rows
        place = min(max(position, 0.0), 1.0) * (len(shapes) - 1)
        point = min(math.floor(place), max(len(shapes) - 2, 0))
        weights = [a + (place - point) * (b - a) for a, b in zip(shapes[point], shapes[min(point + 1, len(shapes) - 1)], strict=True)]
        n = len(self.frequencies)
        felt = zip(self.frequencies, each(self.decay_times, n), each(self.masses, n), weights, strict=True)
        return tuple(sorted(Mode(frequency, decay_time, mass / weight**2) for frequency, decay_time, mass, weight in felt if weight**2))

    @property
    def controls(self) -> frozenset[str]:
        return frozenset({"position", "bend"} if len(self.contact_rows) > 1 else {"bend"})

    def channels(self, output: str = "velocity") -> int:
        return len(self.heard_rows)

    @property
    def dense(self) -> int:
        """Room for dense modes."""
        return 0 if self.beyond is None else self.beyond.room

    @property
    def work(self) -> int:
        """How many modes cost as much as it does where it swings."""
        return len(self.frequencies) + self.dense

    def packed(self) -> dict[str, Any]:
        n = len(self.frequencies)
        return {
            "stiffening": self.stiffening,
            "radius": self.radiating_radius,
            "swinging": float(self.radiates == "swinging"),
            "beyond": {name: getattr(self.beyond, name, 0.0) for name in Trend.fields},
            "frequencies": self.frequencies,
            "decay_times": each(self.decay_times, n),
            "masses": each(self.masses, n),
            "shapes": [weight for weights in self.contact_rows for weight in weights],
            "pickups_shapes": [weight for weights in self.heard_rows for weight in weights],
        }

    def form(self, sample_rate: float) -> dict[str, int]:
        as_touched = self.pickups is None and len(self.contact_rows) == 1 and self.beyond is None and self.radiating_radius == 0
        return {
            "count": len(self.frequencies),
            "dense": self.dense,
            "modes": 4 * ((len(self.frequencies) + self.dense + 3) // 4),
            "points": len(self.contact_rows),
            "pickups": self.channels(),
            "own": int(as_touched),
            "bilinear": int(self.integrator == "bilinear"),
        }

    def check_rate(self, sample_rate: float) -> None:
        check_modes(self, [2 * frequency < sample_rate for frequency in self.frequencies], sample_rate)
