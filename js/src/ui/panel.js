/**
 * What an element becomes once the reader wants to search: results below the input,
 * the keyboard, and the engine behind them.
 */

import { rememberQuery } from './address.js';
import { Answers } from './answers.js';
import { makeAskBox } from './ask.js';
import { buildBox } from './box.js';
import { Choice } from './choice.js';
import { listenToDialog } from './dialog.js';
import { el } from './dom.js';
import { emit } from './events.js';
import { listenToKeys } from './keys.js';
import { lead } from './lead.js';
import { follow, fullAddress, matchedLine } from './links.js';
import { Listing } from './listing.js';
import { keepSearch } from './recent.js';
import { modeOf, readSettings } from './settings.js';
import { makeSource } from './source.js';
import { makeStart } from './start.js';
import { States } from './states.js';
import { Strings } from './strings.js';
import { listenToTyping } from './typing.js';
import { makeView } from './view.js';
/** @import {SearchBox} from './element.js' */
/** @import {Option} from './rows.js' */
/** @import {Bundles} from './source.js' */

/** The part of an element that is loaded when it is needed: it joins the rooms, and follows results. */
export class Panel {
  #host;
  #settings;
  #listing;
  #answers;
  /** Whether a result was followed: the address that it was followed from keeps the query, for Back. */
  #leaving = false;

  /** @param {SearchBox} host whose box and input it takes over @param {Strings} strings @param {Bundles} bundles */
  constructor(host, strings, bundles) {
    const settings = readSettings(host, document.baseURI);
    const view = makeView(host, settings, strings, (hit, result) => answers.explain(hit, result));
    const states = new States(strings.words);
    const tools = el('div', { class: 'mycel-tools' }, states.line);
    const listing = new Listing(view);
    const start = makeStart(view, settings, listing, states, () => (host.input.value.trim() || answers.query || answers.browsing ? undefined : choice.bundle));
    const source = makeSource(bundles, settings, { element: host, onProgress: (progress) => states.advance(progress), onUpdate: () => answers.renew() });
    const choice = new Choice(view, settings, tools, () => source.load(), (filters) => answers.anew(filters || undefined));
    const typing = listenToTyping(host, () => {
      listing.toggle(true);
      source.load().catch(() => {}); // the search will tell
    }, () => answers.anew(false));
    const ask = makeAskBox(view);
    const answers = new Answers(view, settings, { typing, choice, source, states, listing, start, ask });
    this.#host = host;
    this.#settings = settings;
    this.#listing = listing;
    this.#answers = answers;
    buildBox(view, { tools, states, listing, ask: ask.element }, () => answers.reset());
    this.#listen();
    if (host.dialog) {
      listenToDialog(host, host.dialog, {
        opened: () => {
          this.#leaving = false;
          choice.remember(answers.query);
        },
        closed: () => {
          typing.stop();
          if (!this.#leaving) rememberQuery(settings.param, '', new Map());
        },
      });
    }
    listing.toggle(host.shadowRoot?.activeElement !== null); // the reader was here first
    answers.begin();
  }

  /** @param {SearchBox} host @param {Bundles} bundles @returns {Promise<Panel>} */
  static async attach(host, bundles) {
    // The words of the elements come at the same time; the panel will tell what fails.
    const query = host.box.composing ? '' : host.input.value.trimStart();
    const { bundle, hits, problem } = readSettings(host, document.baseURI);
    const mode = modeOf(host);
    if (!problem && (!bundles.savesData() || query)) bundles.openOnce(bundle, undefined, query ? { query, mode, k: hits } : undefined).catch(() => {});
    const tag = /** @type {HTMLElement | null} */ (host.closest('[lang]'))?.lang ?? '';
    return new Panel(host, await Strings.load(tag), bundles);
  }

  #listen() {
    const { box, dialog, input } = this.#host;
    const { element } = this.#listing;
    input.addEventListener('focus', () => this.#listing.toggle(true));
    listenToKeys(input, { enter: (newTab) => this.#enter(newTab), escape: () => this.#escape(), move: (by) => this.#move(by) });
    for (const type of ['click', 'auxclick']) {
      element.addEventListener(type, (event) => this.#click(/** @type {MouseEvent} */ (event)));
      box.addEventListener(type, (/** @type {MouseEvent} */ event) => {
        if (follow(event, this.#settings.param)) dialog?.close();
      });
    }
    box.addEventListener('focusout', (/** @type {FocusEvent} */ { relatedTarget }) => {
      if (relatedTarget instanceof Node && !box.contains(relatedTarget) && !this.#host.contains(relatedTarget)) this.#listing.toggle(false);
    });
  }

  /** @param {1 | -1} by */
  #move(by) {
    const { active, options: { length } } = this.#listing;
    if (length === 0) return false;
    if (by > 0 && active === length - 1 && this.#answers.more()) return true;
    this.#listing.activate(by > 0 ? (active + 1) % length : (active <= 0 ? length : active) - 1);
    return true;
  }

  /** @param {boolean} newTab */
  #enter(newTab) {
    const option = this.#listing.options[this.#listing.active];
    if (option && !option.hit) {
      option.element.click();
    } else if (this.#answers.query !== this.#host.input.value.trim() || !option) {
      void this.#answers.search();
    } else if (option.element instanceof HTMLAnchorElement) {
      if (!newTab) option.element.click();
      else if (this.#select(option, true)) window.open(fullAddress(option.element), '_blank', 'noopener');
    }
    return true;
  }

  /** In a dialog the browser closes it. */
  #escape() {
    const { box, dialog, input } = this.#host;
    if (dialog || input.value === '') return false;
    if (this.#host.hasAttribute('popup') && box.classList.contains('mycel-open')) this.#listing.toggle(false);
    else this.#answers.reset();
    return true;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { button, ctrlKey, metaKey, shiftKey } = event;
    const option = this.#listing.optionOf(event);
    if (option?.query && button === 0 && !ctrlKey && !metaKey) {
      event.preventDefault();
      return this.#answers.searchFor(option.query);
    }
    if (!option?.hit || !(option.element instanceof HTMLAnchorElement) || button > 1) return;
    if (!this.#select(option, button === 1 || ctrlKey || metaKey || shiftKey)) event.preventDefault();
  }

  /** @param {Option} option @param {boolean} newTab @returns {boolean} whether its link is to be followed */
  #select({ hit, element }, newTab) {
    const { href: url } = /** @type {HTMLAnchorElement} */ (element);
    if (!hit) return true;
    const { query, answer } = this.#answers;
    const rank = (answer?.result.hits.indexOf(hit) ?? -1) + 1;
    const follow = emit(this.#host, 'select', { query, hit, rank, url, newTab });
    if (query) keepSearch(this.#settings.bundle, query);
    if (newTab) return follow;
    if (follow) lead(url, matchedLine(hit.excerpt));
    this.#leaving = true; // who prevents the default goes there, too, perhaps later
    this.#host.dialog?.close();
    this.#listing.toggle(false);
    return follow;
  }
}
