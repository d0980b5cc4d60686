/** One column: the answer of a mode. */

import { el } from '../client/ui/dom.js';
import { marked } from '../client/ui/marks.js';
import { milliseconds } from './timing.js';
import { traceOf } from './trace.js';
/** @import {Evidence, Hit, Mode, Result} from '../client/index.js' */
/** @import {Child} from '../client/ui/dom.js' */

/**
 * What a mode answered.
 * @typedef {object} Answer
 * @property {Result} result
 * @property {Evidence} evidence
 * @property {number} time milliseconds of the search, from the call to the answer
 */

/** Leads to a hit. @typedef {(url: string) => string | undefined} LinkTo */

/**
 * A column without an answer yet.
 * @param {Mode} mode
 * @returns {HTMLElement}
 */
export function emptyColumn(mode) {
  const id = `mode-${mode}`;
  return el('section', { 'aria-labelledby': id, 'data-mode': mode, 'aria-busy': 'true' }, el('h2', { id }, mode));
}

/**
 * @param {HTMLElement} column
 * @param {Answer} answer
 * @param {{linkTo: LinkTo, first: Result | undefined, firstMode: Mode}} context `first`: the answer
 *   of another mode, whose places are shown beside these; undefined for the column itself
 */
export function fillColumn(column, { result, evidence, time }, { linkTo, first, firstMode }) {
  const { mode } = column.dataset;
  const how = result.mode === mode ? result.reason : `${result.mode}: ${result.reason}`;
  const hits = el('ol', { class: 'hits' }, ...result.hits.map((hit, i) => renderHit(hit, i, linkTo, first, firstMode)));
  column.append(
    el('p', { class: 'quiet how' }, how),
    el('p', { class: 'timing' }, `${milliseconds(time)}, ${sum(result.timings)}`),
    result.hits.length > 0 ? hits : el('p', {}, 'Nothing found.'),
    renderEvidence(evidence, linkTo),
    traceOf(result, evidence),
  );
  column.setAttribute('aria-busy', 'false');
}

/**
 * @param {HTMLElement} column
 * @param {unknown} error
 */
export function failColumn(column, error) {
  column.append(el('p', { class: 'problem', role: 'alert' }, error instanceof Error ? error.message : String(error)));
  column.setAttribute('aria-busy', 'false');
}

/** @param {Result['timings']} timings */
function sum(timings) {
  return timings ? `ranking ${milliseconds(timings.seeding + timings.walking)}` : 'ranking not timed';
}

/**
 * @param {Hit} hit
 * @param {number} at its place, from 0
 * @param {LinkTo} linkTo
 * @param {Result | undefined} first
 * @param {Mode} firstMode
 */
function renderHit(hit, at, linkTo, first, firstMode) {
  const { title, heading, url, score, why, excerpt, chunk } = hit;
  const name = heading && heading !== title ? `${title} › ${heading}` : title;
  const href = linkTo(url);
  const item = el('li', { 'data-chunk': String(chunk) }, el(href ? 'a' : 'span', { class: 'name', dir: 'auto', ...(href && { href }) }, name));
  const led = why.exact ? `exact ${why.exact}` : ledBy(why);
  /** @type {Child[]} */
  const facts = [el('span', { class: 'reader', title: led }, led), ' ', el('span', { title: 'score' }, score.toFixed(3))];
  if (first) facts.push(' ', renderPlace(hit, at, first, firstMode));
  item.append(el('p', { class: 'quiet facts' }, ...facts));
  if (excerpt) item.append(el('p', { class: 'excerpt', dir: 'auto' }, ...marked(excerpt.text, excerpt.matches)));
  return item;
}

/**
 * What led to a hit: its source, and of the last reason the kind and the label.
 * @param {Hit['why']} why
 */
function ledBy({ source, reasons }) {
  const last = reasons?.at(-1);
  return last && !last.from && last.kind !== 'entities' ? [...new Set([source, last.kind, last.label ?? ''])].join(' ').trim() : source;
}

/**
 * Where a hit stands in another answer, and how far it has moved from there.
 * @param {Hit} hit
 * @param {number} at its place, from 0
 * @param {Result} other
 * @param {Mode} mode of the other
 */
function renderPlace({ document, section }, at, { hits }, mode) {
  const before = hits.findIndex((hit) => hit.document === document && hit.section === section);
  if (before < 0) return el('span', { class: 'place new' }, `not in ${mode}`);
  const way = before > at ? `▲ ${before - at} · ` : before < at ? `▼ ${at - before} · ` : '';
  return el('span', { class: before > at ? 'place up' : before < at ? 'place down' : 'place' }, `${way}${mode} #${before + 1}`);
}

/**
 * @param {Evidence} evidence
 * @param {LinkTo} linkTo
 */
function renderEvidence({ context, tokens, truncated, next, coverage, citations, reason }, linkTo) {
  const facts = [
    `${tokens} tokens in ${citations.length} passages`,
    `words covered ${percent(coverage.terms)}, entities ${percent(coverage.entities)}`,
    ...(coverage.uncovered.length > 0 ? [`without ${coverage.uncovered.join(', ')}`] : []),
    ...(truncated ? [`cut off by the budget${next ? `; it grows at ${next} tokens` : ''}`] : []),
  ];
  const sources = citations.map(({ n, quote, url, score }) => {
    const href = linkTo(url);
    return el('li', { value: String(n) }, el(href ? 'a' : 'span', { dir: 'auto', ...(href && { href }) }, `“${quote}”`), ` ${score.toFixed(3)}`);
  });
  return el(
    'details', {},
    el('summary', {}, `Evidence: ${tokens} tokens`),
    el('p', { class: 'quiet' }, reason ?? `${facts.join('; ')}.`),
    el('pre', { tabindex: '0', dir: 'auto', 'aria-label': 'Context for a language model' }, context),
    el('ol', { class: 'citations' }, ...sources),
  );
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;
