/** One context out of the contexts of several bundles. */
import { absolute, merge, weigh } from './merge.js';
/** @import {Evidence} from '../evidence.js' */
/** @import {Result} from '../types.js' */
/** @import {Part} from './merge.js' */

/** Tokens between two contexts at most: a blank line. */
export const between = 2;

/**
 * Joins contexts, the bundle of the best hit first. Passages are numbered through, have `bundle`, and their addresses
 * are absolute. The trace has the chunks of all bundles in the order of comparable scores.
 * @param {(Omit<Part, 'result'> & {evidence: Evidence})[]} parts at least one
 * @returns {Evidence} without `next`
 */
export function joinEvidence(parts) {
  let n = 0;
  /** @type {Evidence[]} */
  const joined = [];
  /** @type {Part[]} */
  const traces = [];
  for (const { evidence, ...part } of parts) {
    const { bundle, site } = part;
    const by = n;
    n += evidence.passages.length;
    const moved = (/** @type {{n: number, url: string}} */ { n, url }) => ({ n: n + by, url: absolute(url, site), bundle });
    joined.push({
      ...evidence,
      context: renumbered(evidence, by),
      passages: evidence.passages.map((passage) => ({ ...passage, ...moved(passage), ...(passage.written && { written: passage.written.map((section) => ({ ...section, url: absolute(section.url, site) })) }) })),
      citations: evidence.citations.map((citation) => ({ ...citation, ...moved(citation) })),
    });
    const { items, ...trace } = evidence.trace;
    const hits = items.map((item) => ({ ...item, passage: item.passage && item.passage + by }));
    traces.push({ ...part, result: /** @type {Result} */ (/** @type {unknown} */ ({ query: evidence.query, ...trace, hits })) });
  }
  const { result: { hits, filters, query, ...trace } } = merge(traces, Infinity);
  const found = joined.filter(({ passages }) => passages.length > 0);
  const uncovered = joined[0].coverage.uncovered.filter((word) => joined.every(({ coverage }) => coverage.uncovered.includes(word)));
  const weights = weigh(trace.terms, traces.reduce((sum, { chunks }) => sum + chunks, 0));
  const covered = weights.filter((_, i) => !uncovered.includes(trace.terms[i].word));
  const add = (/** @type {number[]} */ numbers) => numbers.reduce((sum, x) => sum + x, 0);
  return {
    query,
    ...(n === 0 && { reason: joined[0].reason }),
    context: found.map(({ context }) => context).join('\n\n'),
    tokens: add(found.map(({ tokens }) => tokens + between)) - (n > 0 ? between : 0),
    truncated: joined.some(({ truncated }) => truncated),
    coverage: { terms: add(weights) > 0 ? add(covered) / add(weights) : 0, entities: Math.max(...joined.map(({ coverage }) => coverage.entities)), uncovered },
    citations: joined.flatMap(({ citations }) => citations),
    passages: joined.flatMap(({ passages }) => passages),
    trace: /** @type {Evidence['trace']} */ (/** @type {unknown} */ ({ ...trace, lists: joined.flatMap(({ trace }) => trace.lists), items: hits })),
  };
}

/**
 * A context with other numbers. A text may have lines that look like the head of a passage.
 * @param {Evidence} evidence
 * @param {number} by
 */
function renumbered({ context, passages }, by) {
  let out = '';
  let at = 0;
  for (const { n, text } of passages) {
    const head = context.indexOf(`[${n}] `, at);
    const end = context.indexOf(text, head) + text.length;
    out += `${context.slice(at, head)}[${n + by}]${context.slice(head + `[${n}]`.length, end)}`;
    at = end;
  }
  return out + context.slice(at);
}
