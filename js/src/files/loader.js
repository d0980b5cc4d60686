import { MycelError } from '../errors.js';
import { abortError } from '../util/abort.js';
import { concat } from '../util/bytes.js';
import { joinColumns } from './columns.js';
import { Download, get, textOf } from './download.js';
import { checkManifest } from './manifest.js';
import { retry } from './retry.js';
import { keptHeader, manifestName } from './names.js';
import { Store } from './store.js';
import { nextTask } from '../util/task.js';
/** @import {BundleFile, Manifest} from './manifest.js' */

/** Compressed bytes that are unpacked in a few milliseconds. */
const pieceSize = 64 << 10;

/** How the names of engines end. */
const engineName = /\.wasm\.gz$/;

/**
 * A manifest as it came.
 * @typedef {object} Source
 * @property {string} text checked
 * @property {boolean} kept whether a service worker keeps the files of the bundle
 * @property {string} stale why it is that of an earlier visit; '' if it is the server's
 * @property {boolean} [unasked] whether that is because the server has not been asked yet
 */

/**
 * Where a file is looked for.
 * @typedef {object} Origin
 * @property {typeof globalThis.fetch} fetch
 * @property {RequestCache} cache
 * @property {boolean} kept whether this is the browser's own store
 */

/**
 * What is made of the content of a file, while it arrives.
 * @template T
 * @typedef {(stream: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<T>} Use
 */

/**
 * Fetches what a bundle is started from: each file is verified against the manifest, unpacked,
 * and kept by the browser where it can. Whatever is listed with a path, a size and a
 * sum can be asked for.
 */
export class Loader {
  #base;
  #preloaded;
  /** Files that were begun before the manifest was known, by address. @type {Map<string, {download: Download, use: Use<unknown>, value: Promise<unknown>}>} */
  #resumed = new Map();
  /** Engines of an earlier visit, by address. @type {Map<string, Promise<WebAssembly.Module | undefined>>} */
  #kept = new Map();
  /** @protected @readonly @type {typeof globalThis.fetch} */
  fetch;
  /** @protected @readonly */
  patience;
  /** @protected @type {Promise<Store | undefined>} */
  store;
  /** The store, once it is open. @protected @type {Store | undefined} */
  opened;

  /** Bytes received over the network so far, manifest not counted. */
  bytesLoaded = 0;

  /** Files that came from the browser's own store. */
  filesKept = 0;

  /**
   * Called with the size of each chunk received, from wherever.
   * @type {(bytes: number) => void}
   */
  onBytes = () => {};

  /**
   * @param {string} base absolute URL of the bundle folder, ending in a slash
   * @param {typeof globalThis.fetch} [fetch] in the place of the global one; what it
   *   brings is not kept
   * @param {object} [options]
   * @param {number} [options.patience] milliseconds to wait for the next byte
   * @param {Map<string, Promise<Response>>} [options.preloaded] answers on their way, by
   *   address: those that are used are taken out
   */
  constructor(base, fetch, { patience, preloaded = new Map() } = {}) {
    this.#base = base;
    this.fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.patience = patience;
    this.#preloaded = preloaded;
    this.store = fetch ? Promise.resolve(undefined) : Store.open(base).then((store) => (this.opened = store));
  }

  /**
   * Fetches the manifest, asking the server whether a cached copy is current. Without
   * a server, that of the last visit must do.
   * @param {AbortSignal} [signal]
   * @param {{past?: boolean}} [options] `past`: past all caches, a service worker's among them
   * @returns {Promise<Source>}
   */
  async ask(signal, { past = false } = {}) {
    try {
      return await retry((again) => this.#fresh(again || past ? 'reload' : 'no-cache', signal), signal);
    } catch (error) {
      const kept = error instanceof MycelError && error.code === 'network' ? await this.kept() : undefined;
      if (!kept) throw error;
      return { ...kept, stale: /** @type {MycelError} */ (error).message };
    }
  }

  /**
   * The manifest of the last visit.
   * @returns {Promise<Source | undefined>} undefined if there is none that this client reads
   */
  async kept() {
    const url = this.url(manifestName);
    const response = await (await this.store)?.get(url);
    if (!response) return undefined;
    try {
      const text = await response.text();
      parseManifest(text, url);
      return { text, kept: false, stale: '' };
    } catch {
      return undefined;
    }
  }

  /**
   * Takes up a file whose answer is in the browser already, before the manifest is
   * known. What comes of it is used if the manifest lists the file, and this one is it.
   * @param {string} url of one that is preloaded
   * @param {boolean} received whether it came over the network, not from the HTTP cache
   * @param {AbortSignal} [signal]
   */
  async resume(url, received, signal) {
    if (await this.resumeKept(url)) return;
    const answer = this.#preloaded.get(url);
    if (!answer) return;
    this.#preloaded.delete(url);
    /** @type {Use<unknown>} */
    const use = engineName.test(url) ? compile : collect;
    const onBytes = (/** @type {number} */ n) => void (received && (this.bytesLoaded += n));
    const fetch = async () => gently(await answer);
    const download = new Download(url, { fetch, cache: 'default', signal, onBytes, patience: this.patience });
    const value = download.open().then(use);
    value.catch(() => {}); // who needs the file will fetch it again, and say why it fails
    this.#resumed.set(url, { download, use, value });
  }

  /**
   * @param {string} url
   * @returns {Promise<boolean>} whether an earlier visit has left the file
   */
  async keeps(url) {
    return Boolean(await (await this.store)?.get(url));
  }

  /**
   * Compiles an engine that an earlier visit has left unpacked, once: browsers do it apart
   * from this thread, which has a page to show. It was verified when it was left, and has
   * the name of its content.
   * @param {string} url of it as it is stored on the server
   * @returns {Promise<WebAssembly.Module | undefined>} undefined if there is none, it is of no use, or no engine
   */
  async resumeKept(url) {
    if (!engineName.test(url)) return undefined;
    const known = this.#kept.get(url);
    if (known) return known;
    const module = this.store
      .then((store) => store?.get(unpacked(url)))
      .then((response) => response && WebAssembly.compileStreaming(response))
      .catch(() => void this.store.then((store) => store?.remove(unpacked(url)))); // another will be left
    this.#kept.set(url, module);
    return module;
  }

  /**
   * Fetches and compiles the engine, compiling while it arrives where the
   * browser can.
   * @param {BundleFile} file
   * @param {AbortSignal} [signal]
   * @returns {Promise<WebAssembly.Module>}
   */
  async module(file, signal) {
    const kept = await this.resumeKept(this.url(file.path));
    if (!kept) return this.consume(file, signal, false, compile);
    this.filesKept++;
    return kept;
  }

  /**
   * Fetches a file of the bundle whole, uncompressed.
   * @param {BundleFile} file
   * @param {AbortSignal} [signal]
   * @param {{fresh?: boolean}} [options] `fresh`: past all caches, because their copy proved bad
   * @returns {Promise<Uint8Array>}
   */
  bytes(file, signal, { fresh = false } = {}) {
    return this.consume(file, signal, fresh, collect);
  }

  /**
   * @param {RequestCache} cache
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Source>}
   */
  async #fresh(cache, signal) {
    const url = this.url(manifestName);
    const response = await get(this.fetch, url, { cache, signal }, this.patience);
    let text;
    try {
      text = await textOf(response, url, this.patience);
    } catch (error) {
      if (signal?.aborted) throw abortError(signal, `fetching ${url}`);
      throw MycelError.from(error, 'network', `${url} was cut short`);
    }
    parseManifest(text, url);
    const kept = response.headers.has(keptHeader);
    if (kept) this.leave();
    return { text, kept, stale: '' };
  }

  /** @protected Leaves keeping files to the service worker; what is kept would only grow old. */
  leave() {
    void this.store.then((store) => store?.retain(() => undefined));
    this.store = Promise.resolve((this.opened = undefined));
  }

  /**
   * Fetches a file: what was begun of it, else from the browser's own store, else from the HTTP cache if it is
   * there, since its name changes with its content. What cannot be used is fetched
   * again past the cache.
   * @protected
   * @template T
   * @param {BundleFile} file
   * @param {AbortSignal | undefined} signal
   * @param {boolean} fresh past all caches at once
   * @param {Use<T>} use
   * @returns {Promise<T>}
   */
  async consume(file, signal, fresh, use) {
    const kept = fresh ? undefined : ((await this.#finish(file, use)) ?? (await this.#fromStore(file, signal, use)));
    if (kept) return kept.value;
    const url = this.url(file.path);
    const preloaded = this.#preloaded.get(url);
    this.#preloaded.delete(url);
    /** @type {typeof globalThis.fetch} */
    const fetch = (input, init) => (preloaded && init?.cache === 'force-cache' ? preloaded : this.fetch(input, init));
    return retry((again) => this.#attempt(file, signal, { fetch, cache: again || fresh ? 'reload' : 'force-cache', kept: false }, use), signal);
  }

  /**
   * @template T
   * @param {BundleFile} file
   * @param {Use<T>} use
   * @returns {Promise<{value: T} | undefined>} undefined if it was not begun, or is of no use
   */
  async #finish(file, use) {
    const url = this.url(file.path);
    const resumed = this.#resumed.get(url);
    this.#resumed.delete(url);
    if (resumed?.use !== use) return undefined;
    try {
      const value = /** @type {T} */ (await resumed.value);
      const bytes = await resumed.download.check(file);
      void this.store.then((store) => store?.add(url, bytes));
      return { value };
    } catch {
      return undefined;
    }
  }

  /**
   * @template T
   * @param {BundleFile} file
   * @param {AbortSignal | undefined} signal
   * @param {Use<T>} use
   * @returns {Promise<{value: T} | undefined>} undefined if it is not there, or of no use
   */
  async #fromStore(file, signal, use) {
    const url = this.url(file.path);
    const store = await this.store;
    const response = await store?.get(url);
    if (!store || !response) return undefined;
    try {
      const value = await this.#attempt(file, signal, { fetch: async () => response, cache: 'default', kept: true }, use);
      this.filesKept++;
      return { value };
    } catch (error) {
      if (signal?.aborted || !(error instanceof MycelError) || error.code === 'unsupported') throw error;
      await store.remove(url);
      return undefined;
    }
  }

  /**
   * @template T
   * @param {BundleFile} file
   * @param {AbortSignal | undefined} signal
   * @param {Origin} place
   * @param {Use<T>} use
   * @returns {Promise<T>}
   */
  async #attempt(file, signal, { fetch, cache, kept }, use) {
    const url = this.url(file.path);
    const onBytes = (/** @type {number} */ n) => {
      if (kept) this.onBytes(n);
      else this.received(n);
    };
    const download = new Download(url, { fetch, cache, signal, onBytes, patience: this.patience, file });
    const stream = await download.open().catch((error) => {
      throw download.error(error, file);
    });
    let value;
    try {
      value = await use(stream);
    } catch (error) {
      throw forbidden(error) ?? download.error(error, file);
    }
    const bytes = await download.check(file);
    if (!kept) void this.store.then((store) => store?.put(url, bytes));
    return value;
  }

  /** @protected @param {number} bytes that came over the network */
  received(bytes) {
    this.bytesLoaded += bytes;
    this.onBytes(bytes);
  }

  /** @protected @param {string} path */
  url(path) {
    return new URL(path, this.#base).href;
  }
}

/**
 * @param {string} text
 * @param {string} url where it came from, for messages
 * @returns {Manifest}
 */
export function parseManifest(text, url) {
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw MycelError.from(error, 'format', `${url} is not JSON`);
  }
  return checkManifest(json, url);
}

/**
 * Where an engine is kept unpacked.
 * @param {string} url
 */
export function unpacked(url) {
  return `${url}?unpacked`;
}

/**
 * The error for a page whose Content-Security-Policy forbids WebAssembly,
 * which browsers report as if the module were invalid.
 * @param {unknown} error
 * @returns {MycelError | undefined}
 */
function forbidden(error) {
  if (!(error instanceof Error) || !/content security policy|unsafe-eval/i.test(error.message)) return undefined;
  return new MycelError('unsupported', "the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src", { cause: error });
}

/**
 * Compiles an engine.
 * @type {Use<WebAssembly.Module>}
 */
async function compile(stream) {
  if (!WebAssembly.compileStreaming) return WebAssembly.compile(await assemble(stream));
  return WebAssembly.compileStreaming(new Response(joinColumns(stream), { headers: { 'Content-Type': 'application/wasm' } }));
}

/**
 * Reads an engine, as a module.
 * @type {Use<Uint8Array<ArrayBuffer>>}
 */
export function assemble(stream) {
  return collect(joinColumns(stream));
}

/**
 * Hands out an answer that is all there a piece at a time, each as an event of its own:
 * else it would be unpacked in one go, and what the page waits for, its worker above all,
 * would come after it.
 * @param {Response} answer
 * @returns {Response}
 */
function gently(answer) {
  if (!answer.ok || !answer.body) return answer;
  const pieces = new TransformStream({
    async transform(/** @type {Uint8Array} */ chunk, controller) {
      for (let start = 0; start < chunk.length; start += pieceSize) {
        await nextTask();
        controller.enqueue(chunk.subarray(start, start + pieceSize));
      }
    },
  });
  return new Response(answer.body.pipeThrough(pieces), { status: answer.status });
}

/**
 * Reads a stream to its end.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function collect(stream) {
  const chunks = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks);
    chunks.push(value);
  }
}
