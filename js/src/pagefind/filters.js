import { nearestLanguages } from '../util/language.js';
/** @import {Info, SearchOptions} from '../types.js' */
/** @import {Filters, PagefindSearch} from './types.js' */

/**
 * The filters as an option of search(), which takes them in Pagefind's form.
 * @param {Info} info @param {PagefindSearch['filters']} filters
 * @returns {SearchOptions | undefined} undefined without filters, or for a bundle without filters
 */
export function filterOption(info, filters) {
  if (!filters || Object.keys(filters).length === 0 || !('filters' in info)) return undefined;
  return /** @type {SearchOptions} */ ({ filters });
}

/**
 * A filter that leaves out documents in other languages than the page's, as Pagefind does. Documents that
 * declare no language stay.
 * @param {Info} info
 * @param {string | undefined} tag language of the page, BCP 47
 * @param {PagefindSearch['filters']} filters if they choose a language, it counts
 * @returns {Record<string, unknown> | undefined} undefined if the bundle has not both, the page's language and others
 */
export function languageFilter(info, tag, filters) {
  const all = Object.keys(filtersIn(info).language ?? {});
  const own = nearestLanguages(all, tag ?? '');
  const others = all.filter((value) => !own.includes(value));
  if (filters?.language || others.length === 0 || others.length === all.length) return undefined;
  return { language: { none: others } };
}

/**
 * The order as an option of search(), which takes one key.
 * @param {Info} info
 * @param {PagefindSearch['sort']} sort only its first key counts
 * @returns {SearchOptions | undefined} undefined without a key, or for a bundle without sort keys
 */
export function sortOption(info, sort) {
  const [first] = Object.entries(sort ?? {});
  if (!first || !('sorts' in info)) return undefined;
  return /** @type {SearchOptions} */ ({ sort: Object.fromEntries([first]) });
}

/**
 * The number of matching documents for every value of the bundle, also 0: interfaces show
 * a check box for each value that they get, and it should not disappear.
 * @param {object} info of the bundle
 * @param {object} answer that counts them
 * @returns {Filters}
 */
export function countValues(info, answer) {
  const all = filtersIn(info);
  const counted = filtersIn(answer);
  return Object.fromEntries(Object.entries(all).map(([key, values]) =>
    [key, Object.fromEntries(Object.keys(values).map((value) => [value, counted[key]?.[value] ?? 0]))]));
}

/** @param {object} from @returns {Filters} */
function filtersIn(from) {
  return 'filters' in from ? /** @type {Filters} */ (from.filters) : {};
}
