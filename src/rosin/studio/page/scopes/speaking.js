// Where an instrument speaks: force upwards, speed to the right, both logarithmic, as the command `rosin show NAME --plot` draws it.

const windows = new Map();

/** The window of an instrument, or null where nothing is rubbed; it is fetched once. */
export function speakingWindow(name) {
  if (!windows.has(name)) {
    const fetched = fetch(`windows/${encodeURIComponent(name)}.json`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    windows.set(name, fetched);
  }
  return windows.get(name);
}

/** Shade what each force and speed does: speaks, other pitch, stick and slip, raucous. */
export function drawWindow(context, width, height, { regime }, ink) {
  const shades = [null, ink.sings, ink.amber, ink.sings, ink.amber, ink.crunch]; // as WINDOW_REGIMES of rosin.analysis
  const [rows, columns] = [regime.length, regime[0].length];
  const x = (j) => Math.round((j * width) / columns);
  const y = (i) => Math.round(height - (i * height) / rows);
  context.globalAlpha = 0.22;
  regime.forEach((row, i) => row.forEach((kind, j) => {
    if (!shades[kind]) return;
    context.fillStyle = shades[kind];
    context.fillRect(x(j), y(i + 1), x(j + 1) - x(j), y(i) - y(i + 1));
  }));
  context.globalAlpha = 1;
}

/** Where a speed and a force lie in a window, as shares of its width and height from the lower left; held at its edges. */
export function placeIn({ speeds, forces }, speed, force) {
  return [share(speeds, Math.abs(speed)), share(forces, force)];
}

function share(values, value) {
  const step = Math.log(values.at(-1) / values[0]) / (values.length - 1);
  const place = (Math.log(Math.max(value, 1e-12) / values[0]) / step + 0.5) / values.length;
  return Math.min(1, Math.max(0, place));
}
