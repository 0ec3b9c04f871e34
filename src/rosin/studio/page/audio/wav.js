// A take as a WAV file: 24 bits, as many channels as rows.

export function wav(rows, rate) {
  const [channels, length] = [rows.length, rows[0].length];
  const bytes = 3 * channels * length;
  const view = new DataView(new ArrayBuffer(44 + bytes));
  const word = (at, text) => [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  word(0, "RIFF");
  view.setUint32(4, 36 + bytes, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 3 * channels * rate, true);
  view.setUint16(32, 3 * channels, true);
  view.setUint16(34, 24, true);
  word(36, "data");
  view.setUint32(40, bytes, true);
  let at = 44;
  for (let i = 0; i < length; i++) {
    for (let k = 0; k < channels; k++, at += 3) {
      const value = Math.round(Math.max(-1, Math.min(1, rows[k][i])) * 0x7fffff);
      view.setInt8(at + 2, value >> 16);
      view.setUint16(at, value & 0xffff, true);
    }
  }
  return new Blob([view.buffer], { type: "audio/wav" });
}
