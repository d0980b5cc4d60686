import { el } from './dom.js';
import { paired } from './scripts.js';
/** @import {Excerpt, Range} from '../types.js' */

/**
 * A run of text, all of it a match or none.
 * @typedef {object} Piece
 * @property {string} text never ''
 * @property {boolean} match
 */

/** What a word goes on with. In scripts that are read as pairs a match ends where it ends. */
const letter = /[\p{L}\p{N}\p{M}_]/u;

/**
 * The ranges as readers see words: a word with a match in it is one match, up to its borders; *don’t* is one word.
 * @param {string} text @param {Range[]} matches
 * @returns {Range[]} in order, apart from each other
 */
export function wholeWords(text, matches) {
  const inWord = (/** @type {number} */ i) => letter.test(text[i] ?? '') || (/['’]/.test(text[i] ?? '') && letter.test(text[i - 1] ?? '') && letter.test(text[i + 1] ?? ''));
  const goesOn = (/** @type {number} */ i) => inWord(i) && inWord(i - 1) && !paired.test(text.slice(i - 1, i + 1));
  /** @type {Range[]} */
  const whole = [];
  for (let [start, end] of matches) {
    if (!(start >= 0 && end > start && end <= text.length)) continue;
    while (goesOn(start)) start--;
    while (goesOn(end)) end++;
    const last = whole.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else whole.push([start, end]);
  }
  return whole;
}

/**
 * Cuts a text at the borders of its matches. Ranges that do not lie in the text, or
 * overlap one before, are left out: the text always comes back whole.
 * @param {string} text @param {Range[]} [matches] @returns {Piece[]}
 */
export function pieces(text, matches = []) {
  /** @type {Piece[]} */
  const found = [];
  let at = 0;
  const take = (/** @type {number} */ end, /** @type {boolean} */ match) => {
    if (end > at) found.push({ text: text.slice(at, end), match });
    at = Math.max(at, end);
  };
  for (const [start, end] of matches) {
    if (!(start >= at && end > start && end <= text.length)) continue;
    take(start, false);
    take(end, true);
  }
  take(text.length, false);
  return found;
}

/**
 * An excerpt that begins near its first match, for lines that show its beginning alone. It is
 * cut at its start only if it begins within a sentence.
 * @param {Excerpt} excerpt
 * @param {number} most characters before the match
 * @returns {Excerpt}
 */
export function nearMatch(excerpt, most) {
  const { text, matches, code } = excerpt;
  const first = matches[0]?.[0] ?? 0;
  const cut = first > most ? text.lastIndexOf(' ', first - most / 2) + 1 : 0; // 0 in a text without spaces
  if (cut === 0) return { ...excerpt, cutStart: /^\p{Ll}/u.test(text) };
  return { ...excerpt, text: text.slice(cut), cutStart: true, matches: behind(matches, cut), code: behind(code ?? [], cut) };
}

/** The ranges in the text without its first `cut` characters. @param {Range[]} ranges @param {number} cut @returns {Range[]} */
function behind(ranges, cut) {
  return ranges.filter(([, end]) => end > cut).map(([start, end]) => [Math.max(0, start - cut), end - cut]);
}

/**
 * Cuts a text at the borders of its code, and each part at those of its matches.
 * @param {string} text @param {Range[]} matches @param {Range[]} [code] @returns {{code: boolean, pieces: Piece[]}[]}
 */
export function partsOf(text, matches, code) {
  let at = 0;
  return pieces(text, code).map((part) => {
    const { length } = part.text;
    const inside = behind(matches, at).filter(([start]) => start < length);
    at += length;
    return { code: part.match, pieces: pieces(part.text, inside.map(([start, end]) => [start, Math.min(end, length)])) };
  });
}

/**
 * Text with its matches in mark elements, and its code in code elements around them.
 * @param {string} text @param {Range[]} [matches] @param {Range[]} [code] @returns {(Node | string)[]}
 */
export function marked(text, matches, code) {
  return partsOf(text, wholeWords(text, matches ?? []), code).flatMap((part) => {
    const children = part.pieces.map((piece) => (piece.match ? el('mark', {}, piece.text) : piece.text));
    return part.code ? [el('code', {}, ...children)] : children;
  });
}
