/**
 * Packs are files with many parts of an index, each compressed by itself. A request with the header Range brings parts
 * that lie near each other. Whatever comes in its place leads to the whole pack, once.
 *
 * In very large indexes parts lie in slots of the same size. A slot has the length of the part, four bytes,
 * little-endian, and the part if there is room; else its place in the pack, four bytes, likewise.
 */

import { MycelError } from '../errors.js';
import { abortError } from '../util/abort.js';
import { isGzip, sha256 } from './digest.js';
import { bytesOf, get } from './download.js';
import { retry } from './retry.js';
/** @import {Pack, Place} from './packtable.js' */
/** @import {Store} from './store.js' */

/** Bytes of whole packs that are kept in memory. */
const limit = 16 << 20;

/** Bytes before the part in its slot. */
const slotHead = 4;

/**
 * A request costs as much as some kB more. So two parts of a pack are one request if what lies between them is less than
 * `nearby`, and, as long as the parts of one request need more than `few` ranges of the pack, less than `farther`. The
 * native reader does the same (packs.go).
 */
const [nearby, farther, few] = [4 << 10, 24 << 10, 2];

/**
 * A part, compressed.
 * @typedef {object} Packed
 * @property {Uint8Array<ArrayBuffer>} bytes
 * @property {boolean} fetched whether it came in a range: nobody keeps it yet
 */

/**
 * A part that is asked for.
 * @typedef {object} Asked
 * @property {Place} place
 * @property {boolean} fresh
 * @property {AbortSignal} [signal]
 * @property {(part: Packed) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** The packs of a site's bundles. */
export class Packs {
  #options;
  /** Parts that are asked for at once. @type {Asked[]} */
  #asked = [];
  /** Packs that came whole, or are on their way, the latest last. @type {Map<string, {bytes: Promise<Uint8Array<ArrayBuffer>>, size: number, fresh: boolean}>} */
  #whole = new Map();
  /** Packs that the browser's store was asked for. @type {Set<string>} */
  #sought = new Set();

  /** Packs and parts that came from the browser's store. */
  kept = 0;

  /**
   * @param {object} options
   * @param {typeof globalThis.fetch} options.fetch
   * @param {(path: string) => string} options.url
   * @param {() => Promise<Store | undefined>} options.store
   * @param {(bytes: number) => void} options.onBytes told the size of each chunk received
   * @param {number} [options.patience] milliseconds to wait for the next byte
   */
  constructor(options) {
    this.#options = options;
  }

  /**
   * Fetches a part. Parts that are asked for at once are fetched together.
   * @param {Place} place
   * @param {boolean} fresh whether another copy of the pack has to be asked for, past all caches
   * @param {AbortSignal} [signal]
   * @returns {Promise<Packed>}
   * @throws {MycelError}
   */
  part(place, fresh, signal) {
    return new Promise((resolve, reject) => {
      const first = this.#asked.push({ place, fresh, signal, resolve, reject }) === 1;
      if (first) queueMicrotask(() => this.#fetch(this.#asked.splice(0)));
    });
  }

  /**
   * Fetches a pack whole, unless it is at hand.
   * @param {Pack} pack
   * @param {AbortSignal} [signal]
   */
  async whole(pack, signal) {
    // Past the HTTP cache: where Chromium has ranges of a file, it asks for the others one by one.
    return (await this.#atHand(pack)) ?? this.#load(pack, 'no-store', signal);
  }

  /** @param {Asked[]} all */
  #fetch(all) {
    for (const pack of new Set(all.map(({ place }) => place.pack))) {
      const list = all.filter(({ place }) => place.pack === pack);
      this.#fetchFrom(pack, list).catch((error) => list.forEach(({ reject }) => reject(error)));
    }
  }

  /**
   * @param {Pack} pack
   * @param {Asked[]} list
   */
  async #fetchFrom(pack, list) {
    const [{ signal }] = list;
    if (list.some(({ fresh }) => fresh) && !this.#whole.get(pack.path)?.fresh) await this.#load(pack, 'reload', signal);
    const whole = await this.#atHand(pack);
    if (whole) return list.forEach((asked) => this.#settle(asked, whole, 0, false));
    const store = await this.#options.store();
    const missing = await Promise.all(
      list.map(async (asked) => {
        const kept = await store?.get(this.partURL(asked.place));
        const bytes = kept && new Uint8Array(await kept.arrayBuffer());
        if (!bytes || (!asked.place.slot && !isPlaced(bytes, asked.place.at))) return [asked]; // not kept, or damaged
        this.kept++;
        asked.resolve({ bytes, fetched: false });
        return [];
      }),
    );
    for (const span of spansOf(missing.flat())) {
      const [{ place }] = span;
      const end = Math.max(...span.map(({ place }) => place.at + place.size));
      retry((again) => this.#bytes(pack, place.at, end - place.at, again, signal), signal).then(
        (bytes) => span.forEach((asked) => this.#settle(asked, bytes, place.at, true)),
        (error) => span.forEach(({ reject }) => reject(error)),
      );
    }
  }

  /**
   * Cuts a part out of bytes that were read from the byte `from` of its pack on.
   * @param {Asked} asked
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @param {number} from
   * @param {boolean} fetched
   */
  #settle({ place: { pack, at, size, slot }, signal, resolve, reject }, bytes, from, fetched) {
    const part = bytes.subarray(at - from, at - from + size);
    const give = (/** @type {Uint8Array<ArrayBuffer>} */ bytes, /** @type {number} */ at) => {
      if (isPlaced(bytes, at)) resolve({ bytes, fetched });
      else reject(new MycelError('format', `${pack.path} is damaged at byte ${at}: no part is there, or another one`));
    };
    if (!slot) return give(part, at);
    const [length, behind] = [part, part.subarray(slotHead)].map(uint32);
    if (slotHead + length <= size) return give(part.subarray(slotHead, slotHead + length), at + slotHead);
    if (behind + length > pack.bytes) return give(part, 0);
    retry((again) => this.#bytes(pack, behind, length, again, signal), signal).then((bytes) => give(bytes, behind), reject);
  }

  /**
   * Bytes of a pack. A host that knows no ranges sends all of it; to any other answer than the range, all of it is asked
   * for past all caches.
   * @param {Pack} pack
   * @param {number} at
   * @param {number} size
   * @param {boolean} again past all caches
   * @param {AbortSignal} [signal]
   */
  async #bytes(pack, at, size, again, signal) {
    const { fetch, url, patience, onBytes } = this.#options;
    let whole = this.#whole.get(pack.path)?.bytes;
    if (!whole) {
      const headers = { Range: `bytes=${at}-${at + size - 1}` };
      const response = await get(fetch, url(pack.path), { signal, headers, cache: again ? 'reload' : 'force-cache' }, patience).catch((error) => {
        if (error.status === undefined) throw error; // it is gone, or there is no answer: another would not come
      });
      if (response?.status === 206 && isRange(response, at, size)) {
        const bytes = await bytesOf(response, url(pack.path), size, onBytes, patience).catch(() => undefined);
        if (bytes?.length === size) return bytes;
        if (signal?.aborted) throw abortError(signal, `fetching ${url(pack.path)}`);
      } else if (response?.status === 200) {
        whole = this.#whole.get(pack.path)?.bytes ?? this.#keep(pack, this.#read(response, pack, signal), false);
      }
      if (response && !response.bodyUsed) void response.body?.cancel();
    }
    const bytes = (await whole?.catch(() => undefined)) ?? (await this.#load(pack, 'reload', signal));
    return bytes.subarray(at, at + size);
  }

  /**
   * @param {Pack} pack
   * @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} undefined if neither memory nor the browser's store has it
   */
  async #atHand(pack) {
    if (!this.#whole.has(pack.path) && !this.#sought.has(pack.path)) {
      this.#sought.add(pack.path);
      const response = await (await this.#options.store())?.get(this.#options.url(pack.path));
      if (response) {
        const bytes = this.#check(pack, new Uint8Array(await response.arrayBuffer()));
        bytes.then(() => this.kept++, () => {});
        this.#keep(pack, bytes, false);
      }
    }
    return this.#whole.get(pack.path)?.bytes.catch(() => undefined);
  }

  /**
   * Fetches a pack whole, unless it is on its way.
   * @param {Pack} pack
   * @param {RequestCache} cache
   * @param {AbortSignal | undefined} signal
   */
  #load(pack, cache, signal) {
    const { fetch, url, patience } = this.#options;
    const known = this.#whole.get(pack.path);
    const fresh = cache === 'reload';
    if (known && (known.fresh || !fresh)) return known.bytes;
    const read = (/** @type {RequestCache} */ cache) =>
      retry(async (again) => this.#read(await get(fetch, url(pack.path), { signal, cache: again ? 'reload' : cache }, patience), pack, signal), signal);
    return this.#keep(pack, read(cache), fresh);
  }

  /**
   * Keeps a pack, and forgets others for which there is no room.
   * @param {Pack} pack
   * @param {Promise<Uint8Array<ArrayBuffer>>} bytes
   * @param {boolean} fresh whether it came past all caches
   */
  #keep({ path, bytes: size }, bytes, fresh) {
    const kept = { bytes, size, fresh };
    this.#whole.delete(path);
    this.#whole.set(path, kept);
    let sum = 0;
    for (const [other, { size }] of [...this.#whole].reverse()) if ((sum += size) > limit && other !== path) this.#whole.delete(other);
    bytes.catch(() => this.#whole.get(path) === kept && this.#whole.delete(path));
    return bytes;
  }

  /**
   * Reads a whole pack, and leaves it for the next visit.
   * @param {Response} response
   * @param {Pack} pack
   * @param {AbortSignal | undefined} signal
   */
  async #read(response, pack, signal) {
    const { url, store, onBytes, patience } = this.#options;
    const address = url(pack.path);
    try {
      const bytes = await this.#check(pack, await bytesOf(response, address, pack.bytes, onBytes, patience));
      void store().then((store) => store?.put(address, bytes));
      return bytes;
    } catch (error) {
      if (signal?.aborted) throw abortError(signal, `fetching ${address}`);
      throw MycelError.from(error, 'network', `${address} was cut short`);
    }
  }

  /**
   * Holds a pack against its size and the sum in its name.
   * @param {Pack} pack
   * @param {Uint8Array<ArrayBuffer>} bytes
   */
  async #check({ path, bytes: size }, bytes) {
    const sum = await sha256(bytes);
    if (bytes.length === size && (!sum || path.includes(`.${sum.slice(0, 16)}.`))) return bytes;
    throw new MycelError('checksum', `${path} is not the pack that the manifest lists: it has ${bytes.length} bytes, want ${size}, and the SHA-256 ${sum}`);
  }

  /**
   * The address under which the browser's store has a part of a pack.
   * @param {Place} place
   */
  partURL({ pack, at }) {
    return `${this.#options.url(pack.path)}?${at}`;
  }
}

/**
 * Parts that one request fetches.
 * @param {Asked[]} list of one pack
 * @returns {Asked[][]} each ascending
 */
function spansOf(list) {
  const all = list.toSorted((a, b) => a.place.at - b.place.at);
  const gaps = all.slice(1).map(({ place }, i) => place.at - all[i].place.at - all[i].place.size);
  const most = gaps.toSorted((a, b) => a - b).reduce((most, gap, i) => (all.length - i > few && gap <= farther ? Math.max(most, gap) : most), nearby);
  /** @type {Asked[][]} */
  const spans = [];
  for (const [i, asked] of all.entries()) {
    if (i === 0 || gaps[i - 1] > most) spans.push([asked]);
    else spans[spans.length - 1].push(asked);
  }
  return spans;
}

/** @param {Uint8Array} bytes that begin with a number of four bytes, little-endian */
function uint32(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
}

/**
 * Whether bytes are those of a part that lies at a place: its header says where, in the field that has room for a time.
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function isPlaced(bytes, at) {
  return isGzip(bytes) && bytes.length > 8 && uint32(bytes.subarray(4)) === at;
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
