"""A JACK server of one test's own, without a sound card, and what it needs."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

RATE, BLOCK = 48_000, 128


def missing():
    """What is not there to play through JACK, in words; empty where all of it is."""
    for program, package in (("cc", "gcc"), ("jackd", "jackd2"), ("jack_rec", "jackd2"), ("jack_lsp", "jackd2")):
        if shutil.which(program) is None:
            return f"{program} is missing (apt-get install {package}): nothing is played through JACK"
    if not os.access("/dev/shm", os.W_OK):
        return "/dev/shm is not writable: no JACK server can run"
    return ""


needs_jack = pytest.mark.skipif(bool(missing()), reason=missing() or "nothing")


@contextlib.contextmanager
def jack_server(monkeypatch, block=BLOCK, rate=RATE):
    """A server under the name of this worker, by default the one that is met; of names there are eight, and the killed keep theirs."""
    name = f"rosin-tests-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    together = ["-S", "-t", "60000"]  # it waits for its clients (ms): on a busy machine all is late together, and nothing is lost
    dummy = ["-d", "dummy", "-r", str(rate), "-p", str(block)]
    server = subprocess.Popen(["jackd", *together, "-n", name, *dummy], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    monkeypatch.setenv("JACK_DEFAULT_SERVER", name)
    monkeypatch.setenv("JACK_NO_START_SERVER", "1")
    try:
        subprocess.run(["jack_wait", "-w", "-t", "10"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        yield server
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def rosin(*words, **options):
    """The command, running."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen([sys.executable, "-m", "rosin", *map(str, words)], **given)


def wait_for(seen, seconds=20.0):
    """Look again and again until something is there."""
    end = time.monotonic() + seconds
    while not (found := seen()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return found


def ports():
    """The ports of the server."""
    return subprocess.run(["jack_lsp"], capture_output=True, text=True, check=False).stdout.split()


class Keyboard:
    """A JACK client that sends messages at times (s) from now on, from its own process callback."""

    def __init__(self, messages):
        import jack

        self.client = jack.Client("keyboard", no_start_server=True)
        self.port, self.frame = self.client.midi_outports.register("out"), 0
        self.left = [(round(at * RATE), bytes(message)) for at, message in messages]
        self.client.set_process_callback(self.process)
        self.client.activate()

    def process(self, frames):
        self.port.clear_buffer()
        while self.playing and self.left and self.left[0][0] < self.frame + frames:
            at, message = self.left.pop(0)
            self.port.write_midi_event(max(at - self.frame, 0), message)
        self.frame += frames * self.playing

    playing = False

    def play(self, port):
        self.client.connect("keyboard:out", port)
        self.playing = True

    def close(self):
        self.client.deactivate()
        self.client.close()
