// A piano's octave on the letters of the computer: A is C, W is C sharp ... K is the C above; Z and X go down and up by an octave.

export const ROW = "awsedftgyhujk";
const NAMES = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"];
const BLACK = new Set([1, 3, 6, 8, 10]);

/** A key within its octave. */
export const within = (key) => ((key % 12) + 12) % 12;
export const nameOf = (key) => NAMES[within(key)];
export const octaveOf = (key) => Math.floor(key / 12) - 1;
/** A name with its octave, as it is printed: D₅. */
export const printed = (key) => nameOf(key) + String(octaveOf(key)).replace("-", "₋").replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]);
export const isBlack = (key) => BLACK.has(within(key));

export class Letters {
  /** Around a key, between a lowest and a highest one. */
  constructor([lowest, highest, own]) {
    Object.assign(this, { lowest, highest });
    this.first = own - within(own);
  }

  /** The key of a letter; null for others. */
  keyOf(letter) {
    const place = ROW.indexOf(letter);
    return place < 0 ? null : this.first + place;
  }

  letterOf(key) {
    return ROW[key - this.first]?.toUpperCase() ?? "";
  }

  /** Go by an octave where Z or X say so, and as long as something is played there; whether it went. */
  shift(letter) {
    const way = { z: -12, x: 12 }[letter];
    if (!way || this.first + way + 12 < this.lowest || this.first + way > this.highest) return false;
    this.first += way;
    return true;
  }
}
