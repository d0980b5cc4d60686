import { MycelError } from './errors.js';
import { abortError } from './abort.js';
import { concat } from './bytes.js';
import { Download, get } from './download.js';
import { checkManifest } from './manifest.js';
/** @import {BundleFile, Manifest} from './manifest.js' */

/** Fetches the files of one bundle. */
export class Loader {
  #base;
  #fetch;

  /** Bytes received so far, manifest not counted. */
  bytesLoaded = 0;

  /**
   * Called with the size of each chunk received.
   * @type {(bytes: number) => void}
   */
  onBytes = () => {};

  /**
   * @param {string} base absolute URL of the bundle folder, ending in a slash
   * @param {typeof globalThis.fetch} [fetch]
   */
  constructor(base, fetch = (input, init) => globalThis.fetch(input, init)) {
    this.#base = base;
    this.#fetch = fetch;
  }

  /**
   * Fetches the manifest, asking the server whether a cached copy is current.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Manifest>}
   */
  async manifest(signal) {
    const url = this.#url('mycel.json');
    const response = await get(this.#fetch, url, { cache: 'no-cache', signal });
    let json;
    try {
      json = await response.json();
    } catch (error) {
      if (signal?.aborted) throw abortError(signal, `fetching ${url}`);
      const code = error instanceof SyntaxError ? 'format' : 'network';
      throw MycelError.from(error, code, `${url} is not JSON`);
    }
    return checkManifest(json, url);
  }

  /**
   * Fetches and compiles the engine, compiling while it arrives where the
   * browser can.
   * @param {BundleFile} file
   * @param {AbortSignal} [signal]
   * @returns {Promise<WebAssembly.Module>}
   */
  module(file, signal) {
    return this.#consume(file, signal, false, async (stream) => {
      if (!WebAssembly.compileStreaming) return WebAssembly.compile(await collect(stream));
      return WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
    });
  }

  /**
   * Fetches a file of the bundle whole, uncompressed.
   * @param {BundleFile} file
   * @param {AbortSignal} [signal]
   * @param {{fresh?: boolean}} [options] `fresh`: past the HTTP cache, because its copy proved bad
   * @returns {Promise<Uint8Array>}
   */
  bytes(file, signal, { fresh = false } = {}) {
    return this.#consume(file, signal, fresh, collect);
  }

  /**
   * Fetches a file, from the HTTP cache if it is there: its name changes with
   * its content. What cannot be used is fetched once more past the cache,
   * which may have kept an error, or the login page of a network, under the
   * name and would give it out for ever.
   * @template T
   * @param {BundleFile} file
   * @param {AbortSignal | undefined} signal
   * @param {boolean} fresh past the cache at once
   * @param {(stream: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async #consume(file, signal, fresh, use) {
    if (!fresh) {
      try {
        return await this.#attempt(file, signal, 'force-cache', use);
      } catch (error) {
        if (signal?.aborted || (error instanceof MycelError && error.code === 'unsupported')) throw error;
      }
    }
    return this.#attempt(file, signal, 'reload', use);
  }

  /**
   * @template T
   * @param {BundleFile} file
   * @param {AbortSignal | undefined} signal
   * @param {RequestCache} cache
   * @param {(stream: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async #attempt(file, signal, cache, use) {
    const url = this.#url(file.path);
    const onBytes = (/** @type {number} */ n) => {
      this.bytesLoaded += n;
      this.onBytes(n);
    };
    const download = new Download(url, file, { fetch: this.#fetch, cache, signal, onBytes });
    const stream = await download.open();
    try {
      return await use(stream);
    } catch (error) {
      throw forbidden(error) ?? download.error(error);
    }
  }

  /** @param {string} path */
  #url(path) {
    return new URL(path, this.#base).href;
  }
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
 * Reads a stream to its end.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function collect(stream) {
  const chunks = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks);
    chunks.push(value);
  }
}
