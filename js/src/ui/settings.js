import { readPairs } from './facets.js';
/** @import {Mode} from '../types.js' */

/** Sections asked for at first. */
export const defaultHits = 10;

/**
 * What an element's attributes say.
 * @typedef {object} Settings
 * @property {string} bundle absolute URL of the bundle folder, or several with spaces between; '' if the page has no place and holds the bundle
 * @property {string} root absolute URL that result links start from; '' if they have to be absolute themselves
 * @property {number} hits sections asked for at first
 * @property {string} param of the address that holds the query; '' for none
 * @property {boolean} textFragments whether links lead to the text that matched
 * @property {string | null} filters keys to offer, with spaces between; null for all
 * @property {[key: string, value: string][]} filter values that are chosen at first
 * @property {[text: string, url: string][]} suggestions pages that stand in the empty list
 * @property {string | undefined} pins absolute URL of a file of pages for queries
 * @property {string | undefined} documentPage absolute URL of a page that shows documents without an address by ?id=
 * @property {string | undefined} problem an address that is not a URL
 */

/**
 * Reads the attributes. An invalid address is reported when the bundle is opened. Other values are checked where they
 * are used: the client reports a wrong mode as an error of the search.
 * @param {Element} host
 * @param {string} base absolute URL of the page
 * @returns {Settings}
 */
export function readSettings(host, base) {
  /** @type {string | undefined} */
  let problem;
  const address = (/** @type {string} */ name, end = '', value = host.getAttribute(name)) => {
    if (value === null) return undefined;
    const url = value.endsWith(end) ? value : value + end;
    if (!beside(url, 'https://host/')) problem ??= `${name}: got ${JSON.stringify(value)}, want a URL`;
    return beside(url, base);
  };
  // Without the attribute, the folder above client/, where this file lies in a bundle.
  const bundles = host.getAttribute('bundle')?.trim().split(/\s+/);
  const bundle = bundles?.map((url) => address('bundle', '/', url)).join(' ') ?? beside('../../', import.meta.url);
  return {
    bundle,
    root: address('root', '/') ?? beside('../', bundle.split(' ')[0]),
    hits: Number(host.getAttribute('hits') ?? defaultHits),
    param: host.getAttribute('param') ?? 'q',
    textFragments: host.getAttribute('text-fragments') !== 'off',
    filters: host.getAttribute('filters'),
    filter: readPairs(host.getAttribute('filter') ?? ''),
    suggestions: readPairs(host.getAttribute('suggestions') ?? ''),
    pins: address('pins') || undefined,
    documentPage: address('document-page') || undefined,
    problem,
  };
}

/** The mode of its searches, which may change. @param {Element} host @returns {Mode | undefined} */
export function modeOf(host) {
  return /** @type {Mode | undefined} */ (host.getAttribute('mode') ?? undefined);
}

/**
 * What an address leads to from another one.
 * @param {string} url
 * @param {string} base that of a mail's attachment (blob:) has no places beside it
 * @returns {string} '' if nowhere
 */
export function beside(url, base) {
  try {
    return new URL(url, base).href;
  } catch {
    return '';
  }
}
