import { button, el } from './dom.js';
import { emit } from './events.js';
import { modeOf, paramsOf } from './settings.js';
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

/** @typedef {ReturnType<typeof makeAnswers>} Answers */

/**
 * The search under way, and the answer that the list shows.
 * @param {View} view @param {Settings} settings @param {Rooms} rooms
 */
export function makeAnswers(view, settings, { typing, choice, source, states, listing, start, ask }) {
  const { host, strings } = view;
  const { words } = strings;
  const { input } = host;
  const moreButton = button('mycel-button', more, words.more);
  /** The query that the list answers, or ''. */
  let shownQuery = '';
  /** @type {Answer | undefined} */
  let shown;
  /** Whether the filters list documents without a query. */
  let browsing = false;
  /** Of the search under way. */
  let controller = new AbortController();
  let counting = 0;
  /** The query in which misspellings are to be searched for as they are typed. */
  let literal = '';
  let hits = settings.hits;
  /** Whether the list waits for excerpts, or for the answer of a newer bundle. */
  let pending = false;

  return {
    get query() {
      return shownQuery;
    },
    get answer() {
      return shown;
    },
    get browsing() {
      return browsing;
    },
    /** Shows the content for an empty input, or searches for the text in it. */
    begin() {
      clear();
      resume();
    },
    search, anew, searchFor, more, renew, explain, reset,
  };

  /** Searches for the text of the input, and aborts the search before. */
  async function search() {
    const value = typing.take();
    if (value === undefined) return;
    clearTimeout(counting);
    controller.abort();
    const { signal } = (controller = new AbortController());
    const query = value.trim();
    // White space behind a word says that it is finished.
    const typed = value.trimStart();
    choice.remember(query);
    listing.wait(false);
    if (query === '' && !(browsing && choice.values.length > 0)) return clear();
    if (!emit(host, 'search', { query })) return;
    if (!listing.hasHits) states.notes.replaceChildren();
    listing.wait(true);
    try {
      const [bundle, list] = await Promise.all([open(), source.load()]);
      if (signal.aborted) return;
      choice.remember(query);
      const params = { ...paramsOf(host), ...(literal !== '' && literal === query && { noTypos: true }) };
      const { language, sort } = choice;
      const options = { mode: modeOf(host), k: hits, filters: choice.condition(), params, sort, language };
      view.language = language ?? bundle.info.language;
      const { pins } = settings;
      const pin = pins && query ? await list.pinOf(pins, query).catch((error) => void emit(host, 'error', { error })) : undefined;
      const pinned = (/** @type {Result} */ found) => list.withPin(found, pin, view.linkTo);
      // Where nothing stands yet, names are of use before excerpts; a list is left until the next is whole.
      const onRanked = (/** @type {Result} */ found) => {
        if (!signal.aborted && !listing.hasHits) present({ result: pinned(found), found }, query, true);
      };
      const answer = await list.ask(bundle, typed, { ...options, signal, onRanked }, pinned);
      show(answer, query, bundle);
      listing.wait(false);
      await choice.count(answer.found, typed, signal);
      if (!hasMore(answer)) return;
      counting = window.setTimeout(async () => {
        const all = await list.countHits(bundle, typed, { ...options, k: maxHits, signal });
        if (all && !signal.aborted) states.say(strings.results(all, all === maxHits));
      }, countingPause);
    } catch (error) {
      if (codeOf(error) !== 'aborted') fail(error);
    } finally {
      if (!signal.aborted) listing.wait(false);
    }
  }

  /**
   * Searches again after the reader has typed or chosen something.
   * @param {boolean} [byFilters] whether the reader has changed the filters: they list documents without a query, too
   */
  function anew(byFilters = browsing) {
    browsing = byFilters;
    hits = settings.hits;
    void search();
  }

  /** @param {string} query '' for none @param {boolean} [byFilters] */
  function searchFor(query, byFilters = false) {
    input.value = query;
    input.focus();
    anew(byFilters);
  }

  /** Lists more hits of the same search, where there are any. */
  function more() {
    if (!moreButton.isConnected) return false;
    const before = listing.options.length;
    hits = Math.min(hits + moreHits, maxHits);
    input.focus();
    void search().then(() => listing.activate(Math.min(before, listing.options.length - 1)));
    return true;
  }

  /** Repeats a search that the bundle of an earlier visit has answered, with its filters. */
  function renew() {
    if (!choice.bundle) return; // nothing has been answered
    choice.renew().catch(() => {}); // the search tells
    pending = listing.hasHits;
    if (input.value.trim() || browsing) void search();
  }

  /**
   * Asks for the links to a hit and for the entities of the query, which no other search fetches.
   * @param {Hit} hit @param {Result} result
   * @returns {Promise<Result | undefined>} none if the hit is listed no more, or they cannot be had
   */
  async function explain(hit, result) {
    const at = result.hits.indexOf(hit);
    const again = result === shown?.result ? await shown.again?.(at).catch(() => undefined) : undefined;
    return again?.hits[at]?.url === hit.url ? again : undefined;
  }

  /** Empties the input. */
  function reset() {
    input.value = '';
    input.focus();
    void search();
  }

  /** Searches, or opens the bundle ahead of the first search, unless the reader saves data. */
  function resume() {
    if (input.value.trim()) return void search();
    if (source.waits) return;
    open().catch((error) => {
      if (!input.value.trim()) fail(error); // or the search that waits tells
    });
  }

  async function open() {
    if (states.line.textContent === '') states.await();
    const bundle = await source.open();
    states.progress.hidden = true;
    await choice.offer(bundle);
    states.arrive(input.value.trim() ? words.searching : '');
    start.tellSize();
    return bundle;
  }

  /** Whether more is found than listed. @param {Answer} answer */
  function hasMore({ found }) {
    return found.hits.length === hits && hits < maxHits;
  }

  /** @param {Answer} answer @param {string} query @param {Search} bundle */
  function show(answer, query, bundle) {
    const { result } = answer;
    ask.offer(query, bundle);
    const active = pending ? listing.active : 0; // the reader may have moved meanwhile
    present(answer, query, false);
    if (active > 0) listing.activate(Math.min(active, listing.options.length - 1));
    if (hasMore(answer)) listing.element.append(moreButton);
    emit(host, 'results', { query, result });
    if (result.hits.length > 0) return;
    emit(host, 'zero', { query, result });
    void showWider(result, bundle, controller.signal);
  }

  /**
   * Shows the results of a wider query if the query has no results.
   * @param {Result} none @param {Search} bundle @param {AbortSignal} signal
   */
  async function showWider(none, bundle, signal) {
    const answer = await list().askWider(bundle, none, choice.condition(), signal);
    if (!answer) return;
    showList(answer, false);
    listing.element.querySelector('.mycel-listbox')?.after(el('div', { class: 'mycel-page-title' }, words.suggestions));
    listing.activate(-1); // Enter repeats the search
  }

  /** @param {Answer} answer @param {string} query @param {boolean} ranked whether excerpts that it lacks are on their way */
  function present(answer, query, ranked) {
    const { result } = answer;
    shownQuery = query;
    states.say(strings.results(result.hits.length, hasMore(answer)));
    states.notes.replaceChildren(...list().notesOn(result, { query, chosen: choice.values }, strings, {
      searchFor: (other) => searchFor(other),
      searchLiterally() {
        literal = query;
        input.focus();
        void search();
      },
      browse: () => searchFor('', true),
      clearFilters: () => choice.clear(),
      reset,
    }));
    showList(answer, ranked);
    if (ranked) emit(host, 'ranked', { query, result });
  }

  /** @param {Answer} answer @param {boolean} ranked */
  function showList(answer, ranked) {
    const { result } = answer;
    shown = answer;
    listing.element.classList.toggle('mycel-kept', ranked || pending); // nothing moves when excerpts come
    pending = ranked;
    if (result.hits.length === 0) return start.show(-1); // Enter repeats the search
    const rendered = list().renderResults(result, view, ranked);
    listing.show(rendered, rendered.options.findIndex(({ hit }) => hit === result.hits[0])); // a page's head may stand before its best section
  }

  function list() {
    return /** @type {import('./source.js').List} */ (source.list); // an answer comes after it
  }

  function clear() {
    choice.countAll();
    shownQuery = '';
    shown = undefined;
    states.clear();
    ask.element.replaceChildren();
    start.show();
  }

  /** @param {unknown} error */
  function fail(error) {
    const code = error === source.lost ? 'network' : codeOf(error);
    clear();
    listing.empty();
    states.fail(error, { code, known: choice.bundle !== undefined }, () => {
      if (error === source.lost) return location.reload(); // browsers may remember that a module failed
      states.notes.replaceChildren();
      input.focus();
      resume();
    });
    emit(host, 'error', { error });
  }
}

/** The code of an error of the client. @param {unknown} error @returns {ErrorCode | undefined} */
const codeOf = (error) => /** @type {{code?: ErrorCode}} */ (error)?.code;
