/**
 * What an element becomes once the reader wants to search: results below the input,
 * the keyboard, and the engine behind them.
 */

import { MycelError } from '../errors.js';
import { savesData } from '../files/bootassets.js';
import { isHere, rememberedFilters, rememberQuery, searchAddress } from './address.js';
import { AskBox } from './ask.js';
import { openOnce } from './bundles.js';
import { el, svg } from './dom.js';
import { emit } from './events.js';
import { chosenKeys, conditionOf, offeredKeys, selectionOf } from './facets.js';
import { cut } from './figure.js';
import { readPageFacets } from './pagefacets.js';
import { FilterBar } from './filterbar.js';
import { directClick, fullAddress, linkTo, matchedLine, toText } from './links.js';
import { renderResults } from './results.js';
import { readSettings } from './settings.js';
import { fill, Strings } from './strings.js';
/** @import {Search} from '../api/client.js' */
/** @import {Hit, Mode, Progress, Result} from '../types.js' */
/** @import {SearchBox} from './element.js' */
/** @import {Option, View} from './results.js' */

/** How many more hits the button brings; the engine gives 100 at most. */
const moreHits = 20;
const maxHits = 100;
/** Milliseconds without a key before a search: long enough that fast typing fetches no text for half words. */
const typingPause = 90;
/** Characters of a query that are repeated to the reader: a whole page may have been pasted. */
const mostEchoed = 120;

let panels = 0;

/** The part of an element that is loaded when it is needed. */
export class Panel {
  #host;
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
  /** @type {FilterBar} */
  #filters;
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
  #hits;
  #browsing = false;
  /** The query that the list answers, or ''. */
  #answered = '';
  /** @type {Result | undefined} */
  #result;
  /** @type {Option[]} */
  #options = [];
  #active = -1;
  /** Whether the list waits for excerpts, or for the answer of a newer bundle. */
  #pending = false;
  /** Whether a result was followed that leads away: the address then keeps the query, for Back. */
  #leaving = false;

  /**
   * @param {SearchBox} host whose box and input it takes over
   * @param {Strings} strings
   */
  constructor(host, strings) {
    this.#host = host;
    this.#follower = { element: host, onProgress: (progress) => this.#showProgress(progress), onUpdate: () => this.#renew() };
    this.#input = host.input;
    this.#strings = strings;
    this.#settings = readSettings(host, document.baseURI);
    this.#hits = this.#settings.hits;
    this.#view = this.#makeView();
    this.#ask = new AskBox(this.#view);
    this.#filters = new FilterBar(this.#view, () => this.#searchAnew(true));
    this.#build();
    this.#listen();
    if (this.#input.value.trim()) void this.search();
    else this.warm();
  }

  /**
   * @param {SearchBox} host
   * @returns {Promise<Panel>}
   */
  static async attach(host) {
    // The words of the elements come at the same time; the panel will tell what fails.
    const query = host.input.value.trimStart();
    const { bundle, hits, problem } = readSettings(host, document.baseURI);
    const mode = modeOf(host);
    if (!problem && (!savesData() || query)) openOnce(bundle, undefined, query ? { query, mode, k: hits } : undefined).catch(() => {});
    const tag = /** @type {HTMLElement | null} */ (host.closest('[lang]'))?.lang ?? '';
    return new Panel(host, await Strings.load(tag));
  }

  /** Opens the bundle ahead of the first search, unless the reader saves data. */
  warm() {
    if (savesData()) return;
    this.#open().catch((error) => {
      if (!this.#input.value.trim()) this.#showProblem(error); // or the search that waits tells
    });
  }

  /** Searches for the text of the input, and aborts the search before. */
  async search() {
    clearTimeout(this.#pause);
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const query = this.#input.value.trim();
    // White space behind a word says that it is finished.
    const typed = this.#input.value.trimStart();
    this.#remember(query);
    this.#results.setAttribute('aria-busy', 'false');
    if (query === '' && !(this.#browsing && this.#isNarrowed)) return this.#clear();
    if (!emit(this.#host, 'search', { query })) return;
    this.#results.setAttribute('aria-busy', 'true');
    try {
      const bundle = await this.#open();
      if (signal.aborted) return;
      this.#remember(query);
      const { selection } = this.#filters;
      const result = await bundle.search(typed, {
        mode: modeOf(this.#host), k: this.#hits, filters: conditionOf(selection, this.#context), signal,
        // Where nothing stands yet, names are of use before excerpts; a list is left until the next is whole.
        onRanked: (result) => void (this.#options.length === 0 && this.#present(result, query, true)),
      });
      this.#show(result, query, bundle);
      await this.#count(result, typed, bundle, signal);
    } catch (error) {
      if (error instanceof MycelError && error.code === 'aborted') return;
      this.#showProblem(error);
    } finally {
      if (!signal.aborted) this.#results.setAttribute('aria-busy', 'false');
    }
  }

  /** Repeats a search that the bundle of an earlier visit has answered, with its filters. */
  #renew() {
    if (!this.#offered) return; // nothing has been answered
    const counts = this.#offered.filters();
    /** @type {[string, string][]} */
    const chosen = [...this.#filters.selection].flatMap(([key, values]) => [...values].map((value) => /** @type {[string, string]} */ ([key, value])));
    this.#filters.offer(selectionOf(chosen, offeredKeys(counts, this.#settings.filters), counts), counts);
    this.#pending = this.#options.length > 0;
    if (this.#input.value.trim() || this.#browsing) void this.search();
  }

  /** @returns {Promise<Search>} */
  async #open() {
    if (this.#settings.problem) throw this.#settings.problem;
    if (this.#status.textContent === '') this.#say(this.#strings.words.loading);
    const bundle = await openOnce(this.#settings.bundle, this.#follower);
    this.#progress.hidden = true;
    this.#view.language = bundle.info.language;
    this.#offerFilters(bundle);
    if (this.#status.textContent === this.#strings.words.loading) this.#say('');
    return bundle;
  }

  /**
   * Offers the filters of the bundle, with the choice of the address or the attribute.
   * @param {Search} bundle
   */
  #offerFilters(bundle) {
    if (this.#offered === bundle) return;
    this.#offered = bundle;
    const { filters, filter, param } = this.#settings;
    const counts = bundle.filters();
    const remembered = rememberedFilters(param);
    this.#context = readPageFacets(this.#host, counts);
    for (const [key] of filter) this.#context.delete(key);
    /** @type {[string, string][]} */
    const page = [...this.#context].flatMap(([key, { values }]) => values.map((value) => /** @type {[string, string]} */ ([key, value])));
    const selection = selectionOf(remembered.length > 0 ? remembered : [...filter, ...page], offeredKeys(counts, filters), counts);
    this.#filters.offer(selection, counts);
  }

  /** Whether values of filters are chosen. */
  get #isNarrowed() {
    return chosenKeys(this.#filters.selection).length > 0;
  }

  /** @param {string} query */
  #remember(query) {
    rememberQuery(this.#settings.param, query, this.#offered && this.#filters.selection);
  }

  /**
   * Shows how many documents each value of the filters would leave.
   * @param {Result} result
   * @param {string} query
   * @param {Search} bundle
   * @param {AbortSignal} signal
   */
  async #count({ filters: counts = {} }, query, bundle, signal) {
    const { selection } = this.#filters;
    const all = { ...counts };
    for (const key of chosenKeys(selection)) {
      const wider = await bundle.search(query, { mode: 'bm25', k: 1, excerpts: [], filters: conditionOf(selection, this.#context, key), signal });
      all[key] = wider.filters?.[key] ?? {};
    }
    this.#filters.count(all);
  }

  /** @param {boolean} browsing whether the filters are what has changed: they list documents without a query, too */
  #searchAnew(browsing) {
    this.#browsing = browsing;
    this.#hits = this.#settings.hits;
    void this.search();
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
      linkTo: (url) => linkTo(url, root),
      linkToHit: (hit) => {
        const href = linkTo(hit.url, root) ?? pageOf(hit, documentPage);
        return href && textFragments ? toText(href, matchedLine(hit.excerpt)) : href;
      },
      searchFor: (query) => searchAddress(param, query),
    };
  }

  #build() {
    const { box, dialog } = this.#host;
    const { words, direction } = this.#strings;
    delete box.dataset.failed;
    if (!this.#host.closest('[dir]')) box.dir = direction;
    const attributes = {
      role: 'combobox', enterkeyhint: 'search', autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false',
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': `${this.#id}-list`,
    };
    for (const [name, value] of Object.entries(attributes)) this.#input.setAttribute(name, value);
    const cancel = el('button', { type: 'button', class: 'mycel-cancel' }, dialog ? words.close : words.clear);
    cancel.addEventListener('click', () => (dialog ? dialog.close() : this.#reset()));
    // The input itself stays where it is: moved, it would lose focus and composition.
    this.#input.before(magnifier());
    this.#input.after(cancel);
    const note = this.#host.querySelector(':scope > [slot=note]') ?? '';
    this.#body.append(this.#filters.element, this.#status, this.#progress, note, this.#notes, this.#ask.element, this.#results);
    box.append(this.#body);
    if (dialog) box.append(this.#hints());
    this.#showList(undefined);
    this.#toggle(box.contains(document.activeElement)); // the reader was here first
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
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#pause);
      this.#toggle(true);
      this.#pause = window.setTimeout(() => this.#searchAnew(false), typingPause);
    });
    // The native event of selected text would pass for ours.
    this.#input.addEventListener('select', (event) => event.stopPropagation());
    this.#input.addEventListener('focus', () => this.#toggle(true));
    this.#input.addEventListener('keydown', (event) => this.#key(event));
    for (const type of ['click', 'auxclick']) {
      this.#results.addEventListener(type, (event) => this.#click(/** @type {MouseEvent} */ (event)));
      box.addEventListener(type, directClick);
    }
    box.addEventListener('focusout', (/** @type {FocusEvent} */ { relatedTarget }) => {
      if (relatedTarget instanceof Node && !box.contains(relatedTarget)) this.#toggle(false);
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
      // The dialog gives the focus back to where it was; opened by its shortcut that was
      // nowhere, and the focus is still in what has just gone.
      const { activeElement } = document;
      const trigger = document.querySelector('mycel-search-trigger')?.querySelector('button');
      if (activeElement === document.body || this.#host.contains(activeElement)) trigger?.focus();
    });
    this.#host.addEventListener('focusin', () => this.#remember(this.#answered));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || event.altKey) return;
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
        return this.#activate(Math.min(this.#active + 1, last));
      case 'ArrowUp':
        return this.#activate(Math.max(this.#active - 1, 0));
      case 'Home':
        return this.#activate(0);
      case 'End':
        return this.#activate(last);
      default:
        return false;
    }
  }

  /** @param {boolean} newTab */
  #enter(newTab) {
    const option = this.#options[this.#active];
    if (this.#answered !== this.#input.value.trim() || !option) {
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
   * @returns {true}
   */
  #activate(at) {
    this.#options.forEach(({ element, stops }, i) => {
      element.setAttribute('aria-selected', String(i === at));
      // Of what lies below the results, that of the active one is in the tab order.
      for (const stop of stops) stop.tabIndex = i === at ? 0 : -1;
    });
    this.#active = at;
    const option = this.#options[at];
    if (option) this.#input.setAttribute('aria-activedescendant', option.element.id);
    else this.#input.removeAttribute('aria-activedescendant');
    (at === 0 ? this.#status : option?.element)?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const link = event.target instanceof Element && event.target.closest('[role=option]');
    const option = this.#options.find(({ element }) => element === link);
    if (!(option?.element instanceof HTMLAnchorElement) || event.button > 1) return;
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
    const rank = (this.#result?.hits.indexOf(hit) ?? -1) + 1;
    const follow = emit(this.#host, 'select', { query: this.#answered, hit, rank, url, newTab });
    if (newTab) return follow;
    this.#leaving = follow && !isHere(url);
    if (this.#leaving) window.addEventListener('pageshow', () => (this.#leaving = false), { once: true });
    if (!this.#leaving) rememberQuery(this.#settings.param, '', new Map()); // or a link to this page would load it anew
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
    const found = result.hits.length;
    this.#ask.offer(query, bundle);
    const active = this.#pending ? this.#active : 0; // the reader may have moved meanwhile
    this.#present(result, query, false);
    if (active > 0) this.#activate(Math.min(active, this.#options.length - 1));
    if (found === this.#hits && found < maxHits) this.#results.append(this.#moreButton());
    emit(this.#host, 'results', { query, result });
    if (found === 0) emit(this.#host, 'zero', { query, result });
  }

  /**
   * @param {Result} result
   * @param {string} query
   * @param {boolean} pending whether excerpts that it lacks are on their way
   */
  #present(result, query, pending) {
    const { hits } = result;
    this.#result = result;
    this.#answered = query;
    this.#say(hits.length > 0 ? this.#strings.results(hits.length) : fill(this.#strings.words.none, { query: cut(query, mostEchoed) }));
    this.#notes.replaceChildren(...this.#notesOn(result));
    this.#showList(result, pending);
    if (pending) emit(this.#host, 'ranked', { query, result });
  }

  /**
   * @param {Result | undefined} result none for an empty list
   * @param {boolean} [pending] whether excerpts that it lacks are on their way
   */
  #showList(result, pending = false) {
    const { listbox, pages, options } = renderResults(result ?? emptyResult, this.#view, pending);
    this.#pending = pending;
    this.#results.replaceChildren(listbox, ...pages);
    this.#options = options;
    this.#input.setAttribute('aria-expanded', String(options.length > 0));
    this.#activate(options.length > 0 ? 0 : -1);
  }

  /**
   * @param {Result} result
   * @returns {Node[]}
   */
  #notesOn(result) {
    const { words } = this.#strings;
    const notes = [];
    if (result.didYouMean) notes.push(this.#suggestion(result.didYouMean));
    const unknown = result.terms.filter(({ known, stop, as, excluded }) => !known && !stop && !as && !excluded).map(({ word }) => `“${cut(word, mostEchoed)}”`);
    if (unknown.length > 0) notes.push(el('p', { dir: 'auto' }, fill(words.unknown, { words: this.#strings.list(unknown) })));
    if (result.cut) notes.push(el('p', {}, words.cut));
    if (result.hits.length === 0) notes.push(el('p', {}, words.advice));
    if (result.textError) notes.push(el('p', {}, words.noExcerpts));
    return notes;
  }

  /** @param {string} query */
  #suggestion(query) {
    const [before, after] = this.#strings.words.didYouMean.split('{query}');
    const button = el('button', { type: 'button', class: 'mycel-suggestion', dir: 'auto' }, query);
    button.addEventListener('click', () => {
      this.#input.value = query;
      this.#input.focus();
      void this.search();
    });
    return el('p', {}, before, button, after ?? '');
  }

  #moreButton() {
    const button = el('button', { type: 'button', class: 'mycel-button' }, this.#strings.words.more);
    button.addEventListener('click', async () => {
      const before = this.#options.length;
      this.#hits = Math.min(this.#hits + moreHits, maxHits);
      this.#input.focus();
      await this.search();
      this.#activate(Math.min(before, this.#options.length - 1));
    });
    return button;
  }

  /** @param {unknown} error */
  #showProblem(error) {
    const { words } = this.#strings;
    const code = error instanceof MycelError ? error.code : undefined;
    const ofQuery = code === 'crashed' || code === 'request';
    this.#clear();
    this.#progress.hidden = true;
    const message = el('p', { class: 'mycel-detail', dir: 'auto' }, error instanceof Error ? error.message : String(error));
    const retry = el('button', { type: 'button', class: 'mycel-button' }, words.retry);
    retry.addEventListener('click', () => {
      this.#notes.replaceChildren();
      this.#input.focus();
      if (this.#input.value.trim()) void this.search();
      else this.warm();
    });
    const remedy = code && remedies[code];
    const advice = remedy ? [el('p', {}, words[remedy])] : [];
    this.#notes.replaceChildren(el('div', { class: 'mycel-problem', role: 'alert' }, el('p', {}, ofQuery ? words.failed : words.notLoaded), ...advice, message, retry));
    emit(this.#host, 'error', { error });
  }

  #clear() {
    this.#filters.count(this.#offered?.filters() ?? {});
    this.#answered = '';
    this.#result = undefined;
    this.#say('');
    this.#notes.replaceChildren();
    this.#ask.element.replaceChildren();
    this.#showList(undefined);
  }

  /** @param {Progress} progress */
  #showProgress({ phase, loaded, total }) {
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

function magnifier() {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'mycel-icon', 'aria-hidden': 'true' },
    svg('circle', { cx: 10.5, cy: 10.5, r: 6.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 2 }),
    svg('path', { d: 'm15.5 15.5 5 5', fill: 'none', stroke: 'currentColor', 'stroke-width': 2, 'stroke-linecap': 'round' }),
  );
}
