// The studio: one instrument on stage, what it does beside it, its parameters below.

import { Engine } from "./engine.js";
import { parameterPanel } from "./parameters.js";
import { followPointers } from "./pointers.js";
import { fitted, Scopes } from "./scopes.js";
import { stageFor } from "./stages/index.js";
import { wav } from "./wav.js";

const get = (id) => document.getElementById(id);
const engine = new Engine();
const scopes = new Scopes({ scope: get("scope"), spectrum: get("spectrum"), loop: get("loop"), bristle: get("bristle") });
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const press = get("press");

let stage = null;
let changes = {}; // of parameters, by path
let history = [];
let other = null; // the other side of A / B
const keys = new Set(); // held down on the stage

// a stage that pointers are sent to, whichever is there
const points = followPointers(get("stage"), new Proxy({}, { get: (_, name) => (...given) => stage?.[name]?.(...given) }));

function say(words = "") {
  get("message").textContent = words;
}

async function guarded(work) {
  try {
    say();
    return await work();
  } catch (error) {
    say(error.message);
    return undefined;
  }
}

async function choose(name) {
  await guarded(async () => {
    get("title").textContent = `${name.replaceAll("_", " ")} …`;
    changes = {};
    history = [];
    other = null;
    await engine.load(name);
    location.hash = name;
  });
}

engine.addEventListener("plan", ({ detail: plan }) => {
  get("title").textContent = plan.name.replaceAll("_", " ");
  const Kind = stageFor(plan);
  get("knobs").replaceChildren();
  stage = new Kind({ plan, engine, press, knobs: get("knobs"), request });
  for (const point of points.values()) stage.down?.(point, points);
  for (const key of keys) stage.key?.(key, true);
  get("help").textContent = `${plan.summary} ${Kind.help}`;
  get("stage").setAttribute("aria-label", `${plan.name}: ${Kind.help}`);
  get("pressLabel").classList.toggle("hidden", !Kind.usesPress);
  showParameters();
});

function showParameters() {
  parameterPanel(get("parameters"), engine.plan.parameters, (path, value, holder) => turn(path, value, holder));
  get("undo").disabled = history.length === 0;
  get("ab").disabled = Object.keys(changes).length === 0 && !other;
}

/** A stage turns a parameter: the panel below follows. */
function request(path, value) {
  turn(path, value, null, showParameters);
}

/** What else shows a parameter follows it. */
function parametersChanged() {
  const volume = engine.plan.parameters.find(({ path }) => path === "output.volume");
  if (volume) [get("volume").value, get("volumeShown").textContent] = [volume.value, `${volume.value} dB`];
  stage?.changed?.(engine.plan);
}

let pending = null;
function turn(path, value, holder, then) {
  clearTimeout(pending);
  pending = setTimeout(async () => {
    const done = await guarded(async () => {
      await engine.change(changes, { [path]: value });
      history.push({ ...changes });
      changes = { ...changes, [path]: value };
      parametersChanged();
      then?.();
      return true;
    });
    holder?.classList.toggle("wrong", !done);
    get("undo").disabled = history.length === 0;
    get("ab").disabled = false;
    writeLink();
  }, 60);
}

async function become(wanted) {
  const before = changes;
  const all = Object.fromEntries(original().filter(({ path }) => path in before || path in wanted).map(({ path, value }) => [path, value]));
  await guarded(async () => {
    await engine.change(before, { ...all, ...wanted });
    changes = { ...wanted };
    showParameters();
    parametersChanged();
    writeLink();
  });
}

let originals = { name: "", list: [] };
function original() {
  return originals.list;
}
engine.addEventListener("plan", ({ detail: plan }) => {
  if (originals.name !== plan.name) originals = { name: plan.name, list: plan.parameters.map((each) => ({ ...each })) };
});

get("undo").addEventListener("click", () => history.length && become(history.pop()));
get("ab").addEventListener("click", async () => {
  const wanted = other ?? {};
  other = changes;
  await become(wanted);
  get("ab").setAttribute("aria-pressed", String(get("ab").getAttribute("aria-pressed") !== "true"));
});

function writeLink() {
  const text = Object.keys(changes).length ? `?${encodeURIComponent(JSON.stringify(changes))}` : "";
  history && globalThis.history.replaceState(null, "", `#${engine.plan.name}${text}`);
}

get("link").addEventListener("click", async () => {
  writeLink();
  await guarded(async () => {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  });
});

get("save").addEventListener("click", () => {
  const text = JSON.stringify({ format: "rosin-changes", version: 1, instrument: engine.plan.name, changes }, null, 2);
  download(new Blob([text], { type: "application/json" }), `${engine.plan.name}.changes.json`);
});

get("load-file").addEventListener("change", async ({ target }) => {
  await guarded(async () => {
    const file = target.files[0];
    if (!file) return;
    if (file.size > 1e6) throw new Error("A file of changes has at most 1 MB.");
    const data = JSON.parse(await file.text());
    if (data?.format !== "rosin-changes" || typeof data.instrument !== "string" || typeof data.changes !== "object") throw new Error("This is no file of changes of the studio.");
    await choose(data.instrument);
    get("instruments").value = engine.plan.name;
    await become(data.changes);
  });
  target.value = "";
});

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

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
  if (running) engine.observe(true);
});

// the first touch of the stage starts the sound, too
get("stage").addEventListener("pointerdown", () => engine.context?.state !== "running" && get("power").click(), { capture: true });

get("record").addEventListener("click", async () => {
  const on = !engine.recording;
  get("record").setAttribute("aria-pressed", String(on));
  get("record").textContent = on ? "Stop recording" : "Record";
  engine.record(on);
  if (!on) {
    const rows = await engine.take();
    if (rows[0].length) download(wav(rows, engine.context.sampleRate), `${engine.plan.name}.wav`);
    if (engine.lost) say(`${engine.lost} samples of the take were lost: the page was busy for too long.`);
  }
});

get("replay").addEventListener("click", () => {
  const rate = engine.context.sampleRate;
  const seconds = engine.plan.duration;
  const rows = {};
  for (const [layer, controls] of Object.entries(engine.plan.gesture)) {
    rows[layer] = Object.fromEntries(Object.entries(controls).map(([name, values]) => [name, stretched(values, seconds, rate)]));
  }
  engine.replay(rows);
  setTimeout(() => engine.replay(null), 1000 * seconds);
});

function stretched(values, seconds, rate) {
  const out = new Float64Array(Math.ceil(seconds * rate));
  for (let i = 0; i < out.length; i++) {
    const at = Math.min((i / out.length) * (values.length - 1), values.length - 1.000001);
    const k = Math.floor(at);
    out[i] = values[k] + (at - k) * ((values[k + 1] ?? values[k]) - values[k]);
  }
  return out;
}

get("volume").addEventListener("input", ({ target }) => {
  get("volumeShown").textContent = `${target.value} dB`;
  turn("output.volume", Number(target.value));
});

const KEYS = new Set([" ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", ..."1234567890-qwertyuiopasdfghjklzxcvbnm"]);
get("stage").addEventListener("keydown", (event) => {
  if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (engine.context?.state !== "running") get("power").click();
  keys.add(event.key);
  stage?.key?.(event.key, true, event.repeat);
});
get("stage").addEventListener("keyup", (event) => {
  keys.delete(event.key);
  stage?.key?.(event.key, false);
});
function release() {
  keys.clear();
  engine.release();
  stage?.released?.();
}
get("stage").addEventListener("blur", release);
document.addEventListener("visibilitychange", () => document.hidden && release());

let lastSecond = 0;
engine.addEventListener("look", ({ detail: seen }) => {
  if (!engine.plan) return;
  scopes.draw(seen, engine.plan);
  const now = performance.now();
  if (now - lastSecond < 500) return;
  lastSecond = now;
  get("latency").textContent = `latency ${engine.latency.toFixed(0)} ms`;
  get("load").textContent = `load ${(100 * seen.load).toFixed(0)} %`;
  get("drops").textContent = `drop-outs ${seen.late}`;
  const level = Math.sqrt(seen.rows.subarray(0, 2048).reduce((sum, value) => sum + value * value, 0) / 2048);
  get("regime").textContent = level > 1e-3 ? "sounding" : "silent";
  get("regime").classList.toggle("sounding", level > 1e-3);
});

let frame = 0;
function draw(time) {
  requestAnimationFrame(draw);
  frame += 1;
  if (document.hidden || (calm.matches && frame % 6)) return;
  if (engine.context?.state === "running" && frame % 2 === 0) engine.look();
  if (!stage) return;
  const [context, width, height] = fitted(get("stage"));
  stage.draw(context, width, height, time / 1000, engine.seen);
}
requestAnimationFrame(draw);

const listed = await (await fetch("plans/index.json")).json();
get("instruments").replaceChildren(...listed.map(({ name, summary }) => new Option(name.replaceAll("_", " "), name, false, false)).map((option, i) => ((option.title = listed[i].summary), option)));
get("instruments").addEventListener("change", ({ target }) => choose(target.value));

const [wanted, given] = decodeURIComponent(location.hash.slice(1)).split(/\?(.*)/s);
const known = listed.some(({ name }) => name === wanted);
get("instruments").value = known ? wanted : "wineglass";
await choose(get("instruments").value);
if (known && given) {
  await guarded(async () => {
    const sent = JSON.parse(given);
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) throw new Error("The link carries no changes that can be read.");
    await become(sent);
  });
}
globalThis.studio = { engine };
