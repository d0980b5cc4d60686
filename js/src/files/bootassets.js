/** What an engine starts from, and how it is fetched: by the page's thread or by the engine's own. */

import { throwIfAborted } from '../util/abort.js';
import { MycelError } from '../errors.js';
import { firstFiles } from './manifest.js';
/** @import {Progress} from '../types.js' */
/** @import {Manifest} from './manifest.js' */
/** @import {Loader} from './loader.js' */

/**
 * @typedef {object} BootAssets
 * @property {WebAssembly.Module} module the smallest engine of the bundle
 * @property {Uint8Array} index the index file, uncompressed
 */

/**
 * Fetches what a manifest lists for a start.
 * @param {Loader} loader @param {Manifest} manifest @param {AbortSignal | undefined} signal
 * @param {(progress: Progress) => void} [onProgress]
 */
export async function fetchBootAssets(loader, manifest, signal, onProgress = () => {}) {
  const [engine, core] = firstFiles(manifest);
  const total = engine.bytes + core.bytes;
  let loaded = 0;
  loader.onBytes = (bytes) => {
    loaded += bytes;
    // A server that unpacks the files itself delivers more bytes than the manifest states.
    onProgress({ phase: 'download', loaded: Math.min(loaded, total), total });
  };
  const [module, index] = await Promise.all([loader.module(engine, signal), loader.bytes(core, signal)]).finally(() => (loader.onBytes = () => {}));
  throwIfAborted(signal, 'open');
  onProgress({ phase: 'start', loaded: total, total });
  return { module, index };
}

/** @returns {{saveData?: boolean, effectiveType?: string} | undefined} what the browser says of its connection */
function connection() {
  return Reflect.get(globalThis.navigator ?? {}, 'connection');
}

/** Whether the reader has asked the browser to save data. */
export function savesData() {
  return Boolean(connection()?.saveData);
}

/** Whether the browser takes the connection for a slow one. */
export function isSlow() {
  return /[23]g/.test(connection()?.effectiveType ?? '');
}

/** Says what the browser lacks, before something fails in an unclear way. */
export function requirePlatform() {
  for (const name of ['WebAssembly', 'DecompressionStream', 'ReadableStream', 'crypto']) {
    if (!(name in globalThis)) throw new MycelError('unsupported', `this browser has no ${name}`);
  }
}
