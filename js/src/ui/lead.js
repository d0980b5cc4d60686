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
  } catch {} // a page without storage
}
