import { place } from './pages.js';
import { joinPairs } from './pairs.js';
/** @import {Hit, Reason, Result} from '../types.js' */

/**
 * One step of the way from the query to a section.
 * @typedef {object} Step
 * @property {string} kind `query`, `entity`, `sentence`, `section`, or the kind of a reason
 * @property {string} text
 * @property {string} [source] of a sentence: title and heading of its section
 * @property {Record<string, number>} [figures] of a reason
 * @property {string} [url] where it leads, as a hit has it; a step without one leads to a search for its text
 */

/**
 * Why a hit is in the answer: its words of the query, words that were read as others, and the steps from the query to its
 * section. There are no steps if only words lead there.
 * @param {Hit} hit @param {Result} result that it belongs to
 */
export function explain(hit, result) {
  const terms = present(result.terms, hit.why.terms);
  return {
    words: joinPairs(terms.map(({ word }) => word), result.query),
    readings: terms.flatMap(({ word, as }) => (as?.length ? [{ word, as }] : [])),
    steps: steps(hit, result),
  };
}

/** @param {Hit} hit @param {Result} result @returns {Step[]} */
function steps(hit, result) {
  const between = links(hit, result);
  if (between.length === 0) return [];
  return [{ kind: 'query', text: result.query }, ...between, { kind: 'section', text: place(hit), url: hit.url }];
}

/** The reasons that led to a hit: without the links that only call it something. @param {Hit} hit @returns {Reason[]} */
export function ways({ why }) {
  return (why.reasons ?? []).filter(({ kind }) => kind !== 'link');
}

/** The links to a hit that have words of the query. @param {Hit} hit @returns {Reason[]} */
export function callsOf({ why }) {
  return (why.reasons ?? []).filter(({ kind, label, from }) => kind === 'link' && label && from);
}

/** What lies between the query and the section. @param {Hit} hit @param {Result} result @returns {Step[]} */
function links(hit, { entities }) {
  const reasons = ways(hit);
  const led = reasons.flatMap((reason) => stepsOf(reason, hit));
  const [first] = reasons;
  const named = first?.from && entities[startOf(first, entities)];
  return named ? [entityStep(named.name), ...led] : led;
}

/**
 * The steps that a reason takes. A text of the passage is the passage itself.
 * @param {Reason} reason @param {Hit} hit @returns {Step[]}
 */
function stepsOf({ kind, label, path = [], text, from, figures }, hit) {
  if (from) return acrossOf(from, path);
  if (kind === 'entities' || kind === 'pair') return path.map(entityStep);
  const shown = kind === 'keyword' && label ? formOf(label, hit) : path.join(', ') || (kind === 'summary' ? label : text);
  return kind === 'text' || !shown ? [] : [{ kind, text: shown, ...(figures && { figures }) }];
}

/** The first word of a hit's text with this stem, or the stem if there is no such word. @param {string} stem @param {Hit} hit */
function formOf(stem, { title, heading, excerpt }) {
  const words = [excerpt?.text, heading, title].join(' ').split(/[^\p{L}\p{N}]+/u);
  return words.find((word) => word.toLowerCase().startsWith(stem)) ?? stem;
}

/**
 * The entity of the query that the passage names which a reason leads from.
 * @param {Reason} reason @param {Result['entities']} entities
 * @returns {number} its position in entities, −1 if there is none
 */
export function startOf({ from, path }, entities) {
  const passage = from ? `${from.title}\n${from.heading}\n${from.sentence}`.toLowerCase() : '';
  return entities.findIndex(({ name }) => !path?.includes(name) && passage.includes(name.toLowerCase()));
}

/** @param {import('../types.js').From} from @param {string[]} path @returns {Step[]} */
function acrossOf(from, path) {
  /** @type {Step} */
  const sentence = { kind: 'sentence', text: from.sentence || place(from), url: from.url };
  if (from.sentence) sentence.source = place(from);
  return [sentence, ...path.map(entityStep)];
}

/** @param {string} name @returns {Step} */
const entityStep = (name) => ({ kind: 'entity', text: name });

/**
 * The items at these places; places that do not exist are left out.
 * @template T @param {T[]} items @param {number[]} places @returns {T[]}
 */
export function present(items, places) {
  return places.filter((i) => i in items).map((i) => items[i]);
}
