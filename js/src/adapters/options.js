import { checkRetrieve } from '../api/ask.js';
import { wrongType } from '../api/checks.js';
/** @import {Search} from '../api/client.js' */
/** @import {RetrieveOptions} from '../evidence.js' */

/**
 * What adapters are made of.
 * @typedef {object} AdapterOptions
 * @property {Pick<Search, 'retrieve'>} search an open bundle
 * @property {string | URL} [siteRoot] where the site of the documents is: addresses are resolved against it. Without it
 * they are as the bundle has them, as a rule relative to the site root
 */

/** @typedef {AdapterOptions & Omit<RetrieveOptions, 'signal'>} RetrieverOptions */

/**
 * Checks options when an adapter is made, so that mistakes do not wait for the
 * first query, where a model would be told of them in the place of the programmer.
 * @param {RetrieverOptions} options
 * @returns {{search: Pick<Search, 'retrieve'>, address: (url: string) => string, options: RetrieveOptions}}
 * @throws {import('../errors.js').MycelError} code `request`
 */
export function checkAdapter(options) {
  const { search, siteRoot, ...rest } = Object(options);
  if (typeof search?.retrieve !== 'function') throw wrongType('search', search, 'what open() resolves to');
  checkRetrieve('', rest);
  return { search, address: resolver(siteRoot), options: rest };
}

/** @param {unknown} siteRoot @returns {(url: string) => string} makes addresses of the bundle absolute */
function resolver(siteRoot) {
  if (siteRoot === undefined) return (url) => url;
  if (!URL.canParse(String(siteRoot))) throw wrongType('siteRoot', String(siteRoot), 'an absolute URL');
  // A site root is a folder, with or without a slash behind it.
  const base = new URL(String(siteRoot));
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return (url) => (url === '' || !URL.canParse(url, base) ? url : new URL(url, base).href);
}
