"""Theory of rubbed modes and of dragged masses against what renders do, and windows against those seen when the glass was designed."""

import math

import numpy as np
import pytest

from rosin import (
    Contact,
    Dahl,
    ElastoPlastic,
    Exponential,
    Gesture,
    Hand,
    InertialMass,
    LuGre,
    MassSpringDamper,
    Modal,
    ParameterError,
    PowerLaw,
    Rim,
    StiffString,
    Stribeck,
    Thermal,
    render,
)
from rosin.analysis import WINDOW_REGIMES, RubbedMode, playable_window, rubbed_modes, slip_rate, slow_slip_rate
from rosin.analysis.slips import slip_onsets

RATE = 48_000
SKIN = ElastoPlastic(3e5, 0.3, static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.1)
RADIAL_MASSES = 1e-3 * np.array([5.18, 4.61, 4.41, 4.31, 4.26])
GLASS = Modal([574.5, 1598.9, 3059.8, 4946, 7254.5], [0.831, 0.299, 0.156, 0.097, 0.066], np.arange(2, 7) ** 2 * RADIAL_MASSES)
BELL = Modal([574.5], 0.831, 4 * 5.18e-3)
SAW = Modal([440.0], 2.0, 0.03)


def swing(contact, velocity, normal_force, duration, frequency):
    """Times and half the range of the resonator's velocity, in stretches of five periods."""
    gesture = Gesture(velocity=velocity, normal_force=normal_force)
    take = render(contact, gesture, duration=duration, record="relative_velocity").traces["relative_velocity"]
    length = round(5 * RATE / frequency)
    parts = take[: len(take) // length * length].reshape(-1, length)
    return (np.arange(len(parts)) + 0.5) * length / RATE, np.ptp(parts, axis=1) / 2


def measured_growth(contact, speed, force, duration=1.5):
    """The slope of the logarithm of a small swing, after a press of 50 ms and 10 ms to settle."""
    times, sizes = swing(contact, speed, [(0, 0), (0.05, force)], duration, contact.resonator.modes()[0].frequency)
    large = np.flatnonzero((sizes > 0.02 * speed) & (times > 0.06))
    small = (times > 0.06) & (sizes > 1e-8 * speed) & (np.arange(len(sizes)) < (large[0] if len(large) else len(sizes)))
    assert small.sum() > 5
    return np.polyfit(times[small], np.log(sizes[small]), 1)[0]


@pytest.mark.parametrize(
    ("law", "speed", "force"),
    [
        *((SKIN, *cell) for cell in [(0.05, 0.1), (0.1, 0.1), (0.1, 0.3), (0.15, 0.3), (0.2, 1.0), (0.02, 0.3)]),
        (SKIN, 0.01, 0.5),  # bristles as slow as the mode: a fifth less than without their delay
        (SKIN, 0.3, 1.0),  # dies away
        (SKIN.replace(viscosity=0.2), 0.1, 0.2),
        (SKIN.replace(bristle_damping=20.0), 0.01, 0.3),  # their damping makes good a part of that: 8 % more
        (LuGre(3e5, 0.3), 0.01, 0.4),
        (Stribeck(curve="hyperbolic"), 0.1, 0.2),
        (Stribeck(), 0.2, 0.8),
        (Exponential(100.0), 0.12, 0.1),
        (Dahl(3e5, 0.3), 0.1, 0.2),  # nothing falls: it dies away as if alone
    ],
)
def test_a_rubbed_mode_grows_as_calculated(law, speed, force):
    contact = Contact(Hand(), law, BELL)
    expected = float(rubbed_modes(contact)[0].growth_rate(speed, force))
    assert measured_growth(contact, speed, force) == pytest.approx(expected, rel=0.02)


def test_growth_without_delay_is_the_slope_of_the_gaussian():
    speed, force, mass, decay_time = np.array([0.03, 0.1, 0.2]), np.array([[0.1], [2.0]]), 0.02, 0.8
    expected = (force * 2 * speed * 0.5 / 0.1**2 * np.exp(-((speed / 0.1) ** 2)) - 2 * mass / decay_time - 0.05) / (2 * mass)
    stiff = ElastoPlastic(1e12, viscosity=0.05)
    np.testing.assert_allclose(RubbedMode(stiff, 500.0, decay_time, mass).growth_rate(speed, force), expected, rtol=1e-6)
    static = RubbedMode(Stribeck(), 500.0, decay_time, mass)
    np.testing.assert_allclose(static.growth_rate(speed, force), expected + 0.05 / (2 * mass), rtol=1e-12)
    assert static.slowest_speed(1.0) == 0


@pytest.mark.parametrize("law", [SKIN, SKIN.replace(bristle_stiffness=2e4, viscosity=0.01), Stribeck(curve="rosin"), Exponential(200.0)])
def test_limits_are_where_growth_is_what_was_asked_for(law):
    mode = RubbedMode(law, 574.5, 0.831, 0.0207)
    speeds = np.geomspace(0.06, 0.2, 20)
    for wanted in (0.0, 5.0):
        for forces in mode.forces(speeds, wanted):
            known = np.isfinite(forces)
            np.testing.assert_allclose(mode.growth_rate(speeds[known], forces[known]), wanted, atol=1e-9)
    lowest, highest = mode.speed_limits(0.5)
    assert lowest == 0 or abs(float(mode.growth_rate(lowest, 0.5))) < 1e-6
    assert abs(float(mode.growth_rate(highest, 0.5))) < 1e-6
    assert float(mode.forces(highest)[0]) == pytest.approx(0.5, rel=1e-6)
    assert mode.speed_limits(1e-6) is None
    assert (mode.force_to_speak(speeds, 1.0) < mode.force_to_speak(speeds, 1.0, start="pressed")).all()
    earliest, latest = mode.onset_time(0.1, [1e-6, 0.5])
    assert earliest[0] == math.inf
    assert earliest[1] < latest[1]


def test_a_mode_grows_above_the_smallest_force_and_below_the_highest_speed():
    """Pressed on at constant speed, a little to either side of the limits; silent: less than a five hundredth of the speed is left."""
    contact = Contact(Hand(), SKIN, GLASS)
    mode = rubbed_modes(contact)[0]
    alone = Contact(Hand(), SKIN, BELL)
    smallest = float(mode.forces(0.1)[0])
    top = mode.speed_limits(1.0)[1]
    assert smallest == pytest.approx(0.0136, rel=0.01)
    assert 1.7 < top / SKIN.stribeck_velocity < 2.5
    for share in (0.7, 1.3):
        assert math.copysign(1, measured_growth(alone, 0.1, share * smallest)) == math.copysign(1, share - 1)
    for share in (0.95, 1.05):
        assert math.copysign(1, measured_growth(alone, share * top, 1.0)) == math.copysign(1, 1 - share)
    for speed, force in ((0.1, 0.9 * smallest), (0.02, 0.02), (1.1 * top, 1.0), (0.3, 4.0)):
        _, sizes = swing(contact, speed, [(0, 0), (0.2, force)], 1.5, 574.5)
        assert sizes[-20:].max() < 0.002 * speed


SPEAKING = [(BELL, 0.05, 0.1), (BELL, 0.1, 0.1), (BELL, 0.15, 0.3), (SAW, 0.1, 0.2), (SAW, 0.05, 0.2)]


@pytest.mark.parametrize(("body", "speed", "force"), SPEAKING)
def test_a_mode_speaks_when_it_should(body, speed, force):
    """Half of the hand's speed is reached within a tenth of the range."""
    contact = Contact(Hand(), SKIN, body)
    mode = rubbed_modes(contact)[0]
    for start, velocity, normal_force in (("rest", [(0, 0), (0.05, speed)], force), ("pressed", speed, [(0, 0), (0.05, force)])):
        times, sizes = swing(contact, velocity, normal_force, 2.0, mode.frequency)
        onset = times[np.flatnonzero(sizes > 0.5 * speed)[0]]
        earliest, latest = mode.onset_time(speed, force, start=start)
        assert 0.9 * earliest < onset < 1.1 * latest, onset * mode.growth_rate(speed, force)
        assert sizes[-1] / speed == pytest.approx(1.05, abs=0.06)


def slips(contact, speed, force, duration, rate=RATE):
    """Slips a second over the last three quarters, after 0.1 s of acceleration."""
    gesture = Gesture(velocity=[(0, 0), (0.1, speed)], normal_force=force)
    take = render(contact, gesture, duration=duration, sample_rate=rate, record="relative_velocity").traces["relative_velocity"]
    take = take[len(take) // 4 :]
    onsets = slip_onsets(take, 0.3 * np.percentile(take, 99.8))
    return rate * (len(onsets) - 1) / (onsets[-1] - onsets[0]) if len(onsets) > 1 else 0.0


def panel(frequencies, loss, masses):
    return Modal(frequencies, [1 / (math.pi * f * loss) for f in frequencies], masses)


DOOR = Contact(
    InertialMass(0.01, spring_stiffness=2e5, spring_damping=20.0),
    ElastoPlastic(5e6, 100.0, static_friction=0.6, dynamic_friction=0.3, stribeck_velocity=0.005),
    panel([140, 310, 520, 830, 1240, 1870], 0.02, 10.0),
)
WOOD = Contact(
    InertialMass(0.2, spring_stiffness=2e4, spring_damping=10.0),
    ElastoPlastic(2e6, 50.0, static_friction=0.6, dynamic_friction=0.3, stribeck_velocity=0.01),
    panel([420, 798, 1302, 1900], 0.012, [5.0, 4.0, 3.0, 2.5]),
)


def test_a_door_and_creaking_wood_slip_as_often_as_their_springs_say():
    for speed in (0.002, 0.006, 0.013):
        assert slips(DOOR, speed, 20.0, 1.0) == pytest.approx(slow_slip_rate(0.01, 2e5, 20.0, speed, 0.3 * 20), rel=0.06)
    assert slips(DOOR, 0.06, 20.0, 1.0) == 0 == slip_rate(0.01, 2e5, 20.0, 0.06, 0.3 * 20)
    for force in (5.0, 10.0, 20.0):
        assert slips(WOOD, 0.002, force, 4.0) == pytest.approx(slip_rate(0.2, 2e4, 10.0, 0.002, 0.3 * force), rel=0.06)
        assert slips(WOOD, 0.002, force, 4.0) == pytest.approx(2e4 * 0.002 / (2 * 0.3 * force), rel=0.1)


RUBBED = [(55, 1000, 0.3), (55, 300, 0.15), (110, 300, 0.15), (110, 100, 0.3), (330, 100, 0.3)]


@pytest.mark.parametrize(("frequency", "force", "speed"), RUBBED)
def test_a_rubbed_mass_slips_as_often_as_its_formula_says(frequency, force, speed):
    """Onofrei's law: S from 0.16 to 10."""
    omega = 2 * math.pi * frequency
    share = force / (omega * speed)
    expected = omega / (2 * share + math.pi + 2 * math.atan(1 / share))
    assert float(slip_rate(1.0, omega**2, 0.0, speed, force)) == pytest.approx(expected, rel=1e-12)
    for stickiness, lowest in ((1000.0, -0.08), (300.0, -0.11)):
        contact = Contact(Hand(), Exponential(stickiness), MassSpringDamper.tuned(frequency, 0.4))
        assert lowest < slips(contact, speed, float(force), 1.5) / expected - 1 < 0.005


def test_slip_rates_have_their_limits():
    """No damper, a slow hand, and a cycle integrated step by step."""
    assert float(slip_rate(0.2, 2e4, 1e-9, 0.02, 3.0)) == pytest.approx(float(slip_rate(0.2, 2e4, 0.0, 0.02, 3.0)), rel=1e-6)
    for damping in (5.0, 40.0):
        slow = float(slow_slip_rate(0.2, 2e4, damping, 1e-6, 3.0))
        assert float(slip_rate(0.2, 2e4, damping, 1e-6, 3.0)) == pytest.approx(slow, rel=1e-3)
    mass, stiffness, damping, speed, drop, step = 0.2, 2e4, 10.0, 0.01, 3.0, 1e-6
    y = (drop - damping * speed) / stiffness
    begin, rate, time = y, speed, 0.0
    while rate < speed or time < 1e-3:
        rate -= step * (damping * rate + stiffness * y) / mass
        y += step * rate
        time += step
    assert float(slip_rate(mass, stiffness, damping, speed, drop)) == pytest.approx(1 / (time + (begin - y) / speed), rel=1e-3)
    with pytest.raises(ParameterError, match="more than 0 N/m"):
        slip_rate(1.0, 0.0, 0.0, 0.1, 1.0)
    with pytest.raises(ParameterError, match="damping of at least 0"):
        slow_slip_rate(1.0, 1.0, -1.0, 0.1, 1.0)


def test_the_glass_has_its_window():
    """Between which forces it sounded when it was designed, within a step of 1.6; where theory says it dies away it is silent."""
    speeds, forces = [0.02, 0.05, 0.1, 0.15, 0.2], 0.05 * 10 ** (0.2 * np.arange(-3, 10))
    seen = playable_window(Contact(Hand(), SKIN, GLASS), speeds, forces, duration=2.0)
    lowest, highest = seen.limits()
    step = 1.01 * 10**0.2
    for found, expected in ((lowest, [0.13, 0.05, 0.05, 0.13, 0.5]), (highest, [0.8, 0.8, 1.3, 2.0, 3.2])):
        assert (np.abs(np.log(found / expected)) < math.log(step)).all()
    silent = forces[:, None] < seen.theory.forces(speeds)[0]
    assert silent.sum() > 5
    assert (seen.regime[silent] == WINDOW_REGIMES.index("silent")).all()
    assert (seen.amplitude[silent] < 0.02).all()
    sounding = seen.regime == WINDOW_REGIMES.index("on the mode")
    assert ((seen.amplitude[sounding] > 0.6) & (seen.amplitude[sounding] < 1.3)).all()
    assert (np.abs(seen.pitch[sounding] / 574.5 - 1) < 0.006).all()
    np.testing.assert_allclose(np.array(seen.frequencies)[seen.mode[-1, :3]], seen.pitch[-1, :3], rtol=0.005)
    assert (seen.regime[-1, :3] == WINDOW_REGIMES.index("another mode")).all()
    early = seen.theory.onset_time(np.array(speeds)[None, 1:4], forces[:, None])[0]
    late = sounding[:, 1:4] & (early > 0.2)
    assert late.sum() > 5
    ratio = seen.onset[:, 1:4][late] / early[late]
    assert ((ratio > 0.85) & (ratio < 1.6)).all()


def test_a_glass_that_is_pressed_on_is_silent_above_its_highest_speed_while_one_from_rest_is_not():
    contact = Contact(Hand(), SKIN, GLASS)
    rest, pressed = (playable_window(contact, [0.1, 0.4], [0.5, 4.0], duration=1.0, start=start) for start in ("rest", "pressed"))
    assert [WINDOW_REGIMES[i] for i in rest.regime[:, 1]] == ["silent", "on the mode"]
    assert [WINDOW_REGIMES[i] for i in pressed.regime[:, 1]] == ["silent", "silent"]
    assert WINDOW_REGIMES[pressed.regime[0, 0]] == "on the mode"


def test_windows_of_a_door_a_rubbed_mass_and_a_string(tmp_path):
    shares = []
    door = playable_window(DOOR, [0.006, 0.06], [8.0, 20.0], duration=1.0, progress=shares.append)
    assert shares == [0.25, 0.5, 0.75, 1.0]
    assert [WINDOW_REGIMES[i] for i in door.regime.ravel()] == ["stick-slip", "silent"] * 2
    assert door.frequency == pytest.approx(711.8, abs=0.1)
    np.testing.assert_allclose(door.pitch[:, 0], slip_rate(0.01, 2e5, 20.0, 0.006, [2.4, 6.0]), rtol=0.12)
    mass = playable_window(Contact(Hand(), Exponential(1000.0), MassSpringDamper.tuned(110, 0.4)), [0.3], [2.0, 40.0, 1000.0], duration=1.0)
    assert [WINDOW_REGIMES[i] for i in mass.regime.ravel()] == ["silent", "on the mode", "stick-slip"]
    string = StiffString(0.69, 4.4e-4, 4457.0, 1.02e10, tension=111.6, damping=0.75, frequency_damping=0.0065)
    bowed = Contact(Hand(), Thermal(), string)
    cello = playable_window(bowed, [0.1], [0.02, 0.5, 8.0], duration=1.0, frequency=147.0, more_controls={"position": 0.1})
    assert [WINDOW_REGIMES[i] for i in cello.regime.ravel()] == ["silent", "on the mode", "raucous"]
    assert cello.theory is None
    assert np.isnan(cello.pitch[2, 0])
    for name, window in (("door", door), ("mass", mass), ("cello", cello)):
        path = window.plot(tmp_path / f"{name}.png", title="m_s $ 50 %")
        assert path.stat().st_size > 10_000
    with pytest.raises(OSError, match="exists already"):
        door.plot(tmp_path / "door.png")


def test_a_window_is_drawn_onto_axes_with_its_curves():
    from matplotlib.figure import Figure

    window = playable_window(Contact(Hand(), SKIN, GLASS), [0.05, 0.1, 0.2], [0.05, 0.3, 2.0], duration=0.5)
    axes = Figure().add_subplot()
    window.plot(axes)
    growth = next(line for line in axes.lines if line.get_label().startswith("growth"))
    speeds, forces = growth.get_data()
    inside = (forces > 0.03) & (forces < 3)
    np.testing.assert_allclose(window.theory.growth_rate(speeds[inside], forces[inside]), 0, atol=1e-9)
    named = [text.get_text() for text in axes.get_legend().get_texts()]
    assert named[:2] == ["silent", "on the mode"]
    assert "speaks within 0.5 s" in named


@pytest.mark.parametrize(
    ("contact", "options", "message"),
    [
        (Contact(Hand(), SKIN, GLASS), {"speeds": [0.2, 0.1]}, "speeds must be one or more rising numbers"),
        (Contact(Hand(), SKIN, GLASS), {"forces": [0.0, 0.1]}, "forces must be one or more rising numbers of more than 0 N"),
        (Contact(Hand(), SKIN, GLASS), {"duration": 0.2, "start": "pressed"}, "more than 0.3 and at most 60 s"),
        (Contact(Hand(), SKIN, GLASS), {"start": "presed"}, "did you mean 'pressed'"),
        (Contact(Hand(), SKIN, GLASS), {"frequency": 30_000.0}, "less than 24000 Hz"),
        (Contact(Hand(), SKIN, GLASS), {"more_controls": {"velocity": 0.1}}, "which a window sets itself"),
        (Contact(Hand(), SKIN, GLASS), {"more_controls": {"position": 0.1}}, "position has no effect"),
        (Contact(InertialMass(0.1), SKIN, GLASS), {}, "needs a contact that follows velocity and normal_force"),
        (Contact(InertialMass(0.1), PowerLaw(1e6, 1.5), GLASS), {}, "needs a contact that follows velocity and normal_force"),
        (Contact(Hand(), SKIN, StiffString(1.0, 5e-4, tension=100.0)), {"more_controls": {"position": 0.1}}, "give the frequency"),
    ],
)
def test_a_window_says_what_it_needs(contact, options, message):
    with pytest.raises(ParameterError, match=message):
        playable_window(contact, **{"speeds": [0.1], "forces": [1.0], "duration": 0.5} | options)


def test_a_rubbed_mode_says_what_it_needs():
    with pytest.raises(ParameterError, match="Thermal has no friction that follows from speed"):
        RubbedMode(Thermal(), 500.0, 1.0, 0.1)
    with pytest.raises(ParameterError, match="mass = 0 kg is not allowed"):
        RubbedMode(SKIN, 500.0, 1.0, 0)
    mode = RubbedMode(SKIN, 500.0, 1.0, 0.1)
    with pytest.raises(ParameterError, match="velocity = 0 m/s is not allowed"):
        mode.growth_rate([0.1, 0.0], 1.0)
    with pytest.raises(ParameterError, match="did you mean 'rest'"):
        mode.onset_time(0.1, 1.0, start="rests")
    with pytest.raises(ParameterError, match="duration = 0 s"):
        mode.force_to_speak(0.1, 0)
    assert rubbed_modes(Contact(Hand(), Thermal(), GLASS)) == ()


def test_modes_are_as_heavy_as_they_are_felt():
    """m / t^2 with the shape between two points; a mode with a node there is not felt, and a plucked mass is its own mode."""
    body = Modal([500, 300], 0.5, [0.1, 0.2], shapes=[[1.0, 0.0], [0.5, 2.0]])
    assert [mode.frequency for mode in body.modes(0.0)] == [500]
    lower, upper = body.modes(0.5)
    assert (lower.frequency, lower.mass) == (300, pytest.approx(0.2))
    assert (upper.frequency, upper.mass) == (500, pytest.approx(0.1 / 0.75**2))
    (pulled, *_) = rubbed_modes(DOOR)
    assert (pulled.frequency, pulled.decay_time) == (pytest.approx(711.76, abs=0.01), pytest.approx(1e-3))
    assert MassSpringDamper.tuned(110, 0.4).modes()[0] == pytest.approx((110, 0.4, 1.0))
    rim = Rim(0.033, GLASS.frequencies, GLASS.decay_times, RADIAL_MASSES)
    np.testing.assert_allclose(rim.modes(), GLASS.modes(), rtol=1e-12)
    assert InertialMass(0.1).modes() == StiffString(1.0, 5e-4, frequency=100.0).modes() == ()
