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
    const last = runs.at(-1) ?? '';
    const shared = paired.test(word) ? [...word].map((_, i) => word.slice(0, i)).findLast((begin) => begin && last.endsWith(begin) && query.includes(last + word.slice(begin.length))) : '';
    if (shared) runs[runs.length - 1] += word.slice(shared.length);
    else runs.push(word);
  }
  return [...new Set(runs)];
}
