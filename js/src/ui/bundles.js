import { open } from '../client.js';
/** @import {Search} from '../client.js' */
/** @import {Progress} from '../types.js' */

/** Bundles that are open or being opened, by address: elements of one page share them. @type {Map<string, Promise<Search>>} */
const opened = new Map();

/**
 * Opens a bundle once for the page. One that cannot be opened is forgotten, so that
 * the next call tries again.
 * @param {string} url absolute
 * @param {(progress: Progress) => void} onProgress not called for a bundle that another element opens
 * @returns {Promise<Search>}
 */
export function openOnce(url, onProgress) {
  let opening = opened.get(url);
  if (!opening) {
    opening = open(url, { onProgress });
    opened.set(url, opening);
    opening.catch(() => opened.delete(url));
  }
  return opening;
}
