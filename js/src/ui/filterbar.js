import { el } from './dom.js';
import { chosenKeys, level, orderedValues } from './facets.js';
import { fill } from './fill.js';
/** @import {FilterCounts} from '../types.js' */
/** @import {Selection} from './facets.js' */
/** @import {View} from './view.js' */

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

/**
 * The filters of an element: a button for each key, which unfolds a checkbox for each
 * value. Several values of one key are alternatives.
 */
export class FilterBar {
  /** @readonly */
  element = el('div', { class: 'mycel-filters', role: 'group', hidden: '' });
  /** @type {Selection} */
  selection = new Map();
  #view;
  #onChange;
  #clear;
  #row = el('div', { class: 'mycel-filter-row' });
  /** Of the last query. @type {FilterCounts} */
  #counts = {};
  /** @type {Filter[]} */
  #filters = [];

  /** @param {View} view @param {() => void} onChange called when the reader has chosen */
  constructor(view, onChange) {
    const { words } = view.strings;
    this.#view = view;
    this.#onChange = onChange;
    this.element.setAttribute('aria-label', words.filters);
    this.#clear = el('button', { type: 'button', class: 'mycel-clear', hidden: '' }, words.clearFilters);
    this.#clear.addEventListener('click', () => this.clear());
    this.element.addEventListener('keydown', (event) => this.#escape(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.#unfold();
    });
    this.#row.addEventListener('scroll', () => this.#cue(), { passive: true });
  }

  /**
   * Offers the values of some keys.
   * @param {Selection} selection the keys, with the values that are chosen at first
   * @param {FilterCounts} counts of all documents
   */
  offer(selection, counts) {
    this.selection = selection;
    this.#filters = [...selection.keys()].map((key, i) => this.#filter(key, counts[key], `${this.#view.id}-filter-${i}`));
    this.element.hidden = this.#filters.length === 0;
    this.#row.replaceChildren(...this.#filters.map(({ button }) => button), this.#clear);
    this.element.replaceChildren(this.#row, ...this.#filters.map(({ values }) => values));
    this.#tell();
  }

  /** Shows how many documents each value would leave. @param {FilterCounts} counts values that are not in it would leave none */
  count(counts) {
    this.#counts = counts;
    for (const filter of this.#filters) {
      const { key, boxes } = filter;
      if (filter.values.hidden) this.#arrange(filter); // nothing moves away under the pointer
      for (const [value, { count, box }] of boxes) {
        const n = counts[key]?.[value] ?? 0;
        count.textContent = this.#view.strings.number(n);
        box.parentElement?.classList.toggle('mycel-none', n === 0);
      }
    }
  }

  /** @param {string} key @param {Record<string, number>} counts @param {string} id @returns {Filter} */
  #filter(key, counts, id) {
    const { strings } = this.#view;
    const button = el('button', { type: 'button', class: 'mycel-filter', 'aria-expanded': 'false', 'aria-controls': id });
    const values = el('fieldset', { id, class: 'mycel-values', tabindex: '-1', hidden: '' }, el('legend', { class: 'mycel-unseen' }, this.#nameOf(key)));
    button.addEventListener('click', () => this.#unfold(values.hidden ? button : undefined));
    /** @type {Filter['boxes']} */
    const boxes = new Map();
    for (const value of Object.keys(counts)) {
      const box = el('input', { type: 'checkbox' });
      box.checked = this.selection.get(key)?.has(value) ?? false;
      box.addEventListener('change', () => this.#choose(key, value, box.checked));
      const count = el('span', { class: 'mycel-count' }, strings.number(counts[value]));
      const levels = value.split(level);
      const label = el('label', { class: 'mycel-value' }, box, el('span', { dir: 'auto' }, strings.shown(key, /** @type {string} */ (levels.at(-1)))), count);
      label.style.setProperty('--_level', String(levels.length - 1));
      boxes.set(value, { box, count });
    }
    const filter = { key, button, values, boxes, all: counts };
    this.#arrange(filter);
    return filter;
  }

  /** Puts the values of a filter in order. @param {Filter} filter */
  #arrange({ key, values, boxes, all }) {
    const ordered = orderedValues(all, this.#view.strings.language, this.#counts[key] ?? (Object.keys(this.#counts).length > 0 ? {} : all), this.selection.get(key));
    for (const button of values.querySelectorAll('button')) button.remove();
    for (const [i, value] of ordered.entries()) {
      const { box } = /** @type {{box: HTMLInputElement}} */ (boxes.get(value));
      const label = /** @type {HTMLElement} */ (box.parentElement);
      label.hidden = i >= firstValues && !box.checked;
      values.append(label);
    }
    if (ordered.length > firstValues) values.append(this.#moreButton(values));
  }

  /** @param {HTMLFieldSetElement} values */
  #moreButton(values) {
    const hidden = () => /** @type {HTMLElement[]} */ ([...values.querySelectorAll('label[hidden]')]);
    const button = el('button', { type: 'button', class: 'mycel-clear' }, fill(this.#view.strings.words.moreValues, { n: hidden().length }));
    button.addEventListener('click', () => {
      const [first] = hidden();
      for (const label of hidden()) label.hidden = false;
      button.remove();
      first?.querySelector('input')?.focus();
    });
    return button;
  }

  /** @param {string} key @param {string} value @param {boolean} chosen */
  #choose(key, value, chosen) {
    if (chosen) this.selection.get(key)?.add(value);
    else this.selection.get(key)?.delete(value);
    this.#tell();
    this.#onChange();
  }

  /** Chooses nothing any more. */
  clear() {
    for (const { key, boxes, button } of this.#filters) {
      if (this.selection.get(key)?.size) button.focus(); // the button that was pressed goes
      this.selection.get(key)?.clear();
      for (const { box } of boxes.values()) box.checked = false;
    }
    this.#tell();
    this.#onChange();
  }

  /** Says on the buttons what is chosen. */
  #tell() {
    const { strings } = this.#view;
    for (const { key, button } of this.#filters) {
      const chosen = [...(this.selection.get(key) ?? [])].map((value) => strings.shown(key, value));
      const text = chosen.length > 0 ? `${this.#nameOf(key)}: ${chosen.join(', ')}` : this.#nameOf(key);
      button.replaceChildren(el('span', { dir: 'auto' }, text));
      button.classList.toggle('mycel-chosen', chosen.length > 0);
      button.lang = strings.language;
    }
    this.#clear.hidden = chosenKeys(this.selection).length === 0;
    this.#cue();
  }

  /** Tells the style whether the row goes on behind its end. */
  #cue() {
    const { scrollWidth, clientWidth, scrollLeft } = this.#row;
    this.#row.toggleAttribute('data-more', scrollWidth - clientWidth - Math.abs(scrollLeft) > 2);
  }

  /** Unfolds the values of one button, and folds all others. @param {HTMLButtonElement} [unfolded] none to fold all */
  #unfold(unfolded) {
    for (const filter of this.#filters) {
      const { button, values } = filter;
      if (button === unfolded) this.#arrange(filter);
      values.hidden = button !== unfolded;
      button.setAttribute('aria-expanded', String(!values.hidden));
    }
  }

  /** Escape folds the values before it closes anything else. @param {KeyboardEvent} event */
  #escape(event) {
    const open = this.#filters.find(({ values }) => !values.hidden);
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    event.stopPropagation();
    this.#unfold();
    open.button.focus();
  }

  /** @param {string} key */
  #nameOf(key) {
    const { keys } = this.#view.strings.words;
    const name = Object.hasOwn(keys, key) ? keys[key] : key; // a document may have a field `constructor`
    return name.charAt(0).toLocaleUpperCase(this.#view.strings.language) + name.slice(1);
  }
}
