"""A wheel that rolls on a track until a normal force blocks it, and then slides (Avanzini et al. 2003, figure 8.11a).

One hand drives the wheel along and presses the brake. How its rim turns is a law of motion in the kernels (bodies/braked.py), the same in
two layers on the same track: rolling sounds at the speed of the rim, friction at the speed that it lacks, pressed with the brake's force.
"""

from rosin.bodies.braked import grip_parameter, rim_mass_parameter
from rosin.bodies.rolling_ball import RollingBall
from rosin.bodies.rolling_wheel import RollingWheel
from rosin.bodies.sliding_wheel import SlidingWheel
from rosin.instruments.setups.one_contact import SomeContact
from rosin.instruments.setups.setup import Layer, Link, Rubbed, Setup, gain_parameter


class Wheel(Setup):
    """Rolling and friction in one instrument: `rolling` is a ball on the track, `sliding` what rubs on it."""

    rolling: SomeContact
    sliding: SomeContact
    rim_mass: float = rim_mass_parameter()
    grip: float = grip_parameter()
    gain: float = gain_parameter()

    def check(self) -> None:
        if not isinstance(self.rolling.exciter, RollingBall):
            raise self.refuse("rolling.exciter", type(self.rolling.exciter).__name__, "is not what rolls; take a RollingBall.")

    def layers(self) -> dict[str, Layer]:
        rim = {"rim_mass": self.rim_mass, "grip": self.grip}
        rolling = self.rolling.replace(exciter=RollingWheel(**self.rolling.exciter.named() | rim))
        sliding = self.sliding.replace(exciter=SlidingWheel(**rim))
        return {"rolling": rolling.layer().raised(self.gain), "sliding": sliding.layer().raised(self.gain)}

    def hands(self) -> dict[str, frozenset[str]]:
        return {"hand": frozenset({"velocity", "normal_force"})}

    def links(self) -> list[Link]:
        along = [Link("hand", "velocity", layer, "velocity") for layer in ("rolling", "sliding")]
        brake = [Link("hand", "normal_force", layer, "force") for layer in ("rolling", "sliding")]
        return [*along, *brake, Link("hand", "normal_force", "sliding", "normal_force")]

    def rubbed(self) -> Rubbed:
        """What slides of a wheel that is blocked."""
        return Rubbed(self.sliding.contact)
