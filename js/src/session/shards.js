import { MycelError } from '../errors.js';
import { isPanic } from './recovery.js';
/** @import {Engine} from '../engine/engine.js' */
/** @import {PartLoader} from '../files/partloader.js' */
/** @import {Started} from './engineloader.js' */

/** The shards of one bundle: those that its engine holds, and those on their way. */
export class Shards {
  #files;
  #table;
  #signal;
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
  /** Number of the first shard that is no text. */
  #first;

  /**
   * @param {PartLoader} files
   * @param {Started} started
   * @param {AbortSignal} signal aborted when the session is closed
   */
  constructor(files, { table, engine, info }, signal) {
    this.#files = files;
    this.#table = table;
    this.#signal = signal;
    this.#engine = engine;
    this.#first = info.rows?.[0] ?? 0;
  }

  /** How many the engine holds. */
  get loaded() {
    return this.#held.size;
  }

  /** Bytes of the shards that the engine holds, unpacked. */
  get heldBytes() {
    return this.#heldBytes;
  }

  /**
   * @param {number} shard
   * @returns {boolean} whether it has texts
   */
  isText(shard) {
    return shard < this.#first;
  }

  /**
   * Whether another copy of a shard may be better than the one that an engine has refused:
   * the first may come from a cache.
   * @param {number} shard
   * @param {PromiseSettledResult<Uint8Array>} outcome of fetching it
   */
  mayMend(shard, outcome) {
    return outcome.status === 'fulfilled' && !this.#suspect.has(shard);
  }

  /**
   * Another engine takes the place of one that has died, or can do less. It holds no shards yet.
   * @param {Started} started of the same bundle
   */
  serve({ engine, info }) {
    this.#engine = engine;
    this.#first = info.rows?.[0] ?? 0;
    this.#held.clear();
    this.#heldBytes = 0;
  }

  /**
   * Fetches a shard. Shards that are asked for at once are fetched together. None is stopped with the search that wanted
   * it: the next search, a letter longer, is likely to want it too.
   * @param {number} shard
   * @returns {Promise<Uint8Array>}
   */
  fetch(shard) {
    const known = this.#inFlight.get(shard);
    if (known) return known;
    const place = this.#table.at(shard);
    if (!place) {
      return Promise.reject(new MycelError('format', `the engine wants part ${shard}, the bundle has ${this.#table.length}`));
    }
    const arrival = this.#files
      .part(place, this.#signal, { fresh: this.#suspect.has(shard) })
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
      return undefined;
    } catch (error) {
      if (isPanic(error)) throw error;
      const path = `${this.#table.at(shard)?.pack.path}?${shard}`;
      this.#suspect.add(shard);
      const refused = MycelError.from(error, 'network', path);
      if (outcome.status === 'rejected') return refused;
      return new MycelError(refused.code, `${path}: ${refused.message}`, { cause: error, advice: refused.advice });
    }
  }
}
