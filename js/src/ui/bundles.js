import { open } from '../api/client.js';
import { MycelError } from '../errors.js';

export { savesData } from '../files/bootassets.js';
/** @import {Search} from '../api/client.js' */
/** @import {OpenOptions, Progress} from '../types.js' */

/**
 * An element or page that waits for a bundle, or shows its answers.
 * @typedef {object} Follower
 * @property {Element} [element] its element; once that is taken out of the page, it is called no more
 * @property {(progress: Progress) => void} [onProgress] called while it is being opened
 * @property {() => void} [onUpdate] called when a newer bundle has replaced this one
 */

/** Bundles that are open or being opened, by address: elements of one page share them. @type {Map<string, {search: Promise<Search>, followers: Set<Follower>}>} */
const opened = new Map();

/**
 * Opens a bundle once for the page. One that cannot be opened is forgotten, so that the next call tries again.
 * @param {string} url absolute; several have spaces between them and are searched as one
 * @param {Follower} [follower]
 * @param {OpenOptions['expect']} [expect] what will be searched for first
 * @returns {Promise<Search>}
 */
export function openOnce(url, follower, expect) {
  let entry = opened.get(url);
  if (!entry) {
    /** @type {Set<Follower>} */
    const followers = new Set();
    const folders = url.split(' ');
    const search = /** @type {Promise<Search>} */ (/** @type {any} */ (open)(folders.length > 1 ? folders : url, {
      expect,
      onProgress: (/** @type {Progress} */ progress) => followers.forEach(({ onProgress }) => onProgress?.(progress)),
      onUpdate: () => followers.forEach(({ onUpdate }) => onUpdate?.()),
    }));
    search.catch(() => opened.delete(url));
    opened.set(url, (entry = { search, followers }));
  }
  const { followers } = entry;
  for (const known of followers) if (known.element?.isConnected === false) followers.delete(known);
  if (follower) followers.add(follower);
  return entry.search;
}

/** The error of an attribute that cannot be meant. @param {string} message */
export const requestError = (message) => new MycelError('request', message);
