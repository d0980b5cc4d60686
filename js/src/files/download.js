import { MycelError } from '../errors.js';
import { abortError } from '../util/abort.js';
import { concat } from '../util/bytes.js';
import { fault, isGzip, sha256 } from './digest.js';
import { contentLimit } from './manifest.js';
/** @import {BundleFile} from './manifest.js' */

/** Milliseconds without a byte after which a download is given up. */
const patience = 20_000;

/** Bytes behind a file's end that are still read: what is wrong with it is then told exactly. */
const behindEnd = 64 << 10;

/**
 * Reads the content of a file, while it arrives.
 * @template T
 * @typedef {(stream: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<T>} Use
 */

/**
 * Fetches a file of the bundle, and counts, unpacks, reads and checks it. The first thing that went wrong is told, because an
 * error that travels through a decompressor or a compiler comes out as another error.
 * @template T @param {string} url
 * @param {object} options
 * @param {typeof globalThis.fetch} options.fetch
 * @param {RequestCache} options.cache
 * @param {AbortSignal} [options.signal]
 * @param {number} [options.patience] milliseconds
 * @param {(bytes: number) => void} options.onBytes told the size of each chunk received
 * @param {BundleFile} options.file what the manifest says about it: of a much longer file no more is read
 * @param {Use<T>} use
 * @returns {Promise<{value: T, bytes: Uint8Array<ArrayBuffer>}>} with the file as it arrived
 * @throws {MycelError} code `checksum`, `format`, or `network` if something is missing at the end
 */
export async function download(url, { fetch, cache, signal, patience, onBytes, file }, use) {
  const response = await get(fetch, url, { cache, signal }, patience);
  const most = contentLimit(file);
  const { bytes: size = most } = file;
  let room = 0;
  let received = 0;
  /** All of it, and its sum, which is taken while the end is still being unpacked. @type {{bytes: Uint8Array<ArrayBuffer>, sum: Promise<string | undefined>} | undefined} */
  let whole;
  /** @type {unknown} */
  let failure;
  let unwanted = false;
  const wrong = (/** @type {string} */ what) => new MycelError('checksum', `${url} ${what}`);
  const cutShort = (/** @type {unknown} */ cause) => new MycelError('network', `${url} was cut short: got ${received} bytes, want ${file.bytes}`, { cause });
  const read = async (/** @type {ReadableStreamDefaultController} */ controller) => {
    const take = (/** @type {number} */ n, /** @type {Uint8Array} */ piece) => {
      received += n;
      onBytes(n);
      // Nothing else would end an answer that never does. Content that was unpacked on the way is longer than the file.
      room ||= isGzip(piece) ? size : Math.max(size, most);
      if (received > room + behindEnd) throw wrong(`is not the file that the manifest lists: it has more than ${room} bytes`);
      controller.enqueue(piece);
    };
    const bytes = await bytesOf(response, url, Infinity, { signal, patience, onBytes: take });
    whole = { bytes, sum: sha256(bytes) };
    whole.sum.catch(() => {}); // who checks the file is told
    controller.close();
  };
  const arriving = new ReadableStream({
    start: (controller) => read(controller).catch((error) => unwanted || controller.error((failure = error))),
    cancel: () => void (unwanted = true), // the next piece finds that, and ends the download
  });
  const check = (/** @type {number} */ unpacked) => {
    if (unpacked > most) throw (failure = wrong(`unpacks to more than the ${most} bytes that it may have`));
  };
  let value;
  try {
    value = await use(await unpack(arriving, check));
  } catch (error) {
    if (whole && received < (file.bytes ?? 0)) failure ??= cutShort(error);
    throw forbidden(error) ?? failure ?? MycelError.from(error, 'format', `${url} is damaged`);
  }
  if (!whole) throw failure ?? MycelError.from('there is more behind its end', 'format', `${url} is damaged`);
  const { bytes, sum } = whole;
  const found = fault(bytes, await sum, file);
  if (found === '') return { value, bytes };
  if (isGzip(bytes) && bytes.length < (file.bytes ?? 0)) throw cutShort(undefined);
  throw wrong(`is not the file that the manifest lists: ${found}`);
}

/**
 * The error for a page whose Content-Security-Policy forbids WebAssembly,
 * which browsers report as if the module were invalid.
 * @param {unknown} error @returns {MycelError | undefined}
 */
function forbidden(error) {
  if (!(error instanceof Error) || !/content security policy|unsafe-eval/i.test(error.message)) return undefined;
  return new MycelError('unsupported', "the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src", { cause: error });
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
 * @param {Response} response
 * @param {string} url for messages
 * @param {number} most bytes
 * @param {object} [options]
 * @param {AbortSignal} [options.signal] of the request
 * @param {number} [options.patience] milliseconds until the next piece
 * @param {(bytes: number, piece: Uint8Array) => void} [options.onBytes] given the size of each piece, and the piece
 * @throws {MycelError} code `network` if it is cut short or a piece takes longer, `format` if there are more bytes, `aborted`
 */
export async function bytesOf(response, url, most, { signal, patience, onBytes = () => {} } = {}) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body ?? new Blob([]).stream()).getReader();
  const pieces = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), url, patience);
      if (done) return concat(pieces);
      size += value.length;
      onBytes(value.length, value);
      if (size > most) throw new MycelError('format', `${url} has more than ${most} bytes`);
      pieces.push(value);
    }
  } catch (error) {
    void reader.cancel(error).catch(() => {});
    if (signal?.aborted) throw abortError(signal, `fetching ${url}`);
    throw MycelError.from(error, 'network', `${url} was cut short after ${size} bytes`);
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
  const [beginning, whole] = packed.tee();
  const reader = beginning.getReader();
  let head = new Uint8Array(0);
  while (head.length < 2) {
    const { done, value } = await reader.read();
    if (done) break;
    head = concat([head, value]);
  }
  void reader.cancel().catch(() => {});
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
