"""Bowed strings and rubbed masses on their stages: what hands and keys make sound, and what the pictures show."""

import numpy as np
import pytest
from browsing import told
from hands import PICTURE, RATE, control, drag, hear, level, pointer, until

from rosin.analysis import cents, pitch
from rosin.engine.voice import Voice
from rosin.instruments.strings.data import StringData
from rosin.studio.shapes import shape_of

pytestmark = pytest.mark.realtime

BOW = 0.87  # across the stage: between fingerboard and bridge
LANES = {"E": 1 / 8, "A": 3 / 8, "D": 5 / 8, "G": 7 / 8}  # down the stage
READ = """async ({shape, coefficients, state, counts, places}) => {
  const {readString} = await import("/scopes/shapes.js");
  const [displacement, velocity] = [new Float64Array(places + 1), new Float64Array(places + 1)];
  readString(shape, {coefficients, state, counts}, 48000, displacement, velocity);
  return [Array.from(displacement), Array.from(velocity)];
}"""


def across(page, name, semitone):
    """Where a semitone of a string lies across the stage."""
    return page.evaluate(
        "([name, semitone]) => { const {width} = document.getElementById('stage').getBoundingClientRect();"
        "return (36 + studio.engine.plan.layers[name].marks[semitone] * (width - 66)) / width; }",
        [name, semitone],
    )


class TestStrings:
    def test_a_bow_that_is_drawn_over_a_string_makes_it_speak_in_either_direction(self, studio):
        page = studio("violin")
        for way in (1, -1):
            pointer(page, "down", BOW, LANES["A"])
            sound, controls = drag(page, BOW, LANES["A"], way * 0.1, 1.2)
            assert controls["A"]["velocity"] == pytest.approx(way * 0.1, rel=0.2)
            pointer(page, "up", BOW, LANES["A"])
            assert level(sound[-RATE // 3 :]) > 0.01
            assert cents(pitch(sound[-RATE // 3 :], RATE, 440.0), 440.0) == pytest.approx(0, abs=20)
        assert control(page, "A", "normal_force") == 0

    def test_a_bow_at_rest_is_silent(self, studio):
        page = studio("violin")
        pointer(page, "down", BOW, LANES["A"])
        assert control(page, "A", "normal_force") > 0
        assert level(hear(page, 0.3)) < 1e-3

    def test_two_hands_bow_and_stop_a_string_and_the_finger_may_shake(self, studio):
        page = studio("violin")
        at = across(page, "D", 7)
        pointer(page, "down", at + 0.004, LANES["D"], hand=2)
        stopped = control(page, "D", "finger")
        marks = page.evaluate("studio.engine.plan.layers.D.marks")
        assert stopped == pytest.approx(marks[7])
        pointer(page, "down", BOW, LANES["D"])
        sound, _ = drag(page, BOW, LANES["D"], -0.1, 1.2)
        assert cents(pitch(sound[-RATE // 3 :], RATE, 440.0), 440.0) == pytest.approx(0, abs=25)
        pointer(page, "move", at + 0.008, LANES["D"], hand=2)
        assert 0 < control(page, "D", "finger") - stopped < 0.5 * (marks[8] - marks[7])

    def test_a_mouse_stops_at_semitones_and_the_finger_stays(self, studio):
        page = studio("violin")
        box = page.locator("#stage").bounding_box()
        page.mouse.click(box["x"] + (across(page, "G", 5) + 0.006) * box["width"], box["y"] + LANES["G"] * box["height"])
        assert control(page, "G", "finger") == pytest.approx(page.evaluate("studio.engine.plan.layers.G.marks[5]"))

    def test_letters_alone_play_notes(self, studio):
        page = studio("violin")
        page.focus("#stage")
        for key, frequency in (("a", 261.63), ("h", 440.0), ("k", 523.25)):
            page.keyboard.down(key)
            sound = hear(page, 0.9)
            page.keyboard.up(key)
            assert level(sound[-RATE // 3 :]) > 0.01
            assert cents(pitch(sound[-RATE // 3 :], RATE, frequency), frequency) == pytest.approx(0, abs=15)
        assert control(page, "A", "normal_force") == 0

    def test_space_and_arrows_bow_the_chosen_string(self, studio):
        page = studio("violin")
        page.focus("#stage")
        page.keyboard.press("4")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.down("ArrowUp")
        sound = hear(page, 0.9)
        assert control(page, "G", "velocity") < 0
        page.keyboard.up("ArrowUp")
        assert cents(pitch(sound[-RATE // 3 :], RATE, 220.0), 220.0) == pytest.approx(0, abs=15)

    def test_pen_slider_and_wheel_set_the_force(self, studio):
        page = studio("violin")
        usual = page.evaluate("studio.engine.plan.hands.A.normal_force.usual")
        pointer(page, "down", BOW, LANES["A"], kind="pen", pressure=0.5)
        assert control(page, "A", "normal_force") == pytest.approx(usual)
        pointer(page, "move", BOW, LANES["A"], kind="pen", pressure=0.2)
        assert control(page, "A", "normal_force") < 0.5 * usual
        pointer(page, "move", BOW, LANES["A"], kind="pen", pressure=0.9)
        assert control(page, "A", "normal_force") > 1.5 * usual
        pointer(page, "up", BOW, LANES["A"], kind="pen")
        page.focus("#stage")
        page.keyboard.down(" ")
        assert control(page, "A", "normal_force") == pytest.approx(usual)
        page.mouse.move(*middle(page))
        page.mouse.wheel(0, 100)
        until(page, f"studio.engine.hands.A.normal_force < {usual}")

    def test_a_pen_that_leans_rolls_the_finger(self, studio):
        page = studio("violin")
        marks = page.evaluate("studio.engine.plan.layers.D.marks")
        for tilt, semitones in ((0, 0), (45, 0.5), (-45, -0.5), (90, 0.5)):
            pointer(page, "down", across(page, "D", 7), LANES["D"], kind="pen", tilt=tilt)
            stopped = control(page, "D", "finger")
            assert 12 * np.log2((1 - marks[7]) / (1 - stopped)) == pytest.approx(semitones, abs=0.03)
            pointer(page, "up", across(page, "D", 7), LANES["D"], kind="pen")

    def test_the_picture_moves_with_the_string_and_only_then(self, studio):
        page = studio("violin")
        assert page.evaluate(PICTURE) == page.evaluate(PICTURE)
        page.focus("#stage")
        page.keyboard.down("h")
        hear(page, 0.3)
        assert page.evaluate(PICTURE) != page.evaluate(PICTURE)

    @pytest.mark.parametrize("body", ["stiff", "waveguide"])
    @pytest.mark.parametrize("semitone", [0, 5])
    def test_the_shape_that_is_drawn_is_that_of_the_string(self, browser, address, body, semitone):
        """What the page reads from the memory against the pickups of the string, on either side of the bow."""
        data = StringData.preset("violin D")
        finger = 1 - 2 ** (-semitone / 12)
        places = np.array([4, 12, 32, 48])  # of 64
        contact = data.bowed(body, pickups=tuple(places / 64 * (1 - finger)))
        heard = {}
        for output in ("displacement", "velocity"):
            voice = Voice(contact, RATE, output=output)
            stroke = {"velocity": data.velocity, "normal_force": data.normal_force, "position": 0.1 * (1 - finger), "finger": finger}
            heard[output] = voice.process(20_011, stroke)
        page = browser.new_page()
        page.goto(f"{address}/icon.svg")
        machine = voice.machine
        given = {"shape": shape_of(contact.resonator, machine.layout), "places": 64}
        memory = {"coefficients": machine.view("resonator.c").tolist(), "state": machine.view("resonator.s").tolist()}
        memory["counts"] = machine.wholes.tolist()
        displacement, velocity = told(page, READ, given | memory)
        page.close()
        for read, pickups in ((displacement, heard["displacement"]), (velocity, heard["velocity"])):
            off = np.array(read)[places] - pickups[:, -1]
            assert np.all(np.abs(off) < 0.12 * np.ptp(pickups[:, -2000:], axis=1))


def middle(page):
    box = page.locator("#stage").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class TestMasses:
    def test_a_mass_that_is_rubbed_rings_on_at_its_own_pitch(self, studio):
        page = studio("rubbed_masses")
        pointer(page, "down", 6.5 / 11, 0.3)
        sound, _ = drag(page, 6.5 / 11, 0.3, 0.15, 1.0, lift=True)
        assert level(sound[-RATE // 3 :]) > 0.003
        assert control(page, "stick", "position") == pytest.approx(0.6)
        ringing = hear(page, 0.4)[RATE // 20 :]
        assert cents(pitch(ringing, RATE, 220.0), 220.0) == pytest.approx(0, abs=5)

    def test_slow_hands_rest_fast_ones_are_held_and_the_force_follows_the_pitch(self, studio):
        page = studio("rubbed_masses")
        forces = []
        for mass in (0, 10):
            x = (mass + 0.5) / 11
            pointer(page, "down", x, 0.5)
            _, controls = drag(page, x, 0.5, 0.012, 0.3)
            assert controls["stick"]["velocity"] == 0
            _, controls = drag(page, x, 0.5, 2.0, 0.3)
            assert 0.3 < controls["stick"]["velocity"] <= 0.4
            forces.append(controls["stick"]["normal_force"])
            pointer(page, "up", x, 0.5)
        assert forces[1] / forces[0] == pytest.approx(330 / 55)

    @pytest.mark.thorough
    def test_keys_rub_a_mass_each(self, studio):
        page = studio("rubbed_masses")
        page.focus("#stage")
        for key, frequency in (("1", 55.0), ("5", 165.0), ("-", 330.0)):
            page.keyboard.down(key)
            assert level(hear(page, 0.5)[-RATE // 5 :]) > 0.003
            page.keyboard.up(key)
            assert control(page, "stick", "normal_force") == 0
            ringing = hear(page, 0.4)[RATE // 20 :]
            assert cents(pitch(ringing, RATE, frequency), frequency) == pytest.approx(0, abs=10)

    def test_pen_pressure_is_force(self, studio):
        page = studio("rubbed_masses")
        pointer(page, "down", 0.95, 0.5, kind="pen", pressure=0.3)
        light = control(page, "stick", "normal_force")
        pointer(page, "move", 0.95, 0.5, kind="pen", pressure=0.8)
        assert control(page, "stick", "normal_force") > 2 * light > 0

    def test_knobs_change_the_parameters(self, studio):
        page = studio("rubbed_masses")
        value = "(path) => studio.engine.plan.parameters.find((each) => each.path === path).value"
        for path, share, expected in (("friction.stickiness", 1, 15000), ("decay_time", 1, 0.02), ("output.volume", 0, -30)):
            page.locator(f"#knobs input[data-path='{path}']").fill(str(share))
            until(page, f"({value})('{path}') === {expected}")
        assert page.input_value("#volume") == "-30"

    def test_the_picture_moves_with_the_mass_and_only_then(self, studio):
        page = studio("rubbed_masses")
        assert page.evaluate(PICTURE) == page.evaluate(PICTURE)
        page.focus("#stage")
        page.keyboard.down("3")
        hear(page, 0.3)
        assert page.evaluate(PICTURE) != page.evaluate(PICTURE)
