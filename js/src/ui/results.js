import { el } from './dom.js';
import { marked, nearMatch } from './marks.js';
import { ownView } from './own.js';
import { byPage, opens, pathOf, place } from './pages.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {Option} from './rows.js' */
/** @import {View} from './view.js' */

/**
 * The results as they stand in the page. Sighted readers and screen readers get different
 * structures: a listbox may contain options alone, so it stands beside the sections, owns
 * their links (`aria-owns`), and leaves out the disclosures between them.
 * @typedef {object} Rendered
 * @property {HTMLElement} listbox
 * @property {HTMLElement[]} pages
 * @property {Option[]} options in the order of the list
 */

/** Characters of an excerpt that may stand before its first match. */
const mostBefore = 50;

/**
 * @param {Result} result @param {View} view
 * @param {boolean} [pending] whether to keep the place of excerpts that are not there
 * @returns {Rendered}
 */
export function renderResults(result, view, pending = false) {
  const listbox = view.renderListbox(view);
  /** @type {Option[]} */
  const options = [];
  const groups = byPage(result.hits);
  const pages = groups.map(({ title, hits }, n) => {
    const id = `${view.id}-page-${n}`;
    const ambiguous = groups.some((other) => other.title === title && other.hits !== hits);
    // The head of a page stands before its sections.
    const sorted = [...hits.filter(opens), ...hits.filter((hit) => !opens(hit))];
    const headless = !opens(sorted[0]);
    const grouped = hits.length > 1;
    const own = sorted.map((hit, i) => renderHit(hit, `${id}-${i}`, result, view, { pending, ambiguous, grouped: grouped && (headless || i > 0) }));
    options.push(...own);
    listbox.append(el('div', { role: 'group', 'aria-labelledby': id, 'aria-owns': own.map(({ element }) => element.id).join(' ') }));
    const heading = el('div', { class: 'mycel-page-title', id, dir: 'auto', lang: view.language }, el('span', {}, ...marked(title, hits[0].titleMatches)), ambiguous ? pathOf({ ...sorted[0], heading: '' }, { grouped: false, ambiguous }) : '');
    heading.hidden = !(grouped && headless); // else the line of the hit says it
    return el('div', { class: 'mycel-page' }, heading, ...own.map(({ row }, i) => {
      row.classList.toggle('mycel-under', grouped && (headless || i > 0));
      return row;
    }));
  });
  return { listbox, pages, options };
}

/**
 * @param {Hit} hit @param {string} id @param {Result} result @param {View} view
 * @param {{pending: boolean, grouped: boolean, ambiguous: boolean}} list @returns {Option}
 */
function renderHit(hit, id, result, view, { pending, ...list }) {
  const { heading, headingMatches, title, titleMatches, excerpt, why } = hit;
  const summary = renderDisclosure(hit, result, view);
  const others = [...renderNested(hit, view), ...renderAlsoIn(hit, view)];
  const details = el('div', { class: 'mycel-more' }, ...others, /** @type {HTMLElement} */ (summary.parentElement));
  const own = ownView(view, hit, result);
  const { image, date, badge } = hit.meta ?? {};
  const picture = image && !own && view.linkTo(image);
  return view.renderRow({
    id, hit, details, stops: [...others.flatMap((line) => [...line.querySelectorAll('a')]), summary],
    icon: isCode(why.exact, heading || title) ? 'code' : opens(hit) ? 'page' : 'section',
    href: view.linkToHit(hit), language: view.language, path: pathOf(hit, list),
    name: [...(heading ? marked(heading, headingMatches) : marked(title, titleMatches)), ...(badge ? [el('span', { class: 'mycel-badge' }, badge)] : [])],
    date, picture: picture ? el('img', { class: 'mycel-image', src: picture, alt: '', loading: 'lazy' }) : undefined,
    below: own ? el('span', { class: 'mycel-own' }, own) : excerpt ? renderExcerpt(nearMatch(excerpt, mostBefore)) : pending ? el('span', { class: 'mycel-pending', 'aria-hidden': 'true' }) : undefined,
  });
}

/**
 * Whether a heading is a name of code: found as one, or written like a call, a path, a flag, a method or a declaration.
 * @param {Hit['why']['exact']} exact @param {string} heading
 */
function isCode(exact, heading) {
  return exact === 'code' || /\w\(\)|^(--?\w\S*|[a-z]+[A-Z]\w*|\S+(::|\.|_)\w+\S*)$|^(func|type|class|def|const|fn|struct|trait|interface) \S/.test(heading);
}

/** @param {NonNullable<Hit['excerpt']>} excerpt */
function renderExcerpt({ text, matches, code, cutStart, cutEnd }) {
  return el('span', { class: 'mycel-excerpt', dir: 'auto' }, cutStart ? '… ' : '', ...marked(text, matches, code), cutEnd ? ' …' : '');
}

/** The line with further sections of the page. @param {Hit} hit @param {View} view @returns {HTMLElement[]} none or one */
function renderNested({ nested = [], title, heading: own }, view) {
  const names = new Set([own]); // overloaded methods share one
  const others = nested.filter(({ heading }) => !names.has(heading) && names.add(heading));
  if (others.length === 0) return [];
  return [el('p', { class: 'mycel-also mycel-nested' }, ...linksTo(others.map(({ heading, url }) => ({ url, text: heading || title })), '\u2003', view))];
}

/**
 * The line with the other versions or pages that have nearly the same text.
 * @param {Hit} hit @param {View} view
 * @returns {HTMLElement[]} none or one
 */
function renderAlsoIn({ alsoIn = [] }, view) {
  if (alsoIn.length === 0) return [];
  const [before, after = ''] = view.strings.words.alsoIn.split('{pages}');
  return [el('p', { class: 'mycel-also' }, before, ...linksTo(alsoIn.map((other) => ({ url: other.url, text: other.version ?? place(other) })), ', ', view), after)];
}

/** @param {{url: string, text: string}[]} targets @param {string} between @param {View} view */
function linksTo(targets, between, view) {
  return targets.flatMap(({ url, text }, i) => {
    const href = view.linkTo(url);
    const link = el(href ? 'a' : 'span', { dir: 'auto', ...(href && { href, tabindex: '-1' }) }, text);
    return i > 0 ? [between, link] : [link];
  });
}

/**
 * The disclosure, filled when it is opened for the first time; what fills it is loaded then.
 * @param {Hit} hit @param {Result} result @param {View} view
 * @returns {HTMLElement} its summary, in its details
 */
function renderDisclosure(hit, result, view) {
  const summary = el('summary', { tabindex: '-1' }, view.strings.words.why);
  const details = el('details', { class: 'mycel-why' }, summary);
  details.addEventListener('toggle', async () => {
    if (!details.open || details.childElementCount > 1) return;
    const { renderCalls, renderWhy } = await import('./whyview.js');
    if (details.childElementCount > 1) return;
    details.append(...renderWhy(hit, result, view));
    details.ariaBusy = 'true'; // its links are about to be others
    const explained = await view.explain(hit, result);
    details.ariaBusy = null;
    if (!explained) return;
    const same = explained.hits[result.hits.indexOf(hit)];
    details.replaceChildren(summary, ...renderWhy(same, explained, view));
    summary.nextElementSibling?.after(...renderCalls(same, view));
  });
  return summary;
}
