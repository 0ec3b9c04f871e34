// What goes to the audio thread: lists of numbers as typed arrays, which are copied at once; a list would be read there number by number,
// while the sound waits.

const FEW = 8; // numbers that may stay a list

/** The same with its lists of numbers packed. */
export function packed(given) {
  if (Array.isArray(given)) {
    const numbers = given.length > FEW && given.every((each) => typeof each === "number");
    return numbers ? Float64Array.from(given) : given.map(packed);
  }
  if (!given || Object.getPrototypeOf(given) !== Object.prototype) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, packed(value)]));
}
