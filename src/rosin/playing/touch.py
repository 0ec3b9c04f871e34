"""How hands begin and end notes that are rubbed or struck: times, strengths and vibrato, for scores and for what comes live."""

ATTACK, RELEASE = 0.03, 0.05  # s: speed from rest, at least, and to rest
PERIODS = 3.0  # of the note that its attack takes, at least: heavy strings want a slower start
PLACING = 0.02  # s before a note in which the hand presses and the finger moves
LIFT, LIFTING = 0.15, 0.1  # s: a pause longer than this lifts the hand, which takes so long
SOFTEST = 0.4  # strength of velocity 0
VIBRATO_RATE, VIBRATO_DEPTH = 5.5, 0.4  # Hz; semitones at full modulation
THROW = 2e-3  # s that a blow's velocity lasts
FIRM = 1.5  # m/s: a blow of full velocity, where no gesture says it
