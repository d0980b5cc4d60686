/** Characters of a query that are repeated to the reader: a whole page may have been pasted. */
export const mostEchoed = 120;

/**
 * A text that fits, by the widths of its characters: those of East Asia count twice.
 * @param {string} text
 * @param {number} room in narrow characters
 */
export function cut(text, room) {
  let used = 0;
  const kept = [];
  for (const char of text) {
    used += /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}！-｠]/u.test(char) ? 2 : 1;
    if (used > room) return `${kept.slice(0, -1).join('').trimEnd()}…`;
    kept.push(char);
  }
  return text;
}
