import { el } from './dom.js';
import { leadTo } from './links.js';
import { marked } from './marks.js';
import { above, byPage, opens } from './pages.js';
import { place } from './why.js';
import { foundBy, renderWhy } from './whyview.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {Strings} from './strings.js' */

/**
 * What rendering needs to know of the element.
 * @typedef {object} View
 * @property {Element} host
 * @property {string} id prefix of the ids
 * @property {Strings} strings
 * @property {string} language of the documents
 * @property {() => number} count a new number on every call
 * @property {(url: string) => string | undefined} linkTo where an address of the bundle leads
 * @property {(hit: Hit) => string | undefined} linkToHit where a hit leads: to its text, if possible
 * @property {(query: string) => string | undefined} searchFor the address of a search
 */

/**
 * A hit as it stands in the list.
 * @typedef {object} Option
 * @property {Hit} hit
 * @property {HTMLElement} element a link, unless the hit leads nowhere
 * @property {HTMLElement} details its near duplicates, and why it is there
 * @property {HTMLElement[]} stops elements of the details at which the Tab key stops
 */

/**
 * The results as they stand in the page. Sighted readers and screen readers get different
 * structures: a listbox may contain options alone, so it stands beside the sections, owns
 * their links (`aria-owns`), and leaves out the disclosures between them.
 * @typedef {object} Rendered
 * @property {HTMLElement} listbox
 * @property {HTMLElement[]} pages
 * @property {Option[]} options in the order of the list
 */

/** As long as excerpts are as a rule, in characters: what keeps their place. */
const usualExcerpt = 250;

/**
 * @param {Result} result
 * @param {View} view
 * @param {boolean} [pending] whether to keep the place of excerpts that are not there
 * @returns {Rendered}
 */
export function renderResults(result, view, pending = false) {
  const listbox = el('div', { role: 'listbox', id: `${view.id}-list`, class: 'mycel-listbox', 'aria-label': view.strings.words.listLabel });
  /** @type {Option[]} */
  const options = [];
  const pages = byPage(result.hits).map(({ title, hits }, n) => {
    const id = `${view.id}-page-${n}`;
    const own = hits.map((hit, i) => renderHit(hit, `${id}-${i}`, result, view, pending));
    options.push(...own);
    listbox.append(el('div', { role: 'group', 'aria-labelledby': id, 'aria-owns': own.map(({ element }) => element.id).join(' ') }));
    // Where the first section is called like its page, its own line says it.
    const heading = el('div', { class: 'mycel-page-title', id, dir: 'auto', lang: view.language }, ...marked(title, hits[0].titleMatches));
    heading.hidden = opens(hits[0]);
    return el('div', { class: 'mycel-page' }, heading, ...own.map(({ element, details }) => el('div', { class: 'mycel-hit' }, element, details)));
  });
  return { listbox, pages, options };
}

/**
 * @param {Hit} hit
 * @param {string} id
 * @param {Result} result
 * @param {View} view
 * @param {boolean} pending
 * @returns {Option}
 */
function renderHit(hit, id, result, view, pending) {
  const { heading, headingMatches, title, titleMatches, excerpt } = hit;
  const href = view.linkToHit(hit);
  const name = heading ? marked(heading, headingMatches) : marked(title, titleMatches);
  const element = el(href ? 'a' : 'div', {
    id, role: 'option', class: 'mycel-option', tabindex: '-1', lang: view.language, 'aria-selected': 'false',
    ...(!href && { 'aria-disabled': 'true' }),
  });
  if (href) leadTo(element, href);
  element.append(el('span', { class: 'mycel-name', dir: 'auto' }, ...name));
  const crumbs = [...(hit.version ? [hit.version] : []), ...above(hit)];
  if (crumbs.length > 0) element.append(el('span', { class: 'mycel-crumbs', dir: 'auto' }, crumbs.join(' › ')));
  if (excerpt) {
    const { text, matches, cutStart, cutEnd } = excerpt;
    element.append(el('span', { class: 'mycel-excerpt', dir: 'auto' }, cutStart ? '… ' : '', ...marked(text, matches), cutEnd ? ' …' : ''));
  }
  if (!excerpt && pending) element.append(el('span', { class: 'mycel-pending', 'aria-hidden': 'true', 'data-letters': 'xxxx '.repeat(usualExcerpt / 5) }));
  const summary = renderDisclosure(hit, result, view);
  const others = [...renderNested(hit, view), ...renderAlsoIn(hit, view)];
  const details = el('div', { class: 'mycel-more' }, ...others, /** @type {HTMLElement} */ (summary.parentElement));
  return { hit, element, details, stops: [...others.flatMap((line) => [...line.querySelectorAll('a')]), summary] };
}

/**
 * The line with further sections of the page.
 * @param {Hit} hit
 * @param {View} view
 * @returns {HTMLElement[]} none or one
 */
function renderNested({ nested = [], title }, view) {
  if (nested.length === 0) return [];
  const links = nested.flatMap(({ heading, headingMatches, url }, i) => {
    const href = view.linkTo(url);
    const link = el(href ? 'a' : 'span', { dir: 'auto', ...(href && { href, tabindex: '-1' }) }, ...(heading ? marked(heading, headingMatches) : [title]));
    return [i > 0 ? ' · ' : '› ', link];
  });
  return [el('p', { class: 'mycel-also mycel-nested' }, ...links)];
}

/**
 * The line that says where nearly the same text stands, too: in which versions, or on
 * which pages.
 * @param {Hit} hit
 * @param {View} view
 * @returns {HTMLElement[]} none or one
 */
function renderAlsoIn({ alsoIn = [] }, view) {
  if (alsoIn.length === 0) return [];
  const [before, after = ''] = view.strings.words.alsoIn.split('{pages}');
  const links = alsoIn.flatMap((other, i) => {
    const href = view.linkTo(other.url);
    const link = el(href ? 'a' : 'span', { dir: 'auto', ...(href && { href, tabindex: '-1' }) }, other.version ?? place(other));
    return i > 0 ? [', ', link] : [link];
  });
  return [el('p', { class: 'mycel-also' }, before, ...links, after)];
}

/**
 * The disclosure, filled when it is opened for the first time.
 * @param {Hit} hit
 * @param {Result} result
 * @param {View} view
 * @returns {HTMLElement} its summary, in its details
 */
function renderDisclosure(hit, result, view) {
  const { strings } = view;
  const summary = el('summary', { tabindex: '-1' }, strings.words.why, ' ', el('span', { class: 'mycel-reader' }, foundBy(hit, strings)));
  const details = el('details', { class: 'mycel-why' }, summary);
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(...renderWhy(hit, result, view));
  });
  return summary;
}
