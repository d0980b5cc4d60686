/**
 * What an element becomes once the reader wants to search: results below the input,
 * the keyboard, and the engine behind them.
 */

import { rememberQuery } from './address.js';
import { makeAnswers } from './answers.js';
import { makeAskBox } from './ask.js';
import { buildBox } from './box.js';
import { makeChoice } from './choice.js';
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

/**
 * Makes an element search: the part that is loaded when it is needed.
 * @param {SearchBox} host whose box and input it takes over @param {Bundles} bundles
 */
export async function attach(host, bundles) {
  // The words of the elements come at the same time; the panel will tell what fails.
  const query = host.box.composing ? '' : host.input.value.trimStart();
  const { bundle, hits, problem } = readSettings(host, document.baseURI);
  const mode = modeOf(host);
  if (!problem && (!bundles.savesData() || query)) bundles.openOnce(bundle, undefined, query ? { query, mode, k: hits } : undefined).catch(() => {});
  const tag = /** @type {HTMLElement | null} */ (host.closest('[lang]'))?.lang ?? '';
  build(host, await Strings.load(tag), bundles);
}

/** Joins the rooms, and follows results. @param {SearchBox} host @param {Strings} strings @param {Bundles} bundles */
function build(host, strings, bundles) {
  const { box, dialog, input } = host;
  const settings = readSettings(host, document.baseURI);
  const view = makeView(host, settings, strings, (hit, result) => answers.explain(hit, result));
  const states = new States(strings.words);
  const tools = el('div', { class: 'mycel-tools' }, states.line);
  const listing = new Listing(view);
  const start = makeStart(view, settings, listing, states, () => (input.value.trim() || answers.query || answers.browsing ? undefined : choice.bundle));
  const source = makeSource(bundles, settings, { element: host, onProgress: (progress) => states.advance(progress), onUpdate: () => answers.renew() });
  const choice = makeChoice(view, settings, tools, () => source.load(), (filters) => answers.anew(filters || undefined));
  const typing = listenToTyping(host, () => {
    listing.toggle(true);
    source.load().catch(() => {}); // the search will tell
  }, () => answers.anew(false));
  const ask = makeAskBox(view);
  const answers = makeAnswers(view, settings, { typing, choice, source, states, listing, start, ask });
  /** Whether a result was followed: the address that it was followed from keeps the query, for Back. */
  let leaving = false;

  buildBox(view, { tools, states, listing, ask: ask.element }, () => answers.reset());
  input.addEventListener('focus', () => listing.toggle(true));
  listenToKeys(input, { enter, escape, move });
  for (const type of ['click', 'auxclick']) {
    listing.element.addEventListener(type, (event) => click(/** @type {MouseEvent} */ (event)));
    box.addEventListener(type, (/** @type {MouseEvent} */ event) => {
      if (follow(event, settings.param)) dialog?.close();
    });
  }
  box.addEventListener('focusout', (/** @type {FocusEvent} */ { relatedTarget }) => {
    if (relatedTarget instanceof Node && !box.contains(relatedTarget) && !host.contains(relatedTarget)) listing.toggle(false);
  });
  if (dialog) {
    listenToDialog(host, dialog, {
      opened: () => {
        leaving = false;
        choice.remember(answers.query);
      },
      closed: () => {
        typing.stop();
        if (!leaving) rememberQuery(settings.param, '', new Map());
      },
    });
  }
  listing.toggle(host.shadowRoot?.activeElement !== null); // the reader was here first
  answers.begin();

  /** @param {1 | -1} by */
  function move(by) {
    const { active, options: { length } } = listing;
    if (length === 0) return false;
    if (by > 0 && active === length - 1 && answers.more()) return true;
    listing.activate(by > 0 ? (active + 1) % length : (active <= 0 ? length : active) - 1);
    return true;
  }

  /** @param {boolean} newTab */
  function enter(newTab) {
    const option = listing.options[listing.active];
    if (option && !option.hit) {
      option.element.click();
    } else if (answers.query !== input.value.trim() || !option) {
      void answers.search();
    } else if (option.element instanceof HTMLAnchorElement) {
      if (!newTab) option.element.click();
      else if (select(option, true)) window.open(fullAddress(option.element), '_blank', 'noopener');
    }
    return true;
  }

  /** In a dialog the browser closes it. */
  function escape() {
    if (dialog || input.value === '') return false;
    if (host.hasAttribute('popup') && box.classList.contains('mycel-open')) listing.toggle(false);
    else answers.reset();
    return true;
  }

  /** @param {MouseEvent} event */
  function click(event) {
    const { button, ctrlKey, metaKey, shiftKey } = event;
    const option = listing.optionOf(event);
    if (option?.query && button === 0 && !ctrlKey && !metaKey) {
      event.preventDefault();
      return answers.searchFor(option.query);
    }
    if (!option?.hit || !(option.element instanceof HTMLAnchorElement) || button > 1) return;
    if (!select(option, button === 1 || ctrlKey || metaKey || shiftKey)) event.preventDefault();
  }

  /** @param {Option} option @param {boolean} newTab @returns {boolean} whether its link is to be followed */
  function select({ hit, element }, newTab) {
    const { href: url } = /** @type {HTMLAnchorElement} */ (element);
    if (!hit) return true;
    const { query, answer } = answers;
    const rank = (answer?.result.hits.indexOf(hit) ?? -1) + 1;
    const follow = emit(host, 'select', { query, hit, rank, url, newTab });
    if (query) keepSearch(settings.bundle, query);
    if (newTab) return follow;
    if (follow) lead(url, matchedLine(hit.excerpt));
    leaving = true; // who prevents the default goes there, too, perhaps later
    dialog?.close();
    listing.toggle(false);
    return follow;
  }
}
