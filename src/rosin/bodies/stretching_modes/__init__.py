"""Modes of a thin thing that stretches where it bends far, so that they do not pass each other by.

    m_i x_i'' + (2 m_i / t_e) x_i' + m_i w_i^2 x_i = t_i f - dV/dx_i,     V = (c / 2) sum over m of (sum over p, q of K^m_pq x_p x_q)^2

Stresses m grow with the square of what bends, and the energy V of stretching with the fourth power: pitch rises with amplitude, and
energy climbs from low modes to high ones. Round plates have such K (shapes/round_stretching.py).

All modes step as those of `Modal`, and can be touched, heard, tuned and bent as these. Between two steps what stretches gives the modes a
kick T dV/dx, which changes velocities alone, so that contacts solve what they always solve. The kick takes an energy p^2 / 2 of its own,
kept beside V (a scalar auxiliary variable; Bilbao, Ducceschi and Zama 2023): with g = dV/dx / sqrt(2 V + 2 e) where the modes are,
u the mean of their velocities before and after, and P that of p,

    m_i (w_i+ - w_i-) = -T g_i P,     p+ - p- = T g.u

exchange energy without loss or gain, whatever the amplitude: one unknown g.u, one division (kick.py). m_i = T h2 / 2b is the inertia that
the mode's own energy has. What p then lacks of sqrt(2 V + 2 e), by the error of a finite step, moving modes give it by and by, and get
back what it has too much: p cannot drift from what it stands for, and the sum of energies stays.

The first modes come in families of FAMILY, of 0, 1, 2, ... nodal diameters, and so do the stresses: stress family n couples family k with
family j where n = |k - j| or n = k + j. Modes above a third of the sample rate are not coupled. Where stretching has become too faint
to matter, modes ring as those of `Modal` do until something touches them.
"""

from typing import Any, ClassVar

import numpy as np

from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.modal import Modal
from rosin.bodies.stretching_modes.blocks import BLOCK, FAMILY
from rosin.bodies.stretching_modes.kernels import KERNELS
from rosin.bodies.stretching_modes.ports import PORTS
from rosin.model.parameters import parameter
from rosin.model.rows import NumberRows


def blocks_of(n: int, families: int) -> list[tuple[int, int]]:
    """The pairs of families that stress family n couples: first those n apart, then those that are n together."""
    return [(k, k + n) for k in range(families - n)] + [(k, n - k) for k in range(max(1, n - families + 1), n // 2 + 1)]


class StretchingModes(Modal):
    """Modes that are coupled by stretching where they swing far: a gong, a cymbal, a thin sheet."""

    stretching: float = parameter(
        "c",
        "N/m^3",
        "stiffness against stretching: by how much its energy grows",
        default=1e9,
        at_least=0,
        at_most=1e30,
        range=(1e6, 1e13),
        curve="log",
    )
    couplings: NumberRows = parameter(
        "K",
        "",
        "what stretching couples: a row for each family of stresses, of stress, block, mode of one family, mode of another (default: none)",
        default=None,
        at_least=-1e9,
        at_most=1e9,
    )

    kernels: ClassVar[BodyKernels] = KERNELS

    @property
    def ports(self) -> Any:
        return PORTS

    def check(self) -> None:
        super().check()
        rows, families = self.couplings or (), self.families
        if len(rows) > families:
            what = f"{len(rows)} rows, the first of {families} blocks for each stress,"
            raise self.refuse("couplings", what, "are not allowed; there are at most as many rows as families.")
        for n, row in enumerate(rows):
            pairs = blocks_of(n, families)
            wanted = FAMILY * BLOCK * len(pairs)
            if len(row) != wanted:
                raise self.refuse(
                    f"couplings[{n}]", f"a row of {len(row)}", f"does not match the {families} families; give {wanted} numbers."
                )
            blocks = np.reshape(row, (FAMILY, len(pairs), FAMILY, FAMILY))[:, [k == j for k, j in pairs]]
            if not np.array_equal(blocks, blocks.swapaxes(2, 3)):
                raise self.refuse(f"couplings[{n}]", "a block", "must be the same for both orders of two modes of one family.")
        if len(self.frequencies) < FAMILY * families:
            missing = f"asks for {FAMILY * families} modes; there are {len(self.frequencies)} frequencies."
            raise self.refuse("couplings", f"of {families} families", missing)

    @property
    def families(self) -> int:
        """How many families of modes stretching couples."""
        return len(self.couplings[0]) // (FAMILY * BLOCK) if self.couplings else 0

    @property
    def work(self) -> int:
        return super().work + sum(map(len, self.couplings or ())) // 2

    def packed(self) -> dict[str, Any]:
        numbers = [number for row in self.couplings or () for number in row]
        return {**super().packed(), "stretching": self.stretching, "couplings": numbers}

    def form(self, sample_rate: float) -> dict[str, int]:
        rows = self.couplings or ()
        return {
            **super().form(sample_rate),
            "families": self.families,
            "coupled": FAMILY * self.families,
            "stresses": len(rows),
            "blocks": sum(map(len, rows)) // (FAMILY * BLOCK),
        }
