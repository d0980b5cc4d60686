/** @import {Hit} from '../types.js' */

/**
 * A page and its sections that were found.
 * @typedef {object} PageHits
 * @property {string} title
 * @property {Hit[]} hits in their order
 */

/**
 * The hits by page; pages stand in the order of their best hit.
 * @param {Hit[]} hits
 * @returns {PageHits[]}
 */
export function byPage(hits) {
  /** @type {Map<string, PageHits>} */
  const pages = new Map();
  for (const hit of hits) {
    const page = pages.get(hit.document);
    if (page) page.hits.push(hit);
    else pages.set(hit.document, { title: hit.title, hits: [hit] });
  }
  return [...pages.values()];
}

/**
 * What stands above a section, without the page's title, which heads the group, and
 * without its own heading.
 * @param {Hit} hit
 * @returns {string[]} outermost first
 */
export function above({ breadcrumb, title, heading }) {
  return breadcrumb.filter((name, i) => !(i === 0 && name === title) && !(i === breadcrumb.length - 1 && name === heading));
}

/**
 * Whether a section is the beginning of its page: it has the page's title, or no heading
 * of its own.
 * @param {Hit} hit
 */
export function opens({ heading, title }) {
  return heading === '' || heading === title;
}
