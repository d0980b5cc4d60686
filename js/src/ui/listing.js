import { el } from './dom.js';
import { renderListbox } from './rows.js';
/** @import {Rendered} from './results.js' */
/** @import {Option} from './rows.js' */
/** @import {View} from './view.js' */

/** Rows that keep the place of results. */
const skeletons = 6;

/** The list below the input. One option is the active one, for keys and pointer. */
export class Listing {
  element = el('div', { class: 'mycel-results', 'aria-busy': 'false' });
  // Firefox would stop at what scrolls; the keys of the input move through it.
  body = el('div', { class: 'mycel-body', tabindex: '-1' });
  /** @type {Option[]} */
  options = [];
  active = -1;
  #view;

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
    // A move of the pointer, and not of the list below it.
    this.element.addEventListener('pointermove', ({ target, pointerType }) => {
      const at = this.options.findIndex(({ row }) => row.contains(/** @type {Node} */ (target)));
      if (at >= 0 && at !== this.active && pointerType === 'mouse') this.activate(at, false);
    });
  }

  /** Whether results stand in it. */
  get hasHits() {
    return this.options.some(({ hit }) => hit);
  }

  /** The option whose link a click has met. @param {Event} click */
  optionOf({ target }) {
    const link = target instanceof Element && target.closest('[role=option]');
    return this.options.find(({ element }) => element === link);
  }

  /** @param {Rendered} rendered @param {number} [active] the option that is active at first */
  show({ listbox, pages, options }, active = 0) {
    listbox.hidden = options.length === 0;
    this.element.replaceChildren(listbox, ...pages);
    this.options = options;
    this.#view.host.input.setAttribute('aria-expanded', String(options.length > 0));
    this.body.scrollTop = 0;
    this.activate(options.length > 0 ? active : -1);
  }

  /** @param {HTMLElement[]} pages shown instead of options */
  empty(...pages) {
    this.show({ listbox: renderListbox(this.#view), pages, options: [] });
  }

  /**
   * Shows that an answer is on its way: in the place of the magnifier, and where nothing stands in the places of the results.
   * @param {boolean} busy
   */
  wait(busy) {
    this.element.setAttribute('aria-busy', String(busy));
    this.#view.host.box.toggleAttribute('data-busy', busy);
    if (!busy || this.hasHits) return;
    this.empty(...Array.from({ length: skeletons }, () => el('div', { class: 'mycel-skeleton', 'aria-hidden': 'true' }, el('div'), el('div'))));
  }

  /** @param {number} at place of the option; −1 for none @param {boolean} [show] whether to scroll it into view */
  activate(at, show = true) {
    this.options.forEach(({ element, stops }, i) => {
      element.setAttribute('aria-selected', String(i === at));
      // Of what lies below the results, that of the active one is in the tab order.
      for (const stop of stops) stop.tabIndex = i === at ? 0 : -1;
    });
    this.active = at;
    const option = this.options[at];
    const { input } = this.#view.host;
    if (option) input.setAttribute('aria-activedescendant', option.element.id);
    else input.removeAttribute('aria-activedescendant');
    if (!show) return;
    if (at === 0) this.body.scrollTop = 0;
    else option?.element.parentElement?.scrollIntoView({ block: 'nearest' });
  }

  /** Shows or hides the list of a searchbox that pops up. @param {boolean} open */
  toggle(open) {
    const { host } = this.#view;
    host.box.classList.toggle('mycel-open', open);
    if (host.hasAttribute('popup')) host.input.setAttribute('aria-expanded', String(open && this.options.length > 0));
  }
}
