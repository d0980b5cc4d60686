import { button, el } from './dom.js';
import { fill } from './fill.js';
import { forgetSearches, recentSearches } from './recent.js';
import { renderListbox, renderRow } from './rows.js';
/** @import {Search} from '../api/client.js' */
/** @import {Listing} from './listing.js' */
/** @import {Option} from './rows.js' */
/** @import {Settings} from './settings.js' */
/** @import {States} from './states.js' */
/** @import {View} from './view.js' */

/** @typedef {ReturnType<typeof makeStart>} Start */

/**
 * What stands in the list before a search: the last searches, and pages that the site names.
 * @param {View} view @param {Settings} settings @param {Listing} listing @param {States} states
 * @param {() => Search | undefined} idle the bundle, while nothing is asked for
 */
export function makeStart(view, { bundle, suggestions }, listing, states, idle) {
  const { host, id, strings } = view;
  const { words } = strings;

  /** @param {number} [active] the option that is active at first */
  function show(active) {
    const forget = button('mycel-quiet', () => {
      forgetSearches(bundle);
      host.input.focus();
      show(active);
    }, words.clear);
    const groups = [
      { title: words.recent, rows: recentSearches(bundle).map((query) => ({ query, text: query, href: view.searchFor(query) ?? '#', icon: /** @type {const} */ ('recent') })), action: forget },
      { title: words.suggestions, rows: suggestions.map(([text, url]) => ({ text, href: view.linkTo(url), icon: /** @type {const} */ ('page') })), action: '' },
    ];
    const covers = host.dialog || host.hasAttribute('popup'); // elsewhere the page would move
    const listbox = renderListbox(view);
    /** @type {Option[]} */
    const options = [];
    const pages = groups.filter(({ rows }) => covers && rows.length > 0).map(({ title, rows, action }, n) => {
      const group = `${id}-start-${n}`;
      const own = rows.map(({ text, ...row }, i) => renderRow({ ...row, id: `${group}-${i}`, name: [text], stops: [] }));
      options.push(...own);
      listbox.append(el('div', { role: 'group', 'aria-labelledby': group, 'aria-owns': own.map(({ element }) => element.id).join(' ') }));
      return el('div', { class: 'mycel-page' }, el('div', { class: 'mycel-page-title' }, el('span', { id: group }, title), action), ...own.map(({ row }) => row));
    });
    listing.show({ listbox, pages, options }, active);
    tellSize();
  }

  /** Says in the empty dialog what can be searched. */
  function tellSize() {
    const info = idle()?.info;
    if (!host.dialog || !info) return;
    const { sections, pages, searched } = words.page;
    states.notes.replaceChildren();
    if (listing.options.length > 0) return;
    listing.empty(el('p', { class: 'mycel-idle' }, fill(searched, { sections: strings.counted(sections, info.sections), pages: strings.counted(pages, info.documents) })));
  }

  return { show, tellSize };
}
