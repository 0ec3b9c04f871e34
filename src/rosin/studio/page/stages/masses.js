// Masses on springs in a row, and a stick that rubs the one it is put on (after Onofrei et al. 2022, figure 4).

import { colours } from "../look/colours.js";
import { LOOK } from "../audio/watching.js";
import { HandSpeed, pressed, stickingShare, travelled } from "../hands/hand.js";
import { MassStrobe } from "../scopes/strobe.js";
import { Led, nudge } from "./playing.js";

const KEYS = "1234567890-";
const SLOWEST = 0.02; // m/s below which a stick rests
const FASTEST = 0.4; // m/s
const SLOWED = 100; // times slower than it is, the picture shows the motion
const WATCHED = 1024; // samples in which sticking is counted
const KNOBS = [
  { words: "Friction Amount", path: "friction.stickiness", low: 1, high: 15000, log: true },
  { words: "Sound Damping", path: "decay_time", low: 200, high: 0.02, log: true },
  { words: "Volume", path: "output.volume", low: -30, high: 3, log: false },
];

export class Masses extends Led {
  static help = "Press on a mass and rub it up and down; wheel or slider: force. Keys 1 to 9, 0 and - rub a mass each.";
  static usesPress = true;
  static buttons = ["1", "2", "3", "4"];

  constructor(given) {
    super(given);
    const { plan, knobs, request } = given;
    [this.hand] = Object.keys(plan.hands);
    this.layer = plan.layers[this.hand];
    this.stick = null; // pointer, mass, speed of the hand, pressure
    this.keys = []; // held, the last one at the end
    this.strobe = new MassStrobe(this.count);
    this.travel = 0;
    this.direction = 1;
    this.hovered = null;
    this.time = 0;
    this.knobs = KNOBS.map((knob) => this.makeKnob(knob, request));
    knobs.replaceChildren(...this.knobs.map(({ label }) => label));
    this.changed(plan);
  }

  get frequencies() {
    return this.layer.shape.frequencies;
  }

  get count() {
    return this.frequencies.length;
  }

  now(control) {
    return this.engine.hands[this.hand]?.[control] ?? 0;
  }

  // ---- knobs

  makeKnob({ words, path, low, high, log }, request) {
    const [label, input, output] = ["label", "input", "output"].map((kind) => document.createElement(kind));
    const parameter = this.plan.parameters.find((each) => each.path === path);
    Object.assign(input, { type: "range", min: 0, max: 1, step: 0.001, title: parameter.text });
    input.dataset.path = path;
    label.append(words, input, output);
    const show = (value) => (output.textContent = `${Number(value.toPrecision(3))} ${parameter.unit.replaceAll("^2", "²")}`);
    const set = (value) => {
      const number = value === "inf" ? low : value;
      input.value = log ? Math.log(number / low) / Math.log(high / low) : (number - low) / (high - low);
      show(number);
    };
    input.addEventListener("input", () => {
      const share = Number(input.value);
      const value = Number((log ? low * (high / low) ** share : low + (high - low) * share).toPrecision(4));
      show(value);
      request(path, value);
    });
    return { path, label, set };
  }

  /** Parameters were turned, here or elsewhere. */
  changed(plan) {
    for (const { path, label, set } of this.knobs) {
      if (label.querySelector("input") !== document.activeElement) set(plan.parameters.find((each) => each.path === path).value);
    }
  }

  // ---- what the hand does

  massAt(x) {
    return Math.min(this.count - 1, Math.max(0, Math.floor(x * this.count)));
  }

  down(point) {
    if (this.stick) return;
    this.stick = { id: point.id, speed: new HandSpeed(point), pressure: point.pressure };
    this.timer = setInterval(() => this.follow(), 16);
    this.move(point);
  }

  move(point) {
    if (this.stick?.id !== point.id) return;
    this.stick.speed.move(point);
    Object.assign(this.stick, { mass: this.massAt(point.x), pressure: point.pressure });
    this.hovered = point;
    this.follow();
  }

  up(point) {
    if (this.stick?.id !== point.id) return;
    this.rest();
    this.lift();
  }

  hover(point) {
    this.hovered = point;
  }

  follow() {
    if (!this.stick) return;
    this.stick.speed.wait(performance.now() / 1000);
    const speed = this.stick.speed.value;
    this.rub(this.stick.mass, Math.abs(speed) < SLOWEST ? 0 : Math.max(-FASTEST, Math.min(FASTEST, speed)), this.force(this.stick.pressure));
  }

  /** The force on the highest mass under a pen's pressure, or as the slider says. */
  force(pressure = null) {
    return pressed(this.plan.hands[this.hand].normal_force, pressure ?? Number(this.press.value));
  }

  /** With a force in proportion to the pitch of the mass, so that the bank stays in tune. */
  rub(mass, speed, force) {
    const { engine, hand, frequencies } = this;
    const position = mass / (this.count - 1);
    if (this.now("position") !== position) engine.control(hand, "position", position, "jump");
    engine.control(hand, "normal_force", (force * frequencies[mass]) / frequencies.at(-1));
    engine.control(hand, "velocity", speed);
  }

  lift() {
    this.engine.control(this.hand, "normal_force", 0);
    this.engine.control(this.hand, "velocity", 0);
  }

  rest() {
    clearInterval(this.timer);
    this.stick = null;
  }

  released() {
    this.rest();
    this.keys = [];
    super.released();
  }

  wheel(way) {
    nudge(this.press, way);
  }

  key(name, down, repeat = false) {
    const mass = KEYS.indexOf(name);
    if (mass < 0 || mass >= this.count || repeat) return;
    this.keys = this.keys.filter((each) => each !== mass);
    if (down) {
      if (this.keys.length === 0) this.direction = -this.direction;
      this.keys.push(mass);
    }
    if (this.keys.length) this.rubByKey();
    else if (!this.stick) this.lift();
  }

  rubByKey() {
    this.rub(this.keys.at(-1), this.direction * this.plan.hands[this.hand].velocity.usual, this.force());
  }

  // ---- touches

  /** Rub the mass that is nearest to a key, or at a place of the row. */
  lead(hand, touch) {
    const { velocity, normal_force: normal } = this.plan.hands[hand];
    if (touch.begun && this.touches.size === 1) this.direction = -this.direction;
    const mass = touch.key === null ? Math.round(touch.place * (this.count - 1)) : this.massNear(440 * 2 ** ((touch.key - 69) / 12));
    const way = touch.key === null ? 1 : this.direction;
    this.rub(mass, way * touch.speed * velocity.usual, touch.force * normal.usual);
  }

  massNear(frequency) {
    const off = this.frequencies.map((each) => Math.abs(each - frequency));
    return off.indexOf(Math.min(...off));
  }

  // ---- the picture

  draw(context, width, height, time, seen) {
    this.engine.watchMotion();
    this.travel += travelled(this.now("velocity"), Math.min(0.1, Math.max(0, time - this.time)));
    this.time = time;
    if (this.pressShown !== this.press.value) {
      this.pressShown = this.press.value;
      if (this.keys.length) this.rubByKey();
    }
    const ink = colours();
    const [top, bottom] = [16, height - 48];
    const view = { context, width, height, ink, top, bottom, middle: (top + bottom) / 2, pitch: width / this.count };
    const reach = this.plan.hands[this.hand].velocity.usual / (2 * Math.PI * this.frequencies[0]); // m, of the lowest mass
    view.scale = (0.13 * height) / reach;
    view.radius = Math.min(0.34 * view.pitch, 0.085 * height);
    context.fillStyle = ink.line;
    context.fillRect(8, top - 6, width - 16, 6);
    context.fillRect(8, bottom, width - 16, 6);
    const touched = this.now("normal_force") > 0 ? Math.round(this.now("position") * (this.count - 1)) : -1;
    for (let mass = 0; mass < this.count; mass++) this.drawMass(view, mass, time, mass === touched ? this.sticking(seen) : 0);
    this.drawStick(view, touched);
  }

  sticking(seen) {
    const row = 1 + this.layer.traces.indexOf("relative_velocity");
    return stickingShare(seen.rows.subarray(row * LOOK.SEEN, (row + 1) * LOOK.SEEN), this.now("velocity"), WATCHED);
  }

  drawMass(view, mass, time, sticking) {
    const { context, ink, middle, radius } = view;
    const frequency = this.frequencies[mass];
    const { state } = this.engine.motion[this.hand];
    const { offset, velocities } = this.layer.shape;
    const [mean, size] = this.strobe.take(mass, state[offset + mass], state[velocities + mass], frequency);
    const room = view.middle - view.top - radius - 8;
    const px = (metres) => Math.max(-room, Math.min(room, view.scale * metres));
    const x = (mass + 0.5) * view.pitch;
    const y = middle + px(mean + size * Math.sin((2 * Math.PI * frequency * time) / SLOWED));
    this.drawSpring(view, x, view.top, y - radius);
    this.drawSpring(view, x, y + radius, view.bottom);
    context.fillStyle = ink.sings;
    context.globalAlpha = 0.14;
    context.beginPath();
    context.roundRect(x - radius, middle + px(mean - size) - radius, 2 * radius, px(mean + size) - px(mean - size) + 2 * radius, radius);
    context.fill();
    context.globalAlpha = 0.95 - (0.6 * mass) / (this.count - 1);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.strokeStyle = ink.sings;
    context.stroke();
    if (sticking > 0) {
      context.globalAlpha = Math.min(1, 0.3 + sticking);
      context.strokeStyle = ink.sings;
      context.lineWidth = 5;
      context.stroke();
      context.globalAlpha = 1;
    }
    this.drawWords(view, mass, x);
  }

  drawSpring({ context, ink, radius }, x, from, to) {
    const turns = 12;
    context.strokeStyle = ink.soft;
    context.lineWidth = 1.2;
    context.beginPath();
    context.moveTo(x, from);
    for (let i = 1; i < turns; i++) context.lineTo(x + (i % 2 ? 0.28 : -0.28) * radius, from + ((to - from) * i) / turns);
    context.lineTo(x, to);
    context.stroke();
  }

  drawWords({ context, ink, height, pitch }, mass, x) {
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillStyle = this.keys.includes(mass) ? ink.amber : ink.soft;
    context.font = "11px system-ui";
    const frequency = Number(this.frequencies[mass].toFixed(1));
    context.fillText(pitch > 56 ? `${frequency} Hz` : `${Math.round(frequency)}`, x, height - 9);
    context.font = "600 13px system-ui";
    if (mass < KEYS.length) context.fillText(KEYS[mass], x, height - 24);
  }

  /** Grey while it is in the air; in contact warm, and the fuller the more it presses. */
  drawStick({ context, ink, height, pitch, radius }, touched) {
    const byHand = this.stick || (touched < 0 && this.hovered);
    if (touched < 0 && !byHand) return;
    const x = byHand && this.hovered ? this.hovered.x * pitch * this.count : (touched + 0.5) * pitch + 0.5 * radius;
    const most = (this.plan.hands[this.hand].normal_force.high * this.frequencies[touched]) / this.frequencies.at(-1);
    const share = touched < 0 ? 0 : this.now("normal_force") / most;
    const wide = Math.max(8, 0.3 * radius);
    context.globalAlpha = touched < 0 ? 0.3 : 0.35 + 0.5 * Math.sqrt(Math.min(1, share));
    context.fillStyle = touched < 0 ? ink.soft : ink.amber;
    context.beginPath();
    context.roundRect(x - wide / 2, 4, wide, height - 46, wide / 2);
    context.fill();
    context.globalAlpha = 0.5;
    context.strokeStyle = ink.ground;
    context.lineWidth = 1.5;
    const step = 18;
    for (let y = 8 + (((this.travel % step) + step) % step); y < height - 46; y += step) {
      context.beginPath();
      context.moveTo(x - wide / 2 + 1, y);
      context.lineTo(x + wide / 2 - 1, y - 3);
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
