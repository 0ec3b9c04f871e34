"""MIDI keyboards that play the studio: what bytes mean, how notes move hands, and that every instrument answers them."""

import numpy as np
import pytest
from browsing import plan_of, stage, told
from hands import RATE, control, hear, level, until
from keyboards import controller, off, on, peak, send, sounding, wheel, zone

from rosin.analysis import cents, pitch
from rosin.engine.listener import listener_layout
from rosin.engine.targets import open_target
from rosin.instruments.opening import instrument
from rosin.playing.live.channels import NOTES
from rosin.playing.live.player import MOVED
from rosin.playing.midi.score import pitch_of_key
from rosin.studio import site
from rosin.studio.keys import LAYER
from rosin.studio.notes import notes_of
from rosin.studio.plan import BLOCK, SAMPLE_RATE, pool_of, voice_of

pytestmark = pytest.mark.realtime

HEAR_ALL = """async ([plan, messages]) => {
  const {Channels} = await import("/hands/midi.js");
  const {Server} = await import("/files/server.js");
  const server = new Server();
  await server.fetchKernels(plan);
  const held = new Map();
  const said = ({came, key, strength, bend, pressure, timbre, modulation}) => [came, key, strength, bend, pressure, timbre, modulation];
  const channels = new Channels({
    listener: {...plan.listener, module: server.modules.get(plan.listener.program.module)},
    hear: () => {},
    begin: (note) => held.set(note.id, said(note)),
    move: (note) => held.set(note.id, said(note)),
    end: (note) => held.delete(note.id),
  });
  const found = messages.map((bytes) => { channels.hear(bytes); return [...held.values()]; });
  channels.silence();
  return [found, held.size];
}"""
PLAY_ALL = """async ([plan, messages]) => {
  const {Player} = await import("/audio/player.js");
  const {Program} = await import("/audio/program.js");
  const {Keys} = await import("/audio/keys.js");
  const {Server} = await import("/files/server.js");
  const server = new Server();
  await server.fetchKernels(plan);
  const modules = server.kernels(plan);
  const layers = Object.values(plan.layers).map((layer) => {
    const voice = new Program(layer, modules[layer.module]);
    return {voice, keys: layer.keys && new Keys(layer.keys, voice)};
  });
  const player = new Player(plan.player, layers, modules);
  const found = messages.map((bytes) => {
    player.hear(bytes);
    player.block();
    const asked = player.program.arrays.asked[0];
    return [asked, ...plan.player.leads.map(({layer, row}) => layers[layer].voice.arrays.controls[128 * row + 127])];
  });
  return found;
}"""
READ = "async (messages) => { const {isMessage} = await import('/hands/midi.js'); return messages.map((bytes) => isMessage(bytes)); }"
TOUCHED = """async (plan) => {
  const {stageFor} = await import("/stages/index.js");
  const said = [];
  const hands = Object.fromEntries(Object.keys(plan.hands).map((hand) => [hand, {}]));
  const engine = {plan, hands, places: {}, motion: {}, watched: 0,
    control(hand, name, value) { if (plan.hands[hand][name]) { said.push(value); hands[hand][name] = value; } },
    strike(hand, value) { said.push(value); }, restart() { said.push(1); },
    note({speed}) { said.push(speed); }, leave() {}};
  const [press, knobs] = ["input", "div"].map((kind) => document.createElement(kind));
  const stage = new (stageFor(plan))({plan, engine, press, knobs, request: () => {}});
  said.length = 0;
  const touch = {key: 64, bend: 0.1, speed: 0.8, force: 0.8, pressure: 0.2, place: 0.5};
  stage.touch({id: 1, ...touch, begun: true});
  stage.touch({id: 2, ...touch, key: 67, begun: true});
  stage.touch({id: 1, ...touch, speed: 0.5, begun: false});
  const begun = [...said];
  stage.leave(2);
  stage.leave(1);
  return {begun, hands};
}"""


class TestMessages:
    @pytest.fixture
    def blank(self, page, address):
        page.goto(f"{address}/icon.svg")
        return page

    def test_what_is_damaged_or_means_nothing_is_left_out(self, blank):
        damaged = [[], None, {}, "abc", [60, 60, 60], [0x90], [0x90, 60], [0x90, 60, 128], [0x90, -1, 5], [0x90, 60, 1, 1], [0x90, 60, 0.5]]
        meaningless = [
            [0xC0, 5],
            [0xF0, 1, 0xF7],
            [0xF8],
            [0xFF],
            [0xE0, None, 3],
            [0xB0, "1", 3],
            list(range(200)),
            [1e9, 1, 1],
            [-112, 1, 1],
        ]
        assert blank.evaluate(READ, damaged + meaningless) == [False] * len(damaged + meaningless)
        whole = [on(60, 127, 16), on(60, 0), off(61, 2), [0xD0, 127], [0xA3, 60, 0], wheel(0, 2), wheel(-2, 2, 5), controller(1, 1)]
        assert blank.evaluate(READ, whole) == [True] * len(whole)

    @pytest.mark.thorough
    def test_ten_thousand_messages_are_heard_as_python_hears_them(self, blank):
        """Random ones, with zones, pedals, ranges, percussion and what is damaged: notes and what is said of them, to the last bit."""
        messages = random_messages(np.random.default_rng(3), 10_000)
        plan = plan_of(blank, "drum")
        found, left = told(blank, HEAR_ALL, [{"layers": {}, "chain": {}, "listener": plan["listener"]}, messages])
        machine = open_target("wasm", listener_layout())
        machine.fill("head", {name: plan["listener"][name] for name in ("softest", "percussion")})
        machine.call("start")
        most = 0
        for bytes_, notes in zip(messages, found, strict=True):
            if max(bytes_[1:]) < 128:
                machine.view("head.message")[:] = [*bytes_, 0][:3]
                machine.call("process", 1)
            rows = np.array([machine.view(f"head.{name}") for name in SAID]).T
            wanted = rows[rows[:, 0] > 0]
            order = np.argsort(wanted[:, 0])
            assert sorted(notes) == wanted[order].tolist(), bytes_
            most = max(most, len(notes))
        assert left == 0
        assert most == NOTES  # where one more comes, the oldest gives way

    @pytest.mark.parametrize("name", ["violin", "glass_harmonica", "musical_saw", "marimba", "hurdy_gurdy"])
    def test_they_are_played_as_python_plays_them(self, blank, name):
        """The controls of every body, to the last bit: strings, cups that rub and bars that are struck, what is bent, and a scene."""
        whole = [bytes_ for bytes_ in random_messages(np.random.default_rng(5), 10_000) if max(bytes_[1:]) < 128]
        messages = [[status, 20 + key if status < 0xB0 else key, *more] for status, key, *more in whole]  # where they are played
        plan = plan_of(blank, name)
        found = told(blank, PLAY_ALL, [{each: plan[each] for each in ("layers", "chain", "player")}, messages])
        player = instrument(name)
        live = player.setup.live(SAMPLE_RATE)
        layers = live | ({LAYER: pool} if (pool := pool_of(player)) else {})
        notes = notes_of(player, [layers], [voice_of(layer, SAMPLE_RATE) for layer in layers.values()])
        machine = open_target("wasm", notes.player[0].layout)
        machine.reals[:] = notes.player[0].reals
        machine.fill("head", {"sample_rate": SAMPLE_RATE, "percussion": plan["listener"]["percussion"]})
        machine.call("start")
        moved = 0
        for bytes_, (asked, *controls) in zip(messages, found, strict=True):
            machine.view("head.message")[:] = [*bytes_, 0][:3]
            machine.call("process", 0)
            assert asked == machine.view("head.asked")[0]
            machine.call("process", BLOCK)
            rows = machine.view("head.rows").reshape(-1, BLOCK)[:, -1]
            begun = machine.view("head.begun")
            wanted = [rows[lead.follows] if begun[lead.follows // MOVED] else 0.0 for lead in notes.leads]
            assert controls == wanted, bytes_
            moved += any(wanted)
        assert moved > 5000 or name == "marimba"
        assert moved > 500


SAID = ("came", "key", "strength", "bend", "pressure", "timbre", "modulation")


def random_messages(random, count):
    """Bytes of keyboards, some of them damaged."""
    rare = [98, 120, 121, 123]
    common = [1, 2, 7, 11, 74, 64, 64, 101, 100, 100, 6, 6, 38]
    messages = []
    for _ in range(count):
        channel = int(random.choice([1, 1, 2, 3, 4, 9, 10, 15, 16]))
        key, value = int(random.integers(34, 52)), int(random.integers(128))
        number = int(random.choice(rare if random.random() < 0.05 else common))
        if number in (101, 100):
            value = int(random.choice([0, 0, 0, 6, 6, 127]))
        kinds = [
            on(key, value if random.random() < 0.8 else 0, channel),
            off(key, channel),
            [0xDF + channel, key, value],
            [0xCF + channel, value],
            [0x9F + channel, key, value],
            controller(number, value, channel),
            [0x8F + channel, key, 128 + value],
        ]
        messages.append(kinds[random.integers(len(kinds))])
    return messages


class TestPorts:
    def test_the_button_asks_lists_what_is_there_and_stops(self, keyboard, plugged, address):
        stage(plugged, address, "violin")
        assert plugged.evaluate("asked") == 0
        page = keyboard("violin")
        assert page.evaluate("asked") == 1
        assert page.text_content("#midiInputs") == "MIDI: Keys one"
        page.evaluate("plug('two', 'connected')")
        assert page.text_content("#midiInputs") == "MIDI: Keys one, Keys two"
        page.evaluate("unplug('two')")
        assert page.text_content("#midiInputs") == "MIDI: Keys one"
        send(page, on(69))
        assert control(page, "A", "normal_force") > 0
        page.click("#midi")
        assert page.text_content("#midiInputs") == ""
        assert control(page, "A", "normal_force") == 0
        send(page, on(69))
        assert control(page, "A", "normal_force") == 0

    @pytest.mark.parametrize("lost", ["unplug('one')", "plug('one', 'disconnected')"])
    def test_a_keyboard_that_is_unplugged_lets_its_notes_go(self, keyboard, lost):
        page = keyboard("violin")
        send(page, on(69), controller(64, 127), on(62), off(62))
        assert control(page, "A", "normal_force") > 0
        page.evaluate(lost)
        assert control(page, "A", "normal_force") == control(page, "D", "normal_force") == 0
        assert page.text_content("#midiInputs") == "MIDI: no input yet"

    def test_without_support_or_permission_a_line_says_so(self, page, address):
        page.add_init_script("delete Navigator.prototype.requestMIDIAccess")
        stage(page, address, "violin")
        page.click("#midi")
        until(page, "document.getElementById('message').textContent.includes('Web MIDI')")
        page.evaluate("() => { navigator.requestMIDIAccess = async () => { throw new Error('denied'); }; }")
        page.click("#midi")
        until(page, "document.getElementById('message').textContent.includes('not permitted')")
        assert page.get_attribute("#midi", "aria-pressed") == "false"


class TestStrings:
    @pytest.mark.thorough
    def test_two_notes_of_a_zone_sound_at_their_pitches_each_with_its_own_bend(self, keyboard):
        page = keyboard("violin")
        send(page, *zone(5), wheel(0.5, 48, 2), wheel(-0.4, 48, 3), on(60, 110, 2), on(71, 110, 3))
        assert control(page, "G", "normal_force") > 0
        assert control(page, "A", "normal_force") > 0
        both = hear(page, 1.6)[-RATE:]
        for key in (60.5, 70.6):
            frequency = float(pitch_of_key(key))
            assert cents(peak(both, frequency), frequency) == pytest.approx(0, abs=15)
        send(page, off(60, 2), wheel(0.7, 48, 3))
        until(page, "studio.engine.hands.G.normal_force === 0")
        alone = hear(page, 1.6)[-RATE // 2 :]
        frequency = float(pitch_of_key(71.7))
        assert cents(pitch(alone, RATE, frequency), frequency) == pytest.approx(0, abs=15)
        send(page, off(71, 3))
        assert control(page, "A", "normal_force") == 0

    def test_velocity_pressure_expression_and_slide_move_the_bow(self, keyboard):
        page = keyboard("violin")
        at = "studio.engine.hands.A"
        send(page, on(69, 20))
        soft = control(page, "A", "normal_force"), abs(control(page, "A", "velocity"))
        send(page, off(69), on(69, 127))
        usual = page.evaluate("studio.engine.plan.hands.A.normal_force.usual")
        assert control(page, "A", "normal_force") == pytest.approx(usual)
        assert soft[0] / usual == pytest.approx(0.4 ** (1 - 20 / 127))
        assert soft[1] < abs(control(page, "A", "velocity"))
        send(page, [0xD0, 127])
        until(page, f"{at}.normal_force > {1.55 * usual}")
        send(page, [0xD0, 0], [0xA0, 69, 64])
        until(page, f"{at}.normal_force < {1.4 * usual} && {at}.normal_force > {1.2 * usual}")
        send(page, [0xA0, 69, 0], controller(11, 64))
        until(page, f"Math.abs({at}.normal_force - {usual * 64 / 127}) < 1e-6")
        send(page, controller(74, 127))
        until(page, f"{at}.position < 0.55 * studio.engine.plan.hands.A.position.usual")

    def test_modulation_is_vibrato_and_goes_on_by_itself(self, keyboard):
        page = keyboard("violin")
        send(page, on(74), controller(1, 127))
        marks = page.evaluate("studio.engine.plan.layers.A.marks")
        until(page, f"studio.engine.hands.A.finger > {marks[5] + 0.7 * 0.4 * (marks[6] - marks[5])}")
        until(page, f"studio.engine.hands.A.finger < {marks[5] - 0.7 * 0.4 * (marks[5] - marks[4])}")

    def test_pedal_and_all_notes_off(self, keyboard):
        page = keyboard("violin")
        send(page, on(69), controller(64, 127), off(69))
        assert control(page, "A", "normal_force") > 0
        send(page, controller(64, 0))
        assert control(page, "A", "normal_force") == 0
        for number in (120, 123):
            send(page, on(69), on(62), controller(number, 0))
            assert control(page, "A", "normal_force") == control(page, "D", "normal_force") == 0

    def test_a_note_goes_to_a_free_string_and_a_slur_comes_back(self, keyboard):
        page = keyboard("violin")
        send(page, on(69), on(71))
        assert [control(page, name, "normal_force") > 0 for name in "EADG"] == [False, True, True, False]
        send(page, off(69), off(71), on(55), on(57))
        marks = page.evaluate("studio.engine.plan.layers.G.marks")
        assert control(page, "G", "finger") == pytest.approx(marks[2])
        way = control(page, "G", "velocity")
        send(page, off(57))
        assert control(page, "G", "finger") == 0
        assert control(page, "G", "velocity") == way
        send(page, off(55), on(20))
        assert any(control(page, name, "normal_force") > 0 for name in "EADG")

    def test_notes_stay_when_the_stage_loses_the_focus_or_another_instrument_comes(self, keyboard):
        page = keyboard("violin")
        page.focus("#stage")
        send(page, on(69))
        page.focus("#volume")
        assert control(page, "A", "normal_force") > 0
        page.evaluate("() => (location.hash = 'wineglass')")
        until(page, "studio.engine.plan.name === 'wineglass' && studio.engine.hands.hand.normal_force > 0", seconds=60)
        hear(page, 1.0)
        assert abs(cents(peak(hear(page, 0.5), pitch_of_key(69)), pitch_of_key(69))) < 15
        send(page, off(69))
        until(page, "studio.engine.hands.hand.normal_force === 0")

    def test_a_hand_takes_a_string_from_a_note_and_a_note_takes_it_back(self, keyboard):
        page = keyboard("violin")
        loud = level(sounding(page, 1.0, on(69, 110))[-RATE // 4 :])
        page.evaluate("studio.engine.control('A', 'normal_force', 0)")
        hear(page, 1.0)
        assert level(hear(page, 0.2)) < 0.1 * loud  # though its key is down
        send(page, off(69), on(71, 110))
        hear(page, 1.0)
        sound = hear(page, 0.4)
        assert cents(pitch(sound, RATE, pitch_of_key(71)), pitch_of_key(71)) == pytest.approx(0, abs=15)
        send(page, off(71))
        hear(page, 1.0)
        assert level(hear(page, 0.2)) < 0.1 * loud


@pytest.mark.parametrize("name", site.names())
def test_a_stage_answers_touches_with_finite_controls_and_rests_after_them(page, address, name):
    page.goto(f"{address}/look/tokens.css")
    found = told(page, TOUCHED, plan_of(page, name))
    assert any(value not in (0, None) for value in found["begun"])
    assert None not in found["begun"]
    for controls in found["hands"].values():
        assert all(controls.get(control, 0) == 0 for control in ("velocity", "normal_force", "force"))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *[("double_bass", 28), ("rubbed_masses", 57), ("wineglass", 60), ("door", 50), ("door", 70), ("wheel", 60), ("brake", 60)],
        *[("bell", 76), ("rolling_ball", 60), ("scraping", 60), ("bouncing_ball", 60), ("musical_saw", 74), ("chalk", 60)],
    ],
)
def test_a_note_sounds_and_dies_away(keyboard, name, key):
    page = keyboard(name)
    hear(page, 2.0 if name == "bouncing_ball" else 0.1)
    before = level(hear(page, 0.1))
    sound = level(sounding(page, 1.0, on(key, 110)))
    assert sound > max(1e-4, 2 * before)
    if name == "wheel":
        send(page, [0xD0, 64])
        until(page, "studio.engine.hands.hand.normal_force > 0")
        assert level(hear(page, 0.5)) > 1e-3
    send(page, off(key))
    for _ in range(12):
        if level(hear(page, 0.5)) < 0.5 * sound:
            break
    else:
        pytest.fail("it does not die away")


@pytest.mark.parametrize(("name", "key"), [("musical_saw", 69), ("musical_saw", 74), ("xylophone", 84), ("xylophone", 72)])
def test_what_can_be_bent_plays_the_pitch_of_the_key(keyboard, name, key):
    page = keyboard(name)
    sound = sounding(page, 2.0 if name == "musical_saw" else 0.3, on(key, 110))
    frequency = float(pitch_of_key(key))
    assert cents(peak(sound[-RATE:], frequency), frequency) == pytest.approx(0, abs=12)


def test_modulation_and_pressure_drive_what_has_no_pitch(keyboard):
    page = keyboard("door")
    send(page, on(50, 127))
    speed, force = abs(control(page, "left", "velocity")), control(page, "left", "normal_force")
    assert control(page, "right", "velocity") == 0
    send(page, controller(1, 127))
    until(page, f"Math.abs(studio.engine.hands.left.velocity) > {2 * speed}")
    send(page, [0xD0, 127])
    until(page, f"studio.engine.hands.left.normal_force > {1.5 * force}")
