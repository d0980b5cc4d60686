/** Queries that are wider than one that finds nothing. */

/** @import {Result} from '../types.js' */

/**
 * The query with fewer of its words: without signs and those that the index lacks; and without the rarest word.
 * @param {Pick<Result, 'query' | 'terms'>} result
 * @returns {string[]} each shorter than the query
 */
export function fewerWords({ query, terms }) {
  const known = terms.filter(({ chunks, excluded }) => chunks && !excluded);
  const rarest = known.toSorted((a, b) => (a.chunks ?? 0) - (b.chunks ?? 0))[0];
  const texts = [known, known.filter((term) => term !== rarest)].map((some) => [...new Set(some.map(({ word }) => word))].join(' '));
  return texts.filter((text, i) => text !== '' && text.length < query.length && texts.indexOf(text) === i);
}

/**
 * What to search for in the place of a query that finds nothing, most like it first: with fewer words, then by the
 * beginnings of words that the index lacks, which the engine completes.
 * @param {Pick<Result, 'query' | 'terms'>} result @returns {string[]}
 */
export function relaxed(result) {
  const unknown = result.terms.filter(({ chunks, stop, excluded }) => !chunks && !stop && !excluded).map(({ word }) => [...word]);
  return [...fewerWords(result), ...unknown.flatMap((word) => [2 / 3, 1 / 2].map((part) => word.slice(0, Math.ceil(word.length * part)))).filter((start) => start.length > 2).map((start) => start.join(''))];
}
