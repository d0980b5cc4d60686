/**
 * What the page fetches while its worker starts: manifest, engine and core of the index.
 * A first search does not wait for the worker's script before it asks for them, and where
 * the head of the page names them, for no script at all:
 *
 *     <link rel="preload" as="fetch" href="/mycel/mycel-core.….wasm.gz">
 *     <link rel="preload" as="fetch" href="/mycel/index.….gz">
 *
 * as the search page does. The entry of a bundle names them, too: they are asked for with the manifest, unless
 * an earlier visit has left them. The manifest decides what is used of them.
 */

import { throwIfAborted } from '../util/abort.js';
import { fetchBootAssets, requirePlatform } from './bootassets.js';
import { Loader } from './loader.js';
import { firstFiles } from './manifest.js';
import { mayBeGone } from '../session/recovery.js';
/** @import {Progress} from '../types.js' */
/** @import {BootAssets} from './bootassets.js' */
/** @import {Modules, Source} from './loader.js' */

/** Bytes that a slow link carries in the time of a request: what comes next is asked for when so many are left of the engine. */
const roundTrip = 32 << 10;

/** Where the entry of a bundle names the files of a start. @type {{mycelFirst?: string[]}} */
const entry = /** @type {any} */ (globalThis);

/**
 * What is there already for who opens a bundle.
 * @typedef {object} Prefetched
 * @property {Source} source of the manifest
 * @property {BootAssets} [assets] what it lists for a start; absent if a file of it is gone
 * @property {number} bytesLoaded for it, over the network
 * @property {number} filesKept of it, from an earlier visit
 * @property {number} rate at which the engine came over the network, in bytes a millisecond; 0 if it did not, or is not known
 */

/**
 * @param {string} base absolute URL of the bundle folder, ending in a slash
 * @param {object} options
 * @param {boolean} options.kept whether the bundle of an earlier visit will do, if the
 *   page names no other
 * @param {AbortSignal} [options.signal]
 * @param {(progress: Progress) => void} [options.onProgress]
 * @param {Modules} [options.modules] engines that other bundles were started from
 * @returns {Promise<Prefetched>}
 * @throws {MycelError} as open() does
 */
export async function prefetch(base, { kept, signal, onProgress, modules }) {
  requirePlatform();
  throwIfAborted(signal, 'open');
  const preloaded = takePreloaded(base, signal);
  const loader = new Loader(base, undefined, { preloaded, modules });
  try {
    const earlier = kept ? await keptSource(loader, base, [...preloaded.keys()]) : undefined;
    const source = earlier ?? (await Promise.all([loader.ask(signal), beginNamed(loader, base, preloaded, { signal, modules })]))[0];
    const { manifest } = source;
    const early = [...manifest.early];
    const onBytes = (/** @type {Progress} */ progress) => {
      if (progress.total - progress.loaded <= roundTrip) early.splice(0).forEach((path) => askEarly(loader, base + path, signal));
      onProgress?.(progress);
    };
    const assets = await fetchBootAssets(loader, manifest, signal, onBytes).catch((error) => {
      if (mayBeGone(error)) return undefined;
      throw error;
    });
    return { source, assets, bytesLoaded: loader.bytesLoaded, filesKept: loader.filesKept, rate: rateOf(base + firstFiles(manifest)[0].path) };
  } finally {
    for (const answer of preloaded.values()) answer.then(({ body }) => body?.cancel()).catch(() => {});
  }
}

/**
 * The manifest of an earlier visit, unless the page, which may be newer, names other
 * files than it.
 * @param {Loader} loader
 * @param {string} base
 * @param {string[]} named addresses
 * @returns {Promise<Source | undefined>}
 */
async function keptSource(loader, base, named) {
  const source = await loader.kept();
  if (!source) return undefined;
  const listed = firstFiles(source.manifest).map(({ path }) => base + path);
  return named.every((url) => listed.includes(url)) ? { ...source, stale: 'the server has not been heard yet', unasked: true } : undefined;
}

/**
 * Asks for a pack that every first query reads: the worker will find it in the HTTP cache, or on its way.
 * @param {Loader} loader
 * @param {string} url
 * @param {AbortSignal} [signal]
 */
async function askEarly(loader, url, signal) {
  if (!globalThis.document || (await loader.keeps(url))) return; // programs have no HTTP cache
  await fetch(url, { signal }).then((answer) => answer.arrayBuffer()).catch(() => {});
}

/** @param {string} url of a file that has come */
function rateOf(url) {
  const { transferSize = 0, responseStart = 0, responseEnd = 0 } = /** @type {Partial<PerformanceResourceTiming>} */ (performance.getEntriesByName(url).at(-1) ?? {});
  return transferSize / Math.max(responseEnd - responseStart, 1);
}

/**
 * Asks for the files that the entry of the bundle has named (builder/write), once.
 * @param {Loader} loader
 * @param {string} base
 * @param {Map<string, Promise<Response>>} preloaded takes the answers
 * @param {{signal?: AbortSignal, modules?: Modules}} options
 */
async function beginNamed(loader, base, preloaded, { signal, modules }) {
  const all = entry.mycelFirst ?? [];
  delete entry.mycelFirst;
  await Promise.all(all.map(async (url) => {
    if (!url.startsWith(base) || preloaded.has(url) || modules?.has(url.slice(base.length)) || (await loader.keeps(url))) return;
    ask(preloaded, url, { signal, cache: 'force-cache' });
  }));
}

/**
 * The answers to what the head of the page asks for, by address: each can be read once.
 * @param {string} base
 * @param {AbortSignal | undefined} signal
 * @returns {Map<string, Promise<Response>>}
 */
function takePreloaded(base, signal) {
  /** @type {NodeListOf<HTMLLinkElement> | undefined} */
  const links = globalThis.document?.querySelectorAll('link[rel=preload][as=fetch]');
  /** @type {Map<string, Promise<Response>>} */
  const answers = new Map();
  for (const link of links ?? []) {
    if (!link.href.startsWith(base)) continue;
    // With other options browsers would fetch it twice, and WebKit does so wherever the link has crossorigin.
    ask(answers, link.href, { signal, ...(link.crossOrigin === null && { mode: 'no-cors', credentials: 'include' }) });
    link.remove();
  }
  return answers;
}

/**
 * Asks for a file. Who needs it will fetch it again if that fails, and say why.
 * @param {Map<string, Promise<Response>>} answers takes the answer
 * @param {string} url
 * @param {RequestInit} options
 */
function ask(answers, url, options) {
  const answer = fetch(url, options);
  answer.catch(() => {});
  answers.set(url, answer);
}
