import { checkOptions, checkParams, checkText, wrongType } from './checks.js';
import { checkFacets } from './filters.js';
/** @import {About, Evidence, Overview, OverviewOptions, Related, RelatedOptions, RetrieveOptions} from '../evidence.js' */

/** What can be asked besides a search. @typedef {'retrieve' | 'overview' | 'related' | 'entity'} Verb */

/**
 * Checked options, without the signal: what crosses to the engine.
 * @typedef {Record<string, import('../engine/msgpack.js').Value | undefined>} Request
 */

/** `missing`: parts that are wanted first. @typedef {(Evidence | Overview | Related | About) & {missing?: number[]}} Answer */

export const defaultBudget = 2000;

/**
 * @param {string} query @param {RetrieveOptions} options @returns {Request & {tokenBudget?: number}}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkRetrieve(query, options) {
  const text = checkText('query', query);
  checkOptions('retrieve', options, ['k', 'mode', 'params', 'tokenBudget', 'minScore', 'countTokens', 'filters', 'sort', 'language', 'signal']);
  const { k, mode, params, tokenBudget, minScore, language } = options;
  checkParams(params);
  return { ...params, query: text, mode, k, tokenBudget, minScore, language, ...checkFacets(options) };
}

/**
 * @param {string} topic @param {OverviewOptions} options @returns {Request}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkOverview(topic, options) {
  const text = checkText('topic', topic);
  checkOptions('overview', options, ['tokenBudget', 'signal']);
  return { topic: text, tokenBudget: options.tokenBudget };
}

/**
 * @param {'related' | 'entity'} verb @param {string} of @param {RelatedOptions} options @returns {Request}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkRelated(verb, of, options) {
  if (typeof of !== 'string') throw wrongType('of', of, 'a string');
  checkOptions(verb, options, ['k', 'signal']);
  return { of, k: options.k };
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
