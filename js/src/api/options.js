import { MycelError } from '../errors.js';
import { checkOptions, checkParams, checkText, maxHits, wrongType } from './checks.js';
import { checkFacets } from './filters.js';
/** @import {OpenOptions, SearchOptions} from '../types.js' */

/**
 * What crosses to the engine of one search.
 * @typedef {object} Sent
 * @property {string} query
 * @property {import('../types.js').Filters} [filters]
 * @property {string} [sort] key, or key:desc
 * @property {Float32Array} [vector] of the query, by the bundle's model
 * @property {Uint8Array} [excerpts] a bit for each hit that is to have its excerpt, the lowest of a byte first
 */

/** @typedef {Sent & Pick<SearchOptions, 'mode' | 'k' | 'params' | 'language' | 'shared' | 'explain' | 'nestedExcerpts'>} SearchRequest */

/** Checks the options of open(). @param {OpenOptions} options @throws {MycelError} code `request` */
export function checkOpenOptions(options) {
  checkOptions('open', options, ['signal', 'worker', 'fetch', 'engine', 'expect', 'onProgress', 'onUpdate']);
  const { fetch, engine, worker } = options;
  if ((fetch || engine) && worker) {
    throw new MycelError('request', 'options fetch or engine and worker: true exclude each other: a worker is sent neither');
  }
  return options;
}

/**
 * Checks a query and its options.
 * @param {string} query @param {SearchOptions} options @returns {SearchRequest}
 * @throws {MycelError} code `request`
 */
export function checkSearch(query, options) {
  const text = checkText('query', query);
  checkOptions('search', options, ['k', 'mode', 'excerpts', 'nestedExcerpts', 'params', 'filters', 'sort', 'language', 'shared', 'explain', 'signal', 'onRanked']);
  const { k, mode, excerpts, nestedExcerpts, params, language, shared, explain } = options;
  checkParams(params);
  return { query: text, k, mode, params, language, shared, explain, nestedExcerpts, excerpts: excerpts && bitsOf(excerpts), ...checkFacets(options) };
}

/**
 * A set of hits as bits.
 * @param {readonly number[]} hits by position in the answer
 * @returns {Uint8Array} the lowest bit of a byte first
 */
function bitsOf(hits) {
  const bits = new Uint8Array(Math.ceil(maxHits / 8));
  for (const hit of hits) {
    if (!Number.isInteger(hit) || hit < 0 || hit >= maxHits) throw wrongType('excerpts', hit, `integers from 0 to ${maxHits - 1}`);
    bits[hit >> 3] |= 1 << (hit & 7);
  }
  return bits;
}
