// The studio: a cabinet of instruments, and the one that is played: its stage, what it does, its knobs and takes.

import { Engine } from "./audio/engine.js";
import { turns } from "./audio/turning.js";
import { download } from "./files/download.js";
import { readFile } from "./files/json.js";
import { Preset } from "./files/preset.js";
import { keepSite } from "./files/whole_site.js";
import { Gallery } from "./gallery/gallery.js";
import { GamepadHand } from "./hands/gamepad.js";
import { followKeyboard } from "./hands/keyboard.js";
import { Learning } from "./hands/learning.js";
import { Notes } from "./hands/notes.js";
import { followPointers } from "./hands/pointers.js";
import { followPorts } from "./hands/ports.js";
import { Tuning } from "./hands/tuning.js";
import { drawIcons } from "./look/icons.js";
import { followTheme } from "./look/theme.js";
import { followHost } from "./parts/embedded.js";
import { Latch } from "./parts/latch.js";
import { Looper } from "./parts/looper.js";
import { Macros } from "./parts/macros.js";
import { NoteChoice } from "./parts/note_choice.js";
import { Notices } from "./parts/notices.js";
import { OnscreenKeys } from "./parts/onscreen_keys.js";
import { ParameterPanel } from "./parts/parameters.js";
import { Readout } from "./parts/readout.js";
import { Transport } from "./parts/transport.js";
import { Turning } from "./parts/turning.js";
import { Address, followAddress } from "./parts/views.js";
import { RegimeLamp } from "./scopes/regime.js";
import { fitted, Scopes } from "./scopes/scopes.js";
import { speakingWindow } from "./scopes/speaking.js";
import { stageFor } from "./stages/index.js";
import { Clock } from "./stages/playing.js";

const get = (id) => document.getElementById(id);
drawIcons(document);
followTheme([get("theme")]);

const engine = new Engine();
const address = new Address();
const preset = new Preset(engine, { opened: () => transport.hold(null), shown: presetShown });
const notices = new Notices({ notice: get("notice"), message: get("message"), act: get("noticeAct"), close: get("noticeClose") });
const turning = new Turning(preset, notices);
const lamp = new RegimeLamp();
const scopes = new Scopes({ thread: get("thread"), scope: get("scope"), spectrum: get("spectrum"), loop: get("loop"), bristle: get("bristle"), window: get("window") });
const readout = new Readout({ lamp: get("lamp"), regime: get("regime"), advice: get("advice"), tuner: get("tuner") });
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const clock = new Clock();
const SINGING = new Set(["bowed", "rubbed"]); // families whose even slips are a tone, not a squeal
let stage = null;

// ---- hands

const transport = new Transport({
  engine,
  preset,
  notices,
  buttons: { replay: get("replay"), record: get("record"), again: get("again"), keep: get("keep"), whole: get("keepTake") },
  ended: () => {
    get("ghost").hidden = true;
    stage?.released();
  },
});
const looper = new Looper({ engine, notices, button: get("loop-take"), clear: get("loop-clear") });
const keys = followKeyboard({
  pressed(key, again) {
    if (document.body.dataset.view !== "workshop") return;
    begin();
    stage?.key?.(key, true, again);
  },
  released: (key) => stage?.key?.(key, false),
  left() {
    engine.release();
    stage?.released?.();
  },
});
// a stage that pointers are sent to, whichever is there
const points = followPointers(get("stage"), new Proxy({}, { get: (_, name) => stage?.[name]?.bind(stage) }));
const tuning = new Tuning();
const notes = new Notes(engine, () => stage, tuning);
new NoteChoice(get("tuning"), tuning, notices);
const onscreen = new OnscreenKeys(get("keys"), notes, { start: begin });
const gamepad = new GamepadHand({ engine, stage: () => stage, say: (...words) => notices.say(...words) });
const latch = new Latch({ engine, stage: () => stage, holder: get("latch"), byHand: get("byHand"), byItself: get("byItself"), start: begin });

/** Somebody plays: it sounds from now on, and a demonstration stops. */
function begin() {
  start();
  if (get("replay").ariaPressed === "true") transport.stop();
}

// ---- sound

function start() {
  if (!engine.running) power(true);
}

async function power(on) {
  await notices.guarded(() => (on ? engine.start() : engine.context?.suspend()));
  const { running } = engine;
  get("power").setAttribute("aria-pressed", String(running));
  get("power").querySelector(".label").textContent = running ? "Sound on" : "Sound off";
  transport.refresh();
  looper.refresh();
  if (running) engine.observe(true);
}
get("power").addEventListener("click", () => power(!engine.running));
// the first touch of the stage starts the sound, too
get("stage").addEventListener("pointerdown", begin, { capture: true });

// ---- the instrument on stage

const title = ({ title: given, name }) => given ?? name.replaceAll("_", " ");

engine.addEventListener("plan", ({ detail: plan }) => {
  const Kind = stageFor(plan);
  document.title = `${title(plan)} · Rosin studio`;
  get("title").textContent = title(plan);
  get("invitation").textContent = plan.invitation ?? plan.summary;
  get("help").textContent = Kind.help;
  get("knobs").replaceChildren();
  stage?.dispose();
  stage = new Kind({ plan, engine, press: get("press"), knobs: get("knobs"), tuning, request: (path, value) => turning.turn(path, value) });
  for (const point of points.values()) stage.down?.(point, points);
  for (const key of keys.values()) stage.key?.(key, true);
  get("stage").setAttribute("aria-label", `${title(plan)}: ${Kind.help}`);
  get("pressLabel").classList.toggle("hidden", !Kind.usesPress);
  get("byItself").querySelector(".label").textContent = Kind.automatic ?? "By itself";
  get("tuning").hidden = !stage.keyRange();
  onscreen.show(Kind.drawsKeys ? null : stage.keyRange());
  macros.show(plan, (path) => turns(engine, path));
  lamp.reset();
  panel.drawn = false;
  showParameters();
});
engine.addEventListener("failed", ({ detail }) => notices.say(detail));

/** What shows a preset follows it. */
function presetShown() {
  const { plan } = engine;
  scopes.window = null; // which is simulated for the instrument as it comes
  const asItComes = typeof preset.source === "string" && Object.keys(preset.changes).every((path) => /^(gain|output\.)/.test(path));
  if (asItComes) speakingWindow(plan.name).then((found) => engine.plan === plan && (scopes.window = found));
  get("undo").disabled = preset.history.length === 0;
  get("redo").disabled = preset.future.length === 0;
  get("ab").disabled = !preset.changed && !preset.other;
  get("ab").textContent = `A / B: ${preset.side}`;
  get("ab").setAttribute("aria-pressed", String(preset.side === "B"));
  get("resetAll").disabled = !preset.changed;
  get("save").disabled = !engine.served;
  address.say(preset.link);
  const volume = plan.parameters.find(({ path }) => path === "output.volume");
  if (volume) [get("volume").value, get("volumeShown").textContent] = [volume.value, `${volume.value} dB`];
  if (!document.activeElement?.closest("#parameters")) showParameters(); // a knob that is being turned stays
  macros.follow(plan.parameters, (path) => turning.awaits(path));
  stage?.changed?.(plan);
}

// ---- knobs

const macros = new Macros(get("macros"), { turned: (changes, drag) => turning.turnAll(changes, drag), chosen: (name) => learning.choose("macro", name) });
const panel = new ParameterPanel(get("parameters"), (path, value, row) => turning.turn(path, value, row), (path) => learning.choose("parameter", path));
const learning = new Learning({ engine, button: get("learn"), say: (...words) => notices.say(...words), targets: { macro: macros, parameter: panel } });
followPorts({ button: get("midi"), status: get("midiInputs"), say: (...words) => notices.say(...words), start, notes, learning });

function showParameters() {
  panel.show(engine.plan.parameters, (path) => turns(engine, path), new Map(preset.original.map(({ path, value }) => [path, value])));
  panel.find(get("find").value);
  learning.mark();
}

get("find").addEventListener("input", ({ target }) => panel.find(target.value));
for (const [id, work] of [["undo", () => preset.undo()], ["redo", () => preset.redo()], ["ab", () => preset.swap()], ["resetAll", () => preset.reset()]]) {
  get(id).addEventListener("click", async () => {
    await notices.guarded(work);
    showParameters();
  });
}
get("volume").addEventListener("input", ({ target }) => {
  get("volumeShown").textContent = `${target.value} dB`;
  turning.turn("output.volume", Number(target.value));
});

// ---- furniture

function unfold(button, on, show) {
  get(button).setAttribute("aria-expanded", String(on));
  show(on);
}
const showDrawer = (on) => unfold("openDrawer", on, () => {
  get("drawer").hidden = !on;
  get(on ? "find" : "openDrawer").focus({ preventScroll: true });
});
get("openDrawer").addEventListener("click", () => showDrawer(get("drawer").hidden));
get("closeDrawer").addEventListener("click", () => showDrawer(false));
get("drawer").addEventListener("keydown", ({ key }) => key === "Escape" && showDrawer(false));
for (const [button, name] of [["openScopes", "scoping"], ["openKnobs", "sheet"]]) {
  get(button).addEventListener("click", () => unfold(button, !document.body.classList.contains(name), (on) => document.body.classList.toggle(name, on)));
}
get("full").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()));

// ---- files

get("link").addEventListener("click", () => notices.guarded(async () => {
  await navigator.clipboard.writeText(location.href);
  notices.say(`The link is copied: it opens this ${title(engine.plan)} as it is now.`, "done");
}));
get("save").addEventListener("click", () => notices.guarded(async () => {
  download(new Blob([JSON.stringify(await preset.file(), null, 2)], { type: "application/json" }), `${engine.plan.name}.json`);
}));
get("load-file").addEventListener("change", async ({ target }) => {
  const file = target.files[0];
  if (file) await notices.guarded(() => load(file));
  target.value = "";
});
get("stage").addEventListener("dragover", (event) => event.preventDefault());
get("stage").addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) notices.guarded(() => load(file));
});

/** An instrument file goes on stage, a gesture is ready to be played. */
async function load(file) {
  const data = await readFile(file);
  if (data.format !== "rosin-instrument") return transport.load(data, preset.changes, file.name);
  await preset.open(data);
  if (document.body.dataset.view === "cabinet") location.hash = preset.link;
  return notices.say(`${file.name} is on stage.`, "done");
}

// ---- pictures

/** What the lamp says; where notes are rubbed on pairs, of which nothing is traced, that they sound. */
function said(read) {
  return read.words === "rings" && stage?.notes?.size && !stage.constructor.struck ? { words: "sounds", kind: "good" } : read;
}

let lastSecond = 0;
let looks = 0;
engine.addEventListener("look", ({ detail: seen }) => {
  if (!engine.plan) return;
  if (seen.muted > 0) {
    engine.restart();
    notices.say("The sound broke down and was muted; it begins anew.");
  }
  const present = engine.present(seen.layer);
  const now = performance.now();
  readout.show(seen, { ...said(lamp.read(seen, present, engine.judged)), rate: present.rate, singing: SINGING.has(engine.plan.family) }, now);
  looks += 1;
  if (!calm.matches || looks % 3 === 0) scopes.draw(seen, present);
  if (now - lastSecond < 500) return;
  lastSecond = now;
  get("latency").textContent = `latency ${engine.latency.toFixed(0)} ms`;
  get("load").textContent = `load ${(100 * seen.load).toFixed(0)} %`;
  get("drops").textContent = `drop-outs ${engine.dropOuts}`;
});

let frame = 0;
function draw(time) {
  requestAnimationFrame(draw);
  frame += 1;
  gamepad.poll(time);
  if (document.hidden || !stage || document.body.dataset.view !== "workshop") return;
  const canvas = get("stage");
  engine.followReplay();
  stage.advance?.(clock.lapse(time / 1000), { width: canvas.clientWidth, height: canvas.clientHeight, seen: engine.seen });
  if (engine.running && frame % 2 === 0) engine.look();
  if (engine.running && frame % 12 === 0) engine.judge();
  if (calm.matches && frame % 6) return;
  const [context, width, height] = fitted(canvas);
  stage.draw(context, width, height, time / 1000, engine.seen);
}
requestAnimationFrame(draw);

// ---- where we are

const { instruments: listed, families, version } = await engine.server.index();
const gallery = new Gallery(get("cabinet"), {
  instruments: listed,
  families,
  openFile: (file) => notices.guarded(() => load(file)),
  sound: {
    get on() {
      return engine.running;
    },
    async ask() {
      await power(true);
      return engine.running;
    },
  },
  context: () => engine.context,
});
globalThis.studio = { engine, preset, turning, transport, notes };
followHost({
  engine,
  lamp: get("lamp"),
  word: get("regime"),
  does: { start, stop: () => power(false), turn: (path, value) => turning.turn(path, value), listen: async () => (await power(true), demonstrate()) },
});
await followAddress(address, {
  listed,
  preset,
  engine,
  notices,
  links: { before: get("before"), after: get("after") },
  cabinet: (shown) => {
    if (!shown) return gallery.hide();
    transport.stop();
    latch.let();
    looper.clear();
    engine.release();
    return gallery.show();
  },
  arrived: () => engine.running && demonstrate(),
});

keepSite(version).catch(() => {}); // a page that may keep nothing plays as well

/** Show how it is played, until somebody takes over. */
function demonstrate() {
  if (get("replay").ariaPressed === "true") return;
  get("replay").click();
  get("ghost").hidden = false;
}
