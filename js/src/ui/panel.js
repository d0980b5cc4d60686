/**
 * What an element becomes once the reader wants to search: results below the input,
 * the keyboard, and the engine behind them.
 */

import { rememberedFilters, rememberQuery, searchAddress } from './address.js';
import { AskBox } from './ask.js';
import { cut } from './cut.js';
import { el } from './dom.js';
import { emit } from './events.js';
import { chosenKeys, conditionOf, offeredKeys, selectionOf } from './facets.js';
import { fill } from './fill.js';
import { isWritten } from './composition.js';
import { cross, spinner } from './icons.js';
import { follow, fullAddress, leadTo, linkTo, matchedLine, toText } from './links.js';
import { joinPairs } from './pairs.js';
import { forgetSearches, keepSearch, recentSearches } from './recent.js';
import { renderListbox, renderRow } from './rows.js';
import { readPageFacets } from './pagefacets.js';
import { readSettings } from './settings.js';
import { lead } from './lead.js';
import { Strings } from './strings.js';
import style from './styles/panel.js';
/** @import {Search} from '../api/client.js' */
/** @import {Hit, Mode, Progress, Result} from '../types.js' */
/** @import {SearchBox} from './element.js' */
/** @import {Selection} from './facets.js' */
/** @import {FilterBar} from './filterbar.js' */
/** @import {View} from './results.js' */
/** @import {Option} from './rows.js' */
/** @typedef {typeof import('./list.js')} List what shows results and filters; it is loaded with the first key */
/** @typedef {typeof import('./bundles.js')} Bundles what opens bundles; it is loaded beside this */

/** How many more hits the button brings; the engine gives 100 at most. */
const moreHits = 20;
const maxHits = 100;
/** Sections shown of a query that is wider than one that finds nothing. */
const nearHits = 3;
/** Milliseconds without a key before a search: long enough that fast typing fetches no text for half words. */
const typingPause = 90;
/** Characters of a query that are repeated to the reader: a whole page may have been pasted. */
const mostEchoed = 120;
/** Rows that keep the place of results. */
const skeletons = 6;
/** Milliseconds without a byte of the index before the reader is told. */
const latePause = 10_000;
/** Milliseconds without a key before results are counted that are not listed. */
const countingPause = 400;

let panels = 0;

/** The part of an element that is loaded when it is needed. */
export class Panel {
  #host;
  #bundles;
  #input;
  #settings;
  #strings;
  #id = `mycel-${++panels}`;
  #numbers = 0;

  #status = el('div', { class: 'mycel-status', role: 'status', dir: 'auto' });
  #progress = el('progress', { class: 'mycel-progress', max: '1', value: '0', hidden: '', 'aria-hidden': 'true' });
  #notes = el('div', { class: 'mycel-notes' });
  #results = el('div', { class: 'mycel-results', 'aria-busy': 'false' });
  // Firefox would stop at what scrolls; the keys of the input move through it.
  #body = el('div', { class: 'mycel-body', tabindex: '-1' });
  #tools = el('div', { class: 'mycel-tools' });
  #more = el('button', { type: 'button', class: 'mycel-button' });
  #order = el('select', { class: 'mycel-order', hidden: '' });
  /** Once it is needed. @type {List | undefined} */
  #list;
  /** Why it could not be had. @type {unknown} */
  #lost;
  /** If the bundle has some. @type {FilterBar | undefined} */
  #filters;
  /** What is chosen of them. @type {Selection} */
  #selection = new Map();
  /** What the page has of the filters. @type {ReturnType<typeof readPageFacets>} */
  #context = new Map();
  /** The bundle whose filters are offered. @type {Search | undefined} */
  #offered;
  /** @type {AskBox} */
  #ask;
  /** @type {View} */
  #view;
  /** @type {import('./bundles.js').Follower} */
  #follower;

  /** Of the search under way. */
  #controller = new AbortController();
  #pause = 0;
  #counting = 0;
  /** While the index is on its way: the timer that says that it is late. @type {number | undefined} */
  #late;
  /** Whether misspellings are to be searched for as they are typed, and in which query. */
  #literal = '';
  #hits;
  #browsing = false;
  /** The text of the input that was searched for last. @type {string | undefined} */
  #asked;
  /** Whether the input ends in text that its input method will replace. */
  #half;
  /** The query that the list answers, or ''. */
  #answered = '';
  /** @type {Result | undefined} */
  #result;
  /** Repeats the last search, to explain the hit at a position. @type {(position: number) => Promise<Result>} */
  #again = async () => emptyResult;
  /** @type {Option[]} */
  #options = [];
  #active = -1;
  /** Whether the list waits for excerpts, or for the answer of a newer bundle. */
  #pending = false;
  /** Whether a result was followed: the address that it was followed from keeps the query, for Back. */
  #leaving = false;

  /**
   * @param {SearchBox} host whose box and input it takes over
   * @param {Strings} strings
   * @param {Bundles} bundles
   */
  constructor(host, strings, bundles) {
    this.#host = host;
    this.#bundles = bundles;
    this.#follower = { element: host, onProgress: (progress) => this.#showProgress(progress), onUpdate: () => this.#renew() };
    this.#input = host.input;
    this.#strings = strings;
    this.#settings = readSettings(host, document.baseURI);
    this.#hits = this.#settings.hits;
    this.#half = host.box.composing && !isWritten(host.input.value);
    this.#view = this.#makeView();
    this.#ask = new AskBox(this.#view);
    this.#build();
    this.#listen();
    if (this.#input.value.trim()) void this.search();
    else {
      this.#clear();
      this.warm();
    }
  }

  /**
   * @param {SearchBox} host
   * @param {Bundles} bundles
   * @returns {Promise<Panel>}
   */
  static async attach(host, bundles) {
    // The words of the elements come at the same time; the panel will tell what fails.
    const query = host.box.composing ? '' : host.input.value.trimStart();
    const { bundle, hits, problem } = readSettings(host, document.baseURI);
    const mode = modeOf(host);
    if (!problem && (!bundles.savesData() || query)) bundles.openOnce(bundle, undefined, query ? { query, mode, k: hits } : undefined).catch(() => {});
    const tag = /** @type {HTMLElement | null} */ (host.closest('[lang]'))?.lang ?? '';
    return new Panel(host, await Strings.load(tag), bundles);
  }

  /** Opens the bundle ahead of the first search, unless the reader saves data. */
  warm() {
    if (this.#bundles.savesData()) return;
    this.#open().catch((error) => {
      if (!this.#input.value.trim()) this.#showProblem(error); // or the search that waits tells
    });
  }

  /** Loads what shows results and filters. */
  async #load() {
    this.#list ??= await import('./list.js').catch((error) => {
      this.#lost = error;
      throw error;
    });
    return this.#list;
  }

  /** Searches for the text of the input, and aborts the search before; half composed text waits for its end. */
  async search() {
    clearTimeout(this.#pause);
    if (this.#half) return;
    clearTimeout(this.#counting);
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const { value } = this.#input;
    const query = value.trim();
    // White space behind a word says that it is finished.
    const typed = value.trimStart();
    this.#asked = value;
    this.#remember(query);
    this.#busy(false);
    if (query === '' && !(this.#browsing && this.#isNarrowed)) return this.#clear();
    if (!emit(this.#host, 'search', { query })) return;
    this.#busy(true);
    try {
      const [bundle] = await Promise.all([this.#open(), this.#load()]);
      if (signal.aborted) return;
      this.#remember(query);
      const selection = this.#selection;
      const sort = this.#order.value || undefined;
      const options = { mode: modeOf(this.#host), k: this.#hits, filters: conditionOf(selection, this.#context), params: this.#params(query), sort };
      const add = await this.#pinFor(query);
      const found = await bundle.search(typed, {
        ...options, signal,
        // Where nothing stands yet, names are of use before excerpts; a list is left until the next is whole.
        onRanked: (result) => {
          if (!signal.aborted && !this.#hasHits) this.#present(add(result), query, true);
        },
      });
      const result = add(found);
      const placeOf = (/** @type {number} */ position) => found.hits.indexOf(result.hits[position]);
      this.#again = async (position) => add(await bundle.search(typed, { ...options, excerpts: [placeOf(position)].filter((at) => at >= 0), explain: true }));
      this.#show(result, query, bundle);
      this.#busy(false);
      await this.#count(found, typed, bundle, signal);
      if (found.hits.length === this.#hits && this.#hits < maxHits) this.#counting = window.setTimeout(() => this.#countAll(typed, bundle, signal), countingPause);
    } catch (error) {
      if (codeOf(error) === 'aborted') return;
      this.#showProblem(error);
    } finally {
      if (!signal.aborted) this.#busy(false);
    }
  }

  /**
   * What puts the page that the site names for a query before its results.
   * @param {string} query
   * @returns {Promise<(result: Result) => Result>}
   */
  async #pinFor(query) {
    const { pins } = this.#settings;
    if (!pins || !query) return (result) => result;
    const { pinOf, readPins, withPin } = await this.#load();
    const pin = await readPins(pins).then((all) => pinOf(all, query), (error) => void emit(this.#host, 'error', { error }));
    return (result) => withPin(result, pin, this.#view.linkTo);
  }

  /**
   * @param {string} query
   * @returns {import('../params.js').Params | undefined}
   */
  #params(query) {
    return this.#literal !== '' && this.#literal === query ? { noTypos: true } : undefined;
  }

  /**
   * Says how many results there are, when more are found than listed.
   * @param {string} typed
   * @param {Search} bundle
   * @param {AbortSignal} signal
   */
  async #countAll(typed, bundle, signal) {
    const options = { mode: modeOf(this.#host), k: maxHits, excerpts: [], filters: conditionOf(this.#selection, this.#context), signal, params: this.#params(typed.trim()) };
    const found = (await bundle.search(typed, options).catch(() => undefined))?.hits.length;
    if (found && !signal.aborted) this.#say(this.#strings.results(found, found === maxHits));
  }

  /**
   * Shows that an answer is on its way: in the place of the magnifier, and where nothing
   * stands in the places of the results.
   * @param {boolean} busy
   */
  #busy(busy) {
    this.#results.setAttribute('aria-busy', String(busy));
    const { box } = this.#host;
    if (!busy) delete box.dataset.busy;
    else box.dataset.busy = '';
    if (!busy || this.#hasHits) return;
    this.#notes.replaceChildren();
    this.#setOptions([]);
    const row = () => el('div', { class: 'mycel-skeleton', 'aria-hidden': 'true' }, el('div'), el('div'));
    this.#results.replaceChildren(this.#emptyList(), ...Array.from({ length: skeletons }, row));
  }

  /** Whether results stand in the list. */
  get #hasHits() {
    return this.#options.some(({ hit }) => hit);
  }

  /** Repeats a search that the bundle of an earlier visit has answered, with its filters. */
  #renew() {
    if (!this.#offered) return; // nothing has been answered
    const counts = this.#offered.filters();
    /** @type {[string, string][]} */
    const chosen = [...this.#selection].flatMap(([key, values]) => [...values].map((value) => /** @type {[string, string]} */ ([key, value])));
    this.#choose(selectionOf(chosen, offeredKeys(counts, this.#settings.filters), counts), counts).catch(() => {}); // the search tells
    this.#pending = this.#hasHits;
    if (this.#input.value.trim() || this.#browsing) void this.search();
  }

  /** @returns {Promise<Search>} */
  async #open() {
    if (this.#settings.problem) throw this.#bundles.requestError(this.#settings.problem);
    if (this.#status.textContent === '') this.#await();
    const bundle = await this.#bundles.openOnce(this.#settings.bundle, this.#follower);
    this.#progress.hidden = true;
    this.#view.language = bundle.info.language;
    await this.#offerFilters(bundle);
    if (this.#late) this.#say(this.#input.value.trim() ? this.#strings.words.searching : '');
    this.#late = void clearTimeout(this.#late);
    this.#tellSize(bundle);
    return bundle;
  }

  /** Says that the index is on its way and, when nothing comes of it for a while, that it is late. */
  #await() {
    const { loading, late } = this.#strings.words;
    clearTimeout(this.#late);
    this.#say(loading);
    this.#late = window.setTimeout(() => this.#say(late), latePause);
  }

  /**
   * Offers the filters of the bundle, with the choice of the address or the attribute.
   * @param {Search} bundle
   */
  async #offerFilters(bundle) {
    const { filters, filter, param } = this.#settings;
    const counts = bundle.filters();
    if (this.#offered !== bundle && offeredKeys(counts, filters).length > 0) await this.#load();
    if (this.#offered === bundle) return;
    this.#offered = bundle;
    const remembered = rememberedFilters(param);
    this.#context = readPageFacets(this.#host, counts);
    for (const [key] of filter) this.#context.delete(key);
    /** @type {[string, string][]} */
    const page = [...this.#context].flatMap(([key, { values }]) => values.map((value) => /** @type {[string, string]} */ ([key, value])));
    const selection = selectionOf(remembered.length > 0 ? remembered : [...filter, ...page], offeredKeys(counts, filters), counts);
    this.#offerOrders(bundle.info.sorts ?? []);
    await this.#choose(selection, counts);
  }

  /**
   * @param {Selection} selection
   * @param {import('../types.js').FilterCounts} counts of all documents
   */
  async #choose(selection, counts) {
    this.#selection = selection;
    if (selection.size === 0 && !this.#filters) return;
    const { FilterBar } = await this.#load();
    if (!this.#filters) {
      this.#filters = new FilterBar(this.#view, () => this.#searchAnew(true));
      this.#tools.append(this.#filters.element);
    }
    this.#filters.offer(this.#selection, counts);
  }

  /**
   * Offers to order results by keys that documents are sorted by, from the greatest and from the least.
   * @param {string[]} sorts
   */
  #offerOrders(sorts) {
    const { keys, page } = this.#strings.words;
    const orders = sorts.flatMap((key) => [[`${key}:desc`, `${keys[key] ?? key} ↓`], [key, `${keys[key] ?? key} ↑`]]);
    this.#order.replaceChildren(...[['', page.modes.best], ...orders].map(([value, text]) => el('option', { value }, text)));
    this.#order.hidden = sorts.length === 0;
  }

  /** Whether values of filters are chosen. */
  get #isNarrowed() {
    return chosenKeys(this.#selection).length > 0;
  }

  /** @param {string} query of a dialog that is open: a search that ends later would write it into the address of another page */
  #remember(query) {
    if (this.#host.dialog?.open !== false) rememberQuery(this.#settings.param, query, this.#offered && this.#selection);
  }

  /**
   * Shows how many documents each value of the filters would leave.
   * @param {Result} result
   * @param {string} query
   * @param {Search} bundle
   * @param {AbortSignal} signal
   */
  async #count({ filters: counts = {} }, query, bundle, signal) {
    const selection = this.#selection;
    const all = { ...counts };
    for (const key of chosenKeys(selection)) {
      const wider = await bundle.search(query, { mode: 'bm25', k: 1, excerpts: [], filters: conditionOf(selection, this.#context, key), signal });
      all[key] = wider.filters?.[key] ?? {};
    }
    this.#filters?.count(all);
  }

  /** @param {boolean} browsing whether the filters are what has changed: they list documents without a query, too */
  #searchAnew(browsing) {
    this.#browsing = browsing;
    this.#hits = this.#settings.hits;
    void this.search();
  }

  /**
   * Asks for the links to a hit and for the entities of the query, which no other search fetches.
   * @param {Hit} hit
   * @param {Result} result
   * @returns {Promise<Result | undefined>} none if the hit is listed no more, or they cannot be had
   */
  async #explain(hit, result) {
    const at = result.hits.indexOf(hit);
    const again = result === this.#result ? await this.#again(at).catch(() => undefined) : undefined;
    return again?.hits[at]?.url === hit.url ? again : undefined;
  }

  /** @returns {View} */
  #makeView() {
    const { root, param, textFragments, documentPage } = this.#settings;
    return {
      host: this.#host,
      id: this.#id,
      strings: this.#strings,
      language: '',
      count: () => this.#numbers++,
      own: (hit, result) => this.#list?.ownView(this.#host, root, hit, result),
      linkTo: (url) => linkTo(url, root),
      linkToHit: (hit) => {
        const href = linkTo(hit.url, root) ?? pageOf(hit, documentPage);
        return href && textFragments ? toText(href, matchedLine(hit.excerpt)) : href;
      },
      renderListbox,
      renderRow,
      leadTo,
      searchFor: (query) => searchAddress(param, query),
      explain: (hit, result) => this.#explain(hit, result),
    };
  }

  #build() {
    this.#more.append(this.#strings.words.more);
    this.#more.addEventListener('click', () => this.#showMore());
    const { box, dialog } = this.#host;
    const { words, direction } = this.#strings;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets.push(sheet);
    this.#host.failed.remove();
    if (!this.#host.closest('[dir]')) box.dir = direction;
    const attributes = {
      role: 'combobox', enterkeyhint: 'search', autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false',
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': `${this.#id}-list`,
    };
    for (const [name, value] of Object.entries(attributes)) this.#input.setAttribute(name, value);
    const clear = el('button', { type: 'button', class: 'mycel-cancel mycel-empty', title: words.clear }, cross());
    clear.addEventListener('click', () => this.#reset());
    const close = el('button', { type: 'button', class: 'mycel-cancel' }, words.close);
    close.addEventListener('click', () => dialog?.close());
    // The input itself stays where it is: moved, it would lose focus and composition.
    this.#input.after(clear, ...(dialog ? [close] : []));
    box.querySelector('svg')?.append(spinner());
    this.#tools.append(this.#status, this.#order);
    this.#order.ariaLabel = words.page.rankBy;
    this.#order.addEventListener('change', () => this.#searchAnew(this.#browsing));
    this.#body.append(this.#progress, ...(this.#host.querySelector(':scope > [slot=note]') ? [el('slot', { name: 'note' })] : []), this.#notes, this.#ask.element, this.#results);
    box.append(this.#tools, this.#body);
    if (dialog) box.append(this.#hints());
    this.#toggle(this.#root.activeElement !== null); // the reader was here first
  }

  get #root() {
    return /** @type {ShadowRoot} */ (this.#host.shadowRoot);
  }

  #hints() {
    const { words, language } = this.#strings;
    const { move, open, newTab } = words;
    const close = words.close.toLocaleLowerCase(language);
    const mod = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl';
    /** @type {[string[], string][]} */
    const keys = [[['↓', '↑'], move], [['↵'], open], [[mod, '↵'], newTab], [['Esc'], close]];
    return el('div', { class: 'mycel-hints', 'aria-hidden': 'true' }, ...keys.map(([names, what]) => el('span', {}, ...names.map((name) => el('kbd', {}, name)), what)));
  }

  #listen() {
    const { box, dialog } = this.#host;
    // A composition ends with its own event in all browsers, in Firefox with one of the input behind it.
    for (const type of ['input', 'compositionend']) {
      this.#input.addEventListener(type, (/** @type {any} */ { data, inputType }) => { // a script's event has neither
        clearTimeout(this.#pause);
        this.#half = box.composing && inputType && !isWritten(data ?? '');
        // A syllable that is whole at last was searched for as it was composed.
        if (this.#half || (data != null && this.#input.value === this.#asked)) return;
        this.#toggle(true);
        this.#load().catch(() => {}); // the search will tell
        // Text that is pasted, chosen of an input method or put there by a script, is whole.
        this.#pause = window.setTimeout(() => this.#searchAnew(false), inputType && inputType !== 'insertFromPaste' ? typingPause : 0);
      });
    }
    this.#input.addEventListener('focus', () => this.#toggle(true));
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    // A move of the pointer, and not of the list below it. One result is the active one, for keys and pointer.
    this.#results.addEventListener('pointermove', ({ target, pointerType }) => {
      const at = this.#options.findIndex(({ row }) => row.contains(/** @type {Node} */ (target)));
      if (at >= 0 && at !== this.#active && pointerType === 'mouse') this.#activate(at, false);
    });
    for (const type of ['click', 'auxclick']) {
      this.#results.addEventListener(type, (event) => this.#click(/** @type {MouseEvent} */ (event)));
      box.addEventListener(type, (/** @type {MouseEvent} */ event) => {
        if (follow(event, this.#settings.param)) dialog?.close();
      });
    }
    box.addEventListener('focusout', (/** @type {FocusEvent} */ { relatedTarget }) => {
      if (relatedTarget instanceof Node && !box.contains(relatedTarget) && !this.#host.contains(relatedTarget)) this.#toggle(false);
    });
    if (dialog) this.#listenToDialog(dialog);
  }

  /** @param {HTMLDialogElement} dialog */
  #listenToDialog(dialog) {
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close(); // beside the box
    });
    dialog.addEventListener('close', () => {
      clearTimeout(this.#pause); // what was typed last is not searched for any more
      if (!this.#leaving) rememberQuery(this.#settings.param, '', new Map());
      this.#hold(false);
      // The dialog gives the focus back to where it was; opened by its shortcut that was
      // nowhere, and the focus is still in what has just gone.
      const { activeElement } = document;
      if (activeElement === document.body || activeElement === this.#host) /** @type {HTMLElement | null} */ (document.querySelector('mycel-search-trigger'))?.focus();
    });
    if (dialog.open) this.#hold(true);
    // The browser may keep a page that was left, and show it again as it was.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted && this.#host.isConnected) this.#host.again();
    });
    this.#host.addEventListener('focusin', () => {
      if (dialog.open) this.#hold(true);
      this.#leaving = false;
      this.#remember(this.#answered);
    });
  }

  /** What the page had. @type {[string, string] | undefined} */
  #held;

  /**
   * Keeps the page behind the dialog from scrolling, without a move of what stands on it.
   * @param {boolean} hold
   */
  #hold(hold) {
    const { style } = document.documentElement;
    if (hold && !this.#held) {
      this.#held = [style.overflow, style.scrollbarGutter];
      if (innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable';
      style.overflow = 'hidden';
    } else if (!hold && this.#held) {
      [style.overflow, style.scrollbarGutter] = this.#held;
      this.#held = undefined;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // Safari ends a composition before the key that does it: only the code of the key tells.
    if (event.isComposing || event.keyCode === 229 || event.altKey) return;
    if (this.#act(event)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key meant something
   */
  #act({ key, ctrlKey, metaKey, shiftKey }) {
    const last = this.#options.length - 1;
    if (key === 'Enter') return this.#enter(ctrlKey || metaKey || shiftKey);
    if (ctrlKey || metaKey || shiftKey) return false;
    if (key === 'Escape') return this.#escape();
    if (last < 0) return false;
    switch (key) {
      case 'ArrowDown':
        if (this.#active < last || !this.#more.isConnected) return this.#activate(this.#active === last ? 0 : this.#active + 1);
        void this.#showMore();
        return true;
      case 'ArrowUp':
        return this.#activate(this.#active <= 0 ? last : this.#active - 1);
      default:
        return false;
    }
  }

  /** @param {boolean} newTab */
  #enter(newTab) {
    const option = this.#options[this.#active];
    if (option && !option.hit) {
      option.element.click();
    } else if (this.#answered !== this.#input.value.trim() || !option) {
      void this.search();
    } else if (option.element instanceof HTMLAnchorElement) {
      if (!newTab) option.element.click();
      else if (this.#select(option, true)) window.open(fullAddress(option.element), '_blank', 'noopener');
    }
    return true;
  }

  /** In a dialog the browser closes it. */
  #escape() {
    if (this.#host.dialog || this.#input.value === '') return false;
    if (this.#host.hasAttribute('popup') && this.#host.box.classList.contains('mycel-open')) this.#toggle(false);
    else this.#reset();
    return true;
  }

  #reset() {
    this.#input.value = '';
    this.#input.focus();
    void this.search();
  }

  /**
   * @param {number} at place of the option
   * @param {boolean} [show] whether to scroll it into view
   * @returns {true}
   */
  #activate(at, show = true) {
    this.#options.forEach(({ element, stops }, i) => {
      element.setAttribute('aria-selected', String(i === at));
      // Of what lies below the results, that of the active one is in the tab order.
      for (const stop of stops) stop.tabIndex = i === at ? 0 : -1;
    });
    this.#active = at;
    const option = this.#options[at];
    if (option) this.#input.setAttribute('aria-activedescendant', option.element.id);
    else this.#input.removeAttribute('aria-activedescendant');
    if (!show) return true;
    if (at === 0) this.#body.scrollTop = 0;
    else option?.element.parentElement?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const link = event.target instanceof Element && event.target.closest('[role=option]');
    const option = this.#options.find(({ element }) => element === link);
    if (option?.query && event.button === 0 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      return this.#searchFor(option.query);
    }
    if (!option?.hit || !(option.element instanceof HTMLAnchorElement) || event.button > 1) return;
    const newTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!this.#select(option, newTab)) event.preventDefault();
  }

  /**
   * @param {Option} option
   * @param {boolean} newTab
   * @returns {boolean} whether its link is to be followed
   */
  #select({ hit, element }, newTab) {
    const url = /** @type {HTMLAnchorElement} */ (element).href;
    if (!hit) return true;
    const rank = (this.#result?.hits.indexOf(hit) ?? -1) + 1;
    const follow = emit(this.#host, 'select', { query: this.#answered, hit, rank, url, newTab });
    if (this.#answered) keepSearch(this.#settings.bundle, this.#answered);
    if (newTab) return follow;
    if (follow) lead(url, matchedLine(hit.excerpt));
    this.#leaving = follow;
    this.#host.dialog?.close();
    this.#toggle(false);
    return follow;
  }

  /**
   * @param {Result} result
   * @param {string} query
   * @param {Search} bundle
   */
  #show(result, query, bundle) {
    const found = countFound(result);
    this.#ask.offer(query, bundle);
    const active = this.#pending ? this.#active : 0; // the reader may have moved meanwhile
    this.#present(result, query, false);
    if (active > 0) this.#activate(Math.min(active, this.#options.length - 1));
    if (found === this.#hits && found < maxHits) this.#results.append(this.#more);
    emit(this.#host, 'results', { query, result });
    if (result.hits.length > 0) return;
    emit(this.#host, 'zero', { query, result });
    void this.#showWays(result, bundle, this.#controller.signal);
  }

  /**
   * Offers queries that are a little wider than one that finds nothing, and shows what one of them finds.
   * @param {Result} none
   * @param {Search} bundle
   * @param {AbortSignal} signal
   */
  async #showWays(none, bundle, signal) {
    const { fewerWords, relaxed } = await this.#load();
    if (signal.aborted) return;
    const { words } = this.#strings;
    const fewer = [...(none.didYouMean ? [none.didYouMean] : []), ...fewerWords(none)];
    const offers = [...new Set(fewer)].map((query) => this.#way(fill(words.searchFor, { query: cut(query, mostEchoed) }), () => this.#searchFor(query)));
    this.#notes.querySelector('.mycel-ways')?.prepend(...offers);
    const filters = conditionOf(this.#selection, this.#context);
    const wider = relaxed(none).map((query) => ({ query, filters }));
    for (const { query, filters: within } of filters ? [...wider, { query: none.query, filters: undefined }] : wider) {
      const options = { k: nearHits, filters: within, signal };
      const near = await bundle.search(query, options).catch(() => undefined);
      if (signal.aborted) return;
      if (!near?.hits.length) continue;
      this.#again = (position) => bundle.search(query, { ...options, excerpts: [position], explain: true });
      this.#result = near;
      this.#showList(near);
      this.#results.querySelector('.mycel-listbox')?.after(el('div', { class: 'mycel-page-title' }, words.suggestions));
      this.#activate(-1); // Enter repeats the search
      return;
    }
  }

  /**
   * @param {Result} result
   * @param {string} query
   * @param {boolean} pending whether excerpts that it lacks are on their way
   */
  #present(result, query, pending) {
    const found = countFound(result);
    this.#result = result;
    this.#answered = query;
    this.#say(this.#strings.results(result.hits.length, found === this.#hits && this.#hits < maxHits));
    this.#notes.replaceChildren(...this.#notesOn(result));
    this.#showList(result, pending);
    if (pending) emit(this.#host, 'ranked', { query, result });
  }

  /**
   * @param {Result | undefined} result none for an empty list
   * @param {boolean} [pending] whether excerpts that it lacks are on their way
   */
  #showList(result, pending = false) {
    const { listbox, pages, options } = /** @type {List} */ (this.#list).renderResults(result ?? emptyResult, this.#view, pending);
    this.#results.classList.toggle('mycel-kept', pending || this.#pending); // nothing moves when excerpts come
    this.#pending = pending;
    this.#results.replaceChildren(listbox, ...pages);
    if (options.length === 0) return this.#showStart();
    this.#setOptions(options);
    this.#activate(options.findIndex(({ hit }) => hit === result?.hits[0])); // a page's head may stand before its best section
  }

  /** @param {Option[]} options */
  #setOptions(options) {
    this.#options = options;
    this.#input.setAttribute('aria-expanded', String(options.length > 0));
    this.#activate(options.length > 0 ? 0 : -1);
  }

  /** An empty list. */
  #emptyList() {
    const list = renderListbox(this.#view);
    list.hidden = true;
    return list;
  }

  /** What stands in the list before a search: the last searches, and pages that the site names. */
  #showStart() {
    const { words } = this.#strings;
    const { bundle, suggestions } = this.#settings;
    const covers = this.#host.dialog || this.#host.hasAttribute('popup'); // elsewhere the page would move
    const forget = el('button', { type: 'button', class: 'mycel-quiet' }, words.clear);
    forget.addEventListener('click', () => {
      forgetSearches(bundle);
      this.#input.focus();
      this.#showStart();
    });
    /** @type {[title: string, rows: (Omit<Option, 'element' | 'row' | 'stops'> & {text: string, href?: string, icon: 'recent' | 'page'})[], action: HTMLElement | string][]} */
    const groups = [
      [words.recent, recentSearches(bundle).map((query) => ({ query, text: query, href: this.#view.searchFor(query) ?? '#', icon: 'recent' })), forget],
      [words.suggestions, suggestions.map(([text, url]) => ({ text, href: this.#view.linkTo(url), icon: 'page' })), ''],
    ];
    const listbox = renderListbox(this.#view);
    /** @type {Option[]} */
    const options = [];
    const shown = groups.filter(([, rows]) => covers && rows.length > 0).map(([title, rows, action], n) => {
      const id = `${this.#id}-start-${n}`;
      const own = rows.map(({ text, ...row }, i) => renderRow({ ...row, id: `${id}-${i}`, name: [text], stops: [] }));
      options.push(...own);
      listbox.append(el('div', { role: 'group', 'aria-labelledby': id, 'aria-owns': own.map(({ element }) => element.id).join(' ') }));
      return el('div', { class: 'mycel-page' }, el('div', { class: 'mycel-page-title' }, el('span', { id }, title), action), ...own.map(({ row }) => row));
    });
    listbox.hidden = options.length === 0;
    this.#results.replaceChildren(listbox, ...shown);
    this.#setOptions(options);
    if (this.#answered) this.#activate(-1); // Enter repeats the search that has found nothing
    if (this.#offered) this.#tellSize(this.#offered);
  }

  /**
   * Says in the empty dialog what can be searched.
   * @param {Search} bundle
   */
  #tellSize({ info }) {
    if (!this.#host.dialog || this.#input.value.trim() || this.#answered || this.#browsing) return;
    const { sections, pages, searched } = this.#strings.words.page;
    const size = fill(searched, { sections: this.#strings.counted(sections, info.sections), pages: this.#strings.counted(pages, info.documents) });
    this.#notes.replaceChildren();
    this.#results.querySelector('.mycel-idle')?.remove();
    if (this.#options.length === 0) this.#results.append(el('p', { class: 'mycel-idle' }, size));
  }

  /**
   * @param {Result} result
   * @returns {Node[]}
   */
  #notesOn(result) {
    const { words } = this.#strings;
    const none = result.hits.length === 0;
    const notes = [];
    if (none) notes.push(el('p', { class: 'mycel-headline', dir: 'auto' }, fill(words.none, { query: cut(this.#answered, mostEchoed) })));
    if (result.didYouMean && !none) notes.push(this.#correction(result.didYouMean));
    const unknown = result.terms.filter(({ known, stop, as, excluded }) => !known && !stop && !as && !excluded);
    const names = joinPairs(unknown.map(({ word }) => word), result.query).map((word) => this.#strings.quoted(cut(word, mostEchoed)));
    if (names.length > 0 && !(none && result.terms.length === 1)) notes.push(el('p', { dir: 'auto' }, fill(words.unknown, { words: this.#strings.list(names) })));
    if (result.cut) notes.push(el('p', {}, words.cut));
    if (none) notes.push(el('p', {}, words.advice), el('p', { class: 'mycel-ways' }, ...this.#waysOut()));
    if (result.textError) notes.push(el('p', {}, words.noExcerpts));
    return notes;
  }

  /**
   * Buttons for a reader whose search has found nothing.
   * @returns {HTMLElement[]}
   */
  #waysOut() {
    const { words } = this.#strings;
    const clear = this.#way(words.clear, () => this.#reset());
    if (!this.#isNarrowed) return [clear];
    const names = [...this.#selection.values()].flatMap((values) => [...values]);
    const everything = this.#way(fill(words.everything, { names: this.#strings.list(names) }), () => {
      this.#input.value = '';
      this.#input.focus();
      this.#searchAnew(true);
    });
    return [everything, this.#way(words.clearFilters, () => this.#filters?.clear()), clear];
  }

  /**
   * @param {string} text
   * @param {() => void} act
   */
  #way(text, act) {
    const button = el('button', { type: 'button', class: 'mycel-button' }, text);
    button.addEventListener('click', act);
    return button;
  }

  /**
   * Says that a correction was searched for, and offers the query as it was typed.
   * @param {string} query
   */
  #correction(query) {
    const { words } = this.#strings;
    const typed = this.#answered;
    const [before, after = ''] = words.showingFor.split('{query}');
    const literal = this.#button(fill(words.instead, { query: cut(typed, mostEchoed) }), () => {
      this.#literal = typed;
      this.#input.focus();
      void this.search();
    });
    return el('p', {}, before, this.#button(query, () => this.#searchFor(query)), after, ' ', literal);
  }

  /**
   * @param {string} text
   * @param {() => void} act
   */
  #button(text, act) {
    const button = el('button', { type: 'button', class: 'mycel-suggestion', dir: 'auto' }, text);
    button.addEventListener('click', act);
    return button;
  }

  /** @param {string} query */
  #searchFor(query) {
    this.#input.value = query;
    this.#input.focus();
    this.#searchAnew(false);
  }

  async #showMore() {
    const before = this.#options.length;
    this.#hits = Math.min(this.#hits + moreHits, maxHits);
    this.#input.focus();
    await this.search();
    this.#activate(Math.min(before, this.#options.length - 1));
  }

  /** @param {unknown} error */
  #showProblem(error) {
    const { words } = this.#strings;
    const code = codeOf(error);
    const ofQuery = code === 'crashed' || code === 'request';
    this.#clear();
    this.#progress.hidden = true;
    this.#results.replaceChildren(this.#emptyList());
    this.#setOptions([]);
    const message = el('details', { class: 'mycel-detail' }, el('summary', {}, words.details), el('p', { dir: 'auto' }, error instanceof Error ? error.message : String(error)));
    const retry = this.#way(words.retry, () => {
      if (error === this.#lost) return location.reload(); // browsers may remember that a module failed
      this.#notes.replaceChildren();
      this.#input.focus();
      if (this.#input.value.trim()) void this.search();
      else this.warm();
    });
    const remedy = error === this.#lost ? 'connection' : code && remedies[code];
    const sentence = `${ofQuery || this.#offered ? words.failed : words.notLoaded}.${remedy ? ` ${words[remedy]}` : ''}`;
    this.#notes.replaceChildren(el('div', { class: 'mycel-problem', role: 'alert' }, el('p', {}, sentence), retry, message));
    emit(this.#host, 'error', { error });
  }

  #clear() {
    this.#late = void clearTimeout(this.#late);
    this.#filters?.count(this.#offered?.filters() ?? {});
    this.#answered = '';
    this.#result = undefined;
    this.#say('');
    this.#notes.replaceChildren();
    this.#ask.element.replaceChildren();
    this.#showStart();
  }

  /** @param {Progress} progress */
  #showProgress({ phase, loaded, total }) {
    if (this.#late) this.#await();
    this.#progress.hidden = phase !== 'download';
    this.#progress.value = total > 0 ? loaded / total : 0;
  }

  /**
   * Shows or hides the list of a searchbox that pops up.
   * @param {boolean} open
   */
  #toggle(open) {
    this.#host.box.classList.toggle('mycel-open', open);
    if (this.#host.hasAttribute('popup')) this.#input.setAttribute('aria-expanded', String(open && this.#options.length > 0));
  }

  /** @param {string} message */
  #say(message) {
    if (this.#status.textContent !== message) this.#status.textContent = message;
  }
}

/** What a reader can do about an error, by its code. @type {Partial<Record<import('../errors.js').ErrorCode, 'connection' | 'outdated' | 'browser' | 'advice'>>} */
const remedies = {
  crashed: 'advice',
  network: 'connection', unsupported: 'browser',
  'not-found': 'outdated', version: 'outdated', checksum: 'outdated', part: 'outdated', format: 'outdated',
};

/**
 * The code of an error of the client.
 * @param {unknown} error
 * @returns {import('../errors.js').ErrorCode | undefined}
 */
const codeOf = (error) => /** @type {{code?: import('../errors.js').ErrorCode}} */ (error)?.code;

/** How many hits the bundle has found; the page that a site names for a query does not count. @param {Result} result */
const countFound = ({ hits }) => hits.filter(({ why }) => why.source !== 'pin').length;

/**
 * @param {SearchBox} host
 * @returns {Mode | undefined}
 */
function modeOf(host) {
  return /** @type {Mode | undefined} */ (host.getAttribute('mode') ?? undefined);
}

/**
 * The page that shows a document that has no address.
 * @param {Hit} hit
 * @param {string | undefined} page
 * @returns {string | undefined}
 */
function pageOf({ document: id, anchor, url }, page) {
  if (page === undefined || !(url === '' || url.startsWith('#'))) return undefined;
  const address = new URL(page);
  address.searchParams.set('id', id);
  address.hash = anchor;
  return address.href;
}

/** @type {Result} */
const emptyResult = {
  query: '', mode: 'bm25', reason: '', terms: [], entities: [], hits: [], stats: { postings: 0, edges: 0, chunks: 0 },
};
