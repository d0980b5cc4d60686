import { count, list } from './words.js';
/** @import {Bridge, Hit, Pair, Result} from './client/index.js' */

/** What the modes are called on the page. */
const modeNames = {
  bm25: 'Keywords',
  e2graph: 'Graph',
  bridge: 'Connected',
  graph: 'Entity walk',
  graph_hybrid: 'Entity walk',
  graph_dense: 'Entity walk',
  graph_rrf: 'Entity walk',
  dense: 'Vectors',
  rm3: 'Keywords',
  rrf: 'Keywords and vectors',
};

/** How each reader found its hits. */
const readers = {
  words: 'Found by its words.',
  graph: 'Found through the entity graph.',
  summary: 'Found through a summary of several sections.',
  bridge: 'Found over a link from another passage.',
  vector: 'Found by vectors.',
  filled: 'Added by its words, to fill up the list.',
};

/** What of a hit is the query. */
const names = {
  title: 'The page has this very title.',
  heading: 'The section has this very heading.',
  code: 'The section has this very name.',
};

/**
 * The name of the mode that answered.
 * @param {Result} result
 */
export function modeName({ mode }) {
  return modeNames[mode];
}

/**
 * How a query was answered, in a line: the reason for the mode, what was recognised.
 * @param {Result} result
 * @returns {string}
 */
export function explainAnswer({ reason, entities, pairs, terms }) {
  const sentences = [reason.replace(/\.?$/, '.')];
  if (entities.length > 0) {
    sentences.push(`Recognised ${list(entities.map(({ name, chunks }) => `${name} (${count(chunks, 'passage')})`))}.`);
  }
  for (const pair of pairs) sentences.push(`${connection(pair)}.`);
  const completed = terms.filter(({ read }) => read === 'prefix');
  for (const { word, as } of completed) sentences.push(`“${word}” was completed: ${list(as ?? [])}.`);
  const unknown = unknownTerms(terms);
  if (unknown.length > 0) sentences.push(`Not in this site: ${list(unknown.map(({ word }) => `“${word}”`))}.`);
  return sentences.join(' ');
}

/**
 * The words that the site does not have, though they were wanted.
 * @param {Result['terms']} terms
 */
export function unknownTerms(terms) {
  return terms.filter(({ known, stop, read, excluded }) => !known && !stop && !excluded && read !== 'prefix');
}

/**
 * Why one hit is in the answer, as sentences.
 * @param {Hit} hit
 * @param {Result} result it belongs to
 * @returns {string[]}
 */
export function explainHit({ why, score }, { terms, entities, pairs }) {
  const sentences = [why.exact ? names[why.exact] : why.summary ? `Found through the summary “${why.summary}”.` : readers[why.reader]];
  if (why.written) sentences.push(`The summary, written by a language model: “${why.written}”`);
  if (why.terms.length > 0) sentences.push(`Words: ${list(why.terms.map((i) => terms[i].word))}.`);
  if (why.entities.length > 0) {
    const mentions = why.entities.map(({ entity, count: n }) => `${entities[entity].name} (${count(n, 'mention')})`);
    sentences.push(`Entities: ${list(mentions)}.`);
  }
  for (const link of why.chain ?? []) sentences.push(...step(link, terms));
  if (why.via) sentences.push(`Over: ${list(why.via)}.`);
  if (why.pair !== undefined) sentences.push(`Connection: ${connection(pairs[why.pair])}.`);
  sentences.push(`Score ${score.toLocaleString('en', { maximumFractionDigits: 2 })}, to be compared within this answer only.`);
  return sentences;
}

/**
 * One link of the chain that led to a hit.
 * @param {Bridge} bridge
 * @param {Result['terms']} terms
 */
function step({ title, heading, entity, sentence, covers }, terms) {
  const start = heading && heading !== title ? `${title} › ${heading}` : title;
  const steps = [`From ${start}, over ${entity}${sentence ? `: “${sentence}”` : '.'}`];
  if (covers.length > 0) steps.push(`It adds: ${list([...new Set(covers.map((i) => terms[i].word))])}.`);
  return steps;
}

/** @param {Pair} pair */
function connection({ path, hops }) {
  return `${path.join(' → ')} (${count(hops, 'hop')})`;
}
