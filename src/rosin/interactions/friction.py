"""What all friction laws share: when a contact counts as lifted, and the parameters that several of them have."""

from rosin.interactions.interaction import Interaction
from rosin.model.parameters import parameter

LIFTED = 1e-9  # N: no more normal force than this is no contact


def static_friction(default: float) -> float:
    """The parameter mu_s."""
    return parameter("μs", "", "static friction coefficient", default=default, more_than=0, at_most=100, range=(0.05, 2))


def dynamic_friction(default: float) -> float:
    """The parameter mu_d."""
    return parameter("μd", "", "dynamic friction coefficient", default=default, more_than=0, at_most=100, range=(0.05, 2))


def stribeck_velocity(default: float) -> float:
    """The parameter v_s."""
    return parameter("vs", "m/s", "Stribeck velocity", default=default, more_than=0, at_most=100, range=(1e-3, 0.5), curve="log")


def noise() -> float:
    """The parameter s3: the friction force carries s3 w sqrt(|v| f_N), w the texture."""
    return parameter("σ3", "(N s/m)^1/2", "surface noise", default=0.0, at_least=0, at_most=1e3, range=(0, 1))


def check_order(model: Interaction, static: float, dynamic: float) -> None:
    """Refuse a contact that holds less than it drags."""
    if static < dynamic:
        raise model.refuse("static_friction", f"{static:g}", f"is below dynamic_friction (μd) = {dynamic:g}; it must be at least that.")
