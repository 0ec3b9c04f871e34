// Scala files (.scl), which hold a scale: lines that begin with "!" are comments; then come a description, how many notes follow, and the
// notes, one to a line, as cents (with a period) or as a ratio ("3/2", "2"). What follows a value on its line is ignored. The first note,
// 1/1, is not written; the last one is the period after which the scale begins anew.

const LARGEST = 100_000; // bytes of a file
const MOST = 1200; // notes
const VALUE = /^\s*(?:(?<cents>-?(?:\d+\.\d*|\.\d+))|(?<over>-?\d+)(?:\s*\/\s*(?<under>-?\d+))?)/;

/** A scale, { description, cents }, of the text of a Scala file; `cents` are its notes above the first. Throws where it is none. */
export function readScala(text, name = "The file") {
  const wrong = (words) => new Error(`${name} is no Scala scale that can be played: ${words}`);
  if (text.length > LARGEST) throw wrong(`it has more than ${LARGEST} bytes.`);
  const [description, counted, ...lines] = text.split(/\r\n|\r|\n/).filter((line) => !line.startsWith("!"));
  const count = Number(/^\s*(\d+)(?:\s|$)/.exec(counted ?? "")?.[1] ?? NaN);
  if (Number.isNaN(count)) throw wrong("its second line (of those without “!”) must say how many notes follow.");
  if (count < 1 || count > MOST) throw wrong(`it says that ${count} notes follow; 1 to ${MOST} can be played.`);
  if (lines.length < count) throw wrong(`it says that ${count} notes follow, and has ${lines.length}.`);
  const cents = lines.slice(0, count).map((line, i) => {
    const value = centsOf(line);
    if (value === null) throw wrong(`note ${i + 1}, “${line.trim().slice(0, 30)}”, is neither cents (701.955) nor a ratio of whole numbers above 0 (3/2).`);
    return value;
  });
  if (!(cents.at(-1) > 0)) throw wrong("its last note, after which it begins anew, must be higher than its first.");
  return { description: description.trim(), cents };
}

/** The cents of a line; null where it has none. */
function centsOf(line) {
  const { cents, over, under = "1" } = VALUE.exec(line)?.groups ?? {};
  if (cents !== undefined) return Number(cents);
  const ratio = Number(over) / Number(under);
  return Number(over) > 0 && Number(under) > 0 ? 1200 * Math.log2(ratio) : null;
}
