/** How an answer came about: what was recognised, which rankings it was made of. */

import { el } from '../client/ui/dom.js';
/** @import {Evidence, Reason, Result} from '../client/index.js' */
/** @import {Child} from '../client/ui/dom.js' */

/** Items of a ranking that are shown. */
const mostItems = 10;

/**
 * @param {Result} result
 * @param {Evidence} evidence with the trace of the same query and mode
 */
export function traceOf(result, { trace }) {
  const { terms, entities, stats } = result;
  const names = namesOf(result, trace);
  return el(
    'details', {},
    el('summary', {}, 'Trace'),
    ...part('Words', terms.map(({ word, known, stop, read, as, excluded }) =>
      [word, excluded ? 'excluded' : stop ? 'stop word' : known ? read ?? 'known' : read ?? 'unknown', ...(as?.length ? [`as ${as.join(', ')}`] : [])].join(' · '))),
    ...part('Entities', entities.map(({ name, chunks }) => `${name} · ${chunks} passages`)),
    ...part('Findings', (trace.notes ?? []).map(tell)),
    ...part('Paths', result.hits.flatMap(({ why, title }) => pathOf(why, title))),
    ...trace.lists.flatMap(({ name, items }) => part(`Ranking ${name}, ${items.length}`, items.slice(0, mostItems).map(({ chunk, score }) => `${names.get(chunk) ?? `passage ${chunk}`} · ${score.toFixed(3)}`))),
    ...part('Work', Object.entries(stats).map(([what, n]) => `${what} ${n.toLocaleString('en')}`)),
    ...part('All ranked', trace.items.slice(0, mostItems).map(({ title, heading, score, passage, why }) => `${heading && heading !== title ? `${title} › ${heading}` : title} · ${why.source} ${score.toFixed(3)}${passage ? ` · [${passage}]` : ''}`)),
  );
}

/**
 * A finding, or a reason, in a line.
 * @param {Reason} reason
 */
function tell({ kind, label, path, weight, text, figures }) {
  const numbers = Object.entries(figures ?? {}).map(([name, value]) => `${name} ${Number(value.toFixed(3))}`);
  return [[kind, label].filter(Boolean).join(' '), ...(path ? [path.join(' → ')] : []), ...(weight ? [weight.toFixed(3)] : []), ...numbers, ...(text ? ['written by a language model'] : [])].join(' · ');
}

/**
 * The way over names to a passage.
 * @param {Result['hits'][number]['why']} why
 * @param {string} title
 * @returns {string[]} none or one
 */
function pathOf({ reasons }, title) {
  if (!reasons?.length) return [];
  return [[...reasons.flatMap(({ kind, label, path = [], from }) => (from ? [from.title, ...path] : [[kind, label ?? '', ...path].join(' ')])), title].join(' → ')];
}

/**
 * What passages are called, by chunk.
 * @param {Result} result
 * @param {Evidence['trace']} trace
 */
function namesOf({ hits }, { items }) {
  return new Map([...items, ...hits].map(({ chunk, title, heading }) => [chunk, heading && heading !== title ? `${title} › ${heading}` : title]));
}

/**
 * A list under a heading, if it has anything.
 * @param {string} name
 * @param {string[]} lines
 * @returns {Child[]}
 */
function part(name, lines) {
  return lines.length > 0 ? [el('h3', {}, name), el('ul', {}, ...lines.map((line) => el('li', { dir: 'auto' }, line)))] : [];
}
