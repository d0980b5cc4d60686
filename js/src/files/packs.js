/**
 * Packs are files with many parts of an index, each compressed by itself. A request with the header Range brings parts
 * that lie near each other. Whatever comes in its place leads to the whole pack, once.
 *
 * In very large indexes parts lie in slots of the same size. A slot has the length of the part, four bytes,
 * little-endian, and the part if there is room; else its place in the pack, four bytes, likewise.
 */

import { MycelError } from '../errors.js';
import { abortError, onAbort, throwIfAborted } from '../util/abort.js';
import { isGzip, sha256 } from './digest.js';
import { bytesOf, get } from './download.js';
import { retry } from './retry.js';
/** @import {Pack, Place} from './packtable.js' */
/** @import {Loader} from './loader.js' */

/** Bytes of whole packs that are kept in memory. */
const limit = 16 << 20;

/** Bytes before the part in its slot. */
const slotHead = 4;

/**
 * How many bytes lie between two parts of a pack at most that one request brings: a request costs as much as some kB. The
 * native reader does the same (packs.go).
 */
const nearby = 7 << 10;

/**
 * Milliseconds that a request takes where packs are read ahead: a range has as many bytes as came in this time before. On a
 * fast link that is the pack, on a slow one little more than the part.
 */
const aheadFor = 400;

/** Bytes of a pack up to which it is read ahead from its first part on, if all of it comes in a quarter of that time. */
const small = 256 << 10;

/** Bytes of a range from which it is left out of a request for the rest of a pack. */
const step = 64 << 10;

/**
 * A part, compressed.
 * @typedef {object} Packed
 * @property {Uint8Array<ArrayBuffer>} bytes
 * @property {boolean} fetched whether it came in a range: nobody keeps it yet
 */

/** @typedef {{at: number, end: number}} Range bytes of a pack */

/**
 * A part that is asked for.
 * @typedef {object} Asked
 * @property {Place} place
 * @property {boolean} fresh
 * @property {AbortSignal} [signal]
 * @property {(part: Packed) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** A range of a pack, on its way or there. Whoever needs its beginning does not wait for its end. */
class Stretch {
  /** Bytes that have come. */
  #have = 0;
  /** @type {{size: number, resolve: () => void, reject: (error: unknown) => void}[]} */
  #waiting = [];

  /**
   * @param {number} at
   * @param {number} end
   */
  constructor(at, end) {
    this.at = at;
    this.end = end;
    this.bytes = new Uint8Array(end - at);
  }

  /**
   * @param {number} end
   * @returns {Promise<void>} settles when the bytes before `end` are there
   */
  until(end) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ size: end - this.at, resolve, reject });
      this.add(new Uint8Array(0));
    });
  }

  /** @param {number} end @returns {number} how many bytes before it have not come */
  lacks(end) {
    return Math.max(0, Math.min(end, this.end) - this.at - this.#have);
  }

  /** @param {Uint8Array} piece that comes next */
  add(piece) {
    this.bytes.set(piece, this.#have);
    this.#have += piece.length;
    this.#waiting = this.#waiting.filter(({ size, resolve }) => size > this.#have || resolve());
  }

  /** Another request begins. */
  restart() {
    this.#have = 0;
  }

  /** Ends where its bytes end. @param {unknown} error why no more come */
  stop(error) {
    this.end = this.at + this.#have;
    this.bytes = this.bytes.slice(0, this.#have);
    this.#waiting.forEach(({ reject }) => reject(error));
  }
}

/** The packs of a site's bundles. */
export class Packs {
  #loader;
  /** Parts that are asked for at once. @type {Asked[]} */
  #asked = [];
  /** Packs that came whole, or are on their way, the latest last. @type {Map<string, {bytes: Promise<Uint8Array<ArrayBuffer>>, size: number, fresh: boolean}>} */
  #whole = new Map();
  /** Packs that the browser's store was asked for. @type {Map<string, Promise<void>>} */
  #sought = new Map();
  /** Ranges by their pack: those on their way, and of packs that are read ahead those that came. @type {Map<string, Stretch[]>} */
  #stretches = new Map();
  /** Packs that are read ahead. @type {Set<string>} */
  #ahead = new Set();
  /** Whether small packs that come soon are read ahead, too. */
  #eager = false;
  /** Bytes of all ranges so far. */
  #received = 0;
  /** How many came in a millisecond. */
  #rate = 0;

  /** @param {Loader} loader of the files */
  constructor(loader) {
    this.#loader = loader;
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
   * Fetches the bytes of a pack that nobody has asked for. When this is given up, those stay that have come.
   * @param {Pack} pack
   * @param {AbortSignal} signal
   */
  async rest(pack, signal) {
    this.#ahead.add(pack.path);
    while (!(await this.#atHand(pack))) {
      throwIfAborted(signal, 'fetching');
      const { at, end } = this.#gap(pack);
      if (at < end) {
        await this.#begin(pack, { at, end }, signal).until(end);
        continue;
      }
      const bytes = await this.#range(pack, 0, pack.bytes, signal);
      await this.#keep(pack, this.#checked(pack, bytes, true), false).catch(() => this.#load(pack, 'reload', signal));
      this.#stretches.delete(pack.path);
    }
  }

  /**
   * Fetches a pack whole, before somebody asks for its parts.
   * @param {Pack} pack
   * @param {AbortSignal} signal
   */
  async whole(pack, signal) {
    if (!(await this.#atHand(pack))) await this.#load(pack, 'force-cache', signal); // the page has asked for it, perhaps
  }

  /**
   * Reads packs ahead from now on: with a part comes what lies behind it.
   * @param {Pack[]} packs that are needed to their end, as a rule
   */
  readAhead(packs) {
    for (const { path } of packs) this.#ahead.add(path);
  }

  /**
   * Reads small packs ahead from now on, if they come soon.
   * @param {number} rate bytes a millisecond, as other files came
   */
  expect(rate) {
    this.#eager = true;
    this.#rate ||= rate;
  }

  /** How many bytes come while packs are read ahead. */
  get #soon() {
    return Math.round(this.#rate * aheadFor);
  }

  /** How many bytes are on their way: all ranges share one link. */
  get #lacking() {
    return [...this.#stretches.values()].flat().reduce((sum, stretch) => sum + stretch.lacks(stretch.end), 0);
  }

  /**
   * The first bytes of a pack that are in no range. Short ranges behind them are read once more.
   * @param {Pack} pack
   * @returns {Range}
   */
  #gap(pack) {
    const all = this.#of(pack).toSorted((a, b) => a.at - b.at);
    const at = all.reduce((at, stretch) => (stretch.at <= at ? Math.max(at, stretch.end) : at), 0);
    const next = all.find((stretch) => stretch.at > at && stretch.end - stretch.at >= step);
    return { at, end: next?.at ?? pack.bytes };
  }

  /** @param {Pack} pack */
  #of({ path }) {
    return this.#stretches.get(path) ?? [];
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
    const store = await this.#loader.store;
    const missing = await Promise.all(
      list.map(async (asked) => {
        const kept = await store?.get(this.partURL(asked.place));
        const bytes = kept && new Uint8Array(await kept.arrayBuffer());
        if (!bytes || (!asked.place.slot && !isPlaced(bytes, asked.place.at))) return [asked]; // not kept, or damaged
        this.#loader.filesKept++;
        asked.resolve({ bytes, fetched: false });
        return [];
      }),
    );
    const asked = missing.flat();
    if (this.#eager && pack.bytes <= small && 4 * pack.bytes <= this.#soon) this.#ahead.add(pack.path);
    const more = this.#ahead.has(pack.path) ? Math.max(0, this.#soon - this.#lacking) : 0;
    const known = this.#of(pack).filter((stretch) => stretch.end - stretch.at >= more / 4); // what is shorter is read once more
    for (const range of rangesOf(asked.filter(({ place: { at, size } }) => !this.#holding(pack, at, at + size)), known, pack.bytes, more)) this.#begin(pack, range, signal);
    for (const one of asked) {
      const { at, size } = one.place;
      this.#range(pack, at, at + size, signal).then((bytes) => this.#settle(one, bytes, at, !this.#whole.has(pack.path)), one.reject);
    }
  }

  /**
   * Ranges that are there or on their way and have, one behind the other, all bytes of another: of each byte the range that
   * brings it first. Undefined if a byte is in none.
   * @param {Pack} pack
   * @param {number} at
   * @param {number} end
   */
  #holding(pack, at, end) {
    const list = [];
    while (at < end) {
      const covering = this.#of(pack).filter((stretch) => stretch.at <= at && stretch.end > at);
      if (covering.length === 0) return;
      const first = covering.reduce((a, b) => (b.lacks(end) < a.lacks(end) ? b : a));
      list.push(first);
      at = first.end;
    }
    return list;
  }

  /**
   * Bytes of a pack: of ranges that are there or on their way, or else of a new one.
   * @param {Pack} pack
   * @param {number} at
   * @param {number} end
   * @param {AbortSignal} [signal]
   */
  async #range(pack, at, end, signal) {
    const stretches = this.#holding(pack, at, end) ?? [this.#begin(pack, { at, end }, signal)];
    await Promise.all(stretches.map((stretch) => stretch.until(Math.min(end, stretch.end))));
    const bytes = new Uint8Array(end - at);
    for (const stretch of stretches) {
      const from = Math.max(at, stretch.at);
      bytes.set(stretch.bytes.subarray(from - stretch.at, end - stretch.at), from - at);
    }
    return bytes;
  }

  /**
   * Asks for a range of a pack.
   * @param {Pack} pack
   * @param {Range} range
   * @param {AbortSignal} [signal]
   */
  #begin(pack, { at, end }, signal) {
    const stretch = new Stretch(at, end);
    this.#stretches.set(pack.path, [...this.#of(pack), stretch]);
    const forget = () => this.#stretches.set(pack.path, this.#of(pack).filter((other) => other !== stretch));
    const done = onAbort(signal, () => stretch.stop(abortError(/** @type {AbortSignal} */ (signal), `fetching ${pack.path}`)));
    retry((again) => this.#fill(stretch, pack, again, signal), signal)
      .catch((error) => stretch.stop(error))
      .finally(done)
      .finally(() => (this.#ahead.has(pack.path) && stretch.end > at) || forget());
    return stretch;
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
    this.#range(pack, behind, behind + length, signal).then((bytes) => give(bytes, behind), reject);
  }

  /**
   * Fetches a range. A host that knows no ranges sends all of the pack; to any other answer than the range, all of it is
   * asked for past all caches.
   * @param {Stretch} stretch
   * @param {Pack} pack
   * @param {boolean} again past all caches
   * @param {AbortSignal} [signal]
   */
  async #fill(stretch, pack, again, signal) {
    const { fetch, store, patience } = this.#loader;
    const url = this.#loader.url(pack.path);
    const { at, end } = stretch;
    stretch.restart();
    let whole = this.#whole.get(pack.path)?.bytes;
    if (!whole) {
      const [begin, before] = [performance.now(), this.#received];
      const headers = { Range: `bytes=${at}-${end - 1}` };
      // Where Chromium's HTTP cache has ranges of a file, it asks for what lies between them one by one.
      const cache = again ? 'reload' : (await store) ? 'no-store' : 'force-cache';
      const response = await get(fetch, url, { signal, headers, cache }, patience).catch((error) => {
        if (error.status === undefined) throw error; // it is gone, or there is no answer: another would not come
      });
      if (response?.status === 206 && isRange(response, at, end)) {
        const take = (/** @type {number} */ n, /** @type {Uint8Array} */ piece) => (this.#loader.received(n), (this.#received += n), stretch.add(piece));
        const bytes = await bytesOf(response, url, end - at, { patience, onBytes: take }).catch(() => undefined);
        if (bytes?.length === end - at) return this.#learn(this.#received - before, performance.now() - begin);
        if (signal?.aborted) throw abortError(signal, `fetching ${url}`);
      } else if (response?.status === 200) {
        whole = this.#whole.get(pack.path)?.bytes ?? this.#keep(pack, this.#read(response, pack, signal), false);
      }
      if (response && !response.bodyUsed) void response.body?.cancel();
    }
    const bytes = (await whole?.catch(() => undefined)) ?? (await this.#load(pack, 'reload', signal));
    stretch.restart();
    stretch.add(bytes.subarray(at, end));
  }

  /**
   * Takes note of how fast ranges come. A few bytes say little of a fast link.
   * @param {number} bytes of all that came while a request was under way
   * @param {number} milliseconds
   */
  #learn(bytes, milliseconds) {
    const rate = bytes / Math.max(milliseconds, 1);
    if (rate > this.#rate || bytes > (this.#rate * aheadFor) / 2) this.#rate = rate;
  }

  /**
   * @param {Pack} pack
   * @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} undefined if neither memory nor the browser's store has it
   */
  async #atHand(pack) {
    const { path } = pack;
    if (!this.#whole.has(path)) {
      if (!this.#sought.has(path)) this.#sought.set(path, this.#seek(pack).catch(() => {}));
      await this.#sought.get(path);
    }
    return this.#whole.get(path)?.bytes.catch(() => undefined);
  }

  /**
   * Takes a pack from the browser's store, if it is there.
   * @param {Pack} pack
   */
  async #seek(pack) {
    const response = await (await this.#loader.files())?.get(this.#loader.url(pack.path));
    if (!response) return;
    const bytes = this.#checked(pack, new Uint8Array(await response.arrayBuffer()));
    bytes.then(() => this.#loader.filesKept++, () => {});
    this.#keep(pack, bytes, false);
  }

  /**
   * Fetches a pack whole, unless it is on its way.
   * @param {Pack} pack
   * @param {RequestCache} cache
   * @param {AbortSignal | undefined} signal
   */
  #load(pack, cache, signal) {
    const { fetch, patience } = this.#loader;
    const url = this.#loader.url(pack.path);
    const known = this.#whole.get(pack.path);
    const fresh = cache === 'reload';
    if (known && (known.fresh || !fresh)) return known.bytes;
    const read = (/** @type {RequestCache} */ cache) =>
      retry(async (again) => this.#read(await get(fetch, url, { signal, cache: again ? 'reload' : cache }, patience), pack, signal), signal);
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
   * Reads a whole pack.
   * @param {Response} response
   * @param {Pack} pack
   * @param {AbortSignal | undefined} signal
   */
  async #read(response, pack, signal) {
    const options = { signal, patience: this.#loader.patience, onBytes: (/** @type {number} */ n) => this.#loader.received(n) };
    return this.#checked(pack, await bytesOf(response, this.#loader.url(pack.path), pack.bytes, options), true);
  }

  /**
   * Holds a pack against its size and the sum in its name.
   * @param {Pack} pack
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @param {boolean} [fetched] whether it is to be left for the next visit
   */
  async #checked({ path, bytes: size }, bytes, fetched = false) {
    const sum = await sha256(bytes);
    if (bytes.length !== size || (sum && !path.includes(`.${sum.slice(0, 16)}.`))) {
      throw new MycelError('checksum', `${path} is not the pack that the manifest lists: it has ${bytes.length} bytes, want ${size}, and the SHA-256 ${sum}`);
    }
    if (fetched) this.#loader.keep(path, bytes);
    return bytes;
  }

  /**
   * The address under which the browser's store has a part of a pack.
   * @param {Place} place
   */
  partURL({ pack, at }) {
    return `${this.#loader.url(pack.path)}?${at}`;
  }
}

/**
 * Ranges that one request fetches each: from a part on, as many bytes as are read ahead, and the parts near them. A range begins
 * where the one before it ends, if at most a quarter of `more` lies between them; it ends where the one behind it begins, if one
 * and a half times `more` reaches so far.
 * @param {Asked[]} list of one pack
 * @param {Range[]} known ranges that are not read again
 * @param {number} size of the pack
 * @param {number} more bytes that all ranges together may have, beside parts and short gaps
 * @returns {Range[]} ascending
 */
function rangesOf(list, known, size, more) {
  /** @type {Range[]} */
  const ranges = [];
  for (const { place } of list.toSorted((a, b) => a.place.at - b.place.at)) {
    const [at, end] = [place.at, place.at + place.size];
    const all = [...known, ...ranges];
    const before = Math.max(0, ...all.map(({ end }) => end).filter((other) => other <= at));
    const behind = Math.min(size, ...all.map(({ at }) => at).filter((other) => other >= end));
    const last = ranges.at(-1);
    if (last && at - last.end <= nearby && before <= last.end) {
      last.end = Math.max(last.end, end);
      continue;
    }
    const from = at - before <= more / 4 ? before : at;
    const to = behind <= from + 1.5 * more ? behind : Math.max(end, from + more);
    ranges.push({ at: from, end: to });
    more = Math.max(0, more - (to - from));
  }
  return ranges;
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
 * @param {number} end
 */
function isRange({ headers, type }, at, end) {
  const range = headers.get('Content-Range');
  return range === null ? type === 'cors' : range.startsWith(`bytes ${at}-${end - 1}/`);
}
