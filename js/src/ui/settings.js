/** @import {Mode} from '../types.js' */

/** Sections asked for at first. */
export const defaultHits = 10;

/**
 * What an element's attributes say.
 * @typedef {object} Settings
 * @property {string} bundle absolute URL of the bundle folder
 * @property {string} root absolute URL that result links start from
 * @property {Mode | undefined} mode
 * @property {number} hits sections asked for at first
 * @property {string} param of the address that holds the query; '' for none
 * @property {boolean} textFragments whether links lead to the text that matched
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
  const bundle = folder(host.getAttribute('bundle'), base) ?? own;
  return {
    bundle,
    root: folder(host.getAttribute('root'), base) ?? new URL('../', bundle).href,
    mode: /** @type {Mode | undefined} */ (host.getAttribute('mode') ?? undefined),
    hits: Number(host.getAttribute('hits') ?? defaultHits),
    param: host.getAttribute('param') ?? 'q',
    textFragments: host.getAttribute('text-fragments') !== 'off',
  };
}

/**
 * @param {string | null} url
 * @param {string} base
 */
function folder(url, base) {
  return url === null ? undefined : new URL(url.endsWith('/') ? url : `${url}/`, base).href;
}
