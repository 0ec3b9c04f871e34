// Every parameter of an instrument: slider or field with its unit, range and meaning, from the same description as the command line.

/** Rows of controls for the parameters of a plan; `changed(path, value, row)` is called when one is turned, if it `turns(path)`. */
export function parameterPanel(holder, parameters, changed, turns) {
  holder.replaceChildren(...parameters.map((parameter) => {
    const made = row(parameter, changed);
    made.querySelector("input, select").disabled = !turns(parameter.path);
    return made;
  }));
}

function row(parameter, changed) {
  const { path, value, choices, unit = "", text = "", range, curve, more_than, at_least, less_than, at_most } = parameter;
  const holder = document.createElement("div");
  holder.className = "parameter";
  const label = document.createElement("label");
  label.textContent = path;
  label.htmlFor = `p-${path}`;
  const number = typeof value === "number";
  const words = choices?.length ? choices : typeof value === "boolean" ? ["true", "false"] : [];
  const input = document.createElement(words.length ? "select" : "input");
  input.id = label.htmlFor;
  if (!words.length) input.type = number && range ? "range" : "text";
  const shown = document.createElement("span");
  shown.className = "unit";
  const send = (wanted) => changed(path, wanted, holder);
  if (input.type === "range") {
    const low = Math.min(range[0], value), high = Math.max(range[1], value);
    const log = curve === "log" && low > 0;
    const toSlider = (v) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low || 1));
    const fromSlider = (s) => Number((log ? low * (high / low) ** s : low + (high - low) * s).toPrecision(4));
    Object.assign(input, { min: 0, max: 1, step: 0.001 });
    input.value = toSlider(value);
    const say = (v) => {
      shown.textContent = `${Number(v.toPrecision(4))} ${unit}`;
      input.setAttribute("aria-valuetext", shown.textContent);
    };
    say(value);
    input.addEventListener("input", () => {
      const wanted = fromSlider(Number(input.value));
      say(wanted);
      send(wanted);
    });
  } else {
    if (words.length) input.replaceChildren(...words.map((word) => new Option(word, word)));
    input.value = typeof value === "string" ? value : JSON.stringify(value);
    shown.textContent = unit;
    input.addEventListener("change", () => {
      let wanted = input.value;
      try {
        wanted = JSON.parse(input.value);
      } catch {
        // a word
      }
      send(wanted);
    });
  }
  const allowed = [["more than", more_than], ["at least", at_least], ["less than", less_than], ["at most", at_most]]
    .filter(([, limit]) => limit !== null && limit !== undefined).map(([word, limit]) => `${word} ${limit}`).join(" and ");
  const note = document.createElement("small");
  note.textContent = [text, allowed && `allowed: ${allowed} ${unit}`].filter(Boolean).join("; ");
  input.title = note.textContent;
  holder.append(label, input, shown, note);
  return holder;
}
