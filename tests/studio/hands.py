"""Hands on a stage: pointers that move at a steady speed however busy the machine is, and ears that count samples."""

import numpy as np
from browsing import told

RATE = 48_000
METRES = 0.0254 / 96  # of a CSS pixel

PICTURE = """async () => {  // of the stage, a few frames on, since a calm page draws one in six
  for (let frame = 0; frame < 7; frame++) await new Promise((done) => requestAnimationFrame(done));
  return document.getElementById("stage").toDataURL();
}"""
POINTER = """({type, x, y, id, kind, pressure, tilt, at}) => {  // now, or at a time in ms
  const canvas = document.getElementById("stage");
  const box = canvas.getBoundingClientRect();
  const event = new PointerEvent(type, {pointerId: id, pointerType: kind, pressure, tiltX: tilt ?? 0, bubbles: true,
    clientX: box.left + x * box.width, clientY: box.top + y * box.height});
  if (at) Object.defineProperty(event, "timeStamp", {value: at});
  canvas.dispatchEvent(event);
}"""
DRAG = """async ({x, y, speed, seconds, id, kind, pressure, lift}) => {
  studio.engine.record(true);
  const canvas = document.getElementById("stage");
  const box = canvas.getBoundingClientRect();
  const begin = performance.now();
  for (let t = 0; t < seconds; t = (performance.now() - begin) / 1000) {
    canvas.dispatchEvent(new PointerEvent("pointermove", {pointerId: id, pointerType: kind, pressure, bubbles: true,
      clientX: box.left + x * box.width, clientY: box.top + y * box.height + speed * t}));
    await new Promise((done) => setTimeout(done, 8));
  }
  const controls = structuredClone(studio.engine.hands);
  if (lift) canvas.dispatchEvent(new PointerEvent("pointerup", {pointerId: id, pointerType: kind, bubbles: true}));
  studio.engine.record(false);
  return {controls, sound: Array.from((await studio.engine.take())[0])};
}"""
HEAR = """async (samples) => {
  const {engine} = studio;
  engine.record(true);
  while (engine.heard < samples) await new Promise((done) => setTimeout(done, 20));
  engine.record(false);
  return Array.from((await engine.take())[0]);
}"""

UNTIL = """async (most) => {
  for (let i = 0; !(CONDITION); i++) {
    if (i > most) throw new Error("It does not come true.");
    await new Promise((done) => setTimeout(done, 20));
  }
}"""


def pointer(page, event, x, y, *, hand=1, kind="touch", pressure=0.5, tilt=0):
    """A pointer event at a place of the stage, from 0 to 1."""
    page.evaluate(POINTER, {"type": f"pointer{event}", "x": x, "y": y, "id": hand, "kind": kind, "pressure": pressure, "tilt": tilt})


def stroke(page, x, begin, end, seconds):
    """Strike with a mouse that comes down from one height to another at a steady speed, however late the page is."""
    page.evaluate(
        f"""([x, begin, end, seconds]) => {{
          const send = {POINTER};
          const mouse = {{x, id: 1, kind: "mouse"}};
          const now = performance.now();
          for (let share = 0; share < 1; share += 0.125) {{
            send({{...mouse, type: "pointermove", y: begin + share * (end - begin), pressure: 0, at: now + share * 1000 * seconds}});
          }}
          send({{...mouse, type: "pointerdown", y: end, pressure: 0.5, at: now + 1000 * seconds}});
        }}""",
        [x, begin, end, seconds],
    )


def drag(page, x, y, speed, seconds, *, hand=1, kind="touch", pressure=0.5, lift=False):
    """Move a pointer that is down by a speed (m/s, downwards), and lift it or not; what sounds meanwhile, and the controls at the end."""
    given = {"x": x, "y": y, "speed": speed / METRES, "seconds": seconds, "id": hand, "kind": kind, "pressure": pressure, "lift": lift}
    found = told(page, DRAG, given)
    return np.array(found["sound"]), found["controls"]


def hear(page, seconds):
    """What sounds from now on."""
    return np.array(told(page, HEAR, int(seconds * RATE)))


def until(page, condition, seconds=20):
    """Wait for a condition on the page, which forbids that strings become code there."""
    page.evaluate(UNTIL.replace("CONDITION", condition), 50 * seconds)


def control(page, hand, name):
    """Where a control of a hand is."""
    return page.evaluate("([hand, name]) => studio.engine.hands[hand][name] ?? 0", [hand, name])


def led(page, paths, seconds, *, lift=False):
    """Move pointers that are down along paths (t, width, height) => [x, y] in pixels, and lift them or not; sound, and controls then."""
    moves = ", ".join(f"[{hand}, {path}]" for hand, path in paths.items())
    found = told(
        page,
        f"""async ([seconds, lift]) => {{
          const {{engine}} = studio;
          const canvas = document.getElementById("stage");
          const box = canvas.getBoundingClientRect();
          engine.record(true);
          const begin = performance.now();
          let t = 0;
          for (let last = false; !last; t = Math.min((performance.now() - begin) / 1000, seconds)) {{  // to the end, however late
            last = t === seconds;
            for (const [pointerId, path] of [{moves}]) {{
              const [x, y] = path(t, box.width, box.height);
              const where = {{clientX: box.left + x, clientY: box.top + y}};
              canvas.dispatchEvent(new PointerEvent("pointermove", {{pointerId, pointerType: "touch", pressure: 0.5, ...where}}));
            }}
            await new Promise((done) => setTimeout(done, 8));
          }}
          const controls = structuredClone(engine.hands);
          if (lift) for (const [pointerId] of [{moves}]) canvas.dispatchEvent(new PointerEvent("pointerup", {{pointerId}}));
          engine.record(false);
          return {{controls, sound: Array.from((await engine.take())[0])}};
        }}""",
        [seconds, lift],
    )
    return np.array(found["sound"]), found["controls"]


def level(sound):
    assert np.isfinite(sound).all()
    return float(np.sqrt(np.mean(sound**2)))


def strongest(sound):
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 4 * len(sound)))
    return np.argmax(spectrum) * RATE / (4 * len(sound))


def moves(page):
    """Whether one of some pictures differs from the first: a busy page may not have drawn anew between two."""
    first = page.evaluate(PICTURE)
    return any(page.evaluate(PICTURE) != first for _ in range(3))
