import { throwIfAborted, untilAborted } from './abort.js';
import { checkEmbedder, embedQuery, usesVector } from './embedder.js';
import { MycelError } from './errors.js';
import { checkOpenOptions, checkSearch } from './options.js';
import { RemoteHost } from './remote.js';
import { version } from './version.js';
/** @import {Embedder, Info, OpenOptions, Result, SearchOptions, Status} from './types.js' */
/** @import {Host} from './host.js' */
/** @import {SearchRequest} from './options.js' */

/**
 * Opens a bundle: fetches the engine and the index and starts a worker.
 * The cost is one download of both and some milliseconds; text is fetched
 * later, as searches need it.
 *
 * @param {string | URL} url the bundle folder, where mycel.json lies; relative
 *   URLs are resolved against the page
 * @param {OpenOptions} [options]
 * @returns {Promise<Search>}
 * @throws {MycelError} see `code`
 */
export async function open(url, options = {}) {
  checkOpenOptions(options);
  throwIfAborted(options.signal, 'open');
  const folder = folderURL(url);
  const { signal, fetch, onProgress, worker = !fetch } = options;
  const remote = worker ? await RemoteHost.open(folder, { signal, onProgress }) : undefined;
  if (remote) return new Search(folder, remote, true);
  // Imported only now: a page whose engine runs in a worker never loads the host itself.
  const { Host } = await import('./host.js');
  return new Search(folder, await untilAborted(Host.open(folder, { fetch, signal, onProgress }), signal, 'open'), false);
}

/** An open bundle. */
export class Search {
  #host;
  #inWorker;
  #closing = new AbortController();
  /** @type {Embedder | undefined} */
  #embedder;

  /** The bundle folder, absolute. @readonly */
  url;

  /** What the engine says about the bundle. @readonly @type {Info} */
  info;

  /**
   * Use {@link open}.
   * @param {string} url
   * @param {RemoteHost | Host} host
   * @param {boolean} inWorker
   */
  constructor(url, host, inWorker) {
    this.url = url;
    this.info = host.info;
    this.#host = host;
    this.#inWorker = inWorker;
  }

  /**
   * Answers a query. Searches run one at a time, in order; one whose signal
   * is aborted before its turn costs nothing, and none delivers after that.
   *
   * Text that cannot be loaded does not fail a search: its hits lack their
   * excerpt, and `Result.textError` says why.
   *
   * @param {string} query
   * @param {SearchOptions} [options]
   * @returns {Promise<Result>}
   * @throws {MycelError} `request` for a bad option, `aborted`, `closed`,
   *   `crashed` if the engine stopped on this query twice, `embedder` if the
   *   embedder failed
   */
  async search(query, options = {}) {
    const request = checkSearch(query, options);
    const { signal } = options;
    if (this.#closing.signal.aborted) throw closedError();
    throwIfAborted(signal, 'search');
    return untilAborted(this.#untilClosed(this.#answer(request, signal)), signal, 'search');
  }

  /**
   * Sets what makes the vectors of queries, for the modes that compare them: all
   * but `bm25`, `e2graph`, `graph` and `graph_hybrid`. It runs on the calling
   * thread; its vector goes to the engine with the request. Without one queries
   * are encoded as `info.vectors.queries` says.
   *
   * @param {Embedder | null} embedder null for none
   * @throws {MycelError} `embedder` if the bundle has no vectors, or they are not
   *   by the model of this name and dimensions; `request` if it is no embedder
   */
  setEmbedder(embedder) {
    if (embedder !== null) checkEmbedder(embedder, this.info);
    this.#embedder = embedder ?? undefined;
  }

  /**
   * The state as of the last answer.
   * @returns {Status}
   */
  status() {
    return {
      state: this.#closing.signal.aborted ? 'closed' : 'open',
      worker: this.#inWorker,
      version,
      ...this.#host.status(),
      ...(this.info.vectors && { vectors: this.info.vectors }),
      ...(this.#embedder && { embedder: this.#embedder.id }),
    };
  }

  /**
   * Ends the worker and frees the engine. Searches without an answer reject
   * with code `closed`, as do later ones. Closing twice is no error.
   */
  close() {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#host.close();
  }

  /**
   * @param {SearchRequest} request
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Result>}
   */
  async #answer(request, signal) {
    if (this.#embedder && usesVector(request.mode)) {
      const vector = await embedQuery(this.#embedder, request.query);
      request = { ...request, vector };
      throwIfAborted(signal, 'search');
      if (this.#closing.signal.aborted) throw closedError();
    }
    return this.#host.search(request, signal);
  }

  /**
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  async #untilClosed(promise) {
    try {
      return await untilAborted(promise, this.#closing.signal, 'search');
    } catch (error) {
      throw this.#closing.signal.aborted ? closedError() : error;
    }
  }
}

function closedError() {
  return new MycelError('closed', 'the search was closed');
}

/**
 * @param {string | URL} url
 * @returns {string} absolute, ending in a slash, without query and fragment
 */
function folderURL(url) {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  let folder;
  try {
    folder = new URL(url, base);
  } catch (error) {
    throw new MycelError('request', `url: got ${JSON.stringify(String(url))}, want the URL of a bundle folder`, { cause: error });
  }
  folder.search = '';
  folder.hash = '';
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return folder.href;
}
