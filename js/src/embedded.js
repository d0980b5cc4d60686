/**
 * The client for a bundle that lies in the page's own scripts, as `mycel build
 * --single-file` makes them: a browser that opens a page as a file fetches nothing.
 */

import { openFiles } from './api/client.js';
import { MycelError } from './errors.js';
/** @import {Search} from './index.js' */
/** @import {OpenOptions} from './types.js' */

export * from './index.js';

/**
 * The files, in base64, by their path in the bundle; the worker's script among them.
 * @typedef {Record<string, string>} Embedded
 */

/**
 * Opens the bundle in the page, as open() of index.js does one on a server.
 * @param {unknown} _ its place, which is known
 * @param {OpenOptions} [options] @returns {Promise<Search>}
 */
export async function open(_, options) {
  const embedded = /** @type {{mycelFiles?: Embedded}} */ (/** @type {unknown} */ (globalThis)).mycelFiles;
  if (!embedded) throw new MycelError('not-found', 'the page holds no bundle: mycelFiles is not defined');
  const files = Object.fromEntries(Object.entries(embedded).map(([path, base64]) => [path, new Blob([decode(base64)])]));
  return openFiles(files, options);
}

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} */
function decode(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
