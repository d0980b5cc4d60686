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

/** @typedef {ReturnType<typeof makeChoice>} Choice */

/**
 * What the reader chooses among results: values of filters, and an order.
 * @param {View} view @param {Settings} settings
 * @param {HTMLElement} place where it stands
 * @param {() => Promise<import('./source.js').List>} load
 * @param {(filters: boolean) => void} onChange called when the reader has chosen filters, or an order
 */
export function makeChoice({ id, host, strings }, { filters, filter, param }, place, load, onChange) {
  const { keys: names, page } = strings.words;
  /** The bundle whose filters are offered. @type {Search | undefined} */
  let bundle;
  /** What is chosen of them. @type {Selection} */
  let selection = new Map();
  /** What the page has of them. @type {ReturnType<typeof readPageFacets>} */
  let own = new Map();
  /** If the bundle has some. @type {FilterBar | undefined} */
  let bar;
  const order = el('select', { class: 'mycel-order', hidden: '' });
  order.ariaLabel = page.rankBy;
  order.addEventListener('change', () => onChange(false));
  place.append(order);

  return {
    get bundle() {
      return bundle;
    },

    /** The key that results are sorted by. */
    get sort() {
      return order.value || undefined;
    },

    /** The values that are chosen, in all filters, as readers see them. */
    get values() {
      return pairsOf(selection).map(([key, value]) => strings.shown(key, value));
    },

    /** The language that alone is searched, whose function words mean nothing; undefined for several, or one without a name. */
    get language() {
      const [one, ...more] = selection.get('language') ?? own.get('language')?.values ?? [];
      return more.length === 0 ? one : undefined;
    },

    /**
     * Writes a query and the choice into the address.
     * @param {string} query of a dialog that is open: a search that ends later would write it into the address of another page
     */
    remember(query) {
      const { dialog, input } = host;
      input.defaultValue = query; // which Safari puts into an input without autocompletion when it shows a page again that it kept
      if (dialog?.open !== false) rememberQuery(param, query, bundle && selection);
    },

    /** Offers the filters of a bundle, with the choice of the address or the attribute, and its orders. @param {Search} offered */
    async offer(offered) {
      const counts = offered.filters();
      const keys = offeredKeys(counts, filters);
      if (bundle !== offered && keys.length > 0) await load();
      if (bundle === offered) return;
      bundle = offered;
      const remembered = rememberedFilters(param);
      own = readPageFacets(host, counts);
      for (const [key] of filter) own.delete(key);
      const ofPage = pairsOf([...own].map(([key, { values }]) => [key, values]));
      offerOrders(bundle.info.sorts ?? []);
      await choose(selectionOf(remembered.length > 0 ? remembered : [...filter, ...ofPage], keys, counts), counts);
    },

    /** Offers the filters of a newer bundle, as far as it has what is chosen. */
    async renew() {
      const counts = all();
      await choose(selectionOf(pairsOf(selection), offeredKeys(counts, filters), counts), counts);
    },

    /** Chooses nothing any more. */
    clear: () => bar?.clear(),

    /** Shows how many documents each value has. */
    countAll: () => bar?.count(all()),

    /** Shows how many documents each value would leave. @param {Result} result @param {string} query @param {AbortSignal} signal */
    async count({ filters = {} }, query, signal) {
      const counts = { ...filters };
      for (const key of chosenKeys(selection)) {
        const wider = await bundle?.search(query, { mode: 'bm25', k: 1, excerpts: [], filters: condition(key), signal });
        counts[key] = wider?.filters?.[key] ?? {};
      }
      bar?.count(counts);
    },

    condition,
  };

  /** The condition that it stands for. @param {string} [except] a key that is left out */
  function condition(except) {
    return conditionOf(selection, own, except);
  }

  /** Of all documents. */
  function all() {
    return bundle?.filters() ?? {};
  }

  /** @param {Selection} chosen @param {FilterCounts} counts of all documents */
  async function choose(chosen, counts) {
    selection = chosen;
    if (selection.size === 0 && !bar) return;
    const { makeFilterBar } = await load();
    if (!bar) {
      bar = makeFilterBar(id, strings, () => onChange(true));
      place.append(bar.element);
    }
    bar.offer(selection, counts);
  }

  /**
   * Offers to order results by keys that documents are sorted by, from the greatest and from the least.
   * @param {string[]} sorts
   */
  function offerOrders(sorts) {
    const orders = sorts.flatMap((key) => [[`${key}:desc`, `${names[key] ?? key} ↓`], [key, `${names[key] ?? key} ↑`]]);
    order.replaceChildren(...[['', page.modes.best], ...orders].map(([value, text]) => el('option', { value }, text)));
    order.hidden = sorts.length === 0;
  }
}

/** @param {Iterable<[key: string, values: Iterable<string>]>} chosen @returns {[key: string, value: string][]} */
function pairsOf(chosen) {
  return [...chosen].flatMap(([key, values]) => [...values].map((value) => /** @type {[string, string]} */ ([key, value])));
}
