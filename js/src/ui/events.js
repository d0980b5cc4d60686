/**
 * The events of the elements. All bubble, cross shadow roots and stay in the page.
 *
 * @module
 */

/** @import {Hit, Result} from '../types.js' */
/** @import {Evidence} from '../evidence.js' */

/**
 * `search`: a query is about to be answered. Cancelling it leaves the list as it is.
 * @typedef {object} SearchDetail
 * @property {string} query
 */

/**
 * `ranked`: the list stands while its excerpts are being fetched, if nothing stood there; `results` follows.
 *
 * `results`: a query has been answered; `zero` follows if nothing was found.
 * @typedef {object} ResultsDetail
 * @property {string} query
 * @property {Result} result
 */

/**
 * `select`: the reader follows a result. Cancelling it leaves the page where it is.
 * @typedef {object} SelectDetail
 * @property {string} query
 * @property {Hit} hit
 * @property {number} rank of the hit in the answer, from 1
 * @property {string} url where it leads, absolute
 * @property {boolean} newTab
 */

/**
 * `error`: the search could not be loaded, or failed.
 * @typedef {object} ErrorDetail
 * @property {unknown} error a MycelError as a rule
 */

/**
 * `ask`: the reader asks for an answer; see docs/component.md.
 * @typedef {object} AskDetail
 * @property {string} query
 * @property {Evidence} evidence
 */

/**
 * @typedef {object} Details
 * @property {SearchDetail} search
 * @property {ResultsDetail} ranked
 * @property {ResultsDetail} results
 * @property {ResultsDetail} zero
 * @property {SelectDetail} select
 * @property {ErrorDetail} error
 * @property {AskDetail} ask
 */

/**
 * @template {keyof Details} Name @param {Element} host @param {Name} name @param {Details[Name]} detail
 * @returns {boolean} false if it was cancelled
 */
export function emit(host, name, detail) {
  const cancelable = name === 'search' || name === 'select' || name === 'ask';
  return host.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable, detail }));
}
