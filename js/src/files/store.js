import { inTime } from './download.js';
import { MycelError } from '../errors.js';

/** Bytes kept of one bundle at most. */
const limit = 64 << 20;

/** Milliseconds after which what is kept is not waited for: some browsers never answer when theirs is broken. */
const patience = 3000;

/**
 * The files of one bundle in the browser's Cache Storage, each under its address, as they are stored on the server;
 * engines as modules. Names change with content, so a copy is never stale. Files that a new manifest lacks are
 * removed. The client works without this store, so errors here are ignored.
 */
export class Store {
  #cache;
  #held = 0;
  /** Whether the browser has not answered. */
  #silent = false;

  /** What could not be kept, and why; '' if nothing. */
  failure = '';

  /** @param {Cache} cache */
  constructor(cache) {
    this.#cache = cache;
  }

  /**
   * @param {string} base absolute URL of the bundle folder
   * @returns {Promise<Store | undefined>} undefined where there is none: in Node, on
   *   plain http, or where the reader forbids it
   */
  static async open(base) {
    try {
      return new Store(await inTime(globalThis.caches.open(`mycel:${base}`), `mycel:${base}`, patience));
    } catch {
      return undefined;
    }
  }

  /** @param {string} url @returns {Promise<Response | undefined>} */
  async get(url) {
    if (this.#silent) return undefined;
    try {
      return await inTime(this.#cache.match(url), 'what the browser keeps', patience);
    } catch (error) {
      if (!(error instanceof MycelError)) return undefined;
      this.#silent = true; // and is not waited for again
      this.failure = error.message;
      return undefined;
    }
  }

  /**
   * Keeps a copy, if there is room.
   * @param {string} url
   * @param {Uint8Array<ArrayBuffer>} bytes as they arrived
   * @param {string} [type]
   */
  async put(url, bytes, type = 'application/octet-stream') {
    if (this.#held + bytes.length > limit) {
      this.failure = `more than ${limit >> 20} MiB are not kept`;
      return;
    }
    try {
      await this.#cache.put(url, new Response(bytes, { headers: { 'Content-Length': String(bytes.length), 'Content-Type': type } }));
      this.#held += bytes.length;
    } catch (error) {
      // The quota is exhausted, as a rule.
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {string} url */
  async remove(url) {
    try {
      await this.#cache.delete(url);
    } catch {
      // It will prove damaged again.
    }
  }

  /** Removes what is not listed. @param {(url: string) => boolean} listed */
  async retain(listed) {
    try {
      this.#held = 0;
      const kept = await this.#cache.matchAll();
      for (const [i, { url }] of (await this.#cache.keys()).entries()) {
        if (listed(url)) this.#held += Number(kept[i]?.headers.get('Content-Length'));
        else await this.#cache.delete(url);
      }
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}
