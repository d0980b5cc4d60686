/** @import {Pair, Result} from './client/index.js' */

/** What the modes are called on the page. @type {Record<string, string>} */
const modeNames = { bm25: 'Keywords', e2graph: 'Graph', bridge: 'Connected' };

/**
 * The name of the mode that answered.
 * @param {Result} result
 */
export function modeName({ mode }) {
  return modeNames[mode] ?? mode;
}

/**
 * How a query was answered, in a line: the reason for the mode, what was recognised.
 * @param {Result} result
 * @returns {string}
 */
export function explainAnswer({ reason, entities, pairs, terms }) {
  const sentences = [reason.replace(/\.?$/, '.')];
  if (entities.length > 0) {
    sentences.push(`Recognised ${list(entities.map(({ name, chunks }) => `${name} (${count(chunks, 'passage')})`))}.`);
  }
  for (const pair of pairs) sentences.push(`${connection(pair)}.`);
  for (const { word, as = [] } of terms.filter(({ read }) => read === 'prefix')) sentences.push(`“${word}” was completed: ${list(as)}.`);
  return sentences.join(' ');
}

/** @param {Pair} pair */
function connection({ path, hops }) {
  return `${path.join(' → ')} (${count(hops, 'hop')})`;
}

/**
 * "1 page", "2 pages".
 * @param {number} n
 * @param {string} one
 */
export function count(n, one) {
  return `${String(n).replace(/\B(?=(\d{3})+$)/g, ',')} ${one}${n === 1 ? '' : 's'}`;
}

/**
 * "a, b, and c". Browsers take tens of milliseconds for the first list of Intl, which a
 * reader would wait for.
 * @param {string[]} items
 */
function list(items) {
  if (items.length < 3) return items.join(' and ');
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`;
}
