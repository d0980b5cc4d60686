/**
 * "1 page", "2 pages".
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/**
 * "a, b and c".
 * @param {string[]} items
 */
export function list(items) {
  return new Intl.ListFormat('en').format(items);
}
