"""The bristle of Avanzini, Serafin and Rocchesso 2002 as printed: eq. 4, 6, 7, 8 and 14, with the sign that they give to z_ss."""

import math

from rosin import ElastoPlastic


def steady_bristle(law: ElastoPlastic, v: float, normal_force: float) -> float:
    """Eq. 6, of the sign of v; at rest that of v > 0."""
    coulomb, stiction = law.dynamic_friction * normal_force, law.static_friction * normal_force
    size = coulomb + (stiction - coulomb) * math.exp(-((v / law.stribeck_velocity) ** 2))
    return math.copysign(size / law.bristle_stiffness, v)


def breakaway(law: ElastoPlastic, normal_force: float) -> float:
    """Eq. 14."""
    return law.breakaway * law.dynamic_friction * normal_force / law.bristle_stiffness


def adhesion(law: ElastoPlastic, v: float, z: float, normal_force: float) -> float:
    """Eq. 7 and 8, the rows in their order."""
    z_ss, z_ba = steady_bristle(law, v, normal_force), breakaway(law, normal_force)
    if v * z <= 0 or abs(z) <= z_ba:
        return 0.0
    if z_ba < abs(z) < z_ss:
        return 0.5 * (1 + math.sin(math.pi * (z - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba)))
    return 1.0
