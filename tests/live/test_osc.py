"""OSC: every hand and parameter is set and read back, what is wrong is answered, and ten thousand messages a second are held."""

import math
import shutil
import socket
import time

import pytest
from test_takes import Nowhere

pytest.importorskip("pythonosc", reason="python-osc is missing: OSC is not spoken")
from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder

from rosin.instruments.opening import instrument
from rosin.live.osc import OscServer
from rosin.live.session import Session
from rosin.model.errors import FileError

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played")


def message(address, *values):
    built = OscMessageBuilder(address)
    for value in values:
        built.add_arg(value)
    return built.build()


class Asker:
    """Another program."""

    def __init__(self, port):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", port))

    def send(self, address, *values):
        self.socket.send(message(address, *values).dgram)

    def hear(self):
        found = OscMessage(self.socket.recv(65_536))
        return found.address, *found.params

    def ask(self, address, *values):
        self.send(address, *values)
        return self.hear()

    def listed(self):
        self.send("/rosin/list")
        found = []
        while (reply := self.hear())[0] == "/rosin/entry":
            found.append(reply[1:])
        assert reply == ("/rosin/listed", len(found))
        return {address: row for address, *row in found}


@pytest.fixture
def played(request):
    session = Session(instrument(getattr(request, "param", "chalk")), Nowhere())
    server = OscServer(0)
    server.start(session)
    yield session, Asker(server.port)
    server.close()
    session.close()


@pytest.mark.sweep
@pytest.mark.parametrize("played", ["chalk", "rubbed_masses"], indirect=True)
def test_every_hand_and_every_number_is_set_and_read_back(played):
    _, asker = played
    listed = asker.listed()
    numbers = {address: row for address, row in listed.items() if row[0] == "f" and not math.isnan(row[2])}
    assert len(numbers) > 12
    for address, (_, _, low, high, value) in numbers.items():
        wanted = value + 0.02 * (high - value if high > value else low - value)
        asker.send(address, wanted)
        found, *now = asker.ask(address)
        if found == "/rosin/error":  # what other parameters rule out
            assert "not allowed" in now[1] or "must" in now[1], now
            asker.hear()
            continue
        assert found == address
        assert now == [pytest.approx(wanted, rel=1e-6, abs=1e-9)]


def test_words_choices_and_rows_of_numbers_too(played):
    session, asker = played
    assert asker.ask("/rosin/parameters/interaction/solver") == ("/rosin/parameters/interaction/solver", "implicit")
    asker.send("/rosin/parameters/interaction/solver", "linear")
    assert asker.ask("/rosin/parameters/interaction/solver")[1] == "linear"
    asker.send("/rosin/parameters/resonator/frequencies", 2300.0, 3500.0)
    assert asker.ask("/rosin/parameters/resonator/frequencies")[1:] == (2300.0, 3500.0)
    assert session.turning.instrument.setup.resonator.frequencies == (2300.0, 3500.0)


WRONG = [
    (("/rosin/hands/hand/velocity", "fast"), "one number, not str"),
    (("/rosin/hands/hand/velocity", True), "one number, not bool"),
    (("/rosin/hands/hand/velocity", 0.1, 0.2), "one number, not float, float"),
    (("/rosin/hands/hand/velocity", 1e9), "goes from -0.425"),
    (("/rosin/hands/hand/velocity", float("nan")), "goes from"),
    (("/rosin/hands/hand/velocty", 0.1), "did you mean"),
    (("/rosin/parameters/interaction/nois", 0.1), "did you mean 'interaction.noise'"),
    (("/rosin/parameters/interaction/noise", "loud"), "one number"),
    (("/rosin/parameters/interaction/static_friction", -3.0), "static_friction"),
    (("/rosin/parameters/interaction/solver", "magic"), "solver"),
    (("/rosin/parameters/", 1.0), "does not exist"),
    (("/rosin/note", 60), "takes a key"),
    (("/rosin/note", 600, 0.5), "keys go from 0 to 127"),
    (("/rosin/midi", 300, 1, 1), "up to three bytes"),
    (("/rosin/midi", 0xF8), "no message of a MIDI channel"),
    (("/elsewhere", 1), "does not exist"),
]


@pytest.mark.parametrize(("said", "words"), WRONG)
def test_what_is_wrong_is_answered_and_harms_nothing(played, said, words):
    _, asker = played
    address, about, why = asker.ask(*said)
    assert (address, about) == ("/rosin/error", said[0])
    assert words in why
    asker.send("/rosin/hands/hand/velocity", 0.125)
    assert asker.ask("/rosin/hands/hand/velocity")[1] == 0.125


def test_garbage_is_answered_and_harms_nothing(played):
    _, asker = played
    for garbage in (b"x", b"\xff" * 1000, b"/rosin/list\0,f\0\0", b"#bundle\0" + b"\xff" * 20, b"/rosin/list"):
        asker.socket.send(garbage)
    asker.send("/rosin/state")
    while (reply := asker.hear())[0] != "/rosin/state":
        pass
    assert reply[:3] == ("/rosin/state", "chalk", "silent")


def test_notes_bundles_and_midi_are_played(played):
    session, asker = played
    bundle = OscBundleBuilder(IMMEDIATELY)
    for each in (message("/rosin/note", 60, 0.5), message("/rosin/note", 60, 0.0), message("/rosin/midi", 0xE3, 0, 96)):
        bundle.add_content(each)
    asker.socket.send(bundle.build().dgram)
    asker.ask("/rosin/state")
    session.engine.sound(128)
    assert [told.message for told in session.engine.done()] == [(0x90, 60, 64), (0x80, 60, 0), (0xE3, 0, 96)]


@pytest.mark.realtime
def test_ten_thousand_messages_a_second_are_held(played):
    session, asker = played
    packets = [message("/rosin/hands/hand/velocity", 0.1 + 1e-6 * step).dgram for step in range(10_000)]
    begin = time.perf_counter()
    for step, packet in enumerate(packets):
        asker.socket.send(packet)
        if step % 100 == 99:
            session.engine.sound(480)
            session.pump()
            time.sleep(max(0.0, begin + (step + 1) / 10_000 - time.perf_counter()))
    assert asker.ask("/rosin/hands/hand/velocity")[1] == pytest.approx(0.1 + 1e-6 * 9999)
    took = time.perf_counter() - begin
    session.engine.sound(128)
    assert session.engine.state.lost_told == 0
    assert took < 2.0


def test_a_second_one_is_told_that_the_port_is_taken(played):
    _, asker = played
    with pytest.raises(FileError, match="is there another rosin"):
        OscServer(asker.socket.getpeername()[1])
