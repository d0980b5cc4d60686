/** How an answer came about: what was recognised, which rankings it was made of. */

import { el } from '../client/ui/dom.js';
/** @import {Evidence, Result} from '../client/index.js' */
/** @import {Child} from '../client/ui/dom.js' */

/** Items of a ranking that are shown. */
const mostItems = 10;

/**
 * @param {Result} result
 * @param {Evidence} evidence with the trace of the same query and mode
 */
export function traceOf(result, { trace }) {
  const { terms, entities, pairs, stats } = result;
  const names = namesOf(result, trace);
  return el(
    'details', {},
    el('summary', {}, 'Trace'),
    ...part('Words', terms.map(({ word, known, stop, read, as, excluded }) =>
      [word, excluded ? 'excluded' : stop ? 'stop word' : known ? read ?? 'known' : read ?? 'unknown', ...(as?.length ? [`as ${as.join(', ')}`] : [])].join(' · '))),
    ...part('Entities', entities.map(({ name, chunks }) => `${name} · ${chunks} passages`)),
    ...part('Pairs', pairs.map(({ a, b, hops, path, chunks }) => `${path.length > 0 ? path.join(' → ') : `${entities[a].name}, ${entities[b].name}`} · ${hops} hops · ${chunks} passages`)),
    ...part('Communities', (result.communities ?? []).map(({ layer, k, nodes, density, diameter, relevance, score, title }) =>
      `${layer} · k ${k} · ${nodes} nodes, density ${density.toFixed(2)}, diameter ${diameter} · relevance ${relevance.toFixed(3)}, score ${score.toFixed(3)} · ${title}`)),
    ...nodes(trace.node),
    ...part('Paths', result.hits.flatMap(({ why, title }) => pathOf(why, title))),
    ...trace.lists.flatMap(({ name, items }) => part(`Ranking ${name}, ${items.length}`, items.slice(0, mostItems).map(({ chunk, score }) => `${names.get(chunk) ?? `passage ${chunk}`} · ${score.toFixed(3)}`))),
    ...e2graph(trace.e2graph, names),
    ...part('Work', Object.entries(stats).map(([what, n]) => `${what} ${n.toLocaleString('en')}`)),
    ...part('All ranked', trace.items.slice(0, mostItems).map(({ title, heading, score, passage, why }) => `${heading && heading !== title ? `${title} › ${heading}` : title} · ${why.reader} ${score.toFixed(3)}${passage ? ` · [${passage}]` : ''}`)),
  );
}

/**
 * The way over names to a passage.
 * @param {Result['hits'][number]['why']} why
 * @param {string} title
 * @returns {string[]} none or one
 */
function pathOf({ chain, via, summary, keyword, node }, title) {
  if (chain?.length) return [[...chain.flatMap(({ title: start, entity }) => [start, entity]), title].join(' → ')];
  if (summary) return [`summary ${summary} → ${title}`];
  if (keyword) return [`keyword ${keyword} → ${title}`];
  if (node && node.type !== 'text') return [[`${node.type}${node.names?.length ? ` ${node.names.join(', ')}` : ''} (${node.by})`, title].join(' → ')];
  return via?.length ? [[...via, title].join(' → ')] : [];
}

/**
 * @param {Evidence['trace']['e2graph']} trace
 * @param {Map<number, string>} names
 */
function e2graph(trace, names) {
  if (!trace) return [];
  const { branch, hops, steps, nodes } = trace;
  return [
    ...part(`Branch ${branch}${hops ? `, ${hops} hops` : ''}`, steps.map((step) => `${step.hops} hops: ${step.pairs} pairs, ${step.chunks} passages`)),
    ...part('Selected', nodes.slice(0, mostItems).map(({ node, score }) => `${names.get(node) ?? `node ${node}`} · ${score.toFixed(3)}`)),
  ];
}

/**
 * @param {Evidence['trace']['node']} trace
 */
function nodes(trace) {
  if (!trace) return [];
  const { elements, named, found } = trace;
  return [
    ...part(`Entered by name: ${named} nodes`, elements),
    ...part(`Nodes found, ${found.length}`, found.slice(0, mostItems).map(({ type, by, names, score, written }) =>
      `${type} · ${by} ${score.toFixed(3)}${names?.length ? ` · ${names.join(', ')}` : ''}${written ? ' · written by a language model' : ''}`)),
  ];
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
