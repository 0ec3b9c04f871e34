// A gamepad: the left stick is the speed of the hand, the right trigger its force, the right stick its place; buttons are keys.
// What slips is felt: the pad shakes with the power of friction, the mean of force times relative velocity, over what is usual.

import { pressed } from "./hand.js";
import { clamped, parameter, trace } from "../stages/playing.js";

const DEADZONE = 0.12; // of sticks and triggers
const FASTEST = 2.5; // usual speeds of a stick that is all the way out, and usual forces of a trigger that is all the way in
const [ACROSS, DOWN, PLACE] = [0, 1, 2]; // axes
const TRIGGER = 7;
const BUTTONS = 4; // A, B, X, Y
const STEPS = { 12: 12, 13: -12, 14: -1, 15: 1 }; // semitones of the cross: up, down, left, right
const FRICTION = 0.3; // a usual coefficient
const FELT = 0.01; // of the usual power: less is stillness
const [PACE, LASTS, STALE] = [50, 150, 500]; // ms: between two shakes, of one, and after which nothing new was seen
const ID = "gamepad";

/** A stick or trigger beyond its dead zone, from there to 1. */
export function settled(value) {
  if (!Number.isFinite(value) || Math.abs(value) < DEADZONE) return 0;
  return (Math.sign(value) * (Math.min(1, Math.abs(value)) - DEADZONE)) / (1 - DEADZONE);
}

/** The power of friction in what was last seen, over the usual one; 0 where nothing rubs. */
export function slipPower(seen, plan) {
  const layer = Object.keys(plan.layers)[seen.layer];
  const controls = plan.hands[plan.links.find((link) => link.layer === layer && link.control === "normal_force")?.hand];
  if (!controls || !plan.layers[layer].traces.length) return 0;
  const [force, sliding] = ["force", "relative_velocity"].map((name) => trace(seen, plan, name));
  let sum = 0;
  for (let i = 0; i < force.length; i++) sum += Math.abs(force[i] * sliding[i]);
  const speed = controls.velocity?.usual || Math.abs(parameter(plan, "exciter.velocity", 1));
  const share = sum / force.length / (FRICTION * controls.normal_force.usual * speed);
  return Number.isFinite(share) ? share : 0;
}

export class GamepadHand {
  /** `stage` gives the stage that is there now. */
  constructor({ engine, stage, say }) {
    Object.assign(this, { engine, stage, say });
    this.name = null; // of the pad that is there
    this.held = new Map(); // keys, by the buttons that are down
    this.on = null; // the stage that is touched
    this.shaking = false;
    this.shaken = 0;
    this.frame = { number: 0, time: 0 };
    this.away = false;
    addEventListener("blur", () => this.leave(true));
    addEventListener("focus", () => (this.away = false));
    document.addEventListener("visibilitychange", () => this.leave(document.hidden));
  }

  /** See what the pad does at a time (ms), as often as pictures are drawn. */
  poll(time) {
    const pad = this.away ? null : [...(navigator.getGamepads?.() ?? [])].find((each) => each?.connected);
    if (!pad && this.name === null) return;
    const stage = this.stage();
    if (this.on !== stage) this.held.clear();
    if (!pad || !stage) return void this.leave(this.away);
    this.name = pad.id;
    if (this.greeted !== pad.id) {
      this.greeted = pad.id;
      this.say(`${pad.id}: left stick speed, right trigger force, right stick place, A B X Y strike or choose, cross semitones and octaves.`, "done");
    }
    this.on = stage;
    this.pressButtons(pad, stage);
    this.moveHand(pad, stage);
    this.shake(pad, time);
  }

  pressButtons({ buttons }, stage) {
    for (const [button, semitones] of Object.entries(STEPS)) this.press(button, buttons[button]?.pressed, null, () => stage.step(semitones));
    for (let button = 0; button < BUTTONS; button++) {
      const key = stage.constructor.buttons[button];
      if (key) this.press(button, buttons[button]?.pressed, key, () => stage.key?.(key, true));
    }
  }

  /** A button goes down or up. */
  press(button, down, key, act) {
    if (Boolean(down) === this.held.has(button)) return;
    if (down) {
      this.held.set(button, key);
      act();
    } else {
      this.held.delete(button);
      if (key) this.on.key?.(key, false);
    }
  }

  moveHand({ axes, buttons }, stage) {
    const way = [settled(axes[ACROSS]), settled(axes[DOWN])];
    const most = Math.abs(way[0]) > Math.abs(way[1]) ? way[0] : way[1];
    const pressure = Math.max(0, settled(buttons[TRIGGER]?.value));
    if (!most && !pressure) return stage.leave(ID);
    const speed = FASTEST * most * Math.abs(most);
    const force = pressure && pressed({ usual: 1, high: FASTEST }, pressure);
    const place = 0.5 + 0.5 * settled(axes[PLACE]);
    return stage.touch({ id: ID, key: null, bend: 0, speed, force, pressure, place, way: most ? way : null, begun: false });
  }

  /** Let the hand feel what slips. */
  shake({ vibrationActuator: actuator }, time) {
    const { seen, plan } = this.engine;
    if (seen.frame !== this.frame.number) this.frame = { number: seen.frame, time };
    if (!actuator || time - this.shaken < PACE) return;
    const share = time - this.frame.time < STALE ? slipPower(seen, plan) : 0;
    const felt = share > FELT;
    if (!felt && !this.shaking) return;
    [this.shaking, this.shaken] = [felt, time];
    const [strongMagnitude, weakMagnitude] = felt ? [clamped(share), clamped(Math.sqrt(share))] : [0, 0];
    actuator.playEffect("dual-rumble", { duration: LASTS, strongMagnitude, weakMagnitude })?.catch?.(() => {});
  }

  /** The pad, or whoever holds it, is gone. */
  leave(away) {
    this.away = away;
    for (const key of this.held.values()) if (key) this.on?.key?.(key, false);
    this.held.clear();
    this.on?.leave(ID);
    [this.name, this.on, this.shaking] = [null, null, false];
  }
}
