import { button, el } from './dom.js';
import { chosenKeys, level, orderedValues } from './facets.js';
import { fill } from './fill.js';
/** @import {FilterCounts} from '../types.js' */
/** @import {Selection} from './facets.js' */
/** @import {Strings} from './strings.js' */

/** Values that are seen at first; more of them are behind a button. */
const firstValues = 12;

/**
 * One filter: a button, and the values that it unfolds.
 * @typedef {object} Filter
 * @property {string} key
 * @property {HTMLButtonElement} button
 * @property {HTMLFieldSetElement} values
 * @property {Map<string, {box: HTMLInputElement, count: HTMLElement}>} boxes by value
 * @property {Record<string, number>} all counts of all documents
 */

/** @typedef {ReturnType<typeof makeFilterBar>} FilterBar */

/**
 * The filters of an element: a button for each key, which unfolds a checkbox for each
 * value. Several values of one key are alternatives.
 * @param {string} id prefix of ids @param {Strings} strings @param {() => void} onChange called when the reader has chosen
 */
export function makeFilterBar(id, strings, onChange) {
  const { words, language } = strings;
  const element = el('div', { class: 'mycel-filters', role: 'group', hidden: '', 'aria-label': words.filters });
  const row = el('div', { class: 'mycel-filter-row' });
  const clearButton = button('mycel-clear', clear, words.clearFilters);
  /** @type {Selection} */
  let selection = new Map();
  /** Of the last query. @type {FilterCounts} */
  let found = {};
  /** @type {Filter[]} */
  let filters = [];

  element.addEventListener('keydown', escape);
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) unfold();
  });
  row.addEventListener('scroll', cue, { passive: true });

  return {
    element, clear,

    /**
     * Offers the values of some keys.
     * @param {Selection} chosen the keys, with the values that are chosen at first
     * @param {FilterCounts} counts of all documents
     */
    offer(chosen, counts) {
      selection = chosen;
      filters = [...selection.keys()].map((key, i) => makeFilter(key, counts[key], `${id}-filter-${i}`));
      element.hidden = filters.length === 0;
      row.replaceChildren(...filters.map(({ button }) => button), clearButton);
      element.replaceChildren(row, ...filters.map(({ values }) => values));
      tell();
    },

    /** Shows how many documents each value would leave. @param {FilterCounts} counts values that are not in it would leave none */
    count(counts) {
      found = counts;
      for (const filter of filters) {
        const { key, boxes } = filter;
        if (filter.values.hidden) arrange(filter); // nothing moves away under the pointer
        for (const [value, { count, box }] of boxes) {
          const n = counts[key]?.[value] ?? 0;
          count.textContent = strings.number(n);
          box.parentElement?.classList.toggle('mycel-none', n === 0);
        }
      }
    },
  };

  /** @param {string} key @param {Record<string, number>} counts @param {string} id @returns {Filter} */
  function makeFilter(key, counts, id) {
    const values = el('fieldset', { id, class: 'mycel-values', tabindex: '-1', hidden: '' }, el('legend', { class: 'mycel-unseen' }, nameOf(key)));
    const opener = button('mycel-filter', () => unfold(values.hidden ? opener : undefined));
    opener.setAttribute('aria-expanded', 'false');
    opener.setAttribute('aria-controls', id);
    /** @type {Filter['boxes']} */
    const boxes = new Map();
    for (const value of Object.keys(counts)) {
      const box = el('input', { type: 'checkbox' });
      box.checked = selection.get(key)?.has(value) ?? false;
      box.addEventListener('change', () => choose(key, value, box.checked));
      const count = el('span', { class: 'mycel-count' }, strings.number(counts[value]));
      const levels = value.split(level);
      const label = el('label', { class: 'mycel-value' }, box, el('span', { dir: 'auto' }, strings.shown(key, /** @type {string} */ (levels.at(-1)))), count);
      label.style.setProperty('--_level', String(levels.length - 1));
      boxes.set(value, { box, count });
    }
    const filter = { key, button: opener, values, boxes, all: counts };
    arrange(filter);
    return filter;
  }

  /** Puts the values of a filter in order. @param {Filter} filter */
  function arrange({ key, values, boxes, all }) {
    const ordered = orderedValues(all, language, found[key] ?? (Object.keys(found).length > 0 ? {} : all), selection.get(key));
    for (const button of values.querySelectorAll('button')) button.remove();
    for (const [i, value] of ordered.entries()) {
      const { box } = /** @type {{box: HTMLInputElement}} */ (boxes.get(value));
      const label = /** @type {HTMLElement} */ (box.parentElement);
      label.hidden = i >= firstValues && !box.checked;
      values.append(label);
    }
    if (ordered.length > firstValues) values.append(moreButton(values));
  }

  /** @param {HTMLFieldSetElement} values */
  function moreButton(values) {
    const hidden = () => /** @type {HTMLElement[]} */ ([...values.querySelectorAll('label[hidden]')]);
    const more = button('mycel-clear', () => {
      const [first] = hidden();
      for (const label of hidden()) label.hidden = false;
      more.remove();
      first?.querySelector('input')?.focus();
    }, fill(words.moreValues, { n: hidden().length }));
    return more;
  }

  /** @param {string} key @param {string} value @param {boolean} chosen */
  function choose(key, value, chosen) {
    if (chosen) selection.get(key)?.add(value);
    else selection.get(key)?.delete(value);
    tell();
    onChange();
  }

  /** Chooses nothing any more. */
  function clear() {
    for (const { key, boxes, button } of filters) {
      if (selection.get(key)?.size) button.focus(); // the button that was pressed goes
      selection.get(key)?.clear();
      for (const { box } of boxes.values()) box.checked = false;
    }
    tell();
    onChange();
  }

  /** Says on the buttons what is chosen. */
  function tell() {
    for (const { key, button } of filters) {
      const chosen = [...(selection.get(key) ?? [])].map((value) => strings.shown(key, value));
      const text = chosen.length > 0 ? `${nameOf(key)}: ${chosen.join(', ')}` : nameOf(key);
      button.replaceChildren(el('span', { dir: 'auto' }, text));
      button.classList.toggle('mycel-chosen', chosen.length > 0);
      button.lang = language;
    }
    clearButton.hidden = chosenKeys(selection).length === 0;
    cue();
  }

  /** Tells the style whether the row goes on behind its end. */
  function cue() {
    const { scrollWidth, clientWidth, scrollLeft } = row;
    row.toggleAttribute('data-more', scrollWidth - clientWidth - Math.abs(scrollLeft) > 2);
  }

  /** Unfolds the values of one button, and folds all others. @param {HTMLButtonElement} [unfolded] none to fold all */
  function unfold(unfolded) {
    for (const filter of filters) {
      const { button, values } = filter;
      if (button === unfolded) arrange(filter);
      values.hidden = button !== unfolded;
      button.setAttribute('aria-expanded', String(!values.hidden));
    }
  }

  /** Escape folds the values before it closes anything else. @param {KeyboardEvent} event */
  function escape(event) {
    const open = filters.find(({ values }) => !values.hidden);
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    event.stopPropagation();
    unfold();
    open.button.focus();
  }

  /** @param {string} key */
  function nameOf(key) {
    const { keys } = words;
    const name = Object.hasOwn(keys, key) ? keys[key] : key; // a document may have a field `constructor`
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  }
}
