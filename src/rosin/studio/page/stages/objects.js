// Pictures of things that are struck: each is drawn in a box, moved by `swing` (-1 to 1) as its lowest mode moves it.
// The outline of what is hit is the context's path when the picture is done.

const STROKE = 2.5;

/** Paint what was outlined, lit from the left. */
function paint(context, ink, fill, { x, wide }) {
  context.fillStyle = fill;
  context.fill();
  const light = context.createLinearGradient(x, 0, x + wide, 0);
  light.addColorStop(0.25, "rgb(255 255 255 / 0.22)");
  light.addColorStop(0.75, "rgb(0 0 0 / 0.14)");
  context.fillStyle = light;
  context.fill();
  context.strokeStyle = ink.soft;
  context.lineWidth = STROKE;
  context.stroke();
}

/** A bar on two cords at the nodes of its lowest mode, 0.224 of its length from the ends. */
function bar(context, box, swing, ink) {
  const { x, y, wide, high } = box;
  const [middle, half] = [y + high / 2, 0.17 * high];
  const bent = (share) => 16 * swing * (1.553 * Math.sin(Math.PI * share) - 1);
  context.fillStyle = ink.line;
  for (const share of [0.224, 0.776]) {
    context.beginPath();
    context.roundRect(x + share * wide - 9, middle + 0.5 * half, 18, 1.2 * half + 26, 5);
    context.fill();
  }
  context.beginPath();
  for (let i = 0; i <= 40; i++) context.lineTo(x + (i / 40) * wide, middle - half + bent(i / 40));
  for (let i = 40; i >= 0; i--) context.lineTo(x + (i / 40) * wide, middle + half + bent(i / 40));
  context.closePath();
  paint(context, ink, ink.warm, box);
}

/** A rectangle that bends at its corners. */
function plate(context, box, swing, ink) {
  const { x, y, wide, high } = box;
  const bow = 9 * swing;
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x + wide / 2, y + bow, x + wide, y);
  context.quadraticCurveTo(x + wide - bow, y + high / 2, x + wide, y + high);
  context.quadraticCurveTo(x + wide / 2, y + high - bow, x, y + high);
  context.quadraticCurveTo(x + bow, y + high / 2, x, y);
  paint(context, ink, ink.line, box);
}

/** A skin in its hoop, from above. */
function drum(context, box, swing, ink) {
  const { x, y, wide, high } = box;
  const [cx, cy, radius] = [x + wide / 2, y + high / 2, Math.min(wide, high) / 2];
  const round = (r) => {
    context.beginPath();
    context.arc(cx, cy, r, 0, 2 * Math.PI);
  };
  round(radius);
  paint(context, ink, ink.warm, box);
  context.fillStyle = ink.soft;
  for (let i = 0; i < 8; i++) {
    const angle = ((i + 0.5) * Math.PI) / 4;
    context.beginPath();
    context.arc(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle), 6, 0, 2 * Math.PI);
    context.fill();
  }
  round(0.91 * radius);
  paint(context, ink, ink.card, box);
  context.strokeStyle = ink.line;
  for (const share of [0.25, 0.48, 0.7]) {
    round(radius * share * (1 + 0.12 * swing * (1 - share)));
    context.stroke();
  }
  round(0.91 * radius);
}

/** A round plate that hangs on two cords. */
function gong(context, box, swing, ink) {
  const { x, y, wide, high } = box;
  const [cx, cy, radius] = [x + wide / 2, y + high / 2, Math.min(wide, high) / 2];
  const oval = (share) => {
    context.beginPath();
    context.ellipse(cx, cy, share * radius * (1 + 0.03 * swing), share * radius * (1 - 0.03 * swing), 0, 0, 2 * Math.PI);
  };
  context.strokeStyle = ink.soft;
  context.lineWidth = 2;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(cx + side * 0.5 * radius, 0);
    context.lineTo(cx + side * 0.5 * radius, cy - 0.82 * radius);
    context.stroke();
  }
  oval(1);
  paint(context, ink, ink.warm, box);
  context.strokeStyle = ink.card;
  context.globalAlpha = 0.6;
  for (const share of [0.86, 0.3]) {
    oval(share);
    context.stroke();
  }
  context.globalAlpha = 1;
  oval(1);
}

/** A bell from the side: its mouth widens and narrows. */
function bell(context, box, swing, ink) {
  const { x, y, wide, high } = box;
  const [cx, foot] = [x + wide / 2, y + high];
  const mouth = 0.48 * Math.min(wide, 1.1 * high) * (1 + 0.045 * swing);
  const crown = 0.42 * Math.min(wide, 1.1 * high) * 0.55;
  context.strokeStyle = ink.soft;
  context.lineWidth = 7;
  context.beginPath();
  context.arc(cx, y + 4, 15, Math.PI, 2 * Math.PI);
  context.stroke();
  context.beginPath();
  context.moveTo(cx - mouth, foot);
  context.bezierCurveTo(cx - 0.72 * mouth, foot - 0.22 * high, cx - crown * 1.12, foot - 0.42 * high, cx - crown, y + 0.16 * high);
  context.quadraticCurveTo(cx - crown, y, cx, y);
  context.quadraticCurveTo(cx + crown, y, cx + crown, y + 0.16 * high);
  context.bezierCurveTo(cx + crown * 1.12, foot - 0.42 * high, cx + 0.72 * mouth, foot - 0.22 * high, cx + mouth, foot);
  context.quadraticCurveTo(cx, foot + 0.07 * high, cx - mouth, foot);
  paint(context, ink, ink.warm, box);
}

/** A wineglass from the side: its rim widens and narrows. */
function glass(context, box, swing, ink) {
  const { x, y, wide, high } = box;
  const cx = x + wide / 2;
  const rim = 0.24 * high * (1 + 0.07 * swing);
  const belly = 0.3 * high;
  const [bottom, foot] = [y + 0.58 * high, y + high];
  context.beginPath();
  context.moveTo(cx - rim, y);
  context.bezierCurveTo(cx - belly - 12, y + 0.3 * high, cx - belly, bottom - 6, cx - 6, bottom);
  context.lineTo(cx - 5, foot - 16);
  context.quadraticCurveTo(cx - 0.05 * high, foot - 6, cx - 0.2 * high, foot);
  context.lineTo(cx + 0.2 * high, foot);
  context.quadraticCurveTo(cx + 0.05 * high, foot - 6, cx + 5, foot - 16);
  context.lineTo(cx + 6, bottom);
  context.bezierCurveTo(cx + belly, bottom - 6, cx + belly + 12, y + 0.3 * high, cx + rim, y);
  context.quadraticCurveTo(cx, y + 0.05 * high, cx - rim, y);
  paint(context, ink, ink.line, box);
}

const PICTURES = { Bar: bar, Plate: plate, Membrane: drum, RectangularMembrane: plate, LoadedMembrane: drum, RoundPlate: gong, Disc: gong, Bell: bell, Glass: glass, Ring: gong };

/** The picture of a shape; what has none is drawn as a plate. */
export function pictureOf(shape) {
  return PICTURES[shape] ?? plate;
}
