// The shelves of the cabinet: a family to each, an instrument to each place, its further presets as links below.
import { drawn, element, icon } from "./elements.js";
import { picture, place } from "./pictures/index.js";

const OWN = "your own";

/** The families that have something to show, with their instruments in order; further presets stand with their instrument. */
export function families(instruments, headings) {
  const named = new Map(instruments.map((each) => [each.name, each]));
  const whole = instruments.filter(({ name }) => !name.includes("."));
  const order = [...new Set([...Object.keys(headings), ...whole.map(({ family }) => family), OWN])];
  return order
    .map((family) => ({
      family,
      heading: headings[family] ?? capital(family),
      short: capital(family),
      things: whole
        .filter((each) => each.family === family)
        .sort((one, other) => place(one.name) - place(other.name) || one.title.localeCompare(other.title))
        .map((each) => ({ ...each, presets: (each.presets ?? []).map((name) => named.get(name) ?? { name, title: name }) })),
    }))
    .filter(({ family, things }) => things.length || family === OWN);
}

/** A family's shelf; the last one has a place for a file of one's own. */
export function shelf({ family, heading, things }, openFile) {
  const id = `shelf-${family.replaceAll(" ", "-")}`;
  const places = things.map((thing) => item(thing, heading));
  if (family === OWN && openFile) places.push(ownFile(openFile));
  const made = element("section", { class: "shelf", "aria-labelledby": id, "data-family": family }, element("h2", { id }, heading), element("ul", {}, ...places));
  made.style.setProperty("--places", Math.min(places.length, 9));
  return made;
}

function item({ name, title, invitation, summary, presets }, heading) {
  const link = element("a", { class: "thing", href: `#${name}`, "data-name": name }, drawn(picture(name)), element("span", { class: "name" }, title));
  if (invitation) link.append(element("span", { class: "invitation" }, invitation));
  const words = [name, title, invitation, summary, heading, ...presets.map((each) => each.title)].join(" ").toLowerCase();
  const further = presets.map((each) => element("a", { href: `#${each.name}`, "data-name": each.name, "aria-label": each.title }, each.name.split(".").at(-1)));
  return element("li", { "data-words": words }, link, further.length ? element("span", { class: "presets" }, ...further) : null);
}

function ownFile(openFile) {
  const input = element("input", { type: "file", accept: ".json,application/json", hidden: true, change: () => chosen(input, openFile) });
  const button = element(
    "button",
    { class: "thing own", type: "button", click: () => input.click() },
    element("span", { class: "plus" }, icon("file")),
    element("span", { class: "name" }, "Open a file"),
    element("span", { class: "invitation" }, "An instrument of your own"),
  );
  return element("li", { "data-words": "your own open a file instrument" }, button, input);
}

function chosen(input, openFile) {
  const [file] = input.files;
  input.value = ""; // so that the same file may be chosen again
  if (file) openFile(file);
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
