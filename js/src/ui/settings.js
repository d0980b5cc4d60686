import { readPairs } from './facets.js';

/** Sections asked for at first. */
export const defaultHits = 10;

/**
 * What an element's attributes say.
 * @typedef {object} Settings
 * @property {string} bundle absolute URL of the bundle folder
 * @property {string} root absolute URL that result links start from
 * @property {number} hits sections asked for at first
 * @property {string} param of the address that holds the query; '' for none
 * @property {boolean} textFragments whether links lead to the text that matched
 * @property {string | null} filters keys to offer, with spaces between; null for all
 * @property {[key: string, value: string][]} filter values that are chosen at first
 * @property {string | undefined} documentPage absolute URL of a page that shows documents without an address by ?id=
 */

/**
 * Reads the attributes. Values are checked where they are used: a wrong mode is an
 * error of the search, in the words of the client.
 * @param {Element} host
 * @param {string} base absolute URL of the page
 * @returns {Settings}
 */
export function readSettings(host, base) {
  // The folder above client/, where this file lies in a bundle.
  const own = new URL('../../', import.meta.url).href;
  const documentPage = host.getAttribute('document-page');
  const bundle = folder(host.getAttribute('bundle'), base) ?? own;
  return {
    bundle,
    root: folder(host.getAttribute('root'), base) ?? new URL('../', bundle).href,
    hits: Number(host.getAttribute('hits') ?? defaultHits),
    param: host.getAttribute('param') ?? 'q',
    textFragments: host.getAttribute('text-fragments') !== 'off',
    filters: host.getAttribute('filters'),
    filter: readPairs(host.getAttribute('filter') ?? ''),
    documentPage: documentPage === null ? undefined : new URL(documentPage, base).href,
  };
}

/**
 * @param {string | null} url
 * @param {string} base
 */
function folder(url, base) {
  return url === null ? undefined : new URL(url.endsWith('/') ? url : `${url}/`, base).href;
}
