import { untilAborted } from '../../src/util/abort.js';
/** @import {RetrieveOptions} from '../../src/evidence.js' */

/**
 * A bundle that never answers, and notes the signals it is given.
 * @param {import('node:test').TestContext} t
 */
export function endless(t) {
  /** @type {(AbortSignal | undefined)[]} */
  const signals = [];
  const search = {
    /** @param {string} _ @param {RetrieveOptions} [options] */
    retrieve: (_, { signal } = {}) => {
      signals.push(signal);
      return untilAborted(new Promise(() => {}), signal, 'retrieve');
    },
  };
  const awake = setInterval(() => {}, 1000); // timeouts of signals do not keep Node running
  t.after(() => clearInterval(awake));
  /** @param {number} n */
  const asked = async (n) => {
    while (signals.length < n) await new Promise(setImmediate);
  };
  return { search, signals, asked };
}
