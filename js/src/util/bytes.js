/** Joins chunks into one array. @param {Uint8Array[]} parts @returns {Uint8Array<ArrayBuffer>} */
export function concat(parts) {
  const whole = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
