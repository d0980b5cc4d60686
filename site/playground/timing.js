/** How long searches take. */

/** @import {Mode, Search} from '../client/index.js' */
/** @import {Inquiry} from './form.js' */

/** Number of searches from which the median is taken. */
export const rounds = 20;

/**
 * Milliseconds of one kind.
 * @typedef {object} Spread
 * @property {number} p50
 * @property {number} p95
 */

/**
 * Asks repeatedly, one after the other, when all texts are there.
 * @param {Search} bundle
 * @param {Mode} mode
 * @param {Inquiry} inquiry
 * @param {AbortSignal} signal
 * @returns {Promise<{page: Spread, engine: Spread | undefined}>} `page`: from the call
 *   to the answer, with the way to the worker; `engine`: the ranking alone
 */
export async function measure(bundle, mode, { query, k, values }, signal) {
  const page = [];
  const engine = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    const { timings } = await bundle.search(query, { mode, k, params: { ...values, timings: true }, signal });
    page.push(performance.now() - start);
    if (timings) engine.push(timings.seeding + timings.walking);
  }
  return { page: spread(page), engine: engine.length > 0 ? spread(engine) : undefined };
}

/**
 * @param {number[]} times not empty
 * @returns {Spread} by nearest rank
 */
export function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.ceil(share * sorted.length) - 1];
  return { p50: at(0.5), p95: at(0.95) };
}

/** Clocks of browsers do not tell less, in milliseconds. */
const tick = 0.1;

/** @param {number} ms */
export const milliseconds = (ms) => (ms < tick ? `< ${tick} ms` : `${ms.toFixed(1)} ms`);
