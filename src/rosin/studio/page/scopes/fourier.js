// The fast Fourier transform, in place, for lengths that are powers of two.

export function transform(real, imaginary) {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const angle = (-2 * Math.PI) / size;
    for (let k = 0; k < size / 2; k++) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
      for (let a = k; a < n; a += size) {
        const b = a + size / 2;
        const [re, im] = [real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c];
        [real[b], imaginary[b]] = [real[a] - re, imaginary[a] - im];
        [real[a], imaginary[a]] = [real[a] + re, imaginary[a] + im];
      }
    }
  }
}
