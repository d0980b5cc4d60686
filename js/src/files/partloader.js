import { MycelError } from '../errors.js';
import { unpack } from './download.js';
import { collect, Loader } from './loader.js';
import { manifestName } from './names.js';
import { Packs } from './packs.js';
/** @import {Manifest} from './manifest.js' */
/** @import {Source} from './loader.js' */
/** @import {Place} from './packtable.js' */

/** Fetches whatever a session needs of a bundle: parts, too. It keeps the files of the manifest that is taken, and forgets others. */
export class PartLoader extends Loader {
  packs = new Packs(this);

  /** Why the manifest is the one of an earlier visit; '' if it is the server's. */
  stale = '';

  /**
   * Fetches the manifest as {@link Loader.ask} does, and takes it.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Manifest>}
   */
  async manifest(signal) {
    return this.adopt(await this.ask(signal));
  }

  /**
   * Takes a manifest: keeps it for later visits, and of the files those that it lists.
   * @param {Source} source
   * @returns {Manifest}
   */
  adopt({ text, manifest, kept, stale }) {
    this.stale = stale;
    this.elsewhere = kept;
    if (!stale) void this.#retain(manifest, text);
    return manifest;
  }

  /**
   * Fetches a part of the index or its texts, uncompressed. Parts that are asked for at once are fetched together.
   * @param {Place} place
   * @param {AbortSignal} [signal]
   * @param {{fresh?: boolean}} [options] `fresh`: past all caches, because their copy proved bad
   * @returns {Promise<Uint8Array>}
   */
  async part(place, signal, { fresh = false } = {}) {
    if (place.inside) return place.inside;
    try {
      const { bytes, fetched } = await this.packs.part(place, fresh, signal);
      const content = await this.#unpackPart(place, bytes);
      if (fetched) void this.store.then((store) => store?.put(this.packs.partURL(place), bytes.slice()));
      return content;
    } catch (error) {
      if (fresh || !(error instanceof MycelError) || error.code !== 'format') throw error;
      return this.part(place, signal, { fresh: true });
    }
  }

  /**
   * @param {Place} place
   * @param {Uint8Array<ArrayBuffer>} bytes
   */
  async #unpackPart({ pack, at, unpacked }, bytes) {
    const bad = (/** @type {unknown} */ why) => MycelError.from(why, 'format', `${pack.path} is damaged at byte ${at}`);
    const check = (/** @type {number} */ n) => {
      if (n > unpacked) throw bad(`a part unpacks to more than ${unpacked} bytes`);
    };
    return collect(await unpack(/** @type {any} */ (new Response(bytes).body), check)).catch((error) => {
      throw bad(error);
    });
  }

  /** What had to be done without, a sentence each. */
  get fallbacks() {
    const failure = this.opened?.failure;
    return [
      ...(this.stale ? [`the manifest is that of an earlier visit: ${this.stale}`] : []),
      ...(failure ? [`files are not kept for the next visit: ${failure}`] : []),
    ];
  }

  /**
   * Keeps the manifest for a visit without network, and forgets the files of others.
   * @param {Manifest} manifest
   * @param {string} text
   */
  async #retain(manifest, text) {
    const store = await this.store;
    const paths = /** @type {any[]} */ (Object.values(manifest).flat()).flatMap((file) => file?.path ?? []);
    const listed = new Set([manifestName, ...paths, ...manifest.packs].map((path) => this.url(path)));
    await store?.retain((url) => (!this.elsewhere || /\?\d+$/.test(url)) && listed.has(url.replace(/\?\w+$/, '')));
    await (await this.files())?.put(this.url(manifestName), new TextEncoder().encode(text));
  }
}
