/** Starts engines on what a manifest lists. */

import { Engine } from '../engine/engine.js';
import { MycelError } from '../errors.js';
import { fetchBootAssets } from '../files/bootassets.js';
import { PackTable } from '../files/packtable.js';
import { throwIfAborted, untilAborted } from '../util/abort.js';
import { isPanic } from './recovery.js';
/** @import {Info, Progress} from '../types.js' */
/** @import {Manifest} from '../files/manifest.js' */
/** @import {BootAssets} from '../files/bootassets.js' */
/** @import {PartLoader} from '../files/partloader.js' */

/**
 * An engine with the manifest and module from which it was started.
 * @typedef {object} Started
 * @property {Manifest} manifest
 * @property {WebAssembly.Module} module
 * @property {boolean} full whether the module is the full engine, not the one that only searches
 * @property {Engine} engine
 * @property {Info} info
 * @property {PackTable} table where the parts of the index are
 */

/** Compiles code the browser has so far only seen, so that the first true query is fast. */
const warmUpRequest = { query: 'warm up', k: 1 };

/** Starts the engines of one session: the first, those after a crash, the full one, those of newer bundles. */
export class EngineLoader {
  #files;
  #signal;

  /**
   * @param {PartLoader} files
   * @param {AbortSignal} signal aborted when the session is closed
   */
  constructor(files, signal) {
    this.#files = files;
    this.#signal = signal;
  }

  /**
   * Starts the smallest engine of a bundle.
   * @param {Manifest} manifest
   * @param {object} [options]
   * @param {AbortSignal} [options.signal] default: that of the session
   * @param {(progress: Progress) => void} [options.onProgress]
   * @param {BootAssets} [options.assets] if they have been fetched already
   */
  async start(manifest, { signal = this.#signal, onProgress, assets } = {}) {
    const { module, index } = assets ?? (await fetchBootAssets(this.#files, manifest, signal, onProgress));
    const started = await this.#startOn(module, manifest, index, signal);
    throwIfAborted(signal, 'open');
    return { manifest, module, full: !manifest.core || module === this.#files.engine, ...started };
  }

  /**
   * Starts an engine in the place of one that has died, or holds too much. The index is fetched again, from
   * the HTTP cache as a rule: to hold it in memory twice would cost more than a rare restart.
   * @param {Started} former
   */
  async restart(former) {
    const index = await this.#files.bytes(former.manifest.index, this.#signal);
    return { ...former, ...(await this.#startOn(former.module, former.manifest, index, this.#signal)) };
  }

  /**
   * Starts the full engine of the bundle that another engine has open. Like a shard, it is not stopped with the search
   * that wanted it: the next search need not wait again.
   * @param {Started} present
   * @param {AbortSignal | undefined} signal of the search that waits for it
   */
  async startFull(present, signal) {
    const module = await untilAborted(this.#files.module(present.manifest.wasm, this.#signal), signal, 'search');
    return this.restart({ ...present, module, full: true });
  }

  /**
   * Opens an index; one that the engine refuses is fetched again past the HTTP cache and
   * tried once more.
   * @param {WebAssembly.Module} module
   * @param {Manifest} manifest
   * @param {Uint8Array} index
   * @param {AbortSignal} signal
   */
  async #startOn(module, manifest, index, signal) {
    const engine = await Engine.start(module);
    const open = (/** @type {Uint8Array} */ index) => {
      const info = engine.open(index.subarray(0, manifest.index.core));
      const table = new PackTable(index.subarray(manifest.index.core), manifest);
      const early = table.packs.filter(({ path }) => manifest.early.includes(path));
      for (const pack of early) this.#files.packs.whole(pack, this.#signal).catch(() => {}); // who asks for its parts is told
      return { engine, info, table };
    };
    try {
      return open(index);
    } catch (error) {
      if (isPanic(error)) throw error;
    }
    return open(await this.#files.bytes(manifest.index, signal, { fresh: true }));
  }
}

/** Asks a first query. Failures are left to the first true query, which recovers from them. @param {Started} started */
export function warmUp(started) {
  try {
    started.engine.search(warmUpRequest);
  } catch (error) {
    if (!(error instanceof MycelError)) throw error;
  }
  return started;
}
