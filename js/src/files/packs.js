/**
 * Packs are files with many parts of an index, each in a slot of the same size: so the place of a part
 * follows from its number, and a request with the header Range brings it alone. A slot has the length
 * of the part, four bytes, little-endian, and the part if there is room; else the place of the part in
 * the pack, four bytes, likewise.
 */

import { MycelError } from '../errors.js';
import { abortError } from '../util/abort.js';
import { bytesOf, get } from './download.js';
import { contentLimit } from './manifest.js';
/** @import {BundleFile, Slot} from './manifest.js' */

/** Bytes of whole packs that are kept in memory. */
const limit = 16 << 20;

/** Bytes that a pack has at most. */
const mostBytes = 2 ** 28;

/** Bytes before the part in its slot. */
const slotHead = 4;

/** @typedef {{cache: RequestCache, signal?: AbortSignal}} Init */

/** The packs of one bundle. */
export class Packs {
  #fetch;
  #onBytes;
  #patience;
  /** Packs that came whole, or are on their way, the latest last. @type {Map<string, {bytes: Promise<Uint8Array<ArrayBuffer>>, size: number}>} */
  #whole = new Map();
  /** Packs of which the last copy was of no use. @type {Set<string>} */
  #suspect = new Set();

  /**
   * @param {typeof globalThis.fetch} fetch
   * @param {(bytes: number) => void} onBytes told the size of each chunk received
   * @param {number} [patience] milliseconds to wait for the next byte
   */
  constructor(fetch, onBytes, patience) {
    this.#fetch = fetch;
    this.#onBytes = onBytes;
    this.#patience = patience;
  }

  /**
   * Fetches a part, compressed.
   * @param {string} url of its pack
   * @param {BundleFile & {slot: Slot}} file
   * @param {Init} init
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   * @throws {MycelError}
   */
  async part(url, file, init) {
    const { at, size } = file.slot;
    const slot = await this.#slice(url, at, size, init);
    const view = new DataView(slot.buffer, slot.byteOffset);
    const length = view.getUint32(0, true);
    if (slotHead + length <= size) return slot.subarray(slotHead, slotHead + length);
    // What does not get smaller when it is compressed gets a little longer.
    if (length > contentLimit(file) * 1.01 + 1024) throw new MycelError('format', `${url} is damaged: part ${at / size} has ${length} bytes`);
    return this.#slice(url, view.getUint32(slotHead, true), length, init);
  }

  /**
   * Has the next part of a pack taken from another copy of the pack, past all caches.
   * @param {string} url
   */
  distrust(url) {
    this.#whole.delete(url);
    this.#suspect.add(url);
  }

  /**
   * Bytes of a pack. A host that knows no ranges sends all of it; if it sends another range, all of it is
   * asked for.
   * @param {string} url
   * @param {number} at
   * @param {number} size
   * @param {Init} init
   */
  async #slice(url, at, size, init) {
    let pack = this.#suspect.delete(url) ? this.#reload(url, init) : this.#whole.get(url)?.bytes;
    if (!pack) {
      const headers = { Range: `bytes=${at}-${at + size - 1}` };
      const response = await get(this.#fetch, url, { ...init, headers }, this.#patience).catch((error) => {
        if (error.status !== 416) throw error;
      });
      if (response?.status === 206 && isRange(response, at, size)) {
        const bytes = await this.#read(response, url, size, init);
        if (bytes.length === size) return bytes;
      } else if (response?.status === 200) {
        pack = this.#whole.get(url)?.bytes ?? this.#keep(url, this.#read(response, url, mostBytes, init));
      }
      if (response && !response.bodyUsed) void response.body?.cancel();
      pack ??= this.#reload(url, init);
    }
    const bytes = await pack;
    if (at + size > bytes.length) throw new MycelError('format', `${url} is damaged: it has ${bytes.length} bytes, want ${at + size}`);
    return bytes.subarray(at, at + size);
  }

  /**
   * @param {string} url
   * @param {Init} init
   */
  #reload(url, init) {
    const read = async () => this.#read(await get(this.#fetch, url, { ...init, cache: 'reload' }, this.#patience), url, mostBytes, init);
    return this.#keep(url, read());
  }

  /**
   * Keeps a pack, and forgets others for which there is no room.
   * @param {string} url
   * @param {Promise<Uint8Array<ArrayBuffer>>} bytes
   */
  #keep(url, bytes) {
    const pack = { bytes, size: 0 };
    this.#whole.delete(url);
    this.#whole.set(url, pack);
    const arrived = (/** @type {Uint8Array} */ { length }) => {
      pack.size = length;
      let size = 0;
      for (const [url, pack] of [...this.#whole].reverse()) if ((size += pack.size) > limit) this.#whole.delete(url);
    };
    bytes.then(arrived, () => this.#whole.get(url) === pack && this.#whole.delete(url));
    return bytes;
  }

  /**
   * @param {Response} response
   * @param {string} url
   * @param {number} most bytes
   * @param {Init} init
   */
  async #read(response, url, most, { signal }) {
    try {
      return await bytesOf(response, url, most, this.#onBytes, this.#patience);
    } catch (error) {
      if (signal?.aborted) throw abortError(signal, `fetching ${url}`);
      throw MycelError.from(error, 'network', `${url} was cut short`);
    }
  }
}

/**
 * Whether an answer is the range that was asked for. A server of another origin may keep the header to itself.
 * @param {Response} response
 * @param {number} at
 * @param {number} size
 */
function isRange({ headers, type }, at, size) {
  const range = headers.get('Content-Range');
  return range === null ? type === 'cors' : range.startsWith(`bytes ${at}-${at + size - 1}/`);
}
