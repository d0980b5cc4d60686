import { MycelError } from '../errors.js';
import { packWarmCache, warmCacheLimit } from '../files/warmcache.js';
import { isPanic } from './recovery.js';
/** @import {Engine} from '../engine/engine.js' */
/** @import {WarmCache} from '../files/warmcache.js' */
/** @import {Loader} from '../files/loader.js' */
/** @import {Started} from './engineloader.js' */

/**
 * The shards of one bundle: those that its engine holds, those on their way, and those at
 * hand, which the engine has taken before or an earlier visit has left.
 */
export class Shards {
  #files;
  #manifest;
  #signal;
  #warm;
  /** Whether the next visit will find all that is at hand. */
  #warmKept;
  /** Those that the present engine holds. @type {Set<number>} */
  #held = new Set();
  /** Bytes of these, unpacked. */
  #heldBytes = 0;
  /** Those whose last copy was of no use. @type {Set<number>} */
  #suspect = new Set();
  /** Those on their way. @type {Map<number, Promise<Uint8Array>>} */
  #inFlight = new Map();
  /** @type {Engine} */
  #engine;
  /** Numbers of the first shard of the index, and of the first of its texts. @type {[number, number]} */
  #rows;

  /**
   * @param {Loader} files
   * @param {Started} started
   * @param {AbortSignal} signal aborted when the session is closed
   * @param {{warm?: WarmCache, warmKept?: boolean}} [atHand]
   */
  constructor(files, { manifest, engine, info }, signal, { warm = new Map(), warmKept = true } = {}) {
    this.#files = files;
    this.#manifest = manifest;
    this.#signal = signal;
    this.#warm = warm;
    this.#warmKept = warmKept;
    this.#engine = engine;
    this.#rows = info.rows ?? [0, 0];
  }

  /** How many the engine holds. */
  get loaded() {
    return this.#held.size;
  }

  /** Bytes of the shards that the engine holds, unpacked. */
  get heldBytes() {
    return this.#heldBytes;
  }

  /** Numbers of the shards of the index, without those of its texts. */
  get ofIndex() {
    const [first, end] = this.#rows;
    return Array.from({ length: end - first }, (_, i) => first + i);
  }

  /** Compressed bytes of the index's shards. */
  get indexBytes() {
    return this.#manifest.indexBytes;
  }

  /** @param {number} shard */
  holds(shard) {
    return this.#held.has(shard);
  }

  /**
   * Whether a shard is at hand. No checksum has verified it in this visit.
   * @param {number} shard
   */
  isWarm(shard) {
    return this.#warm.has(this.#manifest.parts.at(shard)?.path ?? '');
  }

  /**
   * Whether another copy of a shard may be better than the one that an engine has refused:
   * the first may come from a cache.
   * @param {number} shard
   * @param {PromiseSettledResult<Uint8Array>} outcome of fetching it
   */
  mayMend(shard, outcome) {
    return this.isWarm(shard) || (outcome.status === 'fulfilled' && !this.#suspect.has(shard));
  }

  /**
   * Another engine takes the place of one that has died, or can do less. It holds no shards yet.
   * @param {Started} started of the same bundle
   */
  serve({ engine, info }) {
    this.#engine = engine;
    this.#rows = info.rows ?? [0, 0];
    this.#held.clear();
    this.#heldBytes = 0;
  }

  /**
   * The shards of a newer bundle. Files of both have the same names.
   * @param {Started} started
   */
  replacedBy(started) {
    return new Shards(this.#files, started, this.#signal, { warm: this.#warm, warmKept: false });
  }

  /**
   * Fetches a shard, unless it is at hand. It is not stopped with the search that wanted
   * it: the next search, a letter longer, is likely to want it too.
   * @param {number} shard
   * @returns {Promise<Uint8Array>}
   */
  fetch(shard) {
    const known = this.#inFlight.get(shard);
    if (known) return known;
    const file = this.#manifest.parts.at(shard);
    if (!file) {
      return Promise.reject(new MycelError('format', `the engine wants part ${shard}, the manifest lists ${this.#manifest.parts.length}`));
    }
    const warm = this.#warm.get(file.path);
    if (warm) {
      this.#files.filesKept++;
      return Promise.resolve(warm);
    }
    const arrival = this.#files
      .bytes(file, this.#signal, { fresh: this.#suspect.has(shard) })
      .finally(() => {
        if (this.#inFlight.get(shard) === arrival) this.#inFlight.delete(shard);
      });
    this.#inFlight.set(shard, arrival);
    return arrival;
  }

  /**
   * Gives an engine a shard that has arrived.
   * @param {Engine} engine
   * @param {number} shard
   * @param {PromiseSettledResult<Uint8Array>} outcome of fetching it
   * @returns {MycelError | undefined} why the engine has it not
   */
  give(engine, shard, outcome) {
    try {
      if (outcome.status === 'rejected') throw outcome.reason;
      const present = engine === this.#engine; // another may have taken its place
      if (present && this.#held.has(shard)) return undefined; // two have waited for it
      engine.addPart(shard, outcome.value);
      this.#suspect.delete(shard);
      if (!present) return undefined;
      this.#held.add(shard);
      this.#heldBytes += outcome.value.length;
      this.#putAside(shard, outcome.value);
      return undefined;
    } catch (error) {
      if (isPanic(error)) throw error;
      const { path = `part ${shard}` } = this.#manifest.parts.at(shard) ?? {};
      if (!this.#warm.delete(path)) this.#suspect.add(shard);
      const refused = MycelError.from(error, 'network', path);
      if (outcome.status === 'rejected') return refused;
      return new MycelError(refused.code, `${path}: ${refused.message}`, { cause: error, advice: refused.advice });
    }
  }

  /**
   * Puts a shard aside that the engine has taken, for the next visit.
   * @param {number} shard
   * @param {Uint8Array} bytes
   */
  #putAside(shard, bytes) {
    const [first, end] = this.#rows;
    const { path } = this.#manifest.parts.at(shard) ?? {};
    if (this.indexBytes > warmCacheLimit || shard < first || shard >= end || !path || this.#warm.has(path)) return;
    this.#warm.set(path, bytes);
    this.#warmKept = false;
  }

  /** Leaves the shards of the index for the next visit, if all are at hand, and frees them. */
  keepWarm() {
    const paths = this.ofIndex.map((shard) => this.#manifest.parts.at(shard)?.path ?? '');
    if (!this.#warmKept && paths.length > 0 && paths.every((path) => this.#warm.has(path))) {
      const all = /** @type {[string, Uint8Array][]} */ (paths.map((path) => [path, this.#warm.get(path)]));
      void this.#files.keepWarmCache(this.#manifest, packWarmCache(new Map(all)));
    }
    this.#warmKept = true;
    this.#warm = new Map();
  }
}
