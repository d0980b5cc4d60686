/** What readers choose among the values of a bundle's filters. */

/** @import {FilterCounts, Filters} from '../types.js' */
/** @import {Own} from './pagefacets.js' */

/** The chosen values by key. A key without a chosen value narrows nothing. @typedef {Map<string, Set<string>>} Selection */

/** Names that join conditions, and so are no keys that a condition could name. */
const joining = ['any', 'all', 'none', 'not'];

/**
 * The keys to offer.
 * @param {FilterCounts} counts of all documents
 * @param {string | null} asked keys with spaces between them, in their order; null for
 *   all keys with several values; `off` for no keys
 */
export function offeredKeys(counts, asked) {
  if (asked === 'off') return [];
  const known = Object.keys(counts).filter((key) => !joining.includes(key));
  if (asked?.trim()) return asked.trim().split(/\s+/).filter((key) => known.includes(key));
  return known.filter((key) => Object.keys(counts[key]).length > 1);
}

/** Between the levels of a value, such as Bread > Rye. */
export const level = ' > ';

/**
 * The values of a key in the order of their use. Values with levels follow their parents. Other values: chosen ones first,
 * then versions from the newest and other values from the most frequent, and last the values without any result.
 * @param {Record<string, number>} counts of all documents
 * @param {string} language to sort by
 * @param {Record<string, number>} [now] of the documents that a query finds
 * @param {Set<string>} [chosen] @returns {string[]}
 */
export function orderedValues(counts, language, now = counts, chosen = new Set()) {
  const values = Object.keys(counts);
  const { compare } = new Intl.Collator(language, { numeric: true });
  const count = (/** @type {string} */ value) => now[value] ?? 0;
  if (values.some((value) => value.includes(level))) return values.sort((a, b) => compare(a.replaceAll(level, '\0'), b.replaceAll(level, '\0')));
  if (values.every((value) => /^v?\d/i.test(value))) values.sort((a, b) => compare(b, a));
  else values.sort((a, b) => count(b) - count(a) || compare(a, b));
  const rank = (/** @type {string} */ value) => (chosen.has(value) ? 0 : count(value) > 0 ? 1 : 2);
  return values.sort((a, b) => rank(a) - rank(b));
}

/**
 * The condition for a choice: any of the chosen values of each key. If these are the values of the page itself, or the
 * reader has no choice, documents without a value match too: a blog beside the versions of the docs.
 * @param {Selection} selection
 * @param {Map<string, Own>} own the values of the page, by key
 * @param {string} [except] a key that is left out
 * @returns {Filters | undefined} undefined if it narrows nothing
 */
export function conditionOf(selection, own, except) {
  /** @type {Filters} */
  const condition = {};
  for (const [key, values] of selection) if (values.size > 0) condition[key] = { any: [...values] };
  for (const [key, { values, others }] of own) {
    const chosen = selection.get(key);
    if (!chosen || (chosen.size === values.length && values.every((value) => chosen.has(value)))) condition[key] = { none: others };
  }
  if (except !== undefined) delete condition[except];
  return Object.keys(condition).length > 0 ? condition : undefined;
}

/**
 * The keys that have a chosen value. What other values of such a key would find is
 * not in the answer, for which it has been narrowed: it takes a search without the key.
 * @param {Selection} selection
 */
export function chosenKeys(selection) {
  return [...selection.keys()].filter((key) => selection.get(key)?.size);
}

/**
 * A choice with only such values as there are.
 * @param {Iterable<[key: string, value: string]>} pairs
 * @param {string[]} keys that are offered
 * @param {FilterCounts} counts of all documents
 * @returns {Selection}
 */
export function selectionOf(pairs, keys, counts) {
  /** @type {Selection} */
  const selection = new Map(keys.map((key) => [key, new Set()]));
  for (const [key, value] of pairs) {
    if (Object.hasOwn(counts[key] ?? {}, value)) selection.get(key)?.add(value);
  }
  return selection;
}

/**
 * Reads the attribute `filter`: key:value pairs, with commas between.
 * @param {string} text @returns {[key: string, value: string][]}
 */
export function readPairs(text) {
  return text.split(',').flatMap((pair) => {
    const at = pair.indexOf(':');
    return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : [];
  });
}
