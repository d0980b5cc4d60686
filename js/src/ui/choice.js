import { rememberedFilters, rememberQuery } from './address.js';
import { el } from './dom.js';
import { chosenKeys, conditionOf, offeredKeys, selectionOf } from './facets.js';
import { readPageFacets } from './pagefacets.js';
/** @import {Search} from '../api/client.js' */
/** @import {FilterCounts, Result} from '../types.js' */
/** @import {Selection} from './facets.js' */
/** @import {FilterBar} from './filterbar.js' */
/** @import {Settings} from './settings.js' */
/** @import {View} from './view.js' */

/** What the reader chooses among results: values of filters, and an order. */
export class Choice {
  /** The bundle whose filters are offered. @type {Search | undefined} */
  bundle;
  /** What is chosen of them. @type {Selection} */
  selection = new Map();
  /** What the page has of them. @type {ReturnType<typeof readPageFacets>} */
  #own = new Map();
  /** If the bundle has some. @type {FilterBar | undefined} */
  #bar;
  #order = el('select', { class: 'mycel-order', hidden: '' });
  #view;
  #settings;
  #place;
  #load;
  #onChange;

  /**
   * @param {View} view @param {Settings} settings
   * @param {HTMLElement} place where it stands
   * @param {() => Promise<import('./source.js').List>} load
   * @param {(filters: boolean) => void} onChange called when the reader has chosen filters, or an order
   */
  constructor(view, settings, place, load, onChange) {
    this.#view = view;
    this.#settings = settings;
    this.#place = place;
    this.#load = load;
    this.#onChange = onChange;
    this.#order.ariaLabel = view.strings.words.page.rankBy;
    this.#order.addEventListener('change', () => onChange(false));
    place.append(this.#order);
  }

  /** The key that results are sorted by. */
  get sort() {
    return this.#order.value || undefined;
  }

  /** The values that are chosen, in all filters, as readers see them. */
  get values() {
    return pairsOf(this.selection).map(([key, value]) => this.#view.strings.shown(key, value));
  }

  /** The language that alone is searched, whose function words mean nothing; undefined for several, or one without a name. */
  get language() {
    const [one, ...more] = this.selection.get('language') ?? this.#own.get('language')?.values ?? [];
    return more.length === 0 ? one : undefined;
  }

  /** The condition that it stands for. @param {string} [except] a key that is left out */
  condition(except) {
    return conditionOf(this.selection, this.#own, except);
  }

  /**
   * Writes a query and the choice into the address.
   * @param {string} query of a dialog that is open: a search that ends later would write it into the address of another page
   */
  remember(query) {
    const { dialog, input } = this.#view.host;
    input.defaultValue = query; // which Safari puts into an input without autocompletion when it shows a page again that it kept
    if (dialog?.open !== false) rememberQuery(this.#settings.param, query, this.bundle && this.selection);
  }

  /** Offers the filters of a bundle, with the choice of the address or the attribute, and its orders. @param {Search} bundle */
  async offer(bundle) {
    const { filters, filter, param } = this.#settings;
    const counts = bundle.filters();
    const keys = offeredKeys(counts, filters);
    if (this.bundle !== bundle && keys.length > 0) await this.#load();
    if (this.bundle === bundle) return;
    this.bundle = bundle;
    const remembered = rememberedFilters(param);
    this.#own = readPageFacets(this.#view.host, counts);
    for (const [key] of filter) this.#own.delete(key);
    const own = pairsOf([...this.#own].map(([key, { values }]) => [key, values]));
    this.#offerOrders(bundle.info.sorts ?? []);
    await this.#choose(selectionOf(remembered.length > 0 ? remembered : [...filter, ...own], keys, counts), counts);
  }

  /** Offers the filters of a newer bundle, as far as it has what is chosen. */
  async renew() {
    const counts = this.#all;
    await this.#choose(selectionOf(pairsOf(this.selection), offeredKeys(counts, this.#settings.filters), counts), counts);
  }

  /** Chooses nothing any more. */
  clear() {
    this.#bar?.clear();
  }

  /** Shows how many documents each value has. */
  countAll() {
    this.#bar?.count(this.#all);
  }

  /** Shows how many documents each value would leave. @param {Result} result @param {string} query @param {AbortSignal} signal */
  async count({ filters = {} }, query, signal) {
    const counts = { ...filters };
    for (const key of chosenKeys(this.selection)) {
      const wider = await this.bundle?.search(query, { mode: 'bm25', k: 1, excerpts: [], filters: this.condition(key), signal });
      counts[key] = wider?.filters?.[key] ?? {};
    }
    this.#bar?.count(counts);
  }

  /** Of all documents. */
  get #all() {
    return this.bundle?.filters() ?? {};
  }

  /** @param {Selection} selection @param {FilterCounts} counts of all documents */
  async #choose(selection, counts) {
    this.selection = selection;
    if (selection.size === 0 && !this.#bar) return;
    const { FilterBar } = await this.#load();
    if (!this.#bar) {
      this.#bar = new FilterBar(this.#view, () => this.#onChange(true));
      this.#place.append(this.#bar.element);
    }
    this.#bar.offer(this.selection, counts);
  }

  /**
   * Offers to order results by keys that documents are sorted by, from the greatest and from the least.
   * @param {string[]} sorts
   */
  #offerOrders(sorts) {
    const { keys, page } = this.#view.strings.words;
    const orders = sorts.flatMap((key) => [[`${key}:desc`, `${keys[key] ?? key} ↓`], [key, `${keys[key] ?? key} ↑`]]);
    this.#order.replaceChildren(...[['', page.modes.best], ...orders].map(([value, text]) => el('option', { value }, text)));
    this.#order.hidden = sorts.length === 0;
  }
}

/** @param {Iterable<[key: string, values: Iterable<string>]>} chosen @returns {[key: string, value: string][]} */
function pairsOf(chosen) {
  return [...chosen].flatMap(([key, values]) => [...values].map((value) => /** @type {[string, string]} */ ([key, value])));
}
