"""Tubes under bars: what is rendered against the equations of bar and air, solved exactly, and how a bar over a tube is heard."""

import math

import numpy as np
import pytest
import scipy.linalg
import scipy.signal

import rosin
from rosin import Modal, ParameterError, Tube, render
from rosin.bodies.modal.radiation import SPEED, efficiency
from rosin.bodies.modal.tube import AIR, END
from rosin.playing.midi.score import Note, Score

RATE = 48_000
FREQUENCY, DECAY_TIME, MASS, WEIGHT = 262.0, 0.25, 0.2, 0.86
BAR = Modal(
    [FREQUENCY, 4 * FREQUENCY], [DECAY_TIME, 0.1], MASS, [[WEIGHT, 0.5]], [[1.3, -1.2]], radiating_radius=0.025, radiates="swinging"
)
TUBE = Tube(radius=0.03, distance=0.01, quality=40.0)


def struck(body, duration=0.6):
    contact = rosin.Contact(rosin.Hammer(mass=0.002), rosin.HuntCrossley(stiffness=1e9), body)
    return render(contact, rosin.Gesture(velocity=[(0, 1.0), (0.002, 1.0), (0.002, 0.0)]), duration=duration, record="force")


def bar_and_air(tube, force):
    """Velocities of the bar's mode and of the air in the mouth, by the exact step of both equations under a force held over each sample."""
    w, area = 2 * math.pi * FREQUENCY, math.pi * tube.radius**2
    air = AIR * area * SPEED / (8 * FREQUENCY)
    shared = WEIGHT * AIR * area * END * (math.hypot(tube.radius, tube.distance) - tube.distance)
    mass = np.array([[MASS, shared], [shared, air]])
    loss, spring = np.diag([2 * MASS / DECAY_TIME, air * w / tube.quality]), np.diag([MASS * w * w, air * w * w])
    inverse = np.linalg.inv(mass)
    system = np.zeros((5, 5))
    system[:2, 2:4] = np.eye(2)
    system[2:4, :2], system[2:4, 2:4], system[2:4, 4] = -inverse @ spring, -inverse @ loss, inverse @ [WEIGHT, 0]
    step, state, found = scipy.linalg.expm(system / RATE), np.zeros(5), []
    for f in force:
        state[4] = f
        state = step @ state
        found.append(state[2:4])
    return np.array(found).T


@pytest.mark.parametrize("quality", [20.0, 40.0])
def test_a_bar_over_a_tube_decays_and_is_heard_as_bar_and_air_do(quality):
    tube = TUBE.replace(quality=quality, radius=TUBE.mouth(FREQUENCY) * (262 / 261.63) ** 0.5, narrowing=0.0)
    body = tube.under(BAR)
    sound = struck(body)
    bar, air = bar_and_air(tube, sound.traces["force"])
    slow = 1 / body.decay_times[0]
    late = np.log(np.abs(scipy.signal.hilbert(bar)))[RATE // 4 : RATE // 2]
    assert -np.polyfit(np.arange(len(late)) / RATE, late, 1)[0] == pytest.approx(slow, rel=0.02)
    k = 2 * math.pi * FREQUENCY / SPEED
    mouth = k * math.pi * tube.radius**2 * air / (4 * math.pi * BAR.radiating_radius)
    own = 1.3 * float(efficiency(FREQUENCY, BAR.radiating_radius, True)) * bar
    wanted = np.hypot(np.abs(scipy.signal.hilbert(mouth)), np.abs(scipy.signal.hilbert(own)))
    lowest = scipy.signal.sosfiltfilt(scipy.signal.butter(4, [150, 500], "bandpass", fs=RATE, output="sos"), sound.audio[0])
    heard = np.abs(scipy.signal.hilbert(lowest))
    for time in (0.06, 0.1, 0.2, 0.4):
        at = round(time * RATE)
        assert heard[at] == pytest.approx(wanted[at], rel=0.04)


def test_the_contact_does_not_feel_the_mode_of_the_air():
    alone, over = struck(BAR, 0.05), struck(TUBE.under(BAR), 0.05)
    np.testing.assert_allclose(over.traces["force"], alone.traces["force"], atol=1e-3 * np.abs(alone.traces["force"]).max())


def test_only_the_lowest_mode_has_a_tube():
    body = TUBE.under(BAR)
    assert body.frequencies == (FREQUENCY, FREQUENCY, 4 * FREQUENCY)
    assert body.decay_times[2] == 0.1
    assert body.decay_times[1] < body.decay_times[0] < DECAY_TIME
    assert body.heard_rows[0][2] == -1.2


def test_where_bar_and_air_decay_alike_nothing_jumps():
    levels = []
    for quality in np.geomspace(60, 400, 15):  # at 210 the air lasts as long as the bar
        body = TUBE.replace(quality=quality, radius=0.01).under(BAR)
        levels.append(np.sqrt((struck(body, 0.4).audio[0] ** 2).mean()))
    steps = 20 * np.log10(np.array(levels[1:]) / levels[:-1])
    assert (steps > -0.1).all()
    assert steps.max() < 1.5


def test_what_is_wrong_is_named():
    with pytest.raises(ParameterError, match=r"quality.*400 is too much under a bar of 262 Hz.*at most"):
        TUBE.replace(quality=400, radius=0.05, distance=0.0).under(BAR)
    with pytest.raises(ParameterError, match="give radiating_radius"):
        TUBE.under(BAR.replace(radiating_radius=0.0))
    rim = rosin.Rim(radius=0.03, frequencies=[500.0], decay_times=0.3, masses=0.005)
    with pytest.raises(ParameterError, match=r"tube.*Rim"):
        rosin.OneContact(interaction=rosin.ElastoPlastic(), resonator=rim, tube=TUBE)


def test_every_key_of_a_marimba_has_its_tube():
    marimba = rosin.instrument("marimba").setup
    for key in (21, 36, 48, 60, 72, 84, 96, 108):
        body = marimba.tuned(440 * 2 ** ((key - 69) / 12))
        assert body.frequencies[0] == body.frequencies[1] < body.frequencies[2]


def test_a_note_of_a_marimba_swells_as_its_tube_fills():
    """The fundamental of C3 comes to its height after the 22 ms that recorded marimbas take at least, and before 115."""
    note = rosin.instrument("marimba").render(score=Score((Note(0.05, 0.5, 48, 0.8),), 1.0), duration=1.0)
    heard = scipy.signal.sosfiltfilt(scipy.signal.butter(4, [90, 180], "bandpass", fs=RATE, output="sos"), note.audio[0])
    height = np.argmax(np.abs(scipy.signal.hilbert(heard))) / RATE - 0.05
    assert 0.022 < height < 0.15
