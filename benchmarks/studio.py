"""What the studio costs in a real browser: the share of a quantum that each instrument needs, and a minute of playing without a gap.

One voice of every instrument plays its own gesture in an OfflineAudioContext of chromium, several times; the best is kept. Four open
strings are played together. Then a violin is bowed live for a minute, sixteen bars of a marimba are struck every second, and eight cups
are rubbed at once, picture and scopes running, and gaps are counted: by the browser where it counts them, and by the audio thread. Fails
where a contact needs more than 15 %, a scene, four strings or what is played live more than 50 %, or where each of three minutes has a gap.
"""

import argparse
import json
import shutil
import socket
import sys
import threading

import numpy as np
import uvicorn
from playwright.sync_api import sync_playwright

from rosin.instruments.opening import instrument
from rosin.instruments.setups.scenery import Scenery
from rosin.studio import site
from rosin.studio.server import application

RATE, SECONDS, ROUNDS = 48_000, 2.0, 5
VOICE, STRINGS = 15.0, 50.0  # % of a quantum
ARGUMENTS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
OFFLINE = """async ({ plan, gesture, samples, rounds }) => {
  const layers = Object.entries(plan.layers);
  const { Server } = await import("/files/server.js");
  const server = new Server();
  await server.fetchKernels(plan);
  const modules = server.kernels(plan);
  const given = layers.map(([name, { controls, rest }]) =>
    controls.map((control, row) => new Float64Array(gesture.rows[name]?.[control] ?? [rest[row]])));
  const times = [];
  let peak = 0;
  for (let round = 0; round < rounds; round++) {
    const context = new OfflineAudioContext(2, samples, plan.sampleRate);
    await context.audioWorklet.addModule("/audio/worklet.js");
    const processorOptions = { plan, modules, rows: given, rate: gesture.rate };
    const node = new AudioWorkletNode(context, "rosin", { numberOfInputs: 0, outputChannelCount: [2], processorOptions });
    node.connect(context.destination);
    const begin = performance.now();
    const audio = await context.startRendering();
    times.push(performance.now() - begin);
    for (const value of audio.getChannelData(0)) peak = Math.max(peak, Math.abs(value));
  }
  return { times, peak };
}"""
BOW = """() => ["A", "D"].forEach((name) => {
  const hand = studio.engine.plan.hands[name];
  for (const control of ["position", "normal_force", "velocity"]) studio.engine.control(name, control, hand[control].usual);
})"""
STRIKE = """() => { for (let key = 48; key < 64; key++)
  studio.engine.note({ id: `${key} ${Math.random()}`, key, bend: 0, speed: 1, force: 1, begun: true }); }"""
RUB = """() => { for (const key of [74, 76, 78, 79, 81, 83, 85, 86])
  studio.engine.note({ id: `${key}`, key, bend: 0, speed: 1, force: 1, begun: false }); }"""
LIVE = (  # words, instrument, what begins it, and what is done every second
    ("two bowed strings", "violin", BOW, "() => {}"),
    ("sixteen bars", "marimba", STRIKE, STRIKE),
    ("eight cups", "wineglass", RUB, "() => {}"),
)


def played(name: str, voices: int) -> tuple[dict, dict]:
    """The plan of some voices of an instrument, and the gesture that they play."""
    plan = json.loads(site.plan(name))
    if plan["setup"] == "BowedStrings":
        plan["layers"] = dict(list(plan["layers"].items())[:voices])
        bowed = ("velocity", "normal_force", "position")
        rows = {layer: {control: [plan["hands"][layer][control]["usual"]] for control in bowed} for layer in plan["layers"]}
        return plan, {"rows": rows, "rate": RATE}
    return plan, plan["gesture"]


def measured(chromium, address: str, name: str, voices: int = 1) -> tuple[float, float]:
    """The share of a quantum in %, best and median of several rounds; what is silent was not measured."""
    plan, gesture = played(name, voices)
    browser = chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
    page = browser.new_page(bypass_csp=True)
    page.goto(f"{address}/icon.svg")
    found = page.evaluate(OFFLINE, {"plan": plan, "gesture": gesture, "samples": int(SECONDS * RATE), "rounds": ROUNDS})
    browser.close()  # and with it the memories of its modules, of which a browser holds about a hundred
    if found["peak"] == 0:
        raise SystemExit(f"{name} was silent")
    return tuple(100 * float(each) / (1000 * SECONDS) for each in (min(found["times"]), np.median(found["times"])))


def live(browser, address: str, name: str, begin: str, again: str, seconds: float) -> tuple[float, list[int]]:
    """Play for a while, picture and scopes running: the load in %, and the gaps that the browser and the audio thread counted."""
    page = browser.new_page(bypass_csp=True)
    page.goto(f"{address}/#{name}")
    page.wait_for_function("globalThis.studio?.engine.plan")
    page.click("#power")
    page.wait_for_function("studio.engine.running && studio.engine.ready")
    page.evaluate(begin)
    page.wait_for_timeout(2000)
    before = page.evaluate("[studio.engine.dropOuts, studio.engine.seen.late]")
    loads = []
    for _ in range(int(seconds)):
        page.evaluate(again)
        page.wait_for_timeout(1000)
        loads.append(page.evaluate("studio.engine.seen.load"))
    after = page.evaluate("[studio.engine.dropOuts, studio.engine.seen.late]")
    page.close()
    return 100 * float(np.mean(loads)), [late - early for late, early in zip(after, before, strict=True)]


def main() -> None:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each is played live (default 60)")
    parser.add_argument("--live", action="store_true", help="leave out what single voices cost")
    parser.add_argument("--only", nargs="+", default=[], help="measure single voices of these alone")
    parser.add_argument(
        "--tries", type=int, default=3, help="how often a minute with a gap is tried again, the machine being shared (default 3)"
    )
    options = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="warning"))
    threading.Thread(target=lambda: server.run(sockets=[listener]), daemon=True).start()
    wrong = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        print(f"chromium {browser.version}, {SECONDS:g} s of sound at {RATE} Hz, best (median) of {ROUNDS}")
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        for name in options.only or [name for name in site.names() if "." not in name and not options.live]:
            best, median = measured(playwright.chromium, address, name)
            print(f"{name:18} {best:5.1f} % ({median:.1f})", flush=True)
            if best > (STRINGS if isinstance(instrument(name).setup, Scenery) else VOICE):
                wrong.append(f"a voice of the {name} needs {best:.1f} %")
        if not options.only:
            best, median = measured(playwright.chromium, address, "violin", voices=4)
            print(f"{'four strings':18} {best:5.1f} % ({median:.1f})", flush=True)
            if best > STRINGS:
                wrong.append(f"four strings need {best:.1f} %")
        for words, name, begin, again in LIVE if not options.only else ():
            for _ in range(options.tries):
                load, gaps = live(browser, address, name, begin, again, options.seconds)
                print(f"{options.seconds:g} s of {words} live: load {load:.0f} %, gaps {gaps[0]} (browser), {gaps[1]} (thread)", flush=True)
                if load <= STRINGS and not any(gaps):
                    break
            else:
                wrong.append(f"{words} had gaps or needed more than {STRINGS:g} % in each of {options.tries} tries")
        browser.close()
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
