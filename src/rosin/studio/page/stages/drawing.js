// How pictures are drawn: one pen, one light from the upper left, materials from the tokens, and amber only where something is touched.

const FULL = 2 * Math.PI;

/** A face of the page: "serif" for names, "sans" for work. */
const face = (name) => (faces[name] ??= getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
const faces = {};

/** Light on dark materials (slate, ebony, wood), the same by day and by night. */
export const LIT = { ink: "#f2eadb", soft: "#d8ccb6", amber: "#f2ac3e", sings: "#83cfa8", airy: "#95c0ea", crunch: "#f58a6b" };

/** A colour of six digits, seen through by a share. */
export function tint(colour, share) {
  const number = parseInt(colour.slice(1), 16);
  return `rgb(${number >> 16} ${(number >> 8) & 255} ${number & 255} / ${Math.min(1, Math.max(0, share)).toFixed(3)})`;
}

/** A gradient along a line from [x, y] to [x, y], of pairs [place from 0 to 1, colour]. */
export function shaded(context, [fromX, fromY], [toX, toY], stops) {
  const gradient = context.createLinearGradient(fromX, fromY, toX, toY);
  for (const [place, colour] of stops) gradient.addColorStop(place, colour);
  return gradient;
}

/** A disc of light: something that sounds. */
export function glow(context, x, y, radius, colour, strength) {
  if (strength < 0.01 || !(radius > 0)) return;
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, tint(colour, 0.4 * strength));
  light.addColorStop(0.5, tint(colour, 0.14 * strength));
  light.addColorStop(1, tint(colour, 0));
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** The amber bead: where two things meet. */
export function bead(context, x, y, radius, ink, strength = 1) {
  if (strength < 0.02) return;
  glow(context, x, y, 5 * radius, ink.amberFill, strength);
  disc(context, x, y, radius, tint(ink.amberFill, strength));
  disc(context, x - 0.3 * radius, y - 0.35 * radius, 0.28 * radius, tint("#fff5dc", 0.9 * strength));
}

export function disc(context, x, y, radius, fill) {
  context.fillStyle = fill;
  context.beginPath();
  context.arc(x, y, radius, 0, FULL);
  context.fill();
}

/** An outlined ring. */
export function ring(context, x, y, radius, colour, width = 2) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, FULL);
  context.stroke();
}

/** A line through points. */
export function line(context, points, colour, width = 1) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

/** Fill, and outline, a path that was begun. */
export function paint(context, fill, outline = null, width = 1.4) {
  context.fillStyle = fill;
  context.fill();
  if (!outline) return;
  context.strokeStyle = outline;
  context.lineWidth = width;
  context.stroke();
}

/** Words on a picture. */
export function words(context, text, x, y, { size = 13, colour, align = "left", serif = false, italic = false } = {}) {
  context.font = `${italic ? "italic " : ""}${serif ? 500 : 400} ${size}px ${face(serif ? "serif" : "sans")}`;
  context.textAlign = align;
  context.textBaseline = "alphabetic";
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/** Words in the lower left corner: what the hand does now. */
export function reading(context, height, ink, text) {
  if (!text) return;
  context.font = `13px ${face("sans")}`;
  const wide = context.measureText(text).width;
  context.fillStyle = tint(ink.panel, 0.85);
  context.beginPath();
  context.roundRect(12, height - 34, wide + 20, 24, 12);
  context.fill();
  words(context, text, 22, height - 17.5, { colour: ink.soft });
}

/** What does not move, painted once for a size, a theme (`ink` is another one then) and a state. */
export class Sheet {
  draw(context, width, height, ink, state, painted) {
    const { a, b } = context.getTransform();
    const ratio = Math.hypot(a, b);
    if (!this.canvas || this.ink !== ink || this.state !== state || this.size !== `${width} ${height} ${ratio}`) {
      Object.assign(this, { ink, state, size: `${width} ${height} ${ratio}` });
      this.canvas = new OffscreenCanvas(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
      const sheet = this.canvas.getContext("2d");
      sheet.scale(ratio, ratio);
      painted(sheet);
    }
    context.drawImage(this.canvas, 0, 0, width, height);
  }
}

/** A mallet with a head of felt; gives where a hand holds it. */
export function mallet(context, x, y, size, [endX, endY], ink) {
  context.lineCap = "round";
  line(context, [[x, y], [endX, endY]], tint(ink.shade, 0.5), 9);
  line(context, [[x, y], [endX, endY]], ink.woodPale, 5.5);
  const head = context.createRadialGradient(x - 0.4 * size, y - 0.4 * size, 2, x, y, size);
  head.addColorStop(0, "#c8685c");
  head.addColorStop(1, ink.felt);
  context.beginPath();
  context.ellipse(x, y, size, 0.9 * size, 0, 0, FULL);
  paint(context, head, ink.outline);
  for (const share of [0.3, 0.65]) {
    context.beginPath();
    context.ellipse(x, y, 0.9 * size, share * size, 0.5, 0, Math.PI);
    paint(context, "rgb(0 0 0 / 0)", "rgb(255 255 255 / 0.22)", 1);
  }
  return [(x + 2 * endX) / 3, (y + 2 * endY) / 3];
}

/** Lines of grain across a rectangle, along its longer side, the same ones each time. */
export function grain(context, x, y, wide, high, colour, count, seed = 1) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  const upright = high > wide;
  for (let i = 1; i < count; i++) {
    const wave = Math.sin(i * 12.9898 + seed * 78.233);
    const at = (i + 0.35 * wave) / count;
    context.beginPath();
    if (upright) {
      context.moveTo(x + at * wide, y);
      context.bezierCurveTo(x + at * wide + 4 * wave, y + 0.3 * high, x + at * wide - 4 * wave, y + 0.7 * high, x + at * wide + 2 * wave, y + high);
    } else {
      context.moveTo(x, y + at * high);
      context.bezierCurveTo(x + 0.3 * wide, y + at * high + 5 * wave, x + 0.7 * wide, y + at * high - 5 * wave, x + wide, y + at * high + 2 * wave);
    }
    context.stroke();
  }
}

const FINGERS = [
  [12, [[0, 0], [2, 30], [10, 52]]], [12, [[14, 26], [16, 40], [18, 56]]], [12, [[27, 30], [28, 42], [28, 58]]], [11, [[39, 36], [38, 46], [37, 60]]],
  [13, [[-18, 38], [-8, 52], [6, 70]]], [30, [[16, 62], [24, 80]]], [26, [[22, 80], [28, 112]]],
];
const silhouettes = new Map(); // by colour

/** A hand that shows how it goes, its fingertip at x, y. */
export function ghostHand(context, x, y, colour, angle = -0.3) {
  if (!silhouettes.has(colour)) silhouettes.set(colour, [[[0, "source-over"]], [[4, "source-over"], [0, "destination-out"]]].map((passes) => silhouette(colour, passes)));
  const [inside, outline] = silhouettes.get(colour);
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.scale(0.5, 0.5);
  context.globalAlpha = 0.28;
  context.drawImage(inside, -72, -24);
  context.globalAlpha = 1;
  context.drawImage(outline, -72, -24);
  context.restore();
}

/** Fingers as thick lines, drawn over each other so that only the outline of all is left. */
function silhouette(colour, passes) {
  const sheet = new OffscreenCanvas(240, 330);
  const context = sheet.getContext("2d");
  context.scale(2, 2);
  context.translate(36, 12);
  context.lineCap = context.lineJoin = "round";
  for (const [extra, mode] of passes) {
    context.globalCompositeOperation = mode;
    for (const [width, points] of FINGERS) line(context, points, colour, width + extra);
  }
  return sheet;
}
