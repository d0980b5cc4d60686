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

/** What stands in the list before a search: the last searches, and pages that the site names. */
export class Start {
  #view;
  #settings;
  #listing;
  #states;
  #idle;

  /**
   * @param {View} view
   * @param {Settings} settings
   * @param {Listing} listing
   * @param {States} states
   * @param {() => Search | undefined} idle the bundle, while nothing is asked for
   */
  constructor(view, settings, listing, states, idle) {
    this.#view = view;
    this.#settings = settings;
    this.#listing = listing;
    this.#states = states;
    this.#idle = idle;
  }

  /** @param {number} [active] the option that is active at first */
  show(active) {
    const { id } = this.#view;
    const listbox = renderListbox(this.#view);
    /** @type {Option[]} */
    const options = [];
    const pages = this.#groups(() => this.show(active)).map(({ title, rows, action = '' }, n) => {
      const group = `${id}-start-${n}`;
      const own = rows.map(({ text, ...row }, i) => renderRow({ ...row, id: `${group}-${i}`, name: [text], stops: [] }));
      options.push(...own);
      listbox.append(el('div', { role: 'group', 'aria-labelledby': group, 'aria-owns': own.map(({ element }) => element.id).join(' ') }));
      return el('div', { class: 'mycel-page' }, el('div', { class: 'mycel-page-title' }, el('span', { id: group }, title), action), ...own.map(({ row }) => row));
    });
    this.#listing.show({ listbox, pages, options }, active);
    this.tellSize();
  }

  /** Says in the empty dialog what can be searched. */
  tellSize() {
    const { host, strings } = this.#view;
    const info = this.#idle()?.info;
    if (!host.dialog || !info) return;
    const { page } = strings.words;
    this.#states.notes.replaceChildren();
    if (this.#listing.options.length > 0) return;
    this.#listing.empty(el('p', { class: 'mycel-idle' }, fill(page.searched, { sections: strings.counted(page.sections, info.sections), pages: strings.counted(page.pages, info.documents) })));
  }

  /**
   * @param {() => void} forgotten called when the reader has cleared the searches
   * @returns {{title: string, rows: (Pick<Option, 'query'> & {text: string, href?: string, icon: 'recent' | 'page'})[], action?: Node}[]}
   */
  #groups(forgotten) {
    const { host, strings: { words }, linkTo, searchFor } = this.#view;
    const { bundle, suggestions } = this.#settings;
    if (!host.dialog && !host.hasAttribute('popup')) return []; // the page would move
    const forget = button('mycel-quiet', () => {
      forgetSearches(bundle);
      host.input.focus();
      forgotten();
    }, words.clear);
    const groups = [
      { title: words.recent, rows: recentSearches(bundle).map((query) => ({ query, text: query, href: searchFor(query) ?? '#', icon: /** @type {const} */ ('recent') })), action: forget },
      { title: words.suggestions, rows: suggestions.map(([text, url]) => ({ text, href: linkTo(url), icon: /** @type {const} */ ('page') })) },
    ];
    return groups.filter(({ rows }) => rows.length > 0);
  }
}
