"""What stretching couples in a thin round plate whose edge is free to move in its own plane (von Karman).

    rho h w'' + D lap^2 w = L(w, F),     lap^2 F = -(E h / 2) L(w, w),     F = F' = 0 at the edge

    L(f, g) = f_rr (g_r / r + g_aa / r^2) + g_rr (f_r / r + f_aa / r^2) - 2 (f_ra / r - f_a / r^2) (g_ra / r - g_a / r^2)

With w the sum of modes x_p P_p, and F of those of a clamped plate, S_m with lap^2 S = (z / R)^4 S and integral of S^2 = 1, the energy
of stretching, the integral of (lap F)^2 / 2 E h, is (Thomas and Bilbao 2008)

    V = sum over m of (E h R^4 / 8 z_m^4) (sum over p, q of H^m_pq x_p x_q)^2,     H^m_pq = integral of S_m L(P_p, P_q) = H^m_qp

Of P = f(r) cos k a, g(r) cos j a and S = s(r) cos n a the angles leave n = |k - j| and n = k + j alone. Along the radius is summed by
Gauss and Legendre. H falls as R^-3, so that V = (E h / 8 R^2) sum of (H^ x x)^2 / z^4 with the numbers of a plate of radius 1, rounded to
single precision, in which files keep them in half the room.

What is struck along a line through the middle moves alike on both sides of it: of each pair the mode that is even about the line takes
part, and the odd one stays at rest. (A plate that is not perfectly even would lose that symmetry after hard blows.) Coupled are the
lowest four modes of every number of nodal diameters below DIAMETERS, by the lowest four stresses of every number below STRESSES.
"""

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from rosin.model.errors import ParameterError, shown
from rosin.shapes.disc import names
from rosin.shapes.round_bending import Bending, bending
from rosin.shapes.shape import HIGHEST, STILL, Modes

if TYPE_CHECKING:
    from rosin.bodies.stretching_modes import StretchingModes

DIAMETERS, STRESSES = 10, 6
FAMILY = 4
KNOWN = 400  # modes among which they are
ROUND = 160  # radii of the sum
HEAVY, BRIEF = 1e9, 1e-3  # kg, s: of a mode that is too high to be heard, which nothing moves
ON_LINE = 1e-9  # turns


def families(modes: Bending, many: int) -> Bending:
    """The lowest four of every number of nodal diameters, one family after the other."""
    return modes.chosen([int(np.flatnonzero((modes.m == m) & (modes.k == k))[0]) for m in range(many) for k in range(1, FAMILY + 1)])


def around(n: int, k: int, j: int) -> tuple[float, float]:
    """Integral over the angle of cos n a times cos k a cos j a, and times sin k a sin j a."""
    apart, both = (math.pi * (1 + (n == 0)) * (n == other) for other in (abs(k - j), k + j))
    return 0.5 * (apart + both), 0.5 * (apart - both)


@functools.lru_cache(maxsize=16)
def couplings(edge: str, poisson_ratio: float) -> tuple[tuple[float, ...], ...]:
    """H^ / z^2 of a plate of radius 1, as `StretchingModes` takes them: a row for every n, of stress, block, mode and mode."""
    from rosin.bodies.stretching_modes import blocks_of

    nodes, weights = np.polynomial.legendre.leggauss(ROUND)
    r, area = 0.5 * (nodes[:, None] + 1), 0.5 * weights[:, None] * 0.5 * (nodes[:, None] + 1)
    plate = families(bending(edge, poisson_ratio, KNOWN), DIAMETERS)
    stress = families(bending("clamped", poisson_ratio, KNOWN), STRESSES)
    slope, bent = plate.slopes(r)
    across = slope / r - plate.m**2 * plate.along(r) / r**2
    twisted = plate.m * (slope / r - plate.along(r) / r**2)
    pressed = area * stress.along(r) * (2 / math.sqrt(math.pi)) / stress.x**2
    rows = []
    for n in range(STRESSES):
        row = []
        for k, j in blocks_of(n, DIAMETERS):
            one, other, of = (slice(FAMILY * each, FAMILY * (each + 1)) for each in (k, j, n))
            even, odd = around(n, k, j)
            bends = np.einsum("ri,rj->rij", bent[:, one], across[:, other]) + np.einsum("ri,rj->rij", across[:, one], bent[:, other])
            twists = np.einsum("ri,rj->rij", twisted[:, one], twisted[:, other])
            row.append(np.einsum("rij,rm->mij", even * bends - 2 * odd * twists, pressed[:, of]))
        rows.append(tuple(np.float32(np.stack(row, axis=1)).ravel().tolist()))
    return tuple(rows)


def line_of(points: np.ndarray) -> float:
    """The angle (turns) of the line through the middle on which all points lie; not a number where they do not."""
    angles = points[points[:, 0] > 0, 1]
    if not len(angles):
        return 0.0
    off = (angles - angles[0] + 0.25) % 0.5 - 0.25
    return float(angles[0]) if np.abs(off).max() < ON_LINE else math.nan


def stretched(plate: Any, at: Any, heard: Any, modes: Modes, stiffness: float) -> "StretchingModes":
    """The body of a plate with these modes, and a stiffness E h against stretching (N/m), touched along a line through the middle."""
    from rosin.bodies.stretching_modes import StretchingModes

    touched, ears = plate.points(at, "at"), plate.points(heard, "heard")
    line = line_of(touched)
    if math.isnan(line):
        raise ParameterError(
            f"{type(plate).__name__}: at = {shown(at)} is not on one line through the middle, as a plate that stretches asks for; "
            "choose points whose angles differ by half a turn or not at all, or stretching = 0."
        )
    place = {name.removesuffix(" cos"): index for index, name in enumerate(modes.names) if not name.endswith(" sin")}
    m, k = np.repeat(np.arange(DIAMETERS), FAMILY), np.tile(np.arange(1, FAMILY + 1), DIAMETERS)
    coupled = [place.pop(name, -1) for name in names(m, k)]
    weights, ear_weights = (modes.weights(points - [0, line]) for points in (touched, ears))
    further = [index for index in place.values() if np.abs(weights[:, index]).max() > STILL]
    chosen, missing = np.array(coupled + further), np.array(coupled + further) < 0
    top = min(HIGHEST, float(modes.frequencies.max()))

    def filled(row: np.ndarray, value: float) -> Any:
        return np.where(missing, value, row[..., chosen]).tolist()

    return StretchingModes(
        frequencies=filled(modes.frequencies, top),
        decay_times=filled(modes.decay_times, BRIEF),
        masses=filled(modes.masses, HEAVY),
        shapes=filled(weights, 0.0),
        pickups=filled(ear_weights, 0.0),
        stretching=plate.stretching * stiffness / (4 * plate.radius**2),
        couplings=couplings(plate.edge, plate.material.poisson_ratio),
    )
