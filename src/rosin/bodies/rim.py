"""The rim of a glass or bowl, rubbed along its edge by a finger that travels round it.

For each order n = 2, 3, ... a shell has two modes that move the rim radially as cos n θ and sin n θ, and, since it does not
stretch, along itself as -sin(n θ) / n and cos(n θ) / n. The finger is at the angle θ = ∫ v dt / R. Its friction f acts along
the rim, and its flesh damps the radial motion under it with c, so that the node of the pattern stays with the finger:

    v_t = v_t' + y_tt f + y_tr g,     v_r = v_r' + y_tr f + y_rr g,     g = -c v_r while it touches

    v_t = v_t' - y_tr c v_r' / (1 + c y_rr) + [y_tt - c y_tr^2 / (1 + c y_rr)] f

which is again a port: one velocity and one admittance. The modes step as those of `Modal`. A pair whose frequencies differ by a
`split` beats when it is left alone; a listener at rest hears 2 n maxima for each turn of the finger. Orders that reach half the sample
rate are left out: as heavy as they are then, nothing moves them.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rosin.bodies.body import Body, Mode
from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.left_out import check_modes
from rosin.bodies.rim_kernels import FIRST_ORDER, KERNELS
from rosin.bodies.rim_ports import PORTS, port_width
from rosin.model.parameters import parameter
from rosin.model.rows import Numbers, OneOrNumbers, each

MOST_ORDERS = 32
MOST_LISTENERS = 32


def flesh() -> Any:
    """The damping by a finger."""
    return parameter("c", "N s/m", "radial damping by the finger while it touches", default=1.0, at_least=0, at_most=1e6, range=(0, 20))


class Rim(Body):
    """The rim of a glass, bowl or cup under a finger that travels round it; heard radially by listeners round it."""

    radius: float = parameter("R", "m", "radius of the rim", more_than=0, at_most=10, range=(0.01, 0.3), curve="log")
    frequencies: Numbers = parameter(
        "f", "Hz", "frequencies of the orders 2, 3, 4, ...", more_than=0, at_most=1e6, range=(20, 20_000), curve="log"
    )
    decay_times: OneOrNumbers = parameter(
        "t_e", "s", "times in which an order's amplitude falls to 1/e (inf: never)", more_than=0, range=(1e-2, 30), curve="log"
    )
    masses: OneOrNumbers = parameter("m", "kg", "modal masses of radial motion", more_than=0, at_most=1e9, range=(1e-3, 1), curve="log")
    split: float = parameter(
        "", "", "by how much the two frequencies of a pair differ, as a share", default=0.0, at_least=0, at_most=0.2, range=(0, 0.02)
    )
    finger_damping: float = flesh()
    listeners: Numbers = parameter(
        "", "turns", "angles at which the rim is heard, a channel for each", default=(0.0, 0.125), at_least=-1, at_most=1, range=(0, 1)
    )
    turns: Literal["finger", "vessel"] = "finger"

    one_point: ClassVar[bool] = False
    kernels: ClassVar[BodyKernels] = KERNELS

    @property
    def ports(self) -> Any:
        return PORTS

    def port_width(self, form: Mapping[str, int]) -> int:
        return port_width(2 * len(self.frequencies))

    def check(self) -> None:
        orders = len(self.frequencies)
        if orders > MOST_ORDERS:
            raise self.refuse("frequencies", f"a list of {orders}", f"is not allowed; give 1 to {MOST_ORDERS} frequencies in Hz.")
        for name in ("decay_times", "masses"):
            given = getattr(self, name)
            if isinstance(given, tuple) and len(given) != orders:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {orders} frequencies; give one number or {orders}.")
        if len(self.listeners) > MOST_LISTENERS:
            raise self.refuse("listeners", f"a list of {len(self.listeners)}", f"is not allowed; give 1 to {MOST_LISTENERS} angles.")

    def channels(self, output: str = "velocity") -> int:
        return len(self.listeners)

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        orders = len(self.frequencies)
        rows = zip(self.frequencies, each(self.decay_times, orders), each(self.masses, orders), strict=True)
        return tuple(sorted(Mode(f, decay_time, (k + FIRST_ORDER) ** 2 * mass) for k, (f, decay_time, mass) in enumerate(rows)))

    def packed(self) -> dict[str, Any]:
        orders = len(self.frequencies)
        rows = {name: each(getattr(self, name), orders) for name in ("decay_times", "masses")}
        plain = {name: getattr(self, name) for name in ("radius", "finger_damping", "split", "frequencies")}
        return {**plain, **rows, "listening": self.listeners}

    def form(self, sample_rate: float) -> dict[str, int]:
        orders = len(self.frequencies)
        return {"orders": orders, "modes": 2 * orders, "listeners": len(self.listeners), "vessel": int(self.turns == "vessel")}

    def check_rate(self, sample_rate: float) -> None:
        check_modes(self, [2 * frequency * (1 + 0.5 * self.split) < sample_rate for frequency in self.frequencies], sample_rate)
