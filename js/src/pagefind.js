/**
 * An API with the shape of Pagefind's (https://pagefind.app/docs/api/), so that user interfaces written for Pagefind
 * run on a bundle of Mycel. docs/migrate.md lists the differences.
 *
 * @module
 */

import { open } from './api/client.js';
import { MycelError } from './errors.js';
import { maxHits } from './api/checks.js';
import { pageOf, pagesOf } from './pagefind/pages.js';
import { countValues, filterOption, languageFilter, sortOption } from './pagefind/filters.js';
/** @import {Result} from './types.js' */
/** @import {Search} from './api/client.js' */
/** @import {Several} from './api/several.js' */
/** @import {Fragment} from './pagefind/fragment.js' */
/** @import {Filters, PagefindOptions, PagefindSearch, SearchResults} from './pagefind/types.js' */

/** Milliseconds that debouncedSearch() waits. */
const debounce = 300;

/** Makes the exports of a `pagefind.js`. @param {string | URL} bundle the bundle folder */
export function createPagefind(bundle) {
  return { ...instance(bundle), createInstance: (/** @type {PagefindOptions} */ options = {}) => instance(bundle, options) };
}

/** @param {string | URL} home @param {PagefindOptions} [chosen] */
function instance(home, chosen = {}) {
  /** Bundles that are searched besides. @type {import('./types.js').BundleOptions[]} */
  let others = [];
  /** @type {Promise<Search | Several> | undefined} */
  let opened;
  /** Counts debounced searches: the last one is answered. */
  let turns = 0;

  /**
   * Sets options; those not named stay. Names that have no meaning here are
   * passed over, for user interfaces hand on all that they are configured with.
   * @param {PagefindOptions} options
   */
  async function options(options) {
    const { bundlePath, noWorker } = chosen;
    chosen = { ...chosen, ...options };
    if (chosen.bundlePath !== bundlePath || chosen.noWorker !== noWorker) close();
  }

  /** Loads engine and index. */
  async function init() {
    await openAll();
  }

  /**
   * Searches. At most a hundred sections are found; their texts are fetched by data() of the results.
   * @param {string | null} term null for all documents that the filters leave, in bundles that have filters
   * @param {PagefindSearch} [search] @returns {Promise<SearchResults>}
   */
  async function search(term, { filters, sort } = {}) {
    const began = performance.now();
    const bundle = await openAll();
    const loaded = performance.now();
    const query = term ?? '';
    // Filters that leave everything list all documents, with clients that have filters.
    const everything = term === null && 'filters' in bundle ? { filters: {} } : undefined;
    const own = languageFilter(bundle.info, globalThis.document?.documentElement.lang, filters);
    const base = { k: maxHits, ...everything, ...sortOption(bundle.info, sort), ...filterOption(bundle.info, own) };
    const filter = filterOption(bundle.info, filters && { ...own, ...filters });
    const request = { ...base, ...filter };
    const answer = await bundle.search(query, { ...request, excerpts: [] });
    const whole = filter ? await bundle.search(query, { ...base, excerpts: [] }) : answer;
    const results = pagesOf(answer, bundle.url, chosen, (excerpts) => bundle.search(query, { ...request, excerpts, nestedExcerpts: true }));
    const ended = performance.now();
    return {
      results,
      unfilteredResultCount: countDocuments(whole),
      filters: countValues(bundle.info, answer),
      totalFilters: countValues(bundle.info, whole),
      timings: { preload: loaded - began, search: ended - loaded, total: ended - began },
    };
  }

  /**
   * Searches after a pause.
   * @param {string | null} term @param {PagefindSearch} [options]
   * @param {number} [wait] milliseconds
   * @returns {Promise<SearchResults | null>} null if another one was begun meanwhile
   */
  async function debouncedSearch(term, options, wait = debounce) {
    const turn = ++turns;
    preload();
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (turn !== turns) return null;
    const results = await search(term, options);
    return turn === turns ? results : null;
  }

  /**
   * Loads engine and index, which is all that a search needs. A failure is left
   * to the search, for callers seldom look at this promise.
   */
  async function preload() {
    await openAll().catch(() => {});
  }

  /** The values of all filters, with the numbers of their documents. @returns {Promise<Filters>} */
  async function filters() {
    const { info } = await openAll();
    return countValues(info, info);
  }

  /**
   * Searches another bundle, too, as one with those before. Scores are comparable.
   * @param {string} bundle address of its folder
   * @param {PagefindOptions} [options] of it: `indexWeight`, and `baseUrl` to begin addresses with
   * @throws {MycelError} if it cannot be opened: then it is not searched
   */
  async function mergeIndex(bundle, { indexWeight, baseUrl, mergeFilter } = {}) {
    if (mergeFilter !== undefined) throw new MycelError('unsupported', 'mergeFilter: filters of a bundle are set when it is built, by data-mycel-filter or front matter');
    const url = new URL(bundle, globalThis.location?.href).href;
    const one = { url, ...(indexWeight !== undefined && { weight: indexWeight }), ...(baseUrl !== undefined && { site: `${baseUrl.replace(/\/+$/, '')}/` }) };
    others = [...others, one];
    close();
    try {
      const status = /** @type {import('./types.js').SeveralStatus} */ ((await openAll()).status());
      const failed = status.bundles.at(-1)?.error;
      if (failed) throw new MycelError(failed.code, failed.message, { advice: failed.advice });
    } catch (error) {
      others = others.filter((other) => other !== one);
      close();
      throw error;
    }
  }

  /** Frees engine and index, and forgets the options. */
  async function destroy() {
    turns++;
    chosen = {};
    others = [];
    close();
  }

  /** @returns {Promise<Search | Several>} the open bundle, or all of them */
  function openAll() {
    const { bundlePath, noWorker } = chosen;
    const url = bundlePath ?? home;
    const options = noWorker ? { worker: false } : {};
    const begin = () => (others.length > 0 ? open([url, ...others], options) : open(url, options));
    const opening = (opened ??= begin());
    opening.catch(() => {
      if (opened === opening) opened = undefined; // the next call tries again
    });
    return opening;
  }

  function close() {
    opened?.then((bundle) => bundle.close(), () => {});
    opened = undefined;
  }

  return { options, init, search, debouncedSearch, preload, filters, mergeIndex, destroy };
}

/** @param {Result} answer */
function countDocuments(answer) {
  return new Set(answer.hits.map(pageOf)).size;
}

/** @typedef {Fragment} PagefindFragment what data() resolves to */
/** @typedef {PagefindSearch} PagefindSearchOptions */
/** @typedef {SearchResults} PagefindSearchResults */
