// All parameters of an instrument: by part, with slider, value and unit, meaning and limits, and a way back; what is searched for is shown.

import { icon } from "../look/icons.js";

const PARTS = { exciter: "What touches", interaction: "The contact", resonator: "What sounds", texture: "The surface", soundbox: "The soundbox", output: "Output", player: "The player" };
const PREFIXES = { G: 1e9, M: 1e6, k: 1e3, m: 1e-3, "µ": 1e-6, u: 1e-6, n: 1e-9 };

/** The part that a parameter belongs to, in words. */
function partOf(path) {
  const first = path.includes(".") ? path.split(".")[0] : "";
  return PARTS[first] ?? (first ? first.replaceAll("_", " ") : "The whole");
}

/** A parameter's name in words; its number, where it is one of several. */
export function nameOf(path) {
  const words = path.split(".").slice(path.includes(".") ? 1 : 0);
  return words.map((word) => (/^\d+$/.test(word) ? String(Number(word) + 1) : word.replaceAll("_", " "))).join(" ");
}

/** A number that was typed, with or without its unit: "0.9 N", "3 kHz", "-3 dB"; null where it is none. */
export function typed(text, unit = "") {
  const [, number, rest] = /^\s*([-+−]?[\d.,]+(?:e[-+]?\d+)?)\s*(.*?)\s*$/i.exec(text) ?? [];
  const value = Number(number?.replace("−", "-").replace(",", "."));
  if (!Number.isFinite(value)) return null;
  if (!rest || rest === unit) return value;
  const factor = rest.slice(1) === unit ? PREFIXES[rest[0]] : undefined;
  return factor === undefined ? null : value * factor;
}

/** What a value is called: short, with its unit. */
const said = (value, unit) => (typeof value === "number" ? `${Number(value.toPrecision(4))} ${unit}`.trim().replace("-", "−") : String(value));

/** Whether a visitor can do something with a parameter: a number in a range, one of some words, on or off. */
const turnable = ({ value, range, choices }) => (typeof value === "number" && (range || choices?.length)) || (typeof value === "string" && choices?.length) || typeof value === "boolean";

export class ParameterPanel {
  /** `changed(path, value, row)` is called when one is turned, `chosen(path)` when its row gets the focus or is pressed. */
  constructor(holder, changed, chosen = () => {}) {
    Object.assign(this, { holder, changed, rows: new Map() });
    for (const event of ["focusin", "pointerdown"]) holder.addEventListener(event, ({ target }) => {
      const [path] = [...this.rows].find(([, row]) => row.contains(target)) ?? [];
      if (path && !target.matches(".bound")) chosen(path);
    });
  }

  /** Show parameters; `turns(path)` says which can be turned, `original` what they were, by path. */
  show(parameters, turns, original) {
    const groups = Map.groupBy(parameters.filter(turnable), ({ path }) => partOf(path));
    const open = new Set([...this.holder.querySelectorAll("details[open]")].map(({ dataset }) => dataset.part));
    this.rows.clear();
    this.holder.replaceChildren(...[...groups].map(([part, rows]) => {
      const group = document.createElement("details");
      group.dataset.part = part;
      group.open = !this.drawn || open.has(part);
      const head = document.createElement("summary");
      head.append(part, Object.assign(document.createElement("span"), { textContent: rows.length }));
      group.append(head, ...rows.map((parameter) => this.row(parameter, turns(parameter.path), original.get(parameter.path))));
      return group;
    }));
    this.drawn = true;
  }

  /** Show what has the words of a search in its name or meaning. */
  find(words) {
    const wanted = words.toLowerCase();
    for (const row of this.rows.values()) row.hidden = !row.textContent.toLowerCase().includes(wanted) && !row.title.toLowerCase().includes(wanted);
    for (const group of this.holder.children) group.hidden = !group.querySelector(".parameter:not([hidden])");
  }

  /** Turn one by its path to a share of its range, as a controller does. */
  turn(path, share) {
    const field = this.element(path)?.querySelector("input[type=range], select");
    if (!field || field.disabled) return;
    if (field.options) field.selectedIndex = Math.round(share * (field.options.length - 1));
    else field.value = share;
    field.dispatchEvent(new Event(field.options ? "change" : "input", { bubbles: true }));
  }

  /** That turn has ended. */
  let(path) {
    this.element(path)?.querySelector("input[type=range]")?.dispatchEvent(new Event("change", { bubbles: true }));
  }

  element(path) {
    return this.rows.get(path) ?? null;
  }

  title(path) {
    return nameOf(path);
  }

  row(parameter, turns, before) {
    const { path, value, choices, unit = "", text = "" } = parameter;
    const row = document.createElement("div");
    row.className = "parameter";
    row.title = `${text || nameOf(path)}. In code: ${path}`;
    row.classList.toggle("changed", before !== undefined && before !== value);
    const label = Object.assign(document.createElement("label"), { textContent: nameOf(path), htmlFor: `p-${path}` });
    const send = (wanted) => {
      row.classList.toggle("changed", before !== undefined && before !== wanted);
      this.changed(path, wanted, row);
    };
    const fields = choices?.length || typeof value === "boolean" ? [chooser(parameter, send)] : slider(parameter, send);
    fields[0].id = label.htmlFor;
    for (const field of fields) field.disabled = !turns;
    const back = Object.assign(document.createElement("button"), { className: "tool", innerHTML: icon("undo"), ariaLabel: `Reset ${nameOf(path)}` });
    back.hidden = before === undefined || before === value;
    back.addEventListener("click", () => {
      fields.forEach((field) => field.show?.(before));
      back.hidden = true;
      send(before);
    });
    for (const field of fields) field.addEventListener("input", () => (back.hidden = before === undefined));
    const note = document.createElement("small");
    note.textContent = [text, limits(parameter), turns ? "" : "turns in the studio itself: `rosin studio`"].filter(Boolean).join("; ");
    row.append(label, ...fields, back, note);
    this.rows.set(path, row);
    return row;
  }
}

function limits({ more_than, at_least, less_than, at_most, unit = "" }) {
  const words = [["more than", more_than], ["at least", at_least], ["less than", less_than], ["at most", at_most]];
  return words.filter(([, limit]) => limit !== null && limit !== undefined).map(([word, limit]) => `${word} ${limit} ${unit}`.trim()).join(" and ");
}

function chooser({ value, choices }, send) {
  const field = document.createElement("select");
  field.replaceChildren(...(choices?.length ? choices : ["true", "false"]).map((word) => new Option(String(word).replaceAll("_", " "), word)));
  field.show = (wanted) => (field.value = String(wanted));
  field.show(value);
  field.addEventListener("change", () => {
    const number = typeof value === "boolean" ? field.value === "true" : typeof value === "number" ? Number(field.value) : field.value;
    send(number);
  });
  return field;
}

/** A slider and a field that takes a number with its unit. */
function slider({ value, range, curve, unit = "", path }, send) {
  const [low, high] = [Math.min(range[0], value), Math.max(range[1], value)];
  const log = curve === "log" && low > 0;
  const toShare = (v) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low || 1));
  const fromShare = (s) => Number((log ? low * (high / low) ** s : low + (high - low) * s).toPrecision(4));
  const bar = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 1, step: 0.001 });
  const field = Object.assign(document.createElement("input"), { type: "text", className: "value", inputMode: "decimal", ariaLabel: `${nameOf(path)}, value` });
  bar.show = (v) => {
    bar.value = toShare(v);
    field.value = said(v, unit);
    bar.setAttribute("aria-valuetext", field.value);
  };
  bar.show(value);
  bar.addEventListener("input", () => {
    const wanted = fromShare(Number(bar.value));
    field.value = said(wanted, unit);
    bar.setAttribute("aria-valuetext", field.value);
    send(wanted);
  });
  field.addEventListener("change", () => {
    const wanted = typed(field.value, unit);
    if (wanted === null) return bar.show(value);
    bar.show(wanted);
    return send(wanted);
  });
  return [bar, field];
}
