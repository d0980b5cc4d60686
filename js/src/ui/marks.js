import { el } from './dom.js';
/** @import {Range} from '../types.js' */

/**
 * A run of text, all of it a match or none.
 * @typedef {object} Piece
 * @property {string} text never ''
 * @property {boolean} match
 */

/**
 * Cuts a text at the borders of its matches. Ranges that do not lie in the text, or
 * overlap one before, are left out: the text always comes back whole.
 * @param {string} text
 * @param {Range[]} [matches]
 * @returns {Piece[]}
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
 * Text with its matches in mark elements.
 * @param {string} text
 * @param {Range[]} [matches]
 * @returns {(Node | string)[]}
 */
export function marked(text, matches) {
  return pieces(text, matches).map((piece) => (piece.match ? el('mark', {}, piece.text) : piece.text));
}
