/** Checks that the options of every call share. */

import { MycelError } from '../errors.js';

/**
 * @param {object} options
 * @param {string[]} names of those that must be functions, if they are given
 * @throws {MycelError} code `request`
 */
export function checkFunctions(options, names) {
  for (const name of names) {
    const value = Reflect.get(options, name);
    if (value !== undefined && typeof value !== 'function') throw wrongType(name, value, 'a function');
  }
}

/** @param {string} call @param {object} options @param {string[]} known */
export function rejectUnknown(call, options, known) {
  if (!isMap(options)) throw wrongType('options', options, 'an object');
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new MycelError('request', `${call} has no option "${name}"; it has ${known.join(', ')}`);
    }
  }
}

/**
 * Whether a value is an object of names and values. A Date, a Map or a Set is none: it has
 * no names of its own and would pass for options of which none is given.
 * @param {unknown} value
 */
export function isMap(value) {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** @param {AbortSignal | undefined} signal */
export function checkSignal(signal) {
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType('signal', signal, 'an AbortSignal');
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
