/** The table of places: a row for each hit of any mode, a column for each mode. It shows what the modes agree on. */

import { el } from '../client/ui/dom.js';
/** @import {Hit, Mode, Result} from '../client/index.js' */

/** @typedef {{hit: Hit, places: Map<Mode, number>}} Row `places`: from 1, of the modes that found it */

/**
 * The hits of all modes, each once: those of most weight first, where a place weighs its reciprocal.
 * @param {Map<Mode, Result>} answers by mode, in the order of the columns
 * @returns {Row[]}
 */
export function rowsOf(answers) {
  /** @type {Map<number, Row>} */
  const rows = new Map();
  for (const [mode, { hits }] of answers) {
    hits.forEach((hit, i) => {
      const row = rows.get(hit.section) ?? { hit, places: new Map() };
      if (!row.places.has(mode)) row.places.set(mode, i + 1);
      rows.set(hit.section, row);
    });
  }
  const weight = (/** @type {Row} */ { places }) => [...places.values()].reduce((sum, place) => sum + 1 / place, 0);
  return [...rows.values()].sort((a, b) => weight(b) - weight(a) || a.hit.section - b.hit.section);
}

/**
 * @param {HTMLElement} place filled with the table; empty without answers
 * @param {Map<Mode, Result>} answers
 * @param {(url: string) => string | undefined} linkTo
 */
export function showPlaces(place, answers, linkTo) {
  const rows = rowsOf(answers);
  if (rows.length === 0) return place.replaceChildren();
  const modes = [...answers.keys()];
  const head = el('tr', {}, el('th', { scope: 'col' }, 'Place of each hit'), ...modes.map((mode) => el('th', { scope: 'col', class: 'mode' }, el('a', { href: `#mode-${mode}` }, mode))));
  place.replaceChildren(el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows.map(({ hit, places }) => {
    const { title, heading, url, chunk } = hit;
    const href = linkTo(url);
    const name = el(href ? 'a' : 'span', { dir: 'auto', ...(href && { href }) }, heading && heading !== title ? `${title} › ${heading}` : title);
    return el('tr', { 'data-chunk': String(chunk) }, el('th', { scope: 'row' }, name), ...modes.map((mode) => cell(places.get(mode))));
  }))));
}

/**
 * The best places are the darkest.
 * @param {number | undefined} place
 */
function cell(place) {
  const shade = place === undefined ? 'none' : place === 1 ? 'first' : place <= 3 ? 'top' : 'found';
  return el('td', { class: shade }, place === undefined ? el('span', { 'aria-label': 'not found' }, '·') : String(place));
}
