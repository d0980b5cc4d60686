/** What a page says of itself, by which the search begins: its language, and the version of its documents. */

import { nearestLanguages } from '../util/language.js';
/** @import {FilterCounts} from '../types.js' */

/**
 * The values of a filter that the page itself has.
 * @typedef {object} Own
 * @property {string[]} values
 * @property {string[]} others all other values
 */

/**
 * Reads language and version of a page, as far as the bundle has them among others.
 * @param {Element} host
 * @param {FilterCounts} counts of all documents
 * @returns {Map<string, Own>} by key
 */
export function readPageFacets(host, counts) {
  /** @type {Map<string, Own>} */
  const context = new Map();
  if (host.getAttribute('scope') === 'all') return context;
  const tag = /** @type {HTMLElement | null} */ (host.closest('[lang]'))?.lang ?? '';
  const told = document.querySelector('meta[name="docsearch:version" i], meta[name="docusaurus_version" i]')?.getAttribute('content') ?? '';
  const versions = told.split(',').map((version) => version.trim());
  // The builder gives the unreleased docs of Docusaurus the name of their folder.
  if (/\/next(\/|$)/.test(location.pathname) && versions.includes('current')) versions.push('next');
  const own = nearestLanguages(Object.keys(counts.language ?? {}), tag);
  add('language', (value) => own.includes(value));
  add('version', (value) => versions.includes(value));
  return context;

  /** @param {string} key @param {(value: string) => boolean} isOwn */
  function add(key, isOwn) {
    const all = Object.keys(counts[key] ?? {});
    const values = all.filter(isOwn);
    const others = all.filter((value) => !isOwn(value));
    if (values.length > 0 && others.length > 0) context.set(key, { values, others });
  }
}
