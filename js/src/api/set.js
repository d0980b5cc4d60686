import { throwIfAborted } from '../util/abort.js';
import { MycelError } from '../errors.js';
import { askAll, defaultHits, deliver, OneOnly, oneOnly, told } from './several.js';
import { merge } from './merge.js';
/** @import {Info, Mode, Result, SearchOptions} from '../types.js' */
/** @import {Search} from './client.js' */
/** @import {Origin, Part} from './merge.js' */
/** @import {Failure, Open} from './several.js' */

/** Modes of a set: it ranks by words. */
const modes = /** @type {Mode[]} */ (['auto', 'bm25']);

/** Bundles that are asked at a time: those of the greatest bounds. */
const atOnce = 4;

/** Bundles that stay open between searches. Each has an engine of its own. */
const mostOpen = 16;

/** @typedef {Open & {number: number}} Numbered a bundle of the set */
/** @typedef {Part & Numbered} Answered a bundle with its answer */

/** Codes of errors that are the caller's: all bundles of a set refuse the same requests. */
const callers = new Set(['aborted', 'closed', 'request']);

/**
 * A set of bundles that is searched as one bundle of all passages. The root says which bundles have words of
 * the query, and how great a score may be there. They are asked in this order, until no other can have
 * a hit that belongs among the first k.
 */
export class SearchSet extends OneOnly {
  #root;
  #openAt;
  #closed = false;
  #searches = 0;
  /** By number, those last that were asked last. @type {Map<number, Promise<Numbered>>} */
  #members = new Map();
  /** @type {MycelError | undefined} */
  #lastError;

  /** Use open() with the root. @param {Search} root @param {(url: string) => Promise<Search>} openAt opens a bundle */
  constructor(root, openAt) {
    super();
    this.#root = root;
    this.#openAt = openAt;
  }

  /** The folder of the root, absolute. */
  get url() {
    return this.#root.url;
  }

  /** What the root says, with the documents and chunks of all bundles. @returns {Info} */
  get info() {
    const { set, ...info } = this.#root.info;
    const [chunks, documents] = /** @type {NonNullable<Info['set']>} */ (set);
    return { ...info, set, chunks, documents, sections: documents, modes };
  }

  /**
   * Answers a query as one bundle of all passages would by words. Hits have `bundle`, the folder that they are from,
   * and absolute addresses.
   *
   * @param {string} query
   * @param {SearchOptions} [options] without `sort`; modes `auto` and `bm25`, which are the same
   * @returns {Promise<Result>} `failures` names bundles that did not answer
   * @throws {MycelError} as of one bundle; what a bundle throws only if all do that are asked
   */
  async search(query, options = {}) {
    this.#searches++;
    try {
      return await this.#search(query, options);
    } finally {
      if (--this.#searches === 0) this.#closeOthers();
    }
  }

  /** @param {string} query @param {SearchOptions} options @returns {Promise<Result>} */
  async #search(query, options) {
    const { signal, mode = 'auto', k = defaultHits } = options;
    if (options.sort !== undefined) throw new MycelError('unsupported', 'sort: a set of bundles is ordered by relevance alone; sort in one bundle');
    if (!modes.includes(mode)) throw new MycelError('unsupported', `mode: got ${mode}, want one of ${modes.join(', ')}: a set of bundles ranks by words; open one bundle for other modes`);
    throwIfAborted(signal, 'search');
    /** @type {SearchOptions} */
    const plain = { ...options, mode: 'bm25', onRanked: undefined };
    const found = await this.#root.search(query, { ...plain, filters: undefined, k: 1, excerpts: [] });
    const { bundles = [], shared = '' } = found;
    /** @type {Answered[]} */
    let parts = [];
    /** @type {Failure[]} */
    const failures = [];
    /** @type {{result: Result, origins: Origin[]}} */
    let merged = { result: { ...found, hits: [] }, origins: [] };
    for (let next = 0; next < bundles.length && !complete(merged, parts, k, bundles[next + 1]); next += 2 * atOnce) {
      const places = bundles.slice(next, next + 2 * atOnce).filter((_, i) => i % 2 === 0).map((number) => ({ url: this.#folder(number), member: this.#member(number) }));
      const more = await askAll(places, (search) => search.search(query, { ...plain, shared, excerpts: [] }), failures, callers);
      throwIfAborted(signal, 'search');
      if (this.#closed) throw new MycelError('closed', 'the search was closed');
      parts = [...parts, ...more].sort((a, b) => a.number - b.number); // of equal scores the earlier bundle's is first
      if (parts.length > 0) merged = merge(parts, k);
    }
    const failure = failures.at(-1)?.error;
    this.#lastError = failure ?? this.#lastError;
    if (parts.length === 0 && failure) throw failure;
    return deliver(parts, merged, options, (search, excerpts) => search.search(query, { ...plain, shared, excerpts }), (result) => presented(told(result, failures)));
  }

  /** @param {number} number */
  #folder(number) {
    return new URL(`../bundle-${String(number).padStart(5, '0')}/`, this.#root.url).href;
  }

  /** A bundle, which is opened unless it is open. @param {number} number */
  #member(number) {
    const member = this.#members.get(number) ?? this.#openMember(number);
    this.#members.delete(number);
    this.#members.set(number, member);
    member.catch(() => this.#members.delete(number));
    return member;
  }

  /** @param {number} number @returns {Promise<Numbered>} */
  async #openMember(number) {
    const url = this.#folder(number);
    const search = await this.#openAt(url);
    const [wanted, got] = [this.#root.info.set, search.info.set];
    if (this.#closed || got?.[2] !== wanted?.[2] || got?.[0] !== wanted?.[0]) {
      search.close();
      if (this.#closed) throw new MycelError('closed', 'the search was closed');
      throw new MycelError('format', `${url}mycel.json is of another set than ${this.#root.url}mycel.json: copy the bundles and the root of one build`);
    }
    return { url, site: new URL('../', this.#root.url).href, weight: 1, search, number };
  }

  /** Closes the bundles that were asked longest ago, if too many are open. */
  #closeOthers() {
    const old = [...this.#members].slice(0, Math.max(0, this.#members.size - mostOpen));
    for (const [number, member] of old) {
      this.#members.delete(number);
      void member.then(({ search }) => search.close(), () => {});
    }
  }

  /** A set has no list of filters: each bundle has its own. */
  filters() {
    return {};
  }

  /** Texts of a set are packed bundle by bundle. @returns {Promise<never>} */
  async retrieve() {
    throw oneOnly('retrieve');
  }

  /** Sets rank by words. */
  setEmbedder() {
    throw oneOnly('setEmbedder');
  }

  /** The state of the root as of the last answer. */
  status() {
    return { ...this.#root.status(), modes, ...(this.#lastError && { lastError: this.#lastError.toJSON() }) };
  }

  /** Closes the root and all bundles. */
  close() {
    this.#closed = true;
    this.#root.close();
    for (const member of this.#members.values()) void member.then(({ search }) => search.close(), () => {});
  }
}

/**
 * Whether no bundle whose scores are at most bound has one of the k first hits.
 * @param {{result: Result, origins: Origin[]}} merged @param {Answered[]} parts @param {number} k @param {number} bound
 */
function complete({ origins }, parts, k, bound) {
  const last = origins[k - 1];
  if (!last) return false;
  const hit = parts[last.part].result.hits[last.position];
  // Bundles with a section that is named as the query have no bound: they are first.
  return hit.why.exact !== undefined ? bound < 3e38 : hit.score > bound;
}

/** An answer without what only a set needs. @param {Result} result @returns {Result} */
function presented(result) {
  const { bundles, shared, best, ...rest } = result;
  return rest;
}
