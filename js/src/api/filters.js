import { isMap, wrongType } from './checks.js';
/** @import {Filters, SearchOptions} from '../types.js' */

/** How deep conditions may nest; the engine has the same limit. */
const maxDepth = 8;

/** Words that join conditions. */
const words = ['any', 'all', 'none', 'not'];

/**
 * Conditions with the values of a bundle in the place of ranges: `{ date: { from: '2025', to: '2025-06' } }`. Both ends
 * belong to a range; numbers are compared as such, other values by their beginnings.
 * @param {Filters | Filters[] | undefined} filters
 * @param {import('../types.js').FilterCounts} counts of all documents
 * @returns {any} other conditions as they are
 */
export function withoutRanges(filters, counts) {
  if (Array.isArray(filters)) return filters.map((one) => withoutRanges(one, counts));
  if (!isMap(filters)) return filters;
  return Object.fromEntries(Object.entries(/** @type {Record<string, any>} */ (filters)).map(([key, condition]) => {
    if (words.includes(key)) return [key, withoutRanges(condition, counts)];
    if (!isMap(condition) || !('from' in condition || 'to' in condition)) return [key, condition];
    const { from, to, any, ...rest } = condition;
    for (const end of [from, to]) if (end !== undefined && typeof end !== 'string' && typeof end !== 'number') throw wrongType(`filters.${key}`, end, 'a string or a number at both ends of a range');
    const inside = Object.keys(counts[key] ?? {}).filter((value) => (from === undefined || compare(value, String(from)) >= 0) && (to === undefined || compare(value, String(to)) <= 0) && (any === undefined || [any].flat().some((one) => `${value} > `.startsWith(`${one} > `))));
    return [key, { ...rest, any: inside.length > 0 ? inside : [''] }]; // no document has the empty value
  }));
}

/** @param {string} value @param {string} end of a range */
function compare(value, end) {
  const [a, b] = [Number(value), Number(end)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  const start = value.slice(0, end.length);
  return start < end ? -1 : start > end ? 1 : 0;
}

/**
 * Checks conditions within each other: only their form, for the engine knows the keys.
 * @param {Pick<SearchOptions, 'filters' | 'sort'>} options
 * @returns {{filters?: Filters, sort?: string}} what crosses to the engine: the order as key, or key:desc
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkFacets({ filters, sort }) {
  if (filters) checkCondition('filters', filters, false, 0);
  return { filters, sort: typeof sort === 'object' ? Object.entries(sort)[0].join(':') : sort };
}

/**
 * @param {string} path for the message
 * @param {unknown} condition
 * @param {boolean} inKey whether it is about the values of one key
 * @param {number} depth
 */
function checkCondition(path, condition, inKey, depth) {
  if (depth > maxDepth) throw wrongType(path, condition, `conditions at most ${maxDepth} deep`);
  if (inKey && typeof condition === 'string') return;
  if (Array.isArray(condition)) {
    for (const [i, part] of condition.entries()) checkCondition(`${path}[${i}]`, part, inKey, depth + 1);
    return;
  }
  if (!isMap(condition)) {
    throw wrongType(path, condition, inKey ? `a string, an array, or an object of ${words.join(', ')}` : 'an object, or an array of objects');
  }
  for (const [name, part] of Object.entries(/** @type {object} */ (condition))) {
    if (part === undefined) continue; // left out of the request, too
    const joins = words.includes(name);
    if (inKey && !joins) throw wrongType(path, name, `one of ${words.join(', ')}`);
    checkCondition(`${path}.${name}`, part, inKey || !joins, depth + 1);
  }
}
