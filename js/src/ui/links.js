import { webURL } from '../util/weburl.js';
/** @import {Excerpt} from '../types.js' */

/** A fragment repeats a line up to the first number of words; of a longer line it has the second number at either end. */
const wholeWords = 10;
const edgeWords = 5;

/**
 * Where an address of the bundle leads. Undefined if nowhere, or if it is not one of the web.
 * @param {string} url as a hit has it
 * @param {string} root absolute URL that it is relative to
 * @returns {string | undefined} absolute
 */
export function linkTo(url, root) {
  return url === '' || url.startsWith('#') ? undefined : webURL(url, root)?.href;
}

/**
 * Adds a text directive (WICG, "URL Fragment Text Directives"), with which browsers
 * scroll to a text and mark it. Where they do not find it, or do not know the
 * directive, the anchor holds. The engine writes the same for citations
 * (engine/evidence/fragment.go).
 * @param {string} href
 * @param {string} quote one line of the page
 * @returns {string}
 */
export function toText(href, quote) {
  const words = quote.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return href;
  const parts = words.length <= wholeWords ? [words] : [words.slice(0, edgeWords), words.slice(-edgeWords)];
  const text = parts.map((part) => encodeURIComponent(part.join(' ')).replaceAll('-', '%2D')).join(',');
  return `${href}${href.includes('#') ? '' : '#'}:~:text=${text}`;
}

/**
 * The line of an excerpt that its first match is on. The parts of a directive must
 * each lie in one block of the page, and lines are blocks.
 * @param {Excerpt | undefined} excerpt
 * @returns {string} '' without a match
 */
export function matchedLine(excerpt) {
  const first = excerpt?.matches[0]?.[0];
  if (excerpt === undefined || first === undefined) return '';
  const { text } = excerpt;
  const end = text.indexOf('\n', first);
  return text.slice(text.lastIndexOf('\n', first) + 1, end < 0 ? text.length : end);
}
