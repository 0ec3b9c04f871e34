"""The bowed string of ours that waveguide strings with a bow table are compared with: travelling waves, as theirs are."""

from rosin.bodies.hand import Hand
from rosin.bodies.waveguide_string import WaveguideString
from rosin.engine.batch import Precision
from rosin.interactions.stribeck import Stribeck
from rosin.interactions.thermal import Thermal
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

FREQUENCY, POSITION = 220.0, 0.127236
STRING = WaveguideString(frequency=FREQUENCY, impedance=0.3)
SIXTEEN = tuple(FREQUENCY * 2 ** (step / 24) for step in range(16))  # Hz: quarter tones, so that no two strings move together
BOW = Gesture(velocity=0.1, normal_force=0.5, position=POSITION)
OURS = {
    "WaveguideString, Stribeck": (
        Contact(exciter=Hand(), interaction=Stribeck(curve="hyperbolic"), resonator=STRING),
        BOW,
    ),
    "WaveguideString, Thermal": (
        Contact(exciter=Hand(), interaction=Thermal(), resonator=STRING),
        Gesture(velocity=0.1, normal_force=1.0, position=POSITION),
    ),
}
TOGETHER = tuple(
    Contact(exciter=Hand(), interaction=Stribeck(curve="hyperbolic"), resonator=STRING.replace(frequency=frequency))
    for frequency in SIXTEEN
)
OURS_AT_ONCE: dict[str, tuple[tuple[Contact, ...], Gesture, Precision]] = {
    "16 WaveguideStrings, Stribeck, in lanes": (TOGETHER, BOW, "double"),
    "the same in single precision": (TOGETHER, BOW, "single"),
}
LEFT_OUT = "the bow's reflection is read from a table: no force in newtons, no hysteresis, no heat; the string has no stiffness"
