import { paired } from './scripts.js';

/**
 * Scripts without spaces are searched for by pairs of characters. A reader knows the words, so pairs that
 * overlap in the query are shown as one run of it: 响应, 应式, 式系, 系统 as 响应式系统.
 * @param {string[]} words of a query, in its order
 * @param {string} query @returns {string[]}
 */
export function joinPairs(words, query) {
  /** @type {string[]} */
  const runs = [];
  for (const word of words) {
    const characters = [...word];
    const run = `${runs.at(-1) ?? ''}${characters.slice(1).join('')}`;
    const overlaps = characters.length === 2 && paired.test(word) && runs.at(-1)?.endsWith(characters[0]) && query.includes(run);
    if (overlaps) runs[runs.length - 1] = run;
    else runs.push(word);
  }
  return [...new Set(runs)];
}
