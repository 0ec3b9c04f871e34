"""What the meter of a bowed string keeps: where it is, sums since the judged stretches began, and what they came to."""

from rosin.kernels.record import Memory, Real, Record, Row, reals

AGO = 10  # slips that are remembered
NEVER = -1.0  # of a time that has not come


class Coefficients(Record):
    """Of the string and the take."""

    sample_rate = Real("Hz")
    period = Real("samples", "nominal")
    share = Real("", "of the nearer end to the bow")
    first = Real("samples", "of the first stretch")
    stretches = Real("", "in all")
    judged = Real("", "stretches, the last ones")


class State(Record):
    """Where it is, sums since the judged stretches began, and what they came to."""

    left = Real("samples", "of this stretch")
    stretches_left = Real("", "this one too")
    before = Real("m/s", "relative velocity a sample ago")
    side = Real("", "1 while it slips, -1 while not")
    lately = Real("m/s", "fastest slip of the last stretch")
    fastest = Real("m/s", "fastest slip of this stretch")
    slowest = Real("m/s", "of this stretch")
    peak = Real("m/s", "of this slip")
    typical = Real("m/s", "peak of the last slip")
    since = Real("samples", "from the last onset of a slip")
    intervals = Row(AGO, unit="samples", text="the last ones, the youngest first")
    slipped = Real("samples", "from the first slip of all to the last one; NEVER before it")
    steady = Real("", "intervals in a row that are near each other")
    steadily = Real("samples", "these, summed")
    settled = Real("samples", "from the first slip to the first of ten of these; NEVER if not yet")
    loudness = Real("(m/s)^2", "squared velocity of the string in this stretch, summed")
    falling = Real("(m/s)^2", "the same, weighted from 1 at its begin to 0 at its end")
    rising = Real("(m/s)^2", "of the last stretch, weighted from 0 to 1")
    last_power = Real("(m/s)^2", "in the last two stretches, weighted so from 0 to 1 and to 0")
    first_power = Real("(m/s)^2", "in the first two judged ones")
    fades = Real("", "1 while every such two were quieter than those before")
    count = Real("samples", "judged so far")
    stuck = Real("samples", "in which it sticks")
    slips = Real("", "onsets")
    lasting = Real("samples", "intervals, summed")
    squares = Real("samples^2", "of intervals, summed")
    foretold = Real("", "slips a period after another one")
    lags = Real("samples", "from these, summed")
    fast = Real("samples", "near a slip's peak")
    fast_sum = Real("m/s", "relative velocity then, summed")
    highest = Real("m/s", "in judged stretches")
    lowest = Real("m/s", "in judged stretches")
    energy = Real("", "of the sound, summed")
    energy_before = Real("", "the same, up to this stretch")
    loudest = Real("", "energy of the sound in the loudest judged stretch")
    quietest = Real("", "in the quietest one")
    extreme = Real("", "energy of the loudest stretch of this climb, or of the quietest one of this fall")
    climbing = Real("", "1 while it grows louder, -1 while not")
    climbs = Real("", "in judged stretches")
    change = Real("", "of the sound from sample to sample, squared and summed")
    work = Real("W", "that friction turns into heat and bristles, summed over samples")
    heard = Real("", "last sample of the sound")
    regime = Real("", "by its place in REGIMES")
    slips_per_period = Real("", "slips in a nominal period")
    pitch = Real("Hz", "0 where there is none")
    transient = Real("periods", "from the first slip to the first of ten intervals near the period; NEVER if there are none")
    stick_share = Real("", "of time")
    slip_speed = Real("m/s", "of the string against the bow while it slips")
    periodicity = Real("", "share of slips a period after another one")
    level = Real("", "root mean square of the sound")
    brightness = Real("Hz", "root mean square of the frequencies of the sound, weighted by their power")
    swing = Real("", "of the level, from 0 (even) to 1: its range over twice its middle, in stretches of two periods")
    swings = Real("Hz", "how often the level climbs again")
    power = Real("W", "that the contact takes: force times relative velocity, in the mean")


MEMORY = Memory(reals("frequency", "position", "samples", "periods"), Coefficients, State)
