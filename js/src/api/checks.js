/** What the options of every call may be. */

import { MycelError } from '../errors.js';
import { modes } from '../params.js';

export const maxHits = 100;

/** The greatest number of an engine, which counts in 32 bits. */
const maxBudget = 2 ** 31 - 1;

/** A kind of value: what is wanted, and whether a value is that. @typedef {[want: string, fits: (value: any) => boolean]} Kind */

/** @type {Kind} */
const aFunction = ['a function', (value) => typeof value === 'function'];
/** @type {Kind} */
const aBoolean = ['a boolean', (value) => typeof value === 'boolean'];
/** @type {(want: string) => Kind} */
const text = (want) => [want, (value) => typeof value === 'string'];
/** @type {(most: number) => Kind} */
const integer = (most) => [`an integer from 1 to ${most}`, (value) => Number.isInteger(value) && value >= 1 && value <= most];

/** The options by name. @type {Record<string, Kind>} */
const options = {
  k: integer(maxHits),
  tokenBudget: integer(maxBudget),
  minScore: ['a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1],
  mode: [`one of ${modes.join(', ')}`, (value) => modes.includes(value)],
  params: ['an object', isMap],
  filters: ['an object of keys and values', isMap],
  sort: ["a key, or one key with 'asc' or 'desc'", isOrder],
  language: text('a BCP 47 tag'),
  shared: text('`shared` of a result of the root of a set'),
  excerpts: ['an array of positions of hits', Array.isArray],
  nestedExcerpts: aBoolean,
  explain: aBoolean,
  worker: aBoolean,
  fetch: aFunction,
  engine: ['a WebAssembly.Module', (value) => value instanceof WebAssembly.Module],
  expect: ['a query and its options', (value) => typeof value === 'object' && value !== null],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  onProgress: aFunction,
  onRanked: aFunction,
  onUpdate: aFunction,
  countTokens: aFunction,
};

/**
 * @param {string} call
 * @param {object} given
 * @param {string[]} known the options of the call
 * @throws {MycelError} code `request`
 */
export function checkOptions(call, given, known) {
  if (!isMap(given)) throw wrongType('options', given, 'an object');
  const other = Object.keys(given).find((name) => !known.includes(name));
  if (other !== undefined) throw new MycelError('request', `${call} has no option "${other}"; it has ${known.join(', ')}`);
  for (const name of known) {
    const [want, fits] = options[name];
    const value = Reflect.get(given, name);
    if (value !== undefined && !fits(value)) throw wrongType(name, value, want);
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {string} as the engine reads text: composed
 * @throws {MycelError} code `request`
 */
export function checkText(name, value) {
  if (typeof value !== 'string') throw wrongType(name, value, 'a string');
  return value.normalize();
}

/**
 * Checks the types of parameters; the engine knows their names and ranges.
 * @param {import('../params.js').Params | undefined} params
 * @throws {MycelError} code `request`
 */
export function checkParams(params = {}) {
  for (const [name, value] of Object.entries(params)) {
    if (name === 'query' || name === 'vector' || Object.hasOwn(options, name)) throw new MycelError('request', `${name} is an option of its own, not one of params`);
    if (!['number', 'string', 'boolean'].includes(typeof value)) throw wrongType(`params.${name}`, value, 'a number, a string or a boolean');
  }
}

/**
 * Whether a value is an object of names and values. A Date, a Map or a Set is not: it has
 * no names of its own, so it would pass for empty options.
 * @param {unknown} value
 */
export function isMap(value) {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** @param {any} sort */
function isOrder(sort) {
  if (!isMap(sort)) return typeof sort === 'string' && sort !== '';
  const ways = Object.values(sort);
  return ways.length === 1 && (ways[0] === 'asc' || ways[0] === 'desc');
}

/** @param {string} name @param {unknown} got @param {string} want */
export function wrongType(name, got, want) {
  return new MycelError('request', `${name}: got ${show(got)}, want ${want}`);
}

/** @param {unknown} value */
function show(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return { Array: 'an array', Object: 'an object' }[kind] ?? `a ${kind}`;
}
