// A take as a file, which `rosin render` plays again as it was.

const STEP = 0x8000; // bytes that are made letters at once

function letters(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}

/** The text of a file: the instrument as it was when the take began, its memories then, and all that was done. */
export function takeFile({ kept, layers, lines, frames }, { instrument, changes, rate }) {
  const memories = Object.fromEntries(Object.entries(kept).map(([name, { reals, wholes }]) => [name, { reals: letters(reals), wholes: letters(wholes) }]));
  const plainly = (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
  return JSON.stringify({ format: "rosin-studio-take", version: 1, instrument, changes, sample_rate: rate, frames, memories, layers, lines }, plainly);
}
