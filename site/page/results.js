import { el, marked } from './dom.js';
import { explainHit, unknownTerms } from './explain.js';
/** @import {Hit, Result} from './client/index.js' */

/**
 * Tells where a hit leads; undefined if nowhere.
 * @typedef {(hit: Hit) => string | undefined} LinkTo
 */

/**
 * The hits of a result as sections under their pages' titles. Pages stand in
 * the order of their best hit.
 * @param {Result} result
 * @param {LinkTo} linkTo
 * @returns {HTMLElement[]}
 */
export function renderPages(result, linkTo) {
  /** @type {Map<string, Hit[]>} */
  const pages = new Map();
  for (const hit of result.hits) {
    const hits = pages.get(hit.document);
    if (hits) hits.push(hit);
    else pages.set(hit.document, [hit]);
  }
  return [...pages.values()].map((hits, i) => renderPage(hits, `page-${i}`, result, linkTo));
}

/**
 * Tells what was searched for in the place of misspelt words.
 * @param {string} corrected query
 * @param {() => void} choose it
 * @returns {HTMLElement}
 */
export function renderCorrection(corrected, choose) {
  const button = el('button', { type: 'button' }, corrected);
  button.addEventListener('click', choose);
  return el('p', { class: 'correction', dir: 'auto' }, 'Did you mean ', button, '? Its results are shown.');
}

/**
 * @param {Hit[]} hits of one page
 * @param {string} id
 * @param {Result} result
 * @param {LinkTo} linkTo
 */
function renderPage(hits, id, result, linkTo) {
  const [best] = hits;
  // The page's opening would be headed by the page's title a second time;
  // where it is the best hit the title is its link instead.
  const opens = best.heading === '' || best.heading === best.title;
  const title = marked(best.title, best.titleMatches);
  const heading = el('h2', { id, dir: 'auto' }, ...(opens ? [link(best, title, linkTo)] : title));
  const items = hits.map((hit) => renderHit(hit, opens && hit === best, result, linkTo));
  return el('section', { class: 'page', 'aria-labelledby': id }, heading, el('ul', { class: 'hits', role: 'list' }, ...items));
}

/**
 * @param {Hit} hit
 * @param {boolean} linkedAbove whether the page's title is this hit's link
 * @param {Result} result
 * @param {LinkTo} linkTo
 */
function renderHit(hit, linkedAbove, result, linkTo) {
  const item = el('li', { class: 'hit' });
  if (!linkedAbove) {
    const text = hit.heading ? marked(hit.heading, hit.headingMatches) : marked(hit.title, hit.titleMatches);
    item.append(el('h3', { dir: 'auto' }, link(hit, text, linkTo)));
  }
  // The title is the headline already.
  const above = hit.breadcrumb.filter((name, i) => i > 0 || name !== hit.title);
  if (above.length > 0) item.append(el('p', { class: 'breadcrumb', dir: 'auto' }, above.join(' › ')));
  if (hit.excerpt) {
    const { text, matches, cutStart, cutEnd } = hit.excerpt;
    item.append(el('p', { class: 'excerpt', dir: 'auto' }, cutStart ? '… ' : '', ...marked(text, matches), cutEnd ? ' …' : ''));
  }
  const reasons = explainHit(hit, result).map((sentence) => el('li', { dir: 'auto' }, sentence));
  item.append(el('details', { class: 'why' }, el('summary', { dir: 'auto' }, 'Why this result?'), el('ul', {}, ...reasons)));
  return item;
}

/**
 * @param {Hit} hit
 * @param {(Node | string)[]} text
 * @param {LinkTo} linkTo
 */
function link(hit, text, linkTo) {
  const href = linkTo(hit);
  return href === undefined ? el('span', {}, ...text) : el('a', { href }, ...text);
}

/**
 * What to show when there are no hits.
 * @param {Result} result
 * @returns {HTMLElement}
 */
export function renderEmpty({ terms }) {
  const unknown = unknownTerms(terms);
  const advice = ['Try fewer words, or other words for the same thing.'];
  if (unknown.length > 0) advice.unshift('Check the spelling of the words that are not in this site.');
  return el('div', { class: 'empty' }, el('p', {}, 'Nothing matches.'), el('ul', {}, ...advice.map((line) => el('li', {}, line))));
}
