/**
 * A text that fits, by the widths of its characters: those of East Asia count twice.
 * @param {string} text
 * @param {number} room in narrow characters
 */
export function cut(text, room) {
  let used = 0;
  const kept = [];
  for (const char of text) {
    used += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[\u{20000}-\u{3ffff}]/u.test(char) ? 2 : 1;
    if (used > room) return `${kept.slice(0, -1).join('').trimEnd()}…`;
    kept.push(char);
  }
  return text;
}
