import { MycelError } from '../errors.js';
import { abortError } from '../util/abort.js';
import { concat } from '../util/bytes.js';
import { fault, isGzip, sha256 } from './digest.js';
import { contentLimit } from './manifest.js';
/** @import {BundleFile} from './manifest.js' */

/** Milliseconds without a byte after which a download is given up. */
const patience = 20_000;

/** Bytes of a manifest at most: more than the rows of any bundle take. */
const mostText = 2 ** 24;

/** Bytes behind a file's end that are still read: what is wrong with it is then told exactly. */
const behindEnd = 64 << 10;

/**
 * One file of the bundle on its way: fetched, counted, unpacked, checked. Keeps the first thing that went wrong,
 * because an error that travels through a decompressor or a compiler comes out as another error.
 */
export class Download {
  #url;
  #options;
  #received = 0;
  /** @type {Uint8Array[]} */
  #chunks = [];
  /** All of it, as it arrived, and its sum, which is taken while the end is still being unpacked. @type {{bytes: Uint8Array<ArrayBuffer>, sum: Promise<string | undefined>} | undefined} */
  #whole;
  /** @type {MycelError | undefined} */
  #failure;

  /**
   * @param {string} url
   * @param {object} options
   * @param {typeof globalThis.fetch} options.fetch
   * @param {RequestCache} options.cache
   * @param {AbortSignal} [options.signal]
   * @param {number} [options.patience] milliseconds
   * @param {(bytes: number) => void} options.onBytes told the size of each chunk received
   * @param {BundleFile} options.file what the manifest says about it: of a much longer file no more is read
   */
  constructor(url, options) {
    this.#url = url;
    this.#options = options;
  }

  /**
   * Starts the download.
   * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>} the uncompressed
   *   content. If reading it fails, {@link Download.error} tells why
   */
  async open() {
    const { fetch, cache, signal, patience } = this.#options;
    const response = await get(fetch, this.#url, { cache, signal }, patience);
    return unpack(this.#watch(response), (unpacked) => this.#checkContent(unpacked));
  }

  /**
   * Checks the whole file against the manifest. To be called when the content has been read to its end.
   * @returns {Promise<Uint8Array<ArrayBuffer>>} it, as it arrived
   * @throws {MycelError} code `checksum`, or `network` if something is missing at the end
   */
  async check() {
    const { file } = this.#options;
    if (!this.#whole) throw this.error('there is more behind its end');
    const { bytes, sum } = this.#whole;
    const wrong = fault(bytes, await sum, file);
    if (wrong === '') return bytes;
    if (isGzip(bytes) && bytes.length < (file.bytes ?? 0)) throw this.#cutShort();
    throw new MycelError('checksum', `${this.#url} is not the file that the manifest lists: ${wrong}`);
  }

  /** Why reading the content failed. @param {unknown} cause what the reader of the stream saw @returns {MycelError} */
  error(cause) {
    if (this.#failure) return this.#failure;
    if (this.#whole && this.#received < (this.#options.file.bytes ?? 0)) return this.#cutShort(cause);
    return MycelError.from(cause, 'format', `${this.#url} is damaged`);
  }

  /** @param {unknown} [cause] */
  #cutShort(cause) {
    return new MycelError('network', `${this.#url} was cut short: got ${this.#received} bytes, want ${this.#options.file.bytes}`, { cause });
  }

  /** @param {unknown} error */
  #interrupted(error) {
    const { signal } = this.#options;
    if (signal?.aborted) return abortError(signal, `fetching ${this.#url}`);
    return MycelError.from(error, 'network', `${this.#url} was cut short after ${this.#received} bytes`);
  }

  /** @param {Response} response @returns {ReadableStream<Uint8Array<ArrayBuffer>>} */
  #watch(response) {
    const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body ?? new Blob([]).stream()).getReader();
    return new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await inTime(reader.read(), this.#url, this.#options.patience);
          if (done) {
            this.#end();
            return controller.close();
          }
          this.#received += value.length;
          this.#chunks.push(value);
          this.#options.onBytes(value.length);
          this.#refuseMore();
          controller.enqueue(value);
        } catch (error) {
          void reader.cancel(error).catch(() => {});
          this.#failure = this.#interrupted(error);
          controller.error(this.#failure);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  /** Nothing else would end an answer that never does. */
  #refuseMore() {
    const { file } = this.#options;
    // Content that was unpacked on the way is longer than the file.
    const { bytes = contentLimit(file) } = file;
    const most = isGzip(this.#chunks[0]) ? bytes : Math.max(bytes, contentLimit(file));
    if (this.#received > most + behindEnd) throw new MycelError('checksum', `${this.#url} is not the file that the manifest lists: it has more than ${most} bytes`);
  }

  /**
   * @param {number} unpacked how many bytes the content has so far
   * @throws {MycelError} code `checksum` if it is longer than it may be
   */
  #checkContent(unpacked) {
    const most = contentLimit(this.#options.file);
    if (unpacked <= most) return;
    this.#failure = new MycelError('checksum', `${this.#url} unpacks to more than the ${most} bytes that it may have`);
    throw this.#failure;
  }

  #end() {
    const bytes = concat(this.#chunks);
    this.#chunks = [];
    this.#whole = { bytes, sum: sha256(bytes) };
    this.#whole.sum.catch(() => {}); // who checks the file is told
  }
}

/** Without a cache mode that this platform refuses, as servers at the edge do. @param {RequestInit} init */
function withKnownCache({ cache, ...rest }) {
  try {
    return new Request('http://localhost', { cache }) && { ...rest, cache };
  } catch {
    return rest;
  }
}

/**
 * Fetches a URL; an answer that is not a success is an error.
 * @param {typeof globalThis.fetch} fetch @param {string} url @param {RequestInit} init
 * @param {number} [wait] milliseconds until the answer begins
 * @returns {Promise<Response>}
 */
export async function get(fetch, url, init, wait) {
  const end = new AbortController();
  const signals = [end.signal, ...(init.signal ? [init.signal] : [])];
  let response;
  try {
    response = await inTime(fetch(url, { ...withKnownCache(init), signal: AbortSignal.any?.(signals) ?? init.signal }), url, wait);
  } catch (error) {
    end.abort(); // a request that is late would hold one of the few connections to the host
    if (init.signal?.aborted) throw abortError(init.signal, `fetching ${url}`);
    throw MycelError.from(error, 'network', `could not fetch ${url}`);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) {
    throw new MycelError('not-found', `${url} does not exist (HTTP ${response.status}); if the site was just updated, reload the page`);
  }
  throw new MycelError('network', `could not fetch ${url}: HTTP ${response.status} ${response.statusText}`.trimEnd(), { status: response.status });
}

/**
 * Reads an answer to its end.
 * @param {Response} answer
 * @param {string} url for the message
 * @param {number} [wait] milliseconds until the next piece
 * @returns {Promise<string>}
 * @throws {MycelError} code `network` if a piece takes longer, `format` if there are more than 16 MiB
 */
export async function textOf(answer, url, wait) {
  return new TextDecoder().decode(await bytesOf(answer, url, mostText, () => {}, wait));
}

/**
 * Reads an answer to its end.
 * @param {Response} answer
 * @param {string} url for the message
 * @param {number} most bytes
 * @param {(bytes: number, piece: Uint8Array) => void} onBytes given each piece, and its size
 * @param {number} [wait] milliseconds until the next piece
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {MycelError} code `network` if a piece takes longer, `format` if there are more bytes
 */
export async function bytesOf({ body }, url, most, onBytes, wait) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body ?? new Blob([]).stream()).getReader();
  const pieces = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), url, wait);
      if (done) return concat(pieces);
      size += value.length;
      onBytes(value.length, value);
      if (size > most) throw new MycelError('format', `${url} has more than ${most} bytes`);
      pieces.push(value);
    }
  } catch (error) {
    void reader.cancel(error).catch(() => {});
    throw error;
  }
}

/**
 * Rejects if a step of a download takes too long.
 * @template T @param {Promise<T>} step
 * @param {string} url for the message
 * @param {number} [wait] milliseconds
 * @returns {Promise<T>}
 * @throws {MycelError} code `network`
 */
export function inTime(step, url, wait = patience) {
  return new Promise((resolve, reject) => {
    const late = () => reject(new MycelError('network', `${url} does not arrive: nothing came for ${wait / 1000} s`));
    const timer = setTimeout(late, wait);
    step.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Ungzips a stream, unless the server or a proxy has done it already: many serve .gz files with Content-Encoding: gzip,
 * which fetch undoes. So the content decides, not the name or a header.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} packed
 * @param {(bytes: number) => void} check told how many bytes were unpacked so far; throws if these are too many
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>}
 */
export async function unpack(packed, check) {
  const reader = packed.getReader();
  let head = new Uint8Array(0);
  let ended = false;
  while (head.length < 2 && !ended) {
    const { done, value } = await reader.read();
    ended = done;
    if (value) head = concat([head, value]);
  }
  const whole = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (
    new ReadableStream({
      start: (controller) => controller.enqueue(head),
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    })
  );
  if (!isGzip(head)) return whole;
  let unpacked = 0;
  const counter = new TransformStream({
    transform(/** @type {Uint8Array<ArrayBuffer>} */ chunk, controller) {
      check((unpacked += chunk.length));
      controller.enqueue(chunk);
    },
  });
  return whole.pipeThrough(new DecompressionStream('gzip')).pipeThrough(counter);
}
