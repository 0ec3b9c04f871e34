"""How hands begin and end notes that are rubbed, struck or plucked: times, strengths and vibrato, for scores and for what comes live."""

ATTACK, RELEASE = 0.03, 0.05  # s: speed from rest, at least, and to rest
PERIODS = 3.0  # of the note that its attack takes, at least: heavy strings want a slower start
PLACING = 0.02  # s before a note in which the hand presses and the finger moves
LIFT, LIFTING = 0.15, 0.1  # s: a pause longer than this lifts the hand, which takes so long
SOFTEST, SOFTEST_BLOW, SOFTEST_PLUCK = 0.4, 0.07, 0.25  # strengths of velocity 0, of what is rubbed, struck, and pulled aside
VIBRATO_RATE, VIBRATO_DEPTH = 5.5, 0.4  # Hz; semitones at full modulation
THROW = 2e-3  # s that a blow's velocity lasts
PULLING, LETTING_GO = 0.02, 3e-4  # s: a string is pulled aside, and let go
STARTING, STOPPING = 0.2, 0.3  # s, in which a wheel comes to speed, and to rest
JERK, LASTING = 0.03, 0.12  # s, in which it is jerked, and that it goes on for
FIRM = 1.5  # m/s: a blow of full velocity, where no gesture says it
