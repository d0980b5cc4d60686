/** @import {Bridge, Community, Hit, NodeReason, Result} from '../types.js' */

/**
 * One step of the way from the query to a section.
 * @typedef {object} Step
 * @property {'query' | 'entity' | 'sentence' | 'summary' | 'section' | 'keyword' | 'community' | Exclude<NodeReason['type'], 'text'>} kind
 * @property {string} text
 * @property {string} [source] of a sentence: title and heading of its section
 * @property {Community} [community] of a community
 * @property {string} [url] where it leads, as a hit has it; a step without one leads to a search for its text
 */

/**
 * Why a hit is in the answer.
 * @typedef {object} Explanation
 * @property {string[]} words of the query that it has
 * @property {{word: string, as: string[]}[]} readings words that were taken for others
 * @property {Hit['why']['exact']} exact what of it is the very query
 * @property {Hit['why']['reader']} reader what found it
 * @property {number} rank in the answer, from 1
 * @property {number} rankOfReader among the hits that were found in the same way, from 1
 * @property {Step[]} steps from the query to the section; empty if only words lead there
 */

/**
 * @param {Hit} hit
 * @param {Result} result that it belongs to
 * @returns {Explanation}
 */
export function explain(hit, result) {
  const { why } = hit;
  const terms = present(result.terms, why.terms);
  const rank = result.hits.indexOf(hit) + 1;
  const before = result.hits.slice(0, rank);
  return {
    words: [...new Set(terms.map(({ word }) => word))],
    readings: terms.flatMap(({ word, as }) => (as?.length ? [{ word, as }] : [])),
    exact: why.exact,
    reader: why.reader,
    rank,
    rankOfReader: before.filter((other) => wayOf(other) === wayOf(hit)).length,
    steps: steps(hit, result),
  };
}

/**
 * How a hit was found, in a word. That it is what was asked for counts more than what
 * led to it.
 * @param {Hit} hit
 */
const wayOf = ({ why }) => why.exact ?? why.reader;

/**
 * @param {Hit} hit
 * @param {Result} result
 * @returns {Step[]}
 */
function steps(hit, result) {
  const between = links(hit, result);
  if (between.length === 0) return [];
  return [{ kind: 'query', text: result.query }, ...between, { kind: 'section', text: place(hit), url: hit.url }];
}

/**
 * What lies between the query and the section.
 * @param {Hit} hit
 * @param {Result} result
 * @returns {Step[]}
 */
function links(hit, { entities, pairs, communities }) {
  const { why } = hit;
  if (why.chain?.length) {
    const named = entities[startOf(why.chain[0], entities)];
    return [...(named ? [entityStep(named.name)] : []), ...why.chain.flatMap(acrossOf)];
  }
  if (why.summary) return [{ kind: 'summary', text: why.summary }];
  if (why.pair !== undefined && pairs[why.pair]?.path.length) return pairs[why.pair].path.map(entityStep);
  const over = (why.via ?? []).map(entityStep);
  const community = communities?.[why.community ?? -1];
  if (community) return [{ kind: 'community', text: community.title, community }, ...over];
  if (why.keyword) return [{ kind: 'keyword', text: formOf(why.keyword, hit) }];
  if (why.node) return nodeSteps(why.node, over);
  if (over.length > 0) return over;
  const [most] = [...why.entities].sort((a, b) => b.count - a.count);
  return most && entities[most.entity] ? [entityStep(entities[most.entity].name)] : [];
}

/**
 * The way over a node of NodeRAG's graph: what is like the query is met at once, the
 * rest over the names near the passage. A text is the passage itself, and a unit that no
 * language model wrote stands in it.
 * @param {NodeReason} node
 * @param {Step[]} over
 * @returns {Step[]}
 */
function nodeSteps({ type, by, names, written }, over) {
  const text = names?.join(', ') || written;
  const before = by === 'similarity' ? [] : over.slice(0, 1);
  return type === 'text' || !text ? before : [...before, { kind: type, text }];
}

/**
 * The first word of a hit's text that has a stem; the stem if there is none.
 * @param {string} stem
 * @param {Hit} hit
 */
export function formOf(stem, { title, heading, excerpt }) {
  const words = [excerpt?.text, heading, title].join(' ').split(/[^\p{L}\p{N}]+/u);
  return words.find((word) => word.toLowerCase().startsWith(stem)) ?? stem;
}

/**
 * The entity of the query that the first passage of a chain names.
 * @param {Bridge} link
 * @param {Result['entities']} entities
 * @returns {number} its place in entities, −1 if there is none
 */
export function startOf({ title, heading, sentence, entity }, entities) {
  const passage = `${title}\n${heading}\n${sentence}`.toLowerCase();
  return entities.findIndex(({ name }) => name !== entity && passage.includes(name.toLowerCase()));
}

/**
 * @param {Bridge} link
 * @returns {Step[]}
 */
function acrossOf(link) {
  /** @type {Step} */
  const sentence = { kind: 'sentence', text: link.sentence || place(link), url: link.url };
  if (link.sentence) sentence.source = place(link);
  return [sentence, entityStep(link.entity)];
}

/**
 * @param {string} name
 * @returns {Step}
 */
const entityStep = (name) => ({ kind: 'entity', text: name });

/**
 * "Title › Heading", or the title alone.
 * @param {{title: string, heading: string}} section
 */
export function place({ title, heading }) {
  return heading && heading !== title ? `${title} › ${heading}` : title;
}

/**
 * The items at these places; places that do not exist are left out.
 * @template T
 * @param {T[]} items
 * @param {number[]} places
 * @returns {T[]}
 */
export function present(items, places) {
  return places.filter((i) => i in items).map((i) => items[i]);
}
