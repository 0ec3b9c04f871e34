// The values of parameters by path; of a row of numbers, those of its places, too: resonator.frequencies.0.

/** @param {{path: string, value: any}[]} parameters */
export function valuesOf(parameters) {
  const each = ({ path, value }) => [[path, value], ...(Array.isArray(value) ? value.map((one, place) => [`${path}.${place}`, one]) : [])];
  return new Map(parameters.flatMap(each));
}

/** Write down the value of a path. */
export function setValue(parameters, path, value) {
  const own = parameters.find((each) => each.path === path);
  if (own) own.value = value;
  const [, row, place] = /^(.*)\.(\d+)$/.exec(path) ?? [];
  const whole = parameters.find((each) => each.path === row && Array.isArray(each.value));
  if (whole) whole.value = whole.value.with(Number(place), value);
}
