import { MycelError } from '../errors.js';
import { concat } from '../util/bytes.js';
import { joinColumns } from './columns.js';
import { bytesOf, download, get } from './download.js';
import { checkManifest } from './manifest.js';
import { retry } from './retry.js';
import { keptHeader, manifestName } from './names.js';
import { Store } from './store.js';
/** @import {Use} from './download.js' */
/** @import {BundleFile, Manifest} from './manifest.js' */

/** Bytes of a manifest at most: more than the rows of any bundle take. */
const mostText = 2 ** 24;

/** Behind the path of an engine that is kept as a module: a service worker takes other files that are kept. */
const asModule = '?module';

/** Engines by the name of their file, which changes with the content. @typedef {Map<string, Promise<WebAssembly.Module>>} Modules */

/**
 * A manifest as it came.
 * @typedef {object} Source
 * @property {string} text
 * @property {Manifest} manifest that it is
 * @property {boolean} kept whether a service worker keeps the files of the bundle
 * @property {string} stale why it is that of an earlier visit; '' if it is the server's
 * @property {boolean} [unasked] whether that is because the server has not been asked yet
 */

/**
 * Fetches what a bundle is started from: each file is verified against the manifest, unpacked,
 * and kept by the browser where it can. Whatever is listed with a path, a size and a
 * sum can be asked for.
 */
export class Loader {
  #base;
  #preloaded;
  #modules;
  /** @readonly @type {typeof globalThis.fetch} */
  fetch;
  /** @readonly */
  patience;
  /** @readonly */
  engine;
  /** @type {Promise<Store | undefined>} */
  store;
  /** Whether a service worker keeps the files: then only parts of packs, which it does not know, are kept in the store. @protected */
  elsewhere = false;
  /** The store, once it is open. @protected @type {Store | undefined} */
  opened;

  /** Bytes received over the network so far, manifest not counted. */
  bytesLoaded = 0;

  /** Files that came from the browser's own store. */
  filesKept = 0;

  /** Called with the size of each chunk received, from wherever. @type {(bytes: number) => void} */
  onBytes = () => {};

  /**
   * @param {string} base absolute URL of the bundle folder, ending in a slash
   * @param {typeof globalThis.fetch} [fetch] in the place of the global one; what it
   *   brings is not kept
   * @param {object} [options]
   * @param {number} [options.patience] milliseconds to wait for the next byte
   * @param {WebAssembly.Module} [options.engine] in the place of those of the bundle
   * @param {Map<string, Promise<Response>>} [options.preloaded] answers on their way, by
   *   address: those that are used are taken out
   * @param {Modules} [options.modules] takes engines: other bundles are started from them, too
   */
  constructor(base, fetch, { patience, engine, preloaded = new Map(), modules = new Map() } = {}) {
    this.#base = base;
    this.fetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.patience = patience;
    this.engine = engine;
    this.#preloaded = preloaded;
    this.#modules = modules;
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

  /** The manifest of the last visit. @returns {Promise<Source | undefined>} undefined if there is none that this client reads */
  async kept() {
    const url = this.url(manifestName);
    const response = await (await this.files())?.get(url);
    if (!response) return undefined;
    try {
      const text = await response.text();
      return { text, manifest: parseManifest(text, url), kept: false, stale: '' };
    } catch {
      return undefined;
    }
  }

  /** @param {string} url @returns {Promise<boolean>} whether an earlier visit has left the file */
  async keeps(url) {
    const store = await this.files();
    return Boolean((await store?.get(url)) ?? (await store?.get(url + asModule)));
  }

  /**
   * Fetches and compiles an engine, unless it is there or on its way.
   * @param {BundleFile} file @param {AbortSignal} [signal]
   */
  module(file, signal) {
    const module = this.#modules.get(file.path) ?? this.#compiled(file, signal);
    this.#modules.set(file.path, module);
    module.catch(() => this.#modules.delete(file.path));
    return module;
  }

  /**
   * Compiles an engine while it arrives where the browser can. An earlier visit has left it as
   * a module, verified and under the name of its content: browsers keep the machine code of such a module, too.
   * @param {BundleFile} file @param {AbortSignal | undefined} signal @returns {Promise<WebAssembly.Module>}
   */
  async #compiled(file, signal) {
    if (this.engine) return this.engine;
    const kept = await this.#kept(file.path + asModule, signal, (response) => WebAssembly.compileStreaming(response));
    if (kept) return kept;
    const { value } = await this.#fetch(file, signal, false, compile);
    this.keep(file.path + asModule, value.bytes, 'application/wasm');
    return value.module;
  }

  /**
   * Fetches a file of the bundle whole, uncompressed.
   * @param {BundleFile} file @param {AbortSignal} [signal]
   * @param {{fresh?: boolean}} [options] `fresh`: past all caches, because their copy proved bad
   */
  async bytes(file, signal, { fresh = false } = {}) {
    const read = async (/** @type {Response} */ response) => {
      const { value } = await this.#download(file, signal, async () => response, 'default', (n) => this.onBytes(n), collect);
      return value;
    };
    const kept = fresh ? undefined : await this.#kept(file.path, signal, read);
    if (kept) return kept;
    const { value, bytes } = await this.#fetch(file, signal, fresh, collect);
    this.keep(file.path, bytes);
    return value;
  }

  /** @param {RequestCache} cache @param {AbortSignal | undefined} signal @returns {Promise<Source>} */
  async #fresh(cache, signal) {
    const url = this.url(manifestName);
    const response = await get(this.fetch, url, { cache, signal }, this.patience);
    const text = new TextDecoder().decode(await bytesOf(response, url, mostText, { signal, patience: this.patience }));
    const manifest = parseManifest(text, url);
    this.elsewhere = response.headers.has(keptHeader);
    return { text, manifest, kept: this.elsewhere, stale: '' };
  }

  /** The store, for whole files: undefined if a service worker keeps them. */
  async files() {
    const store = await this.store;
    return this.elsewhere ? undefined : store;
  }

  /**
   * Fetches a file, from the HTTP cache if it is there, since its name changes with its content. What cannot be used
   * is fetched again past the cache.
   * @template T @param {BundleFile} file @param {AbortSignal | undefined} signal
   * @param {boolean} fresh past all caches at once
   * @param {Use<T>} use
   */
  async #fetch(file, signal, fresh, use) {
    const url = this.url(file.path);
    const preloaded = this.#preloaded.get(url);
    this.#preloaded.delete(url);
    /** @type {typeof globalThis.fetch} */
    const fetch = (input, init) => (preloaded && init?.cache === 'force-cache' ? preloaded : this.fetch(input, init));
    return retry((again) => this.#download(file, signal, fetch, again || fresh ? 'reload' : 'force-cache', (n) => this.received(n), use), signal);
  }

  /**
   * @template T @param {BundleFile} file @param {AbortSignal | undefined} signal @param {typeof globalThis.fetch} fetch
   * @param {RequestCache} cache @param {(bytes: number) => void} onBytes @param {Use<T>} use
   */
  #download(file, signal, fetch, cache, onBytes, use) {
    return download(this.url(file.path), { fetch, cache, signal, onBytes, patience: this.patience, file }, use);
  }

  /**
   * Reads a file that an earlier visit has left.
   * @template T @param {string} path @param {AbortSignal | undefined} signal @param {(response: Response) => Promise<T>} read
   * @returns {Promise<T | undefined>} undefined if the file is missing or damaged
   */
  async #kept(path, signal, read) {
    const url = this.url(path);
    const store = await this.files();
    const response = await store?.get(url);
    if (!store || !response) return undefined;
    try {
      const value = await read(response);
      this.filesKept++;
      return value;
    } catch (error) {
      if (signal?.aborted) throw error;
      await store.remove(url);
      return undefined;
    }
  }

  /** Leaves a file for the next visit. @param {string} path @param {Uint8Array<ArrayBuffer>} bytes @param {string} [type] */
  keep(path, bytes, type) {
    void this.files().then((store) => store?.put(this.url(path), bytes, type));
  }

  /** @param {number} bytes that came over the network */
  received(bytes) {
    this.bytesLoaded += bytes;
    this.onBytes(bytes);
  }

  /** @param {string} path @returns {string} absolute */
  url(path) {
    return new URL(path, this.#base).href;
  }
}

/** @param {string} text @param {string} url where it came from, for messages @returns {Manifest} */
function parseManifest(text, url) {
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw MycelError.from(error, 'format', `${url} is not JSON`);
  }
  return checkManifest(json, url);
}

/** Compiles an engine. @type {Use<{module: WebAssembly.Module, bytes: Uint8Array<ArrayBuffer>}>} */
async function compile(stream) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  const code = joinColumns(stream).pipeThrough(new TransformStream({ transform: (piece, controller) => void (pieces.push(piece), controller.enqueue(piece)) }));
  const module = WebAssembly.compileStreaming
    ? await WebAssembly.compileStreaming(new Response(code, { headers: { 'Content-Type': 'application/wasm' } }))
    : await WebAssembly.compile(await collect(code));
  return { module, bytes: concat(pieces) };
}

/**
 * Reads a stream to its end.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function collect(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
