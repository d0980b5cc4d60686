/** The list and its lines, which the panel has before the first key: the last searches stand in it. */

import { el } from './dom.js';
import { icon } from './icons.js';
import { leadTo } from './links.js';
/** @import {Hit} from '../types.js' */
/** @import {View} from './view.js' */

/**
 * An entry of the list: a hit, or an entry that is shown before a search.
 * @typedef {object} Option
 * @property {Hit} [hit]
 * @property {string} [query] to search for, of a recent search
 * @property {HTMLElement} element a link, unless the hit leads nowhere
 * @property {HTMLElement} row the element in the list: the link covers it. The excerpt beside the link describes it, and is no part of its name
 * @property {HTMLElement} [details] its further sections, near duplicates and reasons
 * @property {HTMLElement[]} stops elements of the details at which the Tab key stops
 */

/** @param {View} view @returns {HTMLElement} an empty list */
export function renderListbox({ id, strings }) {
  return el('div', { role: 'listbox', id: `${id}-list`, class: 'mycel-listbox', 'aria-label': strings.words.listLabel });
}

/**
 * A line of the list.
 * @param {Omit<Option, 'element' | 'row'> & {id: string, icon: import('./icons.js').Icon, href?: string, name: (Node | string)[], path?: string, date?: string, picture?: HTMLElement, language?: string, below?: HTMLElement}} row
 * @returns {Option}
 */
export function renderRow({ id, icon: sign, href, name, path = '', date, picture, language, below, ...option }) {
  const described = below && { 'aria-describedby': `${id}-text` };
  const element = el(href ? 'a' : 'div', {
    id, role: 'option', class: 'mycel-option', tabindex: '-1', 'aria-selected': 'false', 'aria-labelledby': path ? `${id}-name ${id}-path` : `${id}-name`, ...described,
    ...(language && { lang: language }), ...(!href && { 'aria-disabled': 'true' }),
  });
  if (href) leadTo(element, href);
  const line = el('span', { class: 'mycel-row' }, el('span', { class: 'mycel-name', dir: 'auto', id: `${id}-name` }, ...name));
  if (path) line.append(' ', el('span', { class: 'mycel-crumbs', dir: 'auto', id: `${id}-path` }, path));
  if (date) line.append(' ', el('span', { class: 'mycel-date' }, date));
  element.append(icon(sign), line);
  if (below) below.id = `${id}-text`;
  return { ...option, element, row: el('div', { class: picture ? 'mycel-hit mycel-pictured' : 'mycel-hit' }, element, ...(picture ? [picture] : []), ...(below ? [below] : []), ...(option.details ? [option.details] : [])) };
}
