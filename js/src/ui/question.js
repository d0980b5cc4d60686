/** Asks a bundle, also with wider queries if there are no results. */

import { relaxed } from './relaxed.js';
/** @import {Search} from '../api/client.js' */
/** @import {Filters, Result, SearchOptions} from '../types.js' */

/** Sections shown of a query that is wider than one that finds nothing. */
const nearHits = 3;

/**
 * An answer of a bundle.
 * @typedef {object} Answer
 * @property {Result} result as it is shown
 * @property {Result} found as the bundle gave it
 * @property {(position: number) => Promise<Result>} [again] asks once more, to explain the hit at a position of `result`
 */

/**
 * @param {Search} bundle @param {string} query @param {SearchOptions & {signal: AbortSignal}} options
 * @param {(found: Result) => Result} shown makes of an answer the result to show
 * @returns {Promise<Answer>}
 */
export async function ask(bundle, query, { signal, onRanked, ...options }, shown = (found) => found) {
  const found = await bundle.search(query, { ...options, signal, onRanked });
  const result = shown(found);
  const again = async (/** @type {number} */ position) => {
    const at = found.hits.indexOf(result.hits[position]);
    return shown(await bundle.search(query, { ...options, excerpts: at < 0 ? [] : [at], explain: true }));
  };
  return { result, found, again };
}

/**
 * What a query finds that is a little wider than one that finds nothing.
 * @param {Search} bundle @param {Result} none @param {Filters | undefined} filters @param {AbortSignal} signal
 * @returns {Promise<Answer | undefined>}
 */
export async function askWider(bundle, none, filters, signal) {
  const wider = relaxed(none).map((query) => ({ query, filters }));
  for (const { query, ...within } of filters ? [...wider, { query: none.query, filters: undefined }] : wider) {
    const near = await ask(bundle, query, { k: nearHits, ...within, signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    if (near?.result.hits.length) return near;
  }
  return undefined;
}

/** How many hits there are. @param {Search} bundle @param {string} query @param {SearchOptions} options */
export async function countHits(bundle, query, options) {
  return (await bundle.search(query, { ...options, excerpts: [] }).catch(() => undefined))?.hits.length;
}
