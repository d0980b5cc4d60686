/** @import {Range} from '../types.js' */

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"']/g, (c) => entities[c]);
}

/**
 * Text as HTML that is safe wherever text may stand: its own characters are
 * escaped, the only element is `<mark>` around the matches.
 * @param {string} text
 * @param {Range[]} matches ascending, apart
 */
export function html(text, matches) {
  let out = '';
  let at = 0;
  for (const [start, end] of matches) {
    out += `${escape(text.slice(at, start))}<mark>${escape(text.slice(start, end))}</mark>`;
    at = end;
  }
  return out + escape(text.slice(at));
}

/**
 * The number of the word at a place of a text, from 0; how many there are, at its
 * end. A word is what white space separates.
 * @param {string} text @param {number} place
 */
export function wordAt(text, place) {
  return wordsOf(text).filter(({ end }) => end <= place).length;
}

/** @param {string} text */
function wordsOf(text) {
  return [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }));
}

/**
 * Cuts a text to the run of `length` words with the most matches; of neighbouring runs
 * with equally many, the middle one.
 * @param {{text: string, matches: Range[]}} excerpt
 * @param {number} length in words, at least 1
 * @returns {{text: string, matches: Range[]}}
 */
export function clip({ text, matches }, length) {
  const words = wordsOf(text);
  if (words.length <= length) return { text, matches };
  const inside = (/** @type {number} */ first) => {
    const start = words[first].start;
    const end = words[first + length - 1].end;
    return matches.filter((match) => match[0] >= start && match[1] <= end);
  };
  const counts = Array.from({ length: words.length - length + 1 }, (_, first) => inside(first).length);
  const most = Math.max(...counts);
  const from = counts.indexOf(most);
  let to = from;
  while (counts[to + 1] === most) to++;
  const first = (from + to) >> 1;
  const { start } = words[first];
  return {
    text: text.slice(start, words[first + length - 1].end),
    matches: inside(first).map((match) => [match[0] - start, match[1] - start]),
  };
}
