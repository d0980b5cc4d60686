import { throwIfAborted, untilAborted } from '../util/abort.js';
import { checkEmbedder, embedQuery } from './embedder.js';
import { MycelError } from '../errors.js';
import { prefetch } from '../files/prefetch.js';
import { fetchFrom, memoryURL } from '../files/memory.js';
import { withoutRanges } from './filters.js';
import { folderURL } from './folder.js';
import { checkOpenOptions, checkSearch } from './options.js';
import { WorkerProxy } from '../worker/proxy.js';
import { checkOverview, checkRelated, checkRetrieve, fit } from './ask.js';
import { wordModes } from '../params.js';
import { version } from '../version.js';
/** @import {BundleOptions, Embedder, Info, Mode, OpenOptions, Result, SearchOptions, Status} from '../types.js' */
/** @import {About, Evidence, Overview, OverviewOptions, Related, RelatedOptions, RetrieveOptions} from '../evidence.js' */
/** @import {Answer, Request, Verb} from './ask.js' */
/** @import {Session} from '../session/session.js' */
/** @import {Several} from './several.js' */
/** @import {Modules} from '../files/loader.js' */
/** @import {SearchRequest} from './options.js' */

/**
 * Opens a bundle: fetches the engine and the index and starts a worker.
 * The cost is one download of both and some milliseconds; text is fetched
 * later, as searches need it.
 *
 * An array opens several bundles, which are searched as one. Those that cannot be opened
 * are left out, and the status says why; only if none can be opened, opening fails. The
 * root of a set opens the set, whose bundles are opened when a search needs them.
 *
 * @overload
 * @param {string | URL} url the bundle folder, where mycel.json lies; relative
 *   URLs are resolved against the page
 * @param {OpenOptions} [options] @returns {Promise<Search>}
 * @throws {MycelError} see `code`
 */
/**
 * @overload
 * @param {readonly (string | URL | BundleOptions)[]} url the bundle folders, at least one
 * @param {OpenOptions} [options] @returns {Promise<Several>}
 */
/**
 * @param {string | URL | readonly (string | URL | BundleOptions)[]} url @param {OpenOptions} [options]
 * @returns {Promise<Search | Several>}
 */
export async function open(url, options = {}) {
  if (Array.isArray(url)) {
    const { openSeveral } = await import('./several.js'); // most pages have one bundle
    return openSeveral(url, options, openOne);
  }
  /** @type {Modules} */
  const modules = new Map();
  const search = await openOne(/** @type {string | URL} */ (url), options, modules);
  if (!search.info.set?.[3]) return search;
  const { SearchSet } = await import('./set.js');
  const { fetch, worker, engine } = options;
  return /** @type {any} */ (new SearchSet(search, (folder) => openOne(folder, { fetch, worker, engine }, modules)));
}

/**
 * @param {string | URL} url @param {OpenOptions} options
 * @param {Modules} [modules] engines that other bundles were started from
 * @returns {Promise<Search>}
 */
async function openOne(url, options, modules) {
  const { engine } = checkOpenOptions(options);
  /** @type {typeof globalThis.fetch | undefined} */
  const fetch = options.fetch ?? (engine && ((input, init) => globalThis.fetch(input, init)));
  return start(folderURL(url), { ...options, worker: options.worker ?? !fetch }, { fetch, modules });
}

/**
 * Opens a bundle whose files are in memory.
 * @param {import('../files/memory.js').Files} files with a classic script `worker.js`
 * @param {OpenOptions} [options] @returns {Promise<Search>}
 */
export async function openFiles(files, options = {}) {
  checkOpenOptions(options);
  return start(memoryURL, { ...options, worker: options.worker ?? true }, { files, fetch: fetchFrom(files) });
}

/**
 * Opens a bundle in a worker, or else on the calling thread.
 * @param {string} folder @param {OpenOptions} options
 * @param {{fetch?: typeof globalThis.fetch, files?: import('../files/memory.js').Files, modules?: Modules}} from what its files come from, if not over the network
 */
async function start(folder, { worker, engine, expect, signal, onProgress, onUpdate }, { fetch, files, modules }) {
  throwIfAborted(signal, 'open');
  const request = expect && expected(expect);
  const prefetched = fetch ? undefined : prefetch(folder, { kept: Boolean(onUpdate), signal, onProgress, modules });
  prefetched?.catch(() => {}); // who waits for it tells
  const remote = worker ? await WorkerProxy.open(folder, { files, prefetched, expect: request, signal, onProgress, onUpdate }) : undefined;
  if (remote) return new Search(folder, remote, true);
  // Imported only now: a page whose engine runs in a worker never loads the session itself.
  const { Session } = await import('../session/session.js');
  const session = Session.open(folder, { fetch, engine, prefetched: await prefetched, expect: request, signal, onProgress, onNews: (updated) => updated && onUpdate?.() });
  return new Search(folder, await untilAborted(session, signal, 'open'), false);
}

/** @param {NonNullable<OpenOptions['expect']>} expect */
const expected = ({ query, ...options }) => checkSearch(query, options);

/** An open bundle. */
export class Search {
  #session;
  #inWorker;
  #closing = new AbortController();
  /** @type {Embedder | undefined} */
  #embedder;
  /** @type {import('../errors.js').ErrorData | undefined} */
  #lastError;

  /** The bundle folder, absolute. @readonly */
  url;

  /**
   * Use {@link open}.
   * @param {string} url @param {WorkerProxy | Session} session @param {boolean} inWorker
   */
  constructor(url, session, inWorker) {
    this.url = url;
    this.#session = session;
    this.#inWorker = inWorker;
  }

  /** What the engine says about the bundle; of the new one, if the site was updated meanwhile. @returns {Info} */
  get info() {
    return this.#session.info;
  }

  /**
   * Answers a query. Searches run one at a time, in order; one whose signal is aborted before its turn costs nothing,
   * and none delivers after that.
   *
   * Text that cannot be loaded does not fail a search: its hits lack their excerpt, and `Result.textError` says why.
   *
   * @param {string} query @param {SearchOptions} [options] @returns {Promise<Result>}
   * @throws {MycelError} `request` for a bad option, `aborted`, `closed`, `crashed` if the engine stopped on this query
   * twice, `embedder` if the embedder failed
   */
  async search(query, options = {}) {
    const request = checkSearch(query, this.#inValues(options));
    return this.#run('search', options.signal, () => this.#answer(request, options));
  }

  /** All values of all filters, with how many documents have each. @returns {import('../types.js').FilterCounts} */
  filters() {
    return this.info.filters ?? {};
  }

  /** Options with values in the place of ranges. @template {{filters?: any}} T @param {T} options @returns {T} */
  #inValues(options) {
    return options?.filters ? { ...options, filters: withoutRanges(options.filters, this.filters()) } : options;
  }

  /**
   * Sets what makes the vectors of queries, for the modes that compare them: all but `wordModes` (`params.js`). It runs
   * on the calling thread; its vector goes to the engine with the request. Without one queries have the vectors of
   * passages with their words.
   *
   * @param {Embedder | null} embedder null for none
   * @throws {MycelError} `embedder` if the bundle has no vectors, or they are not by the model of this name and
   * dimensions; `request` if it is no embedder
   */
  setEmbedder(embedder) {
    if (embedder !== null) checkEmbedder(embedder, this.info);
    this.#embedder = embedder ?? undefined;
  }

  /**
   * Finds the passages that answer a query and packs them into a context for a language model: at most `tokenBudget`
   * tokens, no sentence twice, every passage numbered. docs/evidence.md has the template and the guarantees.
   *
   * Finding nothing is no failure: `reason` says why. Text that cannot be loaded is one, unlike in search().
   *
   * @param {string} query @param {RetrieveOptions} [options] @returns {Promise<Evidence>}
   * @throws {MycelError} as search() does, and `network`, `text` for text that cannot be had
   */
  async retrieve(query, options = {}) {
    const request = checkRetrieve(query, this.#inValues(options));
    const { signal, countTokens } = options;
    const vector = await this.#run('retrieve', signal, () => this.#vector(query, options.mode, signal));
    /** @param {number | undefined} tokenBudget */
    const retrieve = async (tokenBudget) =>
      /** @type {Evidence} */ (await this.#ask('retrieve', { ...request, vector, tokenBudget }, signal));
    return countTokens ? fit(retrieve, countTokens, request.tokenBudget) : retrieve(request.tokenBudget);
  }

  /**
   * Tells what the documents say about a topic, from their summaries: from
   * the general to the particular. Without a topic, what they are about.
   *
   * @param {string} [topic] @param {OverviewOptions} [options] @returns {Promise<Overview>}
   * @throws {MycelError} as retrieve() does
   */
  async overview(topic = '', options = {}) {
    return /** @type {Promise<Overview>} */ (this.#ask('overview', checkOverview(topic, options), options.signal));
  }

  /**
   * Finds the neighbours of a document, or of a section: those that mention the same rare entities.
   *
   * @param {string} of id or URL of a document; with `#anchor`, a section
   * @param {RelatedOptions} [options] @returns {Promise<Related>}
   * @throws {MycelError} as search() does; `request` if there is no such document
   */
  async related(of, options = {}) {
    return /** @type {Promise<Related>} */ (this.#ask('related', checkRelated('related', of, options), options.signal));
  }

  /**
   * Tells of an entity: the sections that mention it most, and its neighbours in the graph.
   *
   * @param {string} name @param {RelatedOptions} [options] @returns {Promise<About>}
   * @throws {MycelError} as search() does; `request` if there is no such entity
   */
  async entity(name, options = {}) {
    return /** @type {Promise<About>} */ (this.#ask('entity', checkRelated('entity', name, options), options.signal));
  }

  /** @param {Verb} verb @param {Request} request @param {AbortSignal | undefined} signal @returns {Promise<Answer>} */
  #ask(verb, request, signal) {
    return this.#run(verb, signal, () => this.#session.ask(verb, request, signal));
  }

  /** The state as of the last answer. @returns {Status} */
  status() {
    return {
      state: this.#closing.signal.aborted ? 'closed' : 'open',
      worker: this.#inWorker,
      version,
      ...this.#session.status(),
      ...(this.info.vectors && { vectors: this.info.vectors }),
      ...(this.#embedder && { embedder: this.#embedder.id }),
      ...(this.#lastError && { lastError: this.#lastError }),
    };
  }

  /**
   * Ends the worker and frees the engine. Searches without an answer reject
   * with code `closed`, as do later ones. Closing twice is no error.
   */
  close() {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#session.close();
  }

  /** @param {SearchRequest} request @param {SearchOptions} options @returns {Promise<Result>} */
  async #answer(request, { signal, onRanked }) {
    const vector = await this.#vector(request.query, request.mode, signal);
    const show = onRanked && ((/** @type {Result} */ result) => void (signal?.aborted || this.#closing.signal.aborted || onRanked(result)));
    const result = await this.#session.search({ ...request, vector }, signal, show);
    if (result.textError) this.#lastError = result.textError;
    return result;
  }

  /**
   * @param {string} query @param {Mode | undefined} mode @param {AbortSignal | undefined} signal
   * @returns {Promise<Float32Array | undefined>} undefined if the mode or the embedder has none
   */
  async #vector(query, mode = 'auto', signal) {
    if (!this.#embedder || wordModes.includes(mode)) return undefined;
    checkEmbedder(this.#embedder, this.info); // a newer bundle may have other vectors
    const vector = await embedQuery(this.#embedder, query);
    throwIfAborted(signal, 'search');
    if (this.#closing.signal.aborted) throw closedError();
    return vector;
  }

  /**
   * Does a call's work, unless the search is closed or the call aborted before its end.
   * @template T @param {string} call @param {AbortSignal | undefined} signal @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async #run(call, signal, work) {
    const closing = this.#closing.signal;
    if (closing.aborted) throw closedError();
    throwIfAborted(signal, call);
    try {
      return await untilAborted(untilAborted(work(), closing, call), signal, call);
    } catch (error) {
      if (closing.aborted) throw closedError();
      if (error instanceof MycelError && error.code !== 'aborted') this.#lastError = error.toJSON();
      throw error;
    }
  }
}

function closedError() {
  return new MycelError('closed', 'the search was closed');
}
