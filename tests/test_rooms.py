"""Rooms: losses that are met and never negative, images where mirrors have them, and a late field that decays as it is asked to."""

import itertools
import math

import numpy as np
import pytest
from scipy.signal import butter, sosfilt, sosfiltfilt

from rosin import Instrument, OutputChain, ParameterError, Room, Sound
from rosin.rooms import losses
from rosin.rooms.images import DIFFUSE, EAR, IMAGES
from rosin.rooms.late import LINES, RINGS, SCATTERERS
from rosin.studio.changes import Sounding
from rosin.studio.plan import Modules, instrument_plan

RATE = 48_000
C = 343.0
NAMES = Room.presets()
SMALL = Room(dimensions=(3.1, 2.6, 2.3), source=(1, 1, 1), listener=(2.1, 1.5, 1.2), decay_times=(0.3, 0.25, 0.2))
BANDS = (125.0, 1000.0, 4000.0)


def impulse(channels=1, n=RATE, at=0):
    sound = np.zeros((channels, n))
    sound[at, 0] = 1.0
    return sound


@pytest.fixture(scope="module")
def answers():
    """What both ears hear of an impulse in each room, without the straight sound."""
    found = {}
    for name in NAMES:
        sound = impulse(n=int(1.5 * Room.preset(name).ringing * RATE))
        found[name] = Room.preset(name).open(RATE).process(sound) - sound
    return found


def in_octave(frequency, sound, both_ways=False):
    sections = butter(4, [frequency / math.sqrt(2), frequency * math.sqrt(2)], "band", fs=RATE, output="sos")
    return (sosfiltfilt if both_ways else sosfilt)(sections, sound)


def straight(room):
    return math.dist(room.source, room.listener)


def response(shelves, frequency, rate):
    """Of two shelves, from their difference equations: d + (a - d) L, L = share (1 + 1/z) / (1 - (1 - 2 share) / z)."""
    z = np.exp(-2j * np.pi * frequency / rate)
    total = 1.0
    for share, high, rest in (shelves[:3], shelves[3:]):
        total = total * (high + rest * share * (1 + z) / (1 - (1 - 2 * share) * z))
    return np.abs(total)


@pytest.mark.parametrize("rate", [16_000, 44_100, 192_000])
def test_losses_are_what_t60_asks_for_in_three_bands_and_at_most_one_everywhere(rate):
    random = np.random.default_rng(1)
    everywhere = np.linspace(0, rate / 2, 2000)
    for _ in range(20):
        mid = 10 ** random.uniform(-0.5, 1)
        times = np.array([mid * random.uniform(0.5, 2), mid, mid * random.uniform(0.4, 1)])
        seconds = random.uniform(0.1, 1) * losses.SLOPE / 60 / np.abs(1 / times - 1 / mid).max()
        shelves = losses.design(times, seconds, rate)
        wanted = 10 ** (-3 * seconds / times)
        assert response(shelves, everywhere, rate).max() <= 1 + 1e-12
        np.testing.assert_allclose(response(shelves, np.array(BANDS), rate), wanted, rtol=1e-6)


def test_a_shelf_gives_and_holds_what_came_less_what_it_takes():
    random = np.random.default_rng(2)
    for _ in range(20):
        share, a, d = random.uniform(0.01, 0.9), *random.uniform(-1, 1, 2)
        z = 0.0
        for x in random.normal(size=50):
            low = z + share * (x - z)
            before = losses.held(share, d, a - d, z)
            y, z = losses.shelf(share, d, a - d, z, x)
            taken = (1 - d * d) * (x - low) ** 2 + (1 - a * a) * low**2
            assert losses.held(share, d, a - d, z) - before == pytest.approx(x * x - y * y - taken, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_the_energy_of_the_late_field_never_grows_from_any_state(name):
    opened = Room.preset(name).open(RATE)
    random = np.random.default_rng(3)
    begins, ends = (opened.machine.view(f"filter.c.lines.{which}") for which in ("begins", "ends"))
    network = slice(int(begins[2 * SCATTERERS]), int(ends[RINGS - 1]))
    opened.machine.view("filter.s.lines")[network] = random.normal(size=network.stop - network.start)
    for which in ("low", "high"):
        opened.machine.view(f"filter.s.network.{which}")[:] = 100 * random.normal(size=LINES)
    energy = [opened.energy]
    for _ in range(300):
        opened.process(np.zeros((1, 1)))
        energy.append(opened.energy)
    assert np.diff(energy).max() < 0
    opened.process(np.zeros((1, RATE)))
    fallen = 10 * math.log10(opened.energy / energy[0])
    assert -130 < fallen < -60 / Room.preset(name).ringing * 0.7


def test_lines_are_different_primes_of_one_to_three_mean_free_paths():
    for name, rate in itertools.product(NAMES, (44_100, 48_000)):
        room = Room.preset(name)
        opened = room.open(rate)
        lengths = opened.machine.view("filter.c.lines.ends") - opened.machine.view("filter.c.lines.begins")
        assert len(set(lengths)) == RINGS
        assert all(n % k for n in lengths for k in range(2, int(math.sqrt(n)) + 1))
        x, y, z = room.dimensions
        path = 4 * x * y * z / (2 * (x * y + y * z + z * x))
        network = lengths[2 * SCATTERERS :] * C / rate / path
        assert 1 <= network.min() < 1.1
        assert 2.9 < network.max() < 3.1


def mirrored(room, place, orders=3):
    """Images of a place by reflecting it in the six walls, again and again: order by place, the direct one without."""
    found = {tuple(place): 0}
    newest = [tuple(place)]
    for order in range(1, orders + 1):
        more = []
        for image in newest:
            for axis, wall in itertools.product(range(3), (0, 1)):
                other = list(image)
                other[axis] = 2 * wall * room.dimensions[axis] - other[axis]
                key = tuple(np.round(other, 9))
                if key not in found:
                    found[key] = order
                    more.append(key)
        newest = more
    return [place for place, order in found.items() if order > 0]


@pytest.mark.parametrize("name", NAMES)
def test_images_lie_where_mirrors_have_them(name):
    room = Room.preset(name)
    opened = room.open(RATE)
    delays = opened.machine.view("filter.c.images.0.delays").reshape(2, IMAGES)
    gains = opened.machine.view("filter.c.images.0.gains").reshape(2, IMAGES)
    images = np.array(mirrored(room, room.source))
    assert len(images) == IMAGES
    ahead = np.subtract(room.source, room.listener)[:2] / math.dist(room.source[:2], room.listener[:2])
    left = np.array([-ahead[1], ahead[0]])
    for ear, side in enumerate((left, -left)):
        way = images - (np.add(room.listener, (*(EAR * side), 0)))
        r = np.linalg.norm(way, axis=1)
        axis = np.cos(np.radians(55)) * ahead + np.sin(np.radians(55)) * side
        heard = (1 + way[:, :2] @ axis / r) / (1 + np.cos(np.radians(55))) * straight(room) / r
        order = np.lexsort((gains[ear], delays[ear]))
        expected = np.maximum((r - straight(room)) * RATE / C, 0)
        np.testing.assert_allclose(np.sort(delays[ear]), np.sort(expected), atol=0.51)
        np.testing.assert_allclose(np.sort(gains[ear]), np.sort(heard), atol=1e-9)
        assert np.corrcoef(delays[ear][order], np.sort(expected))[0, 1] > 0.9999


@pytest.mark.parametrize("name", NAMES)
def test_t60_is_met_in_three_octaves(name, answers):
    for frequency, wanted in zip(BANDS, Room.preset(name).decay_times, strict=True):
        power = (in_octave(frequency, answers[name], both_ways=True) ** 2).sum(axis=0)
        level = 10 * np.log10(np.cumsum(power[::-1])[::-1] / power.sum() + 1e-30)  # Schroeder's integral
        fit = np.flatnonzero((level < -5) & (level > -35))
        measured = -60 / np.polyfit(fit / RATE, level[fit], 1)[0]
        assert measured == pytest.approx(wanted, rel=0.05), frequency


@pytest.mark.parametrize("name", NAMES)
def test_the_field_is_as_loud_as_theory_has_it(name, answers):
    """4 pi c r^2 / V a second, relative to the straight sound, falling with T60 (Barron and Lee); for cardioids a little more than half."""
    room = Room.preset(name)
    unit = (in_octave(1000, impulse(n=8192)) ** 2).sum()
    heard = in_octave(1000, answers[name])
    for begin, end in ((0.1, 0.3), (0.3, 0.6)):
        time = np.arange(int(begin * RATE), int(end * RATE))
        power = (heard[:, time] ** 2).sum() / unit / 2
        density = 4 * np.pi * C * straight(room) ** 2 / np.prod(room.dimensions) * DIFFUSE
        expected = (density * 10 ** (-6 * (time / RATE + straight(room) / C) / room.decay_times[1])).sum() / RATE
        assert abs(10 * np.log10(power / expected)) < 2


@pytest.mark.parametrize("name", NAMES)
def test_the_late_field_is_dense_flat_and_different_at_both_ears(name, answers):
    room = Room.preset(name)
    path = np.cbrt(np.prod(room.dimensions)) / C
    late = answers[name][:, int(5 * path * RATE) : int((5 * path + 0.4 * room.decay_times[1]) * RATE)]
    for shift in range(-48, 49, 4):
        assert abs(np.corrcoef(late[0, 48 + shift : late.shape[1] - 48 + shift], late[1, 48:-48])[0, 1]) < 0.2
    spectrum = (np.abs(np.fft.rfft(late)) ** 2).sum(axis=0)
    frequency = np.fft.rfftfreq(late.shape[1], 1 / RATE)
    thirds = []
    for centre in 500 * 2 ** (np.arange(7) / 3):
        inside = (frequency > centre * 2 ** (-1 / 6)) & (frequency < centre * 2 ** (1 / 6))
        thirds.append(10 * np.log10(spectrum[inside].mean()))
    assert np.ptp(thirds) < 6
    window = late[0, : int(0.02 * RATE)]
    beyond = np.mean(np.abs(window) > window.std()) / math.erfc(1 / math.sqrt(2))  # 1 for noise (Abel and Huang)
    assert beyond > 0.7


def test_an_impulse_dies_away_window_by_window(answers):
    for answer in answers.values():
        windows = (answer[:, RATE // 5 : RATE // 5 + 12 * (RATE // 20)] ** 2).reshape(2, 12, -1).sum(axis=(0, 2))
        assert np.diff(windows).max() < 0


def test_the_straight_sound_keeps_level_and_time():
    for channels in (1, 2):
        sound = np.random.default_rng(4).normal(size=(channels, 3000))
        np.testing.assert_array_equal(SMALL.open(RATE, channels, amount=0).process(sound), np.broadcast_to(sound, (2, 3000)))
    heard = Room.preset("hall").open(RATE).process(impulse(n=40))
    np.testing.assert_array_equal(heard, np.broadcast_to(impulse(n=40), (2, 40)))


def test_left_and_right_mirror_each_other_in_a_room_that_does():
    room = Room(dimensions=(9, 6, 4), source=(2, 3, 1.5), listener=(6, 3, 1.6), decay_times=(0.8, 0.8, 0.6))
    n = 780  # before the late field
    left, right = (room.open(RATE, 2).process(impulse(2, n, at)) for at in (0, 1))
    np.testing.assert_allclose(left, right[::-1], atol=1e-12)
    assert (left[0, 1:] ** 2).sum() > 1.1 * (left[1] ** 2).sum() > 0


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["python", "wasm", "c"])
def test_all_targets_hear_the_same(target):
    sound = np.random.default_rng(5).normal(size=(2, 200))
    np.testing.assert_allclose(SMALL.open(RATE, 2, target=target).process(sound), SMALL.open(RATE, 2).process(sound), atol=1e-12)


def test_blocks_of_any_size_give_the_same_samples():
    sound = np.random.default_rng(6).normal(size=(1, 5000))
    opened = SMALL.open(RATE)
    pieces = [opened.process(sound[:, begin : begin + 37]) for begin in range(0, 5000, 37)]
    np.testing.assert_array_equal(np.concatenate(pieces, axis=1), SMALL.open(RATE).process(sound))
    opened.restart()
    np.testing.assert_array_equal(opened.process(sound), SMALL.open(RATE).process(sound))


def test_a_chain_with_a_room_is_the_room_then_the_chain():
    sound = 0.1 * np.random.default_rng(7).normal(size=(1, 4000))
    heard = OutputChain(room=SMALL, room_amount=0.7).open(RATE).process(sound)
    np.testing.assert_allclose(heard, OutputChain().open(RATE, 2).process(SMALL.open(RATE, amount=0.7).process(sound)), atol=1e-15)
    assert OutputChain().open(RATE).process(sound).shape == (1, 4000)


def test_what_is_no_number_never_enters_the_room():
    sound = 0.1 * np.random.default_rng(8).normal(size=(1, 6000))
    sound[0, [100, 101, 900]] = np.nan, np.inf, 1e300
    opened = OutputChain(room=SMALL).open(RATE)
    heard = opened.process(sound)
    assert np.isfinite(heard).all()
    assert np.abs(heard[:, 3000:]).max() > 0.01
    assert opened.muted == 6


def test_peaks_are_held_in_a_room_too():
    sound = Sound(np.random.default_rng(9).normal(size=(2, 20_000)), RATE)
    heard = OutputChain(room="stairwell", room_amount=1).apply(sound)
    assert heard.audio.shape == (2, 20_000)
    assert np.abs(heard.audio).max() < 10 ** (-0.9 / 20)


def test_a_room_is_written_and_read_and_named():
    chain = OutputChain(room="hall", room_amount=0.3)
    assert chain.room == Room.preset("hall")
    assert OutputChain.from_dict(chain.to_dict()) == chain
    assert OutputChain(room="dry").room is None
    assert OutputChain().room is None


def test_an_instrument_rings_on_in_its_room_and_keeps_a_duration_that_is_given():
    chalk = Instrument.preset("chalk").with_changes({"output.room": "chamber", "output.room_amount": 0.4})
    assert chalk.render(duration=0.2).audio.shape == (2, 9600)
    short = chalk.replace(duration=0.2).render()
    assert short.duration == pytest.approx(0.2 + Room.preset("chamber").ringing, abs=1e-3)
    assert 0 < np.abs(short.audio[:, -RATE // 10 :]).max() < 0.01 * short.peak


def test_the_page_hears_the_room_and_turns_its_amount_while_it_sounds():
    chalk = Instrument.preset("chalk")
    inside = chalk.with_changes({"output.room": "hall"})
    assert instrument_plan(inside, Modules())["chain"]["channels"] == 2
    sounding = Sounding(inside)
    assert sounding.changed(inside.with_changes({"output.room_amount": 0.9})) is not None
    assert sounding.changed(chalk) is None
    assert sounding.changed(inside.with_changes({"output.room": "chamber"})) is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Room.preset("hal"), ["hal", "hall", "chamber"]),
        (lambda: OutputChain(room="bathroom"), ["room", "bathroom", "stairwell"]),
        (lambda: OutputChain(room=SMALL, room_amount=1.5), ["room_amount", "1.5", "at most 1"]),
        (lambda: SMALL.replace(source=(5, 1, 1)), ["source", "in the room", "0.6 m"]),
        (lambda: SMALL.replace(listener=(1.1, 1, 1)), ["listener", "0.5 m"]),
        (lambda: SMALL.replace(decay_times=(1, 0.3, 0.2)), ["decay_times (T60)", "0.5 to 2"]),
        (lambda: SMALL.replace(decay_times=(0.2, 0.1, 0.1), dimensions=(50, 40, 30)), ["decay_times", "0.22 s", "6 dB"]),
        (lambda: SMALL.replace(dimensions=(1, 2, 3)), ["dimensions", "at least 2"]),
        (lambda: SMALL.open(8000), ["8000 Hz", "16000"]),
        (lambda: SMALL.open(RATE, 3), ["channels = 3", "1 or 2"]),
        (lambda: OutputChain(room=SMALL).open(RATE, 3), ["channels = 3", "1 or 2"]),
        (lambda: OutputChain(room=SMALL).open(RATE).update(OutputChain(room="hall")), ["keeps its room"]),
    ],
)
def test_errors_say_what_is_wrong(wrong, words):
    with pytest.raises(ParameterError) as error:
        wrong()
    for word in words:
        assert word in str(error.value)
