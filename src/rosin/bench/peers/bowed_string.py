"""The bowed string of ours that waveguide strings with a bow table are compared with: travelling waves, as theirs are."""

from rosin.bodies.hand import Hand
from rosin.bodies.waveguide_string import WaveguideString
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
OURS_AT_ONCE = {
    "16 WaveguideStrings, Stribeck, in lanes": (
        tuple(
            Contact(exciter=Hand(), interaction=Stribeck(curve="hyperbolic"), resonator=STRING.replace(frequency=frequency))
            for frequency in SIXTEEN
        ),
        BOW,
    ),
}
LEFT_OUT = "the bow's reflection is read from a table: no force in newtons, no hysteresis, no heat; the string has no stiffness"
