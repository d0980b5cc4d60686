import { modes } from '../params.js';
import { checkSignal, rejectUnknown, wrongType } from './checks.js';
import { checkFacets } from './filters.js';
import { checkLanguage, checkParams, maxHits } from './options.js';
/** @import {Evidence, Overview, OverviewOptions, Related, RelatedOptions, RetrieveOptions} from '../evidence.js' */

/** What can be asked besides a search. @typedef {'retrieve' | 'overview' | 'related'} Verb */

/**
 * Checked options, without the signal: what crosses to the engine.
 * @typedef {Record<string, import('../engine/msgpack.js').Value | Float32Array | undefined>} Request
 */

/** @typedef {Evidence | Overview | Related} Answer */

/** What a 32-bit machine counts to. */
const maxBudget = 2 ** 31 - 1;
const defaultBudget = 2000;

/**
 * @param {string} query @param {RetrieveOptions} options @returns {Request & {tokenBudget?: number}}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkRetrieve(query, options) {
  if (typeof query !== 'string') throw wrongType('query', query, 'a string');
  rejectUnknown('retrieve', options, ['k', 'mode', 'params', 'tokenBudget', 'minScore', 'countTokens', 'filters', 'sort', 'language', 'signal']);
  const { k, mode, params = {}, tokenBudget, minScore, countTokens, signal } = options;
  checkSignal(signal);
  checkInteger('k', k, maxHits);
  checkInteger('tokenBudget', tokenBudget, maxBudget);
  if (mode !== undefined && !modes.includes(mode)) throw wrongType('mode', mode, `one of ${modes.join(', ')}`);
  if (minScore !== undefined && !(typeof minScore === 'number' && minScore >= 0 && minScore <= 1)) {
    throw wrongType('minScore', minScore, 'a number from 0 to 1');
  }
  if (countTokens !== undefined && typeof countTokens !== 'function') throw wrongType('countTokens', countTokens, 'a function');
  return { ...checkParams(params), query: query.normalize(), mode, k, tokenBudget, minScore, language: checkLanguage(options.language), ...checkFacets(options) };
}

/**
 * @param {string} topic @param {OverviewOptions} options @returns {Request}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkOverview(topic, options) {
  if (typeof topic !== 'string') throw wrongType('topic', topic, 'a string');
  rejectUnknown('overview', options, ['tokenBudget', 'signal']);
  checkSignal(options.signal);
  checkInteger('tokenBudget', options.tokenBudget, maxBudget);
  return { topic: topic.normalize(), tokenBudget: options.tokenBudget };
}

/**
 * @param {string} of @param {RelatedOptions} options @returns {Request}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkRelated(of, options) {
  if (typeof of !== 'string') throw wrongType('of', of, 'a string');
  rejectUnknown('related', options, ['k', 'signal']);
  checkSignal(options.signal);
  checkInteger('k', options.k, maxHits);
  return { of, k: options.k };
}

/** @param {string} name @param {number | undefined} value @param {number} max */
function checkInteger(name, value, max) {
  if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= max)) {
    throw wrongType(name, value, `an integer from 1 to ${max}`);
  }
}

/**
 * Finds the longest context of the engine's that has at most `budget` tokens by
 * another counter. A context depends on the engine's budget in steps, and
 * `tokens` and `next` say where its step begins and ends: bisection over budgets
 * visits few of them.
 * @param {(tokenBudget: number) => Promise<Evidence>} retrieve @param {(context: string) => number | Promise<number>} count
 * @param {number} [budget]
 * @returns {Promise<Evidence>} with its tokens counted by `count`
 * @throws {import('../errors.js').MycelError} code `request` if `count` gives no number
 */
export async function fit(retrieve, count, budget = defaultBudget) {
  /** @type {Evidence | undefined} */
  let best;
  let low = 1; // budgets that may be better than best: [low, high)
  let high = Infinity;
  for (let attempt = budget; ; ) {
    const evidence = await retrieve(attempt);
    const tokens = evidence.context === '' ? 0 : await count(evidence.context);
    if (typeof tokens !== 'number' || Number.isNaN(tokens)) throw wrongType('countTokens', tokens, 'a function that returns a number');
    if (tokens > budget) {
      high = evidence.tokens;
    } else {
      best = { ...evidence, tokens };
      if (!evidence.truncated) return best;
      low = evidence.next ?? attempt + 1;
    }
    if (best && low >= high) return best;
    attempt = high < Infinity ? low + Math.floor((high - low) / 2) : Math.max(2 * attempt, low);
  }
}
