/**
 * The types of the API with Pagefind's shape.
 *
 * @module
 */

/**
 * Options that have an effect; others are passed over.
 * @typedef {object} PagefindOptions
 * @property {string} [bundlePath] the bundle folder. Default: where `pagefind.js` lies
 * @property {string} [baseUrl] put before addresses. Default: the folder above the bundle
 * @property {number} [excerptLength] words of an excerpt at most. Default 30
 * @property {string} [highlightParam] name of a parameter that is added to addresses, with the words of the query
 * @property {boolean} [noWorker] run the engine on the calling thread
 * @property {unknown} [ranking] of Pagefind's scores; no effect
 * @property {number} [indexWeight] of mergeIndex(): its scores are multiplied by it. Elsewhere no effect
 * @property {unknown} [mergeFilter] of mergeIndex(): refused. Elsewhere no effect
 */

/**
 * @typedef {object} PagefindSearch
 * @property {Record<string, unknown>} [filters] as Pagefind's: values by key, `any`, `all`, `none`, `not`
 * @property {Record<string, 'asc' | 'desc'>} [sort]
 */

/** For each filter, for each value, how many documents have it. @typedef {Record<string, Record<string, number>>} Filters */

/**
 * @typedef {object} SearchResults
 * @property {SearchResult[]} results pages, best first
 * @property {number} unfilteredResultCount pages without the filters
 * @property {Filters} filters of the documents that match
 * @property {Filters} totalFilters of those that match without the filters
 * @property {{preload: number, search: number, total: number}} timings milliseconds
 */

/**
 * One page.
 * @typedef {object} SearchResult
 * @property {string} id of the document
 * @property {number} score comparable within one answer only
 * @property {number[]} words always empty: where words stand is known once data() has the text
 * @property {() => Promise<import('./fragment.js').Fragment>} data
 */

export {};
