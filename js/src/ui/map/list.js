import { button, el } from '../dom.js';
import { fill } from '../fill.js';
import { linkTo } from '../links.js';
import { around } from './data.js';
/** @import {Child} from '../dom.js' */
/** @import {Group, MapData} from './data.js' */
/** @import {Words} from './words.js' */

/** Pages in the list before the button for more, and how many more it brings. */
const listed = 40;

/**
 * The data of the list beside the map, and the actions of its links and buttons.
 * @typedef {object} Guide
 * @property {MapData} data
 * @property {Words} words
 * @property {string} root absolute URL that addresses are relative to
 * @property {(group: Group) => string} name
 * @property {(n: number) => string} number
 * @property {(group: number) => void} choose −1 for the whole
 * @property {(page: number) => void} point −1 for none
 */

/**
 * The list of a group or a page, under the way to it.
 * @param {Guide} guide
 * @param {number} at the group, or that of the page; −1 for the whole
 * @param {number} page −1 for a group
 * @param {HTMLElement} heading @returns {Child[]}
 */
export function renderPlace(guide, at, page, heading) {
  const { data, words, name, number } = guide;
  const way = [-1, ...around(data, at)];
  const top = [path(guide, page < 0 ? way.slice(0, -1) : way), heading];
  if (page >= 0) {
    heading.append(link(guide, page));
    return [...top, ...section(words.linked, data.pages.near[page].map((near) => link(guide, near))), ...section(words.near, buttons(guide, [at]))];
  }
  const group = data.groups[at];
  heading.append(group ? name(group) : data.title || words.all);
  const { first, end, near, text, terms, children = [] } = group ?? { first: 0, end: data.pages.title.length, near: [], text: [], terms: [], children: data.groups.flatMap(({ parent }, i) => (parent < 0 ? [i] : [])) };
  return [
    ...top,
    ...text.map((sentence) => el('p', { class: 'mycel-text', dir: 'auto' }, sentence)),
    ...(terms.length > 0 ? [el('p', { class: 'mycel-terms', dir: 'auto' }, ...terms.map((term) => el('span', { class: 'mycel-term' }, term)))] : []),
    ...section(`${words.groups} (${number(children.length)})`, buttons(guide, children)),
    ...section(words.near, buttons(guide, near)),
    ...section(`${words.pages} (${number(end - first)})`, renderPages(guide, Array.from({ length: end - first }, (_, i) => first + i))),
  ];
}

/** The way from the whole to the place. @param {Guide} guide @param {number[]} groups */
function path({ data, words, name, choose }, groups) {
  const steps = groups.map((at) => {
    const step = button('mycel-step', () => choose(at), at < 0 ? words.all : name(data.groups[at]));
    step.dir = 'auto';
    return step;
  });
  return el('p', { class: 'mycel-path' }, ...steps.flatMap((step, i) => (i > 0 ? [' › ', step] : [step])));
}

/** @param {Guide} guide @param {readonly number[]} groups */
function buttons({ data, name, number, choose }, groups) {
  return groups.map((at) => {
    const group = data.groups[at];
    const swatch = el('span', { class: 'mycel-swatch' });
    swatch.style.setProperty('--_tint', group.tint ?? '0 0');
    return button('mycel-group', () => choose(at), swatch, el('span', { class: 'mycel-name', dir: 'auto' }, name(group)), el('span', { class: 'mycel-count' }, number(group.end - group.first)));
  });
}

/** @param {Guide} guide @param {number} page */
function link({ data, root, point }, page) {
  const { title, url } = data.pages;
  const href = linkTo(url[page], root);
  const node = el(href ? 'a' : 'span', { class: 'mycel-link', dir: 'auto', ...(href && { href }) }, title[page]);
  node.onpointerenter = node.onfocus = () => point(page);
  node.onpointerleave = node.onblur = () => point(-1);
  return node;
}

/** Links to pages, the first ones at once. @param {Guide} guide @param {readonly number[]} pages */
export function renderPages(guide, pages) {
  const links = (/** @type {readonly number[]} */ some) => some.map((page) => link(guide, page));
  const list = listOf(links(pages.slice(0, listed)));
  const rest = pages.slice(listed);
  if (rest.length === 0) return list;
  const more = button('mycel-more', () => {
    const rows = links(rest.splice(0, listed * 5)).map((row) => el('li', {}, row));
    list.lastElementChild?.before(...rows);
    /** @type {HTMLElement | null} */ (rows[0].firstElementChild)?.focus();
    if (rest.length === 0) more.parentElement?.remove();
    else say();
  });
  const say = () => more.replaceChildren(fill(guide.words.more, { n: guide.number(rest.length) }));
  say();
  list.append(el('li', {}, more));
  return list;
}

/** @param {Node[]} rows */
const listOf = (rows) => el('ul', { class: 'mycel-rows' }, ...rows.map((row) => el('li', {}, row)));

/** A list under a heading, if it has anything. @param {string} name @param {Node[] | HTMLElement} rows @returns {Child[]} */
function section(name, rows) {
  if (Array.isArray(rows) && rows.length === 0) return [];
  return [el('h3', { class: 'mycel-part' }, name), Array.isArray(rows) ? listOf(rows) : rows];
}
