"""An instrument played through a JACK server without a sound card for some minutes: gaps, load, and how soon a control is heard.

python benchmarks/play.py [NAME] [MINUTES]     (jackd of Debian's jackd2, at 128 frames and normal priority)
"""

import os
import subprocess
import sys
import time

import numpy as np

from rosin.instruments.opening import instrument
from rosin.live.jack_output import JackOutput
from rosin.live.session import Session

BLOCK, RATE = 128, 48_000
SERVER = "rosin-bench"
LOAD = 0.03  # of a block, that the other program counts for


def xruns_alone(seconds):
    """Xruns a minute of the server itself, while a client that does nothing listens for them."""
    import jack

    told = []
    client = jack.Client("nobody", no_start_server=True)
    client.set_xrun_callback(told.append)
    client.activate()
    time.sleep(seconds)
    client.deactivate()
    client.close()
    return 60 * len(told) / seconds


ELSEWHERE = """
import sys, time
busy, period, end = float(sys.argv[1]), float(sys.argv[2]), time.monotonic() + float(sys.argv[3])
late = most = many = 0
while time.monotonic() < end:
    time.sleep(period)
    begin = time.thread_time()
    while (now := time.thread_time() - begin) < busy:
        pass
    late, most, many = late + (now > period), max(most, now / period), many + 1
print(late, most, many)
"""


def elsewhere(load, seconds):
    """A program that knows nothing of sound: it wakes as often as there are blocks, and counts to the time that a block takes.

    By its own clock it too is late where the machine stands still under it: what no program can help.
    """
    period = BLOCK / RATE
    return subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE, *map(str, (load * period, period, seconds))], stdout=subprocess.PIPE, text=True
    )


def main(name="chalk", minutes=10.0):
    """One run."""
    os.environ |= {"JACK_DEFAULT_SERVER": SERVER, "JACK_NO_START_SERVER": "1"}
    jackd = ["jackd", "-n", SERVER, "-r", "-d", "dummy", "-r", str(RATE), "-p", str(BLOCK)]
    server = subprocess.Popen(jackd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        subprocess.run(["jack_wait", "-w", "-t", "10"], check=True, stdout=subprocess.DEVNULL)
        alone = xruns_alone(6 * minutes)
        session = Session(instrument(name), JackOutput())
        hands = {symbol: control for symbol, control in session.engine.controls.items() if control.hand}
        other = elsewhere(LOAD, 60 * minutes)
        begin, waited, longest, loudest = time.monotonic(), [], 0.0, 0.0
        while (now := time.monotonic() - begin) < 60 * minutes:
            before = session.engine.state.frame
            for symbol, control in hands.items():
                if control.control in ("velocity", "normal_force"):
                    session.turn(symbol, control.high * (0.4 + 0.1 * np.sin(2 * np.pi * now)))
            time.sleep(0.02)
            waited += [told.frame - before for told in session.engine.done()]
            session.pump()
            left, right, slowest = session.engine.peaks()
            longest, loudest = max(longest, slowest), max(loudest, left, right)
        state, late, xruns = session.engine.state, session.late, session.xruns
        load = 1e-9 * state.nanoseconds * RATE / state.frame
        print(f"{name}: {state.frame / RATE / 60:.2f} min at {BLOCK} frames, peak {loudest:.2f}, load {100 * load:.1f} %")
        print(f"  blocks that it took too long for: {late} of {state.blocks}; the longest took {100 * longest:.0f} % of its time")
        print(
            f"  xruns that the server told of, whoever was late: {xruns / minutes:.0f} a minute; where nobody played: {alone:.0f} a minute"
        )
        too_late, worst, many = map(float, other.communicate()[0].split())
        print(f"  a program that only counts, beside it: {too_late:.0f} of {many:.0f}; the longest took {100 * worst:.0f} %")
        median, most = (np.percentile(waited, share) / BLOCK for share in (50, 99))
        print(f"  blocks between turning a control and hearing it: median {median:.2f}, 99 % {most:.2f}")
        session.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(float, sys.argv[2:3]))
