// The pitch of a few periods, by the autocorrelation of McLeod and Wyvill's method: its first peak that is nearly as high as the highest.

const [LOWEST, HIGHEST] = [48, 5000]; // Hz
const CLEAR = 0.85; // periodicity below which there is no pitch
const NEARLY = 0.92; // of the highest peak

/** The fundamental (Hz) of the last samples, or null where they have none. */
export function pitchOf(samples, rate) {
  const n = samples.length;
  const most = Math.min(Math.floor(rate / LOWEST), Math.floor(n / 2));
  const least = Math.floor(rate / HIGHEST);
  const found = new Float32Array(most + 1);
  const width = n - most;
  for (let lag = least - 1; lag <= most; lag++) {
    let [product, energy] = [0, 1e-20];
    for (let i = 0; i < width; i++) {
      const [a, b] = [samples[i], samples[i + lag]];
      product += a * b;
      energy += a * a + b * b;
    }
    found[lag] = (2 * product) / energy;
  }
  let highest = 0;
  const peaks = [];
  for (let lag = least; lag < most; lag++) {
    if (found[lag] <= found[lag - 1] || found[lag] < found[lag + 1] || found[lag] < CLEAR) continue;
    peaks.push(lag);
    highest = Math.max(highest, found[lag]);
  }
  const first = peaks.find((lag) => found[lag] >= NEARLY * highest);
  if (first === undefined) return null;
  const [before, at, after] = [found[first - 1], found[first], found[first + 1]];
  const bend = before - 2 * at + after;
  return rate / (first + (bend ? (0.5 * (before - after)) / bend : 0));
}
