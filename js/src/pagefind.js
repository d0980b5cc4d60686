/**
 * An API with the shape of Pagefind's (https://pagefind.app/docs/api/), so that user interfaces written for that run on
 * a bundle of Mycel. docs/migrate.md says what differs.
 *
 * @module
 */

import { open } from './api/client.js';
import { MycelError } from './errors.js';
import { maxHits } from './api/options.js';
import { pageOf, Pages } from './pagefind/pages.js';
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
  return { ...bound(new Pagefind(bundle)), createInstance: (/** @type {PagefindOptions} */ options = {}) => bound(new Pagefind(bundle, options)) };
}

/** The methods as functions of their own, as those of a module are called. @param {Pagefind} pagefind */
function bound(pagefind) {
  return {
    options: pagefind.options.bind(pagefind),
    init: pagefind.init.bind(pagefind),
    search: pagefind.search.bind(pagefind),
    debouncedSearch: pagefind.debouncedSearch.bind(pagefind),
    preload: pagefind.preload.bind(pagefind),
    filters: pagefind.filters.bind(pagefind),
    mergeIndex: pagefind.mergeIndex.bind(pagefind),
    destroy: pagefind.destroy.bind(pagefind),
  };
}

class Pagefind {
  #home;
  /** @type {PagefindOptions} */
  #options = {};
  /** Bundles that are searched besides. @type {import('./types.js').BundleOptions[]} */
  #others = [];
  /** @type {Promise<Search | Several> | undefined} */
  #opening;
  /** Counts debounced searches: the last one is answered. */
  #turn = 0;

  /** @param {string | URL} bundle @param {PagefindOptions} [options] */
  constructor(bundle, options = {}) {
    this.#home = bundle;
    this.#options = options;
  }

  /**
   * Sets options; those not named stay. Names that have no meaning here are
   * passed over, for user interfaces hand on all that they are configured with.
   * @param {PagefindOptions} options
   */
  async options(options) {
    const { bundlePath, noWorker } = this.#options;
    this.#options = { ...this.#options, ...options };
    if (this.#options.bundlePath !== bundlePath || this.#options.noWorker !== noWorker) this.#close();
  }

  /** Loads engine and index. */
  async init() {
    await this.#bundle();
  }

  /**
   * Searches. At most a hundred sections are found; their texts are fetched by data() of the results.
   * @param {string | null} term null for all documents that the filters leave, in bundles that have filters
   * @param {PagefindSearch} [search] @returns {Promise<SearchResults>}
   */
  async search(term, { filters, sort } = {}) {
    const began = performance.now();
    const bundle = await this.#bundle();
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
    const pages = new Pages(answer, bundle.url, this.#options, (excerpts) => bundle.search(query, { ...request, excerpts, nestedExcerpts: true }));
    const ended = performance.now();
    return {
      results: pages.results(),
      unfilteredResultCount: countDocuments(whole),
      filters: countValues(bundle.info, answer),
      totalFilters: countValues(bundle.info, whole),
      timings: { preload: loaded - began, search: ended - loaded, total: ended - began },
    };
  }

  /**
   * Searches after a pause.
   * @param {string | null} term @param {PagefindSearch} [search]
   * @param {number} [wait] milliseconds
   * @returns {Promise<SearchResults | null>} null if another one was begun meanwhile
   */
  async debouncedSearch(term, search, wait = debounce) {
    const turn = ++this.#turn;
    this.preload();
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (turn !== this.#turn) return null;
    const results = await this.search(term, search);
    return turn === this.#turn ? results : null;
  }

  /**
   * Loads engine and index, which is all that a search needs. A failure is left
   * to the search, for callers seldom look at this promise.
   */
  async preload() {
    await this.#bundle().catch(() => {});
  }

  /** The values of all filters, with the numbers of their documents. @returns {Promise<Filters>} */
  async filters() {
    const { info } = await this.#bundle();
    return countValues(info, info);
  }

  /**
   * Searches another bundle, too, as one with those before. Scores are comparable.
   * @param {string} bundle address of its folder
   * @param {PagefindOptions} [options] of it: `indexWeight`, and `baseUrl` to begin addresses with
   * @throws {MycelError} if it cannot be opened: then it is not searched
   */
  async mergeIndex(bundle, { indexWeight, baseUrl, mergeFilter } = {}) {
    if (mergeFilter !== undefined) throw new MycelError('unsupported', 'mergeFilter: filters of a bundle are set when it is built, by data-mycel-filter or front matter');
    const url = new URL(bundle, globalThis.location?.href).href;
    const one = { url, ...(indexWeight !== undefined && { weight: indexWeight }), ...(baseUrl !== undefined && { site: `${baseUrl.replace(/\/+$/, '')}/` }) };
    this.#others = [...this.#others, one];
    this.#close();
    try {
      const status = /** @type {import('./types.js').SeveralStatus} */ ((await this.#bundle()).status());
      const failed = status.bundles.at(-1)?.error;
      if (failed) throw new MycelError(failed.code, failed.message, { advice: failed.advice });
    } catch (error) {
      this.#others = this.#others.filter((other) => other !== one);
      this.#close();
      throw error;
    }
  }

  /** Frees engine and index, and forgets the options. */
  async destroy() {
    this.#turn++;
    this.#options = {};
    this.#others = [];
    this.#close();
  }

  /** @returns {Promise<Search | Several>} the open bundle, or all of them */
  #bundle() {
    const { bundlePath, noWorker } = this.#options;
    const url = bundlePath ?? this.#home;
    const options = noWorker ? { worker: false } : {};
    const begin = () => (this.#others.length > 0 ? open([url, ...this.#others], options) : open(url, options));
    const opening = (this.#opening ??= begin());
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined; // the next call tries again
    });
    return opening;
  }

  #close() {
    this.#opening?.then((bundle) => bundle.close(), () => {});
    this.#opening = undefined;
  }
}

/** @param {Result} answer */
function countDocuments(answer) {
  return new Set(answer.hits.map(pageOf)).size;
}

/** @typedef {Fragment} PagefindFragment what data() resolves to */
/** @typedef {PagefindSearch} PagefindSearchOptions */
/** @typedef {SearchResults} PagefindSearchResults */
