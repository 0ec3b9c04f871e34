"""The studio played at random for a long time, by all hands, from instrument to instrument, in a real browser.

python benchmarks/studio_soak.py [--minutes 30] [--switches 200] [--seed 1] [--only drum gong ...]

Fingers, pen and mouse on the stage, letters, a MIDI keyboard, knobs, latch, takes and loops; after each stretch what is heard is listened
to, and the heap is measured after its garbage was collected. Fails where the page throws, where a sound is not finite or leaves [-1, 1],
where it broke down and was muted, where the audio thread was late clearly more often than one that does nothing, beside it in another
window, or where the heap of the last quarter is more than a third above that of the second. A machine that is shared is at times taken
away: what is late in a stretch in which others had more than a hundredth of it (the "steal" of /proc/stat) is told, but set apart; where
that was most of the time, the run says nothing, and fails.
"""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

import numpy as np
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import sync_playwright

from rosin.studio import site

ARGUMENTS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--enable-precise-memory-info", "--js-flags=--expose-gc"]
GROWN = 4 / 3
SURELY = 2.0  # standard deviations between two numbers of late blocks
TAKEN = 0.01  # of the machine's time, which others may have in a stretch that counts
TOLD = 1200  # ms after which the browser has told of all drop-outs
STEAL = 7  # among the times of /proc/stat
KEYBOARD = """
  const access = {inputs: new Map(), onstatechange: null};
  navigator.requestMIDIAccess = async () => access;
  globalThis.send = (...bytes) => access.inputs.get("one").onmidimessage?.({data: Uint8Array.from(bytes)});
  access.inputs.set("one", {id: "one", name: "Keys", state: "connected"});
"""
PLAY = """async ({ seconds, seed }) => {
  let chance = seed;  // a generator of its own, so that a run can be had again
  const random = () => (chance = (1103515245 * chance + 12345) % 2147483648) / 2147483648;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const { engine, turning } = studio;
  const stage = document.getElementById("stage");
  const point = (type, id, kind, x, y) => {
    const box = stage.getBoundingClientRect();
    stage.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: kind, pressure: random(), tiltX: 90 * random(), bubbles: true,
      clientX: box.left + x * box.width, clientY: box.top + y * box.height }));
  };
  const letter = (type, key) => stage.dispatchEvent(new KeyboardEvent(type, { key, code: `Key${key.toUpperCase()}`, bubbles: true }));
  const fingers = new Map();
  const deeds = [
    () => { const id = 1 + Math.floor(5 * random()); if (!fingers.has(id)) {
      const at = [pick(["touch", "pen", "mouse"]), random(), random()];
      fingers.set(id, at); point("pointerdown", id, ...at); } },
    () => { for (const [id, at] of fingers) { at[1] = Math.min(1, Math.max(0, at[1] + 0.3 * (random() - 0.5)));
      at[2] = Math.min(1, Math.max(0, at[2] + 0.3 * (random() - 0.5))); point("pointermove", id, ...at); } },
    () => { const id = pick([...fingers.keys()]); if (id) { point("pointerup", id, ...fingers.get(id)); fingers.delete(id); } },
    () => { const key = pick([..."asdfghjkl"]); letter("keydown", key); setTimeout(() => letter("keyup", key), 300 * random()); },
    () => { const key = 40 + Math.floor(50 * random()); send(0x90, key, 1 + Math.floor(126 * random()));
      setTimeout(() => send(0x80, key, 0), 500 * random()); },
    () => send(0xe0, Math.floor(127 * random()), Math.floor(127 * random())),
    () => send(0xb0, pick([1, 2, 7, 11, 64, 74]), Math.floor(127 * random())),
    () => { const { path, range, value } = pick(engine.plan.parameters);
      if (range && typeof value === "number") turning.turn(path, range[0] + (range[1] - range[0]) * random()); },
    () => pick([...document.querySelectorAll("#latch, #record, #loop-take, #loop-clear, #replay, #undo, #redo, #ab")])?.click(),
  ];
  const often = [0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8];
  const end = performance.now() + 1000 * seconds;
  let done = 0;
  while (performance.now() < end) {
    deeds[pick(often)]();
    done += 1;
    await new Promise((next) => setTimeout(next, 30 * random()));
  }
  for (const [id, at] of fingers) point("pointerup", id, ...at);
  return done;
}"""
# a hair above silence: chromium takes what is silent for half a minute off the device, and counts no more drop-outs of it
IDLE = """async () => {
  const code = `import { Clock, TIMED } from "${location.origin}/audio/clock.js";
    class Idle extends AudioWorkletProcessor {
      clock = new Clock();
      process(_, [[left]]) { left.fill(1e-6); if (currentFrame % TIMED === 0) { const { late } = this.clock; this.clock.look();
        if (this.clock.late > late) this.port.postMessage(this.clock.late); } return true; }
    }
    registerProcessor("idle", Idle);`;
  const context = new AudioContext();
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const node = new AudioWorkletNode(context, "idle");
  Object.assign(globalThis, { late: 0, context });
  node.port.onmessage = ({ data }) => (globalThis.late = data);
  node.connect(context.destination);
}"""
HEAR = """async () => {
  const { engine, transport } = studio;
  if (transport.recording) await transport.finish();
  engine.record(true);
  const end = performance.now() + 3000;
  while (engine.heard < 2400 && performance.now() < end) await new Promise((done) => setTimeout(done, 10));
  engine.record(false);
  return (await engine.take()).map((side) => Array.from(side));
}"""

MISSED = "[studio.engine.seen.late ?? 0, studio.engine.dropOuts ?? 0]"  # blocks so far, and drop-outs
IDLE_MISSED = "[late, context.playbackStats?.underrunEvents ?? late]"


def times() -> np.ndarray:
    """Of all processors since they were started, by kind; zeros where no one tells."""
    told = pathlib.Path("/proc/stat")
    return np.array(told.read_text().split()[1:9], float) if told.exists() else np.zeros(8)


def main() -> None:
    """Play, listen, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long it is played (default 30)")
    parser.add_argument("--switches", type=int, default=200, help="how often the instrument is changed (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is left to chance (default 1)")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="instruments that are played (default all)")
    options = parser.parse_args()
    server = subprocess.Popen([sys.executable, "-m", "rosin", "studio", "--no-browser"], stdout=subprocess.PIPE, text=True)
    address, chance = re.search(r"http://[^/]*", server.stdout.readline())[0], random.Random(options.seed)
    names = options.only or [name for name in site.names() if "." not in name]
    wrong, heaps, deeds, late, loudest = [], [], 0, 0, 0.0
    drops, idle, idle_drops, set_apart = 0, 0, 0, []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        page = browser.new_page(bypass_csp=True, viewport={"width": 1024, "height": 760})
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: wrong.append(f"{where}: {error}"))
        page.on("dialog", lambda dialog: dialog.accept())
        page.add_init_script(KEYBOARD)
        where = chance.choice(names)
        page.goto(f"{address}/#{where}")
        page.wait_for_function("globalThis.studio?.engine.plan")
        page.click("#power")
        page.click("#midi")
        other = browser.new_context(bypass_csp=True).new_page()
        other.goto(f"{address}/app.webmanifest")
        other.evaluate(IDLE)
        page.bring_to_front()
        begin = time.monotonic()
        for switch in range(options.switches):
            opening, idle_before, begun = page.evaluate(MISSED), other.evaluate(IDLE_MISSED), times()
            page.evaluate("(name) => { location.hash = name; }", where)
            try:
                page.wait_for_function(
                    "(name) => studio.engine.plan.name === name && studio.engine.running && studio.engine.ready", arg=where
                )
            except TooLong as error:
                state = page.evaluate("[studio.engine.plan.name, studio.engine.context?.state, studio.engine.ready, message.textContent]")
                sys.exit("\n".join([f"{where} does not open after {switch} switches: {state}", *wrong, str(error)]))
            before = page.evaluate(MISSED)
            left = 60 * options.minutes - (time.monotonic() - begin)
            deeds += page.evaluate(
                PLAY, {"seconds": max(left / (options.switches - switch) - 1 - TOLD / 1000, 0.5), "seed": chance.randrange(1 << 31)}
            )
            sound = np.array(page.evaluate(HEAR))
            loudest = max(loudest, np.abs(sound).max(initial=0.0))
            if not np.isfinite(sound).all() or np.abs(sound).max(initial=0.0) > 1:
                wrong.append(f"{where}: the sound is not finite, or above 1")
            if page.evaluate("document.getElementById('message').textContent.includes('broke down')"):
                changes = page.evaluate("JSON.stringify(studio.preset.changes)")
                wrong.append(f"{where}: the sound broke down and was muted, changes {changes}")
            page.wait_for_timeout(TOLD)
            after = page.evaluate(MISSED)
            if after != opening:
                told = (
                    f"late {after[0] - before[0]}",
                    f"drop-outs {before[1] - opening[1]} as it opened, {after[1] - before[1]} as it was played",
                )
                print(f"  {where}: {', '.join(told)}", flush=True)
            spent, idle_after = times() - begun, other.evaluate(IDLE_MISSED)
            if spent[STEAL] > TAKEN * spent.sum():
                set_apart.append(after[1] - opening[1])
                print(f"  {where} is set apart: others had {100 * spent[STEAL] / spent.sum():.1f} % of the machine", flush=True)
            else:
                late += max(after[0] - before[0], 0)
                drops += after[1] - opening[1]
                idle += idle_after[0] - idle_before[0]
                idle_drops += idle_after[1] - idle_before[1]
            heaps.append(page.evaluate("(gc(), gc(), performance.memory.usedJSHeapSize / 1e6)"))
            if switch % 20 == 19:
                minutes = (time.monotonic() - begin) / 60
                print(f"{minutes:5.1f} min  {switch + 1} switches  {deeds} deeds  heap {heaps[-1]:.1f} MB  {late} late", flush=True)
            where = chance.choice([name for name in names if name != where] or names)
        browser.close()
    server.terminate()
    quarter = max(len(heaps) // 4, 1)
    second, last = np.median(heaps[quarter : 2 * quarter]), np.median(heaps[-quarter:])
    print(
        f"seed {options.seed}: {options.switches} switches, {deeds} deeds, peak {loudest:.2f}; heap {second:.1f} MB, at last {last:.1f} MB"
    )
    print(f"set apart, since others had the machine: {len(set_apart)} stretches with {sum(set_apart)} drop-outs")
    for what, ours, others in (
        ("blocks that the audio thread was late with", late, idle),
        ("drop-outs that the browser counted", drops, idle_drops),
    ):
        print(f"{what}: {ours}; of one that does nothing: {others}")
        if ours - others > SURELY * (ours + others) ** 0.5:
            wrong.append(f"{what}: {ours}, of one that does nothing {others}")
    if len(set_apart) > options.switches / 2:
        wrong.append("others had the machine most of the time: run it again")
    if last > GROWN * second:
        wrong.append(f"the heap has grown from {second:.1f} to {last:.1f} MB")
    sys.exit("\n".join(dict.fromkeys(wrong)) or 0)


if __name__ == "__main__":
    main()
