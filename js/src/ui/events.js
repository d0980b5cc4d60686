/** The events of the elements. All bubble, cross shadow roots and stay in the page. */

/** @import {Hit, Result} from '../types.js' */
/** @import {Evidence} from '../evidence.js' */

/**
 * The `detail` of each event. Cancelling `search` keeps the list; cancelling `select` keeps the page.
 * @typedef {object} Details
 * @property {{query: string}} search a query is about to be answered
 * @property {{query: string, result: Result}} ranked the list is shown while its excerpts are fetched, if it was empty before; `results` follows
 * @property {{query: string, result: Result}} results a query has been answered; `zero` follows if nothing was found
 * @property {{query: string, result: Result}} zero
 * @property {{query: string, hit: Hit, rank: number, url: string, newTab: boolean}} select the reader follows a result: `rank` of the hit in the
 * answer, from 1; `url` its absolute address
 * @property {{error: unknown}} error the search could not be loaded, or failed: a MycelError as a rule
 * @property {{query: string, evidence: Evidence}} ask the reader asks for an answer; see docs/component.md
 */

/**
 * @template {keyof Details} Name @param {Element} host @param {Name} name @param {Details[Name]} detail
 * @returns {boolean} false if it was cancelled
 */
export function emit(host, name, detail) {
  const cancelable = name === 'search' || name === 'select' || name === 'ask';
  return host.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable, detail }));
}
