import { parseURL } from '../util/weburl.js';
import { readPairs } from './facets.js';
/** @import {Mode} from '../types.js' */

/** Sections asked for at first. */
export const defaultHits = 10;

/** @typedef {ReturnType<typeof readSettings>} Settings */

/**
 * Reads what an element's attributes say. An invalid address is reported when the bundle is opened. Other values are checked where
 * they are used: the client reports a wrong mode as an error of the search.
 * @param {Element} host
 * @param {string} base absolute URL of the page
 */
export function readSettings(host, base) {
  /** An address that is not a URL. @type {string | undefined} */
  let problem;
  const address = (/** @type {string} */ name, end = '', value = host.getAttribute(name)) => {
    if (value === null) return undefined;
    const url = value.endsWith(end) ? value : value + end;
    if (!beside(url, 'https://host/')) problem ??= `${name}: got ${JSON.stringify(value)}, want a URL`;
    return beside(url, base);
  };
  // The bundle folder, or several with spaces between; '' if the page has no place and holds the bundle. Without the attribute,
  // the folder above client/, where this file lies in a bundle.
  const bundles = host.getAttribute('bundle')?.trim().split(/\s+/);
  const bundle = bundles?.map((url) => address('bundle', '/', url)).join(' ') ?? beside('../../', import.meta.url);
  return {
    bundle,
    root: address('root', '/') ?? beside('../', bundle.split(' ')[0]), // where result links start from; '' if they have to be absolute themselves
    hits: Number(host.getAttribute('hits') ?? defaultHits), // sections asked for at first
    param: host.getAttribute('param') ?? 'q', // of the address that holds the query; '' for none
    textFragments: host.getAttribute('text-fragments') !== 'off', // whether links lead to the text that matched
    filters: host.getAttribute('filters'), // keys to offer, with spaces between; null for all
    filter: readPairs(host.getAttribute('filter') ?? ''), // keys and values that are chosen at first
    suggestions: readPairs(host.getAttribute('suggestions') ?? ''), // texts and addresses of pages that stand in the empty list
    pins: address('pins') || undefined, // a file of pages for queries
    documentPage: address('document-page') || undefined, // a page that shows documents without an address by ?id=
    problem,
  };
}

/** The mode of its searches, which may change. @param {Element} host @returns {Mode | undefined} */
export function modeOf(host) {
  return /** @type {Mode | undefined} */ (host.getAttribute('mode') ?? undefined);
}

/** The parameters of its searches. The engine knows names and values. @param {Element} host */
export function paramsOf(host) {
  return Object.fromEntries(readPairs(host.getAttribute('params') ?? '').map(([name, value]) => [name, /^(true|false)$/.test(value) ? value === 'true' : isNaN(+value) ? value : +value]));
}

/**
 * What an address leads to from another one.
 * @param {string} url
 * @param {string} base that of a mail's attachment (blob:) has no places beside it
 * @returns {string} '' if nowhere
 */
export function beside(url, base) {
  return parseURL(url, base)?.href ?? '';
}
