import { MycelError } from '../errors.js';
import { modes } from '../params.js';
import { checkFunctions, checkSignal, isMap, rejectUnknown, wrongType } from './checks.js';
import { checkFacets } from './filters.js';
/** @import {OpenOptions, SearchOptions, Mode} from '../types.js' */

export const maxHits = 100;

/**
 * Options of one search, checked and without the signal: what crosses to the engine.
 * @typedef {object} SearchRequest
 * @property {string} query
 * @property {Mode} [mode]
 * @property {number} [k]
 * @property {import('../params.js').Params} [params]
 * @property {import('../types.js').Filters} [filters]
 * @property {string} [sort] key, or key:desc
 * @property {string} [language] of the query
 * @property {string} [shared] what the root of the bundle's set has returned for the query
 * @property {Float32Array} [vector] of the query, by the bundle's model
 * @property {boolean} [explain] whether hits with an excerpt name the links to them
 * @property {boolean} [nestedExcerpts] whether nested sections of these hits have excerpts, too
 * @property {Uint8Array} [excerpts] a bit for each hit that is to have its excerpt, the lowest of a byte first
 */

/** Checks the options of open(). @param {OpenOptions} options @throws {MycelError} code `request` */
export function checkOpenOptions(options) {
  rejectUnknown('open', options, ['signal', 'worker', 'fetch', 'engine', 'expect', 'onProgress', 'onUpdate']);
  const { signal, worker, fetch, engine, expect } = options;
  checkSignal(signal);
  if (worker !== undefined && typeof worker !== 'boolean') throw wrongType('worker', worker, 'a boolean');
  if (fetch !== undefined && typeof fetch !== 'function') throw wrongType('fetch', fetch, 'a function');
  if (engine !== undefined && !(engine instanceof WebAssembly.Module)) throw wrongType('engine', engine, 'a WebAssembly.Module');
  if (expect !== undefined && (typeof expect !== 'object' || expect === null)) throw wrongType('expect', expect, 'a query and its options');
  checkFunctions(options, ['onProgress', 'onUpdate']);
  if ((fetch || engine) && worker) {
    throw new MycelError('request', 'options fetch or engine and worker: true exclude each other: a worker is sent neither');
  }
}

/**
 * Checks a query and its options.
 * @param {string} query @param {SearchOptions} options @returns {SearchRequest}
 * @throws {MycelError} code `request`
 */
export function checkSearch(query, options) {
  if (typeof query !== 'string') throw wrongType('query', query, 'a string');
  rejectUnknown('search', options, ['k', 'mode', 'excerpts', 'nestedExcerpts', 'params', 'filters', 'sort', 'language', 'shared', 'explain', 'signal', 'onRanked']);
  checkFunctions(options, ['onRanked']);
  const { k, mode, excerpts, params, language, shared, signal } = options;
  checkSignal(signal);
  /** @type {SearchRequest} */
  const request = { query: query.normalize(), ...checkFacets(options) };
  if (mode !== undefined) {
    if (!modes.includes(mode)) throw wrongType('mode', mode, `one of ${modes.join(', ')}`);
    request.mode = mode;
  }
  if (k !== undefined) {
    if (!Number.isInteger(k) || k < 1 || k > maxHits) throw wrongType('k', k, `an integer from 1 to ${maxHits}`);
    request.k = k;
  }
  if (language !== undefined) request.language = checkLanguage(language);
  if (shared !== undefined) request.shared = checkShared(shared);
  if (excerpts !== undefined) request.excerpts = bitsOf(excerpts);
  for (const name of /** @type {const} */ (['explain', 'nestedExcerpts'])) {
    if (options[name] !== undefined && typeof options[name] !== 'boolean') throw wrongType(name, options[name], 'a boolean');
    if (options[name]) request[name] = true;
  }
  if (params !== undefined) request.params = checkParams(params);
  return request;
}

/** @param {string | undefined} language a BCP 47 tag, or '' for any @throws {MycelError} code `request` */
export function checkLanguage(language) {
  if (language !== undefined && typeof language !== 'string') throw wrongType('language', language, 'a BCP 47 tag');
  return language;
}

/** @param {string} shared */
function checkShared(shared) {
  if (typeof shared !== 'string') throw wrongType('shared', shared, '`shared` of a result of the root of a set');
  return shared;
}

/**
 * A set of hits as bits.
 * @param {readonly number[]} hits by position in the answer
 * @returns {Uint8Array} the lowest bit of a byte first
 */
function bitsOf(hits) {
  const bits = new Uint8Array(Math.ceil(maxHits / 8));
  if (!Array.isArray(hits)) throw wrongType('excerpts', hits, 'an array of positions of hits');
  for (const hit of hits) {
    if (!Number.isInteger(hit) || hit < 0 || hit >= maxHits) throw wrongType('excerpts', hit, `integers from 0 to ${maxHits - 1}`);
    bits[hit >> 3] |= 1 << (hit & 7);
  }
  return bits;
}

/** Names that requests have of their own. */
const reserved = ['query', 'mode', 'k', 'tokenBudget', 'minScore', 'vector', 'excerpts', 'nestedExcerpts', 'filters', 'sort', 'language', 'explain'];

/** Checks the types of parameters; the engine knows their names and ranges. @param {import('../params.js').Params} params */
export function checkParams(params) {
  if (!isMap(params)) throw wrongType('params', params, 'an object');
  for (const [name, value] of Object.entries(params)) {
    if (reserved.includes(name)) throw new MycelError('request', `${name} is an option of its own, not one of params`);
    if (!['number', 'string', 'boolean'].includes(typeof value)) {
      throw wrongType(`params.${name}`, value, 'a number, a string or a boolean');
    }
  }
  return { ...params };
}
