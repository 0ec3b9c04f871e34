// The studio: one instrument on stage, what it does beside it, its parameters below.

import { Engine } from "./engine.js";
import { GamepadHand } from "./gamepad.js";
import { GestureRecorder, plain, readGesture, rowsOf, written } from "./gesture.js";
import { readFile } from "./json.js";
import { followKeyboard } from "./keyboard.js";
import { Notes } from "./notes.js";
import { parameterPanel } from "./parameters.js";
import { followPointers } from "./pointers.js";
import { followPorts } from "./ports.js";
import { Preset } from "./preset.js";
import { RegimeLamp } from "./regime.js";
import { fitted, Scopes } from "./scopes.js";
import { speakingWindow } from "./speaking.js";
import { stageFor } from "./stages/index.js";
import { Clock } from "./stages/playing.js";
import { wav } from "./wav.js";

const get = (id) => document.getElementById(id);
const engine = new Engine();
const preset = new Preset(engine, { opened: presetOpened, shown: presetShown });
const recorder = new GestureRecorder(engine);
const lamp = new RegimeLamp();
const scopes = new Scopes({ scope: get("scope"), spectrum: get("spectrum"), loop: get("loop"), bristle: get("bristle"), window: get("window") });
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const press = get("press");
const FIRST = "wineglass";

const TOGETHER = 60; // ms in which turns of a knob are one
const wanted = new Map(); // knobs that are being turned: the last value of each, by path
const turning = new Set(); // those of which one is on its way
const clock = new Clock();
let stage = null;
let gesture = null; // that was recorded or loaded: { rows, rate, seconds, hands }

const keys = followKeyboard({
  pressed(key, again) {
    start();
    stage?.key?.(key, true, again);
  },
  released: (key) => stage?.key?.(key, false),
  left: release,
});
// a stage that pointers are sent to, whichever is there
const points = followPointers(get("stage"), new Proxy({}, { get: (_, name) => stage?.[name]?.bind(stage) }));

function say(words = "", kind = "wrong") {
  get("message").textContent = words;
  get("message").classList.toggle("wrong", kind === "wrong");
}

/** Do something that may fail, and say so where it does. */
async function guarded(work) {
  try {
    say();
    return (await work()) ?? true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

async function choose(name) {
  get("title").textContent = `${name.replaceAll("_", " ")} …`;
  if (await guarded(() => preset.open(name))) return;
  get("title").textContent = engine.plan?.name.replaceAll("_", " ") ?? "";
  if (typeof preset.source === "string") get("instruments").value = preset.source;
}

engine.addEventListener("plan", ({ detail: plan }) => {
  get("title").textContent = plan.name.replaceAll("_", " ");
  const Kind = stageFor(plan);
  get("knobs").replaceChildren();
  stage?.dispose();
  stage = new Kind({ plan, engine, press, knobs: get("knobs"), request: turn });
  for (const point of points.values()) stage.down?.(point, points);
  for (const key of keys.values()) stage.key?.(key, true);
  get("help").textContent = `${plan.summary} ${Kind.help}`;
  get("stage").setAttribute("aria-label", `${plan.name}: ${Kind.help}`);
  get("pressLabel").classList.toggle("hidden", !Kind.usesPress);
  lamp.reset();
  showParameters();
});
engine.addEventListener("failed", ({ detail }) => say(detail));

function showParameters() {
  parameterPanel(get("parameters"), engine.plan.parameters, (path, value, holder) => turn(path, value, holder), (path) => engine.turns(path));
}

/** Another instrument is on stage: what belongs to the last one goes. */
function presetOpened() {
  wanted.clear();
  gesture = null;
  get("again").disabled = get("keep").disabled = true;
}

/** What shows a preset follows it. */
function presetShown() {
  const { plan } = engine;
  scopes.window = null; // which is simulated for the instrument as it comes
  const asItComes = typeof preset.source === "string" && Object.keys(preset.changes).every((path) => /^(gain|output\.)/.test(path));
  if (asItComes) speakingWindow(plan.name).then((found) => engine.plan === plan && (scopes.window = found));
  if (typeof preset.source === "string") get("instruments").value = preset.source;
  get("undo").disabled = preset.history.length === 0;
  get("redo").disabled = preset.future.length === 0;
  get("ab").disabled = !preset.changed && !preset.other;
  get("ab").textContent = `A / B: ${preset.side}`;
  get("ab").setAttribute("aria-pressed", String(preset.side === "B"));
  get("save").disabled = !engine.served;
  globalThis.history.replaceState(null, "", preset.link);
  const volume = engine.plan.parameters.find(({ path }) => path === "output.volume");
  if (volume) [get("volume").value, get("volumeShown").textContent] = [volume.value, `${volume.value} dB`];
  if (!document.activeElement?.closest("#parameters")) showParameters(); // a knob that is being turned stays
  stage?.changed?.(engine.plan);
}

let drags = 0; // that have ended: a field says that it has changed when it is let go
document.addEventListener("change", () => (drags += 1), { capture: true });

/** Turn a parameter: of all values that come while one is on its way the last one counts; `holder` shows where it is not allowed. */
function turn(path, value, holder) {
  wanted.set(path, { value, holder, drag: `${path} ${drags}` });
  if (turning.has(path)) return;
  turning.add(path);
  setTimeout(() => send(path), TOGETHER);
}

async function send(path) {
  while (wanted.has(path)) {
    const { value, holder, drag } = wanted.get(path);
    wanted.delete(path);
    const done = await guarded(() => preset.turn(path, value, drag));
    holder?.classList.toggle("wrong", !done);
  }
  turning.delete(path);
}

for (const [id, work] of [["undo", () => preset.undo()], ["redo", () => preset.redo()], ["ab", () => preset.swap()]]) {
  get(id).addEventListener("click", async () => {
    await guarded(work);
    showParameters();
  });
}

get("link").addEventListener("click", () => guarded(async () => {
  await navigator.clipboard.writeText(location.href);
  say("The link is copied.", "done");
}));

get("save").addEventListener("click", () => guarded(async () => {
  download(new Blob([JSON.stringify(await preset.file(), null, 2)], { type: "application/json" }), `${engine.plan.name}.json`);
}));

get("load-file").addEventListener("change", async ({ target }) => {
  const file = target.files[0];
  if (file) await guarded(() => load(file));
  target.value = "";
});
get("stage").addEventListener("dragover", (event) => event.preventDefault());
get("stage").addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) guarded(() => load(file));
});

/** An instrument file goes on stage, a gesture is ready to be played. */
async function load(file) {
  const data = await readFile(file);
  if (data.format === "rosin-instrument") return preset.open(data);
  const given = readGesture(data, engine.plan.hands);
  if (plain(given, engine.plan.hands)) gesture = rowsOf(given, engine.plan);
  else gesture = await engine.ask("gesture", { before: preset.changes, gesture: given });
  get("again").disabled = engine.context?.state !== "running";
  return say(`A gesture of ${gesture.seconds.toFixed(1)} s is loaded: play it again.`, "done");
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const start = () => engine.context?.state !== "running" && get("power").click();
const gamepad = new GamepadHand({ engine, stage: () => stage, say });
followPorts({ button: get("midi"), status: get("midiInputs"), say, start, notes: new Notes(engine, () => stage) });

get("power").addEventListener("click", async () => {
  const on = engine.context?.state === "running";
  await guarded(async () => {
    if (on) await engine.context.suspend();
    else await engine.start();
  });
  const running = engine.context?.state === "running";
  get("power").setAttribute("aria-pressed", String(running));
  get("power").textContent = running ? "Sound is on" : "Start the sound";
  get("record").disabled = get("replay").disabled = !running;
  get("again").disabled = !running || !gesture;
  if (running) engine.observe(true);
});

// the first touch of the stage starts the sound, too
get("stage").addEventListener("pointerdown", start, { capture: true });

get("record").addEventListener("click", async () => {
  const on = !engine.recording;
  get("record").setAttribute("aria-pressed", String(on));
  get("record").textContent = on ? "Stop recording" : "Record";
  engine.record(on);
  if (on) return recorder.start();
  const hands = recorder.stop();
  await guarded(() => {
    gesture = { ...rowsOf(hands, engine.plan), hands };
    get("again").disabled = get("keep").disabled = false;
  });
  const rows = await engine.take();
  if (rows[0].length) download(wav(rows, engine.context.sampleRate), `${engine.plan.name}.wav`);
  if (engine.lost) say(`${engine.lost} samples of the take were lost: the page was busy for too long.`);
});
get("keep").addEventListener("click", () => {
  if (gesture?.hands) download(new Blob([written(gesture.hands)], { type: "application/json" }), `${engine.plan.name}.gesture.json`);
});

let replaying = null;
/** Play a gesture as it was, without hands; a second click stops it. */
function replay(button, { rows, rate, seconds, keys }) {
  const again = replaying?.button !== button;
  if (replaying) stopReplay();
  if (!again) return;
  engine.replay(rows, rate, keys);
  button.setAttribute("aria-pressed", "true");
  replaying = { button, timer: setTimeout(stopReplay, 1000 * seconds) };
}
function stopReplay() {
  if (!replaying) return;
  clearTimeout(replaying.timer);
  replaying.button.setAttribute("aria-pressed", "false");
  replaying = null;
  engine.replay(null);
  stage?.released();
}
engine.addEventListener("plan", stopReplay);
get("replay").addEventListener("click", ({ target }) => {
  replay(target, engine.plan.gesture);
  say(`Listen for: ${engine.plan.listen}`, "done");
});
get("again").addEventListener("click", ({ target }) => gesture && replay(target, gesture));

get("volume").addEventListener("input", ({ target }) => {
  get("volumeShown").textContent = `${target.value} dB`;
  turn("output.volume", Number(target.value));
});

/** Nobody plays any more. */
function release() {
  engine.release();
  stage?.released?.();
}

let lastSecond = 0;
let looks = 0;
engine.addEventListener("look", ({ detail: seen }) => {
  if (!engine.plan) return;
  if (seen.muted > 0) {
    engine.restart();
    say("The sound broke down and was muted; it begins anew.");
  }
  const present = engine.present(seen.layer);
  const { words, kind } = lamp.read(seen, present);
  looks += 1;
  if (!calm.matches || looks % 3 === 0) scopes.draw(seen, present);
  const now = performance.now();
  if (now - lastSecond < 500) return;
  lastSecond = now;
  [get("regime").textContent, get("regime").className] = [words, `lamp ${kind}`];
  get("latency").textContent = `latency ${engine.latency.toFixed(0)} ms`;
  get("load").textContent = `load ${(100 * seen.load).toFixed(0)} %`;
  get("drops").textContent = `drop-outs ${engine.dropOuts}`;
});

let frame = 0;
function draw(time) {
  requestAnimationFrame(draw);
  frame += 1;
  gamepad.poll(time);
  if (document.hidden || !stage) return;
  const canvas = get("stage");
  engine.followReplay();
  stage.advance?.(clock.lapse(time / 1000), { width: canvas.clientWidth, height: canvas.clientHeight, seen: engine.seen });
  if (engine.context?.state === "running" && frame % 2 === 0) engine.look();
  if (calm.matches && frame % 6) return;
  const [context, width, height] = fitted(canvas);
  stage.draw(context, width, height, time / 1000, engine.seen);
}
requestAnimationFrame(draw);

const { instruments: listed, served } = await (await fetch("plans/index.json")).json();
engine.served = served;
get("instruments").replaceChildren(...listed.map(({ name, summary }) => Object.assign(new Option(name.replaceAll("_", " "), name), { title: summary })));
get("instruments").addEventListener("change", ({ target }) => choose(target.value));
const followed = () => guarded(() => preset.follow(location.hash, listed.map(({ name }) => name)));
addEventListener("hashchange", followed);
const wrong = (await followed()) ? "" : get("message").textContent;
if (!engine.plan) await choose(FIRST);
if (wrong) say(wrong);
globalThis.studio = { engine, preset };
