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
  /** Those on their way. @type {Map<number, Promise<Uint8Array>>} */
  #inFlight = new Map();
  /** @type {Engine} */
  #engine;

  /**
   * @param {PartLoader} files
   * @param {Started} started
   * @param {AbortSignal} signal aborted when the session is closed
   */
  constructor(files, { table, engine }, signal) {
    this.#files = files;
    this.#table = table;
    this.#signal = signal;
    this.#engine = engine;
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
   * Another engine takes the place of one that has died, or can do less. It holds no shards yet.
   * @param {Engine} engine of the same bundle
   */
  serve(engine) {
    this.#engine = engine;
    this.#held.clear();
    this.#heldBytes = 0;
  }

  /**
   * Gives an engine a shard when it has come. One that the engine refuses may come from a cache: it is fetched once more.
   * @param {Engine} engine
   * @param {number} shard
   * @param {boolean} [fresh] past all caches
   * @returns {Promise<MycelError | undefined>} why the engine has it not
   * @throws {MycelError} if the engine has died
   */
  async give(engine, shard, fresh = false) {
    let bytes;
    try {
      bytes = await this.#fetch(shard, fresh);
      const present = engine === this.#engine; // another may have taken its place
      if (present && this.#held.has(shard)) return undefined; // two have waited for it
      engine.addPart(shard, bytes);
      if (!present) return undefined;
      this.#held.add(shard);
      this.#heldBytes += bytes.length;
      return undefined;
    } catch (error) {
      if (isPanic(error)) throw error;
      if (bytes && !fresh) return this.give(engine, shard, true);
      const path = `${this.#table.at(shard)?.pack.path}?${shard}`;
      const refused = MycelError.from(error, 'network', path);
      return bytes ? new MycelError(refused.code, `${path}: ${refused.message}`, { cause: error, advice: refused.advice }) : refused;
    }
  }

  /**
   * Fetches a shard. Shards that are asked for at once are fetched together. None is stopped with the search that wanted
   * it: the next search, a letter longer, is likely to want it too.
   * @param {number} shard
   * @param {boolean} fresh
   * @returns {Promise<Uint8Array>}
   */
  #fetch(shard, fresh) {
    const known = this.#inFlight.get(shard);
    if (known) return known;
    const place = this.#table.at(shard);
    if (!place) throw new MycelError('format', `the engine wants part ${shard}, the bundle has ${this.#table.length}`);
    const arrival = this.#files.part(place, this.#signal, { fresh }).finally(() => this.#inFlight.delete(shard));
    this.#inFlight.set(shard, arrival);
    return arrival;
  }
}
