/** One answer out of the answers of several bundles. */

import { parseURL } from '../util/weburl.js';
/** @import {Entity, FilterCounts, Hit, Reason, Result, Term} from '../types.js' */

/**
 * A bundle's answer.
 * @typedef {object} Part
 * @property {Result} result
 * @property {string} bundle address of its folder
 * @property {string} site where its result links start from, absolute
 * @property {number} weight that its scores are multiplied by
 * @property {number} chunks of the bundle
 */

/** @typedef {{part: number, position: number, score: number}} Origin where a merged hit comes from, and its comparable score */

/** What a hit may be named by, best first. */
const exactness = ['title', 'heading', 'code'];

/**
 * Merges answers to one query.
 *
 * A bundle scores a word by how rare it is in that bundle, and leaves out the words that it does not know. So a score
 * is not comparable with another bundle's. It becomes so by the statistics of all bundles together: it is multiplied by
 * the share of the query's weight that the hit's words have there, and divided by the share that they have in its own
 * bundle. The weight of a word in df of n passages is ln(1 + (n − df + ½)/(df + ½)), as in the engine. Hits of one
 * bundle stay in their order; of two bundles the hit whose title, heading or code is the query comes first, then the
 * higher score, then the earlier bundle. The scores of bundles of a set compare as they are. Their results say the
 * best.
 *
 * @param {Part[]} parts at least one
 * @param {number} k hits at most
 * @param {Origin[]} [chosen] the hits, where the same answers without texts have been merged before
 * @returns {{result: Result, origins: Origin[]}} `origins` has an entry for each hit
 */
export function merge(parts, k, chosen) {
  const { terms, positions } = mergeTerms(parts);
  const { entities, places } = mergeEntities(parts);
  const origins = chosen ?? choose(parts, k, terms, positions);
  const answered = parts.filter(({ result }) => result.hits.length > 0);
  const [first] = origins.length > 0 ? [parts[origins[0].part]] : parts;
  const { query, mode, reason } = first.result;
  /** @type {Result} */
  const result = {
    query, mode, reason, terms, entities,
    hits: origins.map(({ part, position, score }) => moved(parts[part].result.hits[position], parts[part], score, positions[part], places[part])),
    stats: sums(parts.map((part) => part.result.stats), 'postings', 'edges', 'chunks'),
  };
  const notes = parts.flatMap((part) => (part.result.notes ?? []).map((note) => movedReason(note, part)));
  if (notes.length > 0) result.notes = notes;
  if (parts.some((part) => part.result.cut)) result.cut = true;
  // A word that one bundle knows is no misspelling.
  if (answered.length > 0 && answered.every((part) => part.result.didYouMean)) result.didYouMean = first.result.didYouMean;
  const counted = parts.flatMap(({ result: { filters } }) => (filters ? [filters] : []));
  if (counted.length > 0) result.filters = addCounts(counted);
  return { result, origins };
}

/**
 * Chooses the first hits by comparable scores.
 * @param {Part[]} parts @param {number} k @param {Term[]} terms of all @param {number[][]} positions as of mergeTerms
 * @returns {Origin[]} with shares of the best score
 */
function choose(parts, k, terms, positions) {
  const common = weigh(terms, parts.reduce((sum, { chunks }) => sum + chunks, 0));
  const best = Math.max(...parts.map(({ result }) => result.best ?? 0));
  const lists = parts.map(({ result, chunks, weight }, i) => {
    if (best > 0) return result.hits;
    const own = weigh(result.terms, chunks);
    return result.hits.map((hit) => ({ ...hit, score: hit.score * weight * factor(hit, own, common, positions[i]) }));
  });
  // The share of a set's best score as the engine computes it, in numbers of 32 bits.
  const share = (/** @type {Hit} */ { score, why }) => (best > 0 && !why.exact ? Math.fround(Math.fround(score) / Math.fround(best)) : score);
  return order(lists, k).map(({ part, position }) => ({ part, position, score: share(lists[part][position]) }));
}

/** Adds the numbers of documents that have each value. @param {FilterCounts[]} all @returns {FilterCounts} */
export function addCounts(all) {
  /** @type {Map<string, Map<string, number>>} */
  const keys = new Map();
  for (const counts of all) {
    for (const [key, values] of Object.entries(counts)) {
      const known = keys.get(key) ?? new Map();
      keys.set(key, known);
      for (const [value, n] of Object.entries(values)) known.set(value, (known.get(value) ?? 0) + n);
    }
  }
  return Object.fromEntries([...keys].map(([key, values]) => [key, Object.fromEntries(values)]));
}

/**
 * The words of a query as all bundles together know them, and for each bundle the position of its words among them.
 * @param {Part[]} parts
 */
function mergeTerms(parts) {
  /** @type {Map<number, Term>} */
  const byStart = new Map();
  for (const { result } of parts) {
    for (const term of result.terms) {
      const known = byStart.get(term.start);
      if (!known) byStart.set(term.start, term);
      else {
        const [first, second] = !known.known && term.known ? [term, known] : [known, term];
        const chunks = (known.chunks ?? 0) + (term.chunks ?? 0);
        byStart.set(term.start, { ...first, stop: first.stop && second.stop, ...(chunks > 0 && { chunks }) });
      }
    }
  }
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  const positions = parts.map(({ result }) => result.terms.map(({ start }) => starts.indexOf(start)));
  return { terms: starts.map((start) => /** @type {Term} */ (byStart.get(start))), positions };
}

/** The same for entities. @param {Part[]} parts */
function mergeEntities(parts) {
  /** @type {Entity[]} */
  const entities = [];
  const places = parts.map(({ result }) =>
    result.entities.map((entity) => {
      const known = entities.findIndex(({ name, start }) => name === entity.name && start === entity.start);
      if (known < 0) return entities.push(entity) - 1;
      entities[known] = { ...entities[known], chunks: entities[known].chunks + entity.chunks };
      return known;
    }),
  );
  return { entities, places };
}

/**
 * What each word weighs.
 * @param {Term[]} terms
 * @param {number} n passages
 * @returns {number[]} 0 for words that are not searched for
 */
export function weigh(terms, n) {
  return terms.map(({ chunks: df = 0, stop, excluded }) => (df === 0 || stop || excluded ? 0 : Math.log(1 + (n - df + 0.5) / (df + 0.5))));
}

/**
 * What a hit's score is multiplied by to be comparable.
 * @param {Hit} hit
 * @param {number[]} own weights of its bundle's words
 * @param {number[]} common weights of all words
 * @param {number[]} positions of the bundle's words among all
 */
function factor({ why }, own, common, positions) {
  const share = (/** @type {number[]} */ weights, /** @type {number[]} */ at) => add(at.map((i) => weights[i])) / add(weights);
  const factor = share(common, why.terms.map((i) => positions[i])) / share(own, why.terms);
  // Words alone do not lead to every hit.
  return Number.isFinite(factor) && factor > 0 ? factor : (add(common.filter((_, i) => positions.includes(i))) / add(common) || 1);
}

/** @param {number[]} numbers */
function add(numbers) {
  return numbers.reduce((sum, n) => sum + n, 0);
}

/**
 * The sum of each of some numbers.
 * @template {string} Key @param {Record<Key, number>[]} all @param {...Key} keys
 */
export function sums(all, ...keys) {
  return /** @type {Record<Key, number>} */ (Object.fromEntries(keys.map((key) => [key, add(all.map((one) => one[key]))])));
}

/** Merges lists that keep their own order. @param {Hit[][]} lists @param {number} k */
function order(lists, k) {
  const next = lists.map(() => 0);
  const origins = [];
  while (origins.length < k) {
    let best = -1;
    for (const [i, list] of lists.entries()) {
      if (next[i] < list.length && (best < 0 || before(list[next[i]], lists[best][next[best]]))) best = i;
    }
    if (best < 0) break;
    origins.push({ part: best, position: next[best]++ });
  }
  return origins;
}

/** @param {Hit} a @param {Hit} b of an earlier bundle */
function before(a, b) {
  const rank = (/** @type {Hit} */ { why }) => (why.exact ? exactness.indexOf(why.exact) : exactness.length);
  return rank(a) === rank(b) ? a.score > b.score : rank(a) < rank(b);
}

/**
 * The hit for an answer from several bundles: it names its bundle, and its addresses are absolute.
 * @param {Hit} hit @param {Part} part @param {number} score
 * @param {number[]} positions of the bundle's words among all
 * @param {number[]} places of the bundle's entities among all
 * @returns {Hit}
 */
function moved(hit, part, score, positions, places) {
  const { why, nested, alsoIn } = hit;
  const at = (/** @type {{url: string}} */ { url }) => absolute(url, part.site);
  return {
    ...hit,
    bundle: part.bundle,
    score,
    url: at(hit),
    ...(nested && { nested: nested.map((section) => ({ ...section, url: at(section) })) }),
    ...(alsoIn && { alsoIn: alsoIn.map((copy) => ({ ...copy, url: at(copy) })) }),
    why: {
      ...why,
      terms: why.terms.map((i) => positions[i]),
      entities: why.entities.map((entity) => ({ ...entity, entity: places[entity.entity] })),
      ...(why.reasons && { reasons: why.reasons.map((reason) => movedReason(reason, part)) }),
    },
  };
}

/** @param {Reason} reason @param {Part} part @returns {Reason} */
function movedReason(reason, { site }) {
  const { from } = reason;
  return from ? { ...reason, from: { ...from, url: absolute(from.url, site) } } : reason;
}

/** @param {string} url '' for none @param {string} site */
export function absolute(url, site) {
  return url && (parseURL(url, site)?.href ?? url);
}
