import { leadKey } from './leadkey.js';

/**
 * Notes where a reader goes, for the page that opens.
 * @param {string} href
 * @param {string} line of the page that the reader is led to
 */
export function lead(href, line) {
  const { origin, pathname } = new URL(href, location.href);
  if (!line || origin !== location.origin) return;
  try {
    sessionStorage.setItem(leadKey, JSON.stringify([pathname, line]));
  } catch {
    return; // a page without storage
  }
  // A router that swaps pages starts no element anew.
  if (pathname === location.pathname) setTimeout(() => import('./reveal.js').then((m) => m.reveal()));
}
