/**
 * Puts values in the place of names in braces.
 * @param {string} text @param {Record<string, string | number>} values @returns {string}
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
