import { button, el } from './dom.js';
import { emit } from './events.js';
import { modeOf } from './settings.js';
/** @import {Search} from '../api/client.js' */
/** @import {ErrorCode} from '../errors.js' */
/** @import {Hit, Result} from '../types.js' */
/** @import {AskBox} from './ask.js' */
/** @import {Choice} from './choice.js' */
/** @import {Listing} from './listing.js' */
/** @import {Answer} from './question.js' */
/** @import {Settings} from './settings.js' */
/** @import {Source} from './source.js' */
/** @import {Start} from './start.js' */
/** @import {States} from './states.js' */
/** @import {Typing} from './typing.js' */
/** @import {View} from './view.js' */

/**
 * Where a search begins and where its answer stands.
 * @typedef {object} Rooms
 * @property {Typing} typing
 * @property {Choice} choice
 * @property {Source} source
 * @property {States} states
 * @property {Listing} listing
 * @property {Start} start
 * @property {AskBox} ask
 */

/** How many more hits the button brings; the engine gives 100 at most. */
const moreHits = 20;
const maxHits = 100;
/** Milliseconds without a key before results are counted that are not listed. */
const countingPause = 400;

/** The search under way, and the answer that the list shows. */
export class Answers {
  /** The query that the list answers, or ''. */
  query = '';
  /** @type {Answer | undefined} */
  answer;
  /** Whether the filters list documents without a query. */
  browsing = false;
  #view;
  #settings;
  #rooms;
  /** Of the search under way. */
  #controller = new AbortController();
  #counting = 0;
  /** The query in which misspellings are to be searched for as they are typed. */
  #literal = '';
  #hits;
  /** Whether the list waits for excerpts, or for the answer of a newer bundle. */
  #pending = false;
  #more;

  /** @param {View} view @param {Settings} settings @param {Rooms} rooms */
  constructor(view, settings, rooms) {
    this.#view = view;
    this.#settings = settings;
    this.#rooms = rooms;
    this.#hits = settings.hits;
    this.#more = button('mycel-button', () => this.more(), view.strings.words.more);
  }

  /** Shows what stands there before a search, and searches for what the input has. */
  begin() {
    this.#clear();
    this.#resume();
  }

  /** Searches for the text of the input, and aborts the search before. */
  async search() {
    const { choice, listing, source, states, typing } = this.#rooms;
    const { host, strings } = this.#view;
    const value = typing.take();
    if (value === undefined) return;
    clearTimeout(this.#counting);
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    const query = value.trim();
    // White space behind a word says that it is finished.
    const typed = value.trimStart();
    choice.remember(query);
    listing.wait(false);
    if (query === '' && !(this.browsing && choice.values.length > 0)) return this.#clear();
    if (!emit(host, 'search', { query })) return;
    if (!listing.hasHits) states.notes.replaceChildren();
    listing.wait(true);
    try {
      const [bundle, list] = await Promise.all([this.#open(), source.load()]);
      if (signal.aborted) return;
      choice.remember(query);
      const params = this.#literal !== '' && this.#literal === query ? { noTypos: true } : undefined;
      const { language, sort } = choice;
      const options = { mode: modeOf(host), k: this.#hits, filters: choice.condition(), params, sort, language };
      this.#view.language = language ?? bundle.info.language;
      const { pins } = this.#settings;
      const pin = pins && query ? await list.pinOf(pins, query).catch((error) => void emit(host, 'error', { error })) : undefined;
      const shown = (/** @type {Result} */ found) => list.withPin(found, pin, this.#view.linkTo);
      // Where nothing stands yet, names are of use before excerpts; a list is left until the next is whole.
      const onRanked = (/** @type {Result} */ found) => {
        if (!signal.aborted && !listing.hasHits) this.#present({ result: shown(found), found }, query, true);
      };
      const answer = await list.ask(bundle, typed, { ...options, signal, onRanked }, shown);
      this.#show(answer, query, bundle);
      listing.wait(false);
      await choice.count(answer.found, typed, signal);
      if (!this.#hasMore(answer)) return;
      this.#counting = window.setTimeout(async () => {
        const all = await list.countHits(bundle, typed, { ...options, k: maxHits, signal });
        if (all && !signal.aborted) states.say(strings.results(all, all === maxHits));
      }, countingPause);
    } catch (error) {
      if (codeOf(error) !== 'aborted') this.#fail(error);
    } finally {
      if (!signal.aborted) listing.wait(false);
    }
  }

  /**
   * Searches for what the reader has typed or chosen since.
   * @param {boolean} browsing whether the reader has changed the filters: they list documents without a query, too
   */
  anew(browsing = this.browsing) {
    this.browsing = browsing;
    this.#hits = this.#settings.hits;
    void this.search();
  }

  /** @param {string} query '' for none @param {boolean} [browsing] */
  searchFor(query, browsing = false) {
    this.#input.value = query;
    this.#input.focus();
    this.anew(browsing);
  }

  /** Lists more hits of the same search, where there are any. */
  more() {
    if (!this.#more.isConnected) return false;
    const { listing } = this.#rooms;
    const before = listing.options.length;
    this.#hits = Math.min(this.#hits + moreHits, maxHits);
    this.#input.focus();
    void this.search().then(() => listing.activate(Math.min(before, listing.options.length - 1)));
    return true;
  }

  /** Repeats a search that the bundle of an earlier visit has answered, with its filters. */
  renew() {
    const { choice, listing } = this.#rooms;
    if (!choice.bundle) return; // nothing has been answered
    choice.renew().catch(() => {}); // the search tells
    this.#pending = listing.hasHits;
    if (this.#input.value.trim() || this.browsing) void this.search();
  }

  /**
   * Asks for the links to a hit and for the entities of the query, which no other search fetches.
   * @param {Hit} hit @param {Result} result
   * @returns {Promise<Result | undefined>} none if the hit is listed no more, or they cannot be had
   */
  async explain(hit, result) {
    const at = result.hits.indexOf(hit);
    const again = result === this.answer?.result ? await this.answer.again?.(at).catch(() => undefined) : undefined;
    return again?.hits[at]?.url === hit.url ? again : undefined;
  }

  /** Empties the input. */
  reset() {
    this.#input.value = '';
    this.#input.focus();
    void this.search();
  }

  get #list() {
    return /** @type {import('./source.js').List} */ (this.#rooms.source.list); // an answer comes after it
  }

  get #input() {
    return this.#view.host.input;
  }

  /** Searches, or opens the bundle ahead of the first search, unless the reader saves data. */
  #resume() {
    if (this.#input.value.trim()) return void this.search();
    if (this.#rooms.source.waits) return;
    this.#open().catch((error) => {
      if (!this.#input.value.trim()) this.#fail(error); // or the search that waits tells
    });
  }

  async #open() {
    const { choice, source, start, states } = this.#rooms;
    if (states.line.textContent === '') states.await();
    const bundle = await source.open();
    states.progress.hidden = true;
    await choice.offer(bundle);
    states.arrive(this.#input.value.trim() ? this.#view.strings.words.searching : '');
    start.tellSize();
    return bundle;
  }

  /** Whether more is found than listed. @param {Answer} answer */
  #hasMore({ found }) {
    return found.hits.length === this.#hits && this.#hits < maxHits;
  }

  /** @param {Answer} answer @param {string} query @param {Search} bundle */
  #show(answer, query, bundle) {
    const { ask, listing } = this.#rooms;
    const { host } = this.#view;
    const { result } = answer;
    ask.offer(query, bundle);
    const active = this.#pending ? listing.active : 0; // the reader may have moved meanwhile
    this.#present(answer, query, false);
    if (active > 0) listing.activate(Math.min(active, listing.options.length - 1));
    if (this.#hasMore(answer)) listing.element.append(this.#more);
    emit(host, 'results', { query, result });
    if (result.hits.length > 0) return;
    emit(host, 'zero', { query, result });
    void this.#showWider(result, bundle, this.#controller.signal);
  }

  /**
   * Shows what a query finds that is a little wider than one that finds nothing.
   * @param {Result} none @param {Search} bundle @param {AbortSignal} signal
   */
  async #showWider(none, bundle, signal) {
    const { choice, listing } = this.#rooms;
    const answer = await this.#list.askWider(bundle, none, choice.condition(), signal);
    if (!answer) return;
    this.#showList(answer, false);
    listing.element.querySelector('.mycel-listbox')?.after(el('div', { class: 'mycel-page-title' }, this.#view.strings.words.suggestions));
    listing.activate(-1); // Enter repeats the search
  }

  /** @param {Answer} answer @param {string} query @param {boolean} pending whether excerpts that it lacks are on their way */
  #present(answer, query, pending) {
    const { choice, states } = this.#rooms;
    const { host, strings } = this.#view;
    const { result } = answer;
    this.query = query;
    states.say(strings.results(result.hits.length, this.#hasMore(answer)));
    states.notes.replaceChildren(...this.#list.notesOn(result, { query, chosen: choice.values }, strings, {
      searchFor: (other) => this.searchFor(other),
      searchLiterally: () => {
        this.#literal = query;
        this.#input.focus();
        void this.search();
      },
      browse: () => this.searchFor('', true),
      clearFilters: () => choice.clear(),
      reset: () => this.reset(),
    }));
    this.#showList(answer, pending);
    if (pending) emit(host, 'ranked', { query, result });
  }

  /** @param {Answer} answer @param {boolean} pending */
  #showList(answer, pending) {
    const { listing } = this.#rooms;
    const { result } = answer;
    this.answer = answer;
    listing.element.classList.toggle('mycel-kept', pending || this.#pending); // nothing moves when excerpts come
    this.#pending = pending;
    if (result.hits.length === 0) return this.#rooms.start.show(-1); // Enter repeats the search
    const rendered = this.#list.renderResults(result, this.#view, pending);
    listing.show(rendered, rendered.options.findIndex(({ hit }) => hit === result.hits[0])); // a page's head may stand before its best section
  }

  #clear() {
    const { ask, choice, start, states } = this.#rooms;
    choice.countAll();
    this.query = '';
    this.answer = undefined;
    states.clear();
    ask.element.replaceChildren();
    start.show();
  }

  /** @param {unknown} error */
  #fail(error) {
    const { choice, listing, source, states } = this.#rooms;
    const code = error === source.lost ? 'network' : codeOf(error);
    this.#clear();
    listing.empty();
    states.fail(error, { code, known: choice.bundle !== undefined }, () => {
      if (error === source.lost) return location.reload(); // browsers may remember that a module failed
      states.notes.replaceChildren();
      this.#input.focus();
      this.#resume();
    });
    emit(this.#view.host, 'error', { error });
  }
}

/** The code of an error of the client. @param {unknown} error @returns {ErrorCode | undefined} */
const codeOf = (error) => /** @type {{code?: ErrorCode}} */ (error)?.code;
