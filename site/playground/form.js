/** The controls of the playground, and the address that holds their values. */

import { replaceAddress } from '../client/ui/address.js';
import { el } from '../client/ui/dom.js';
import { parameters } from './parameters.js';
/** @import {Mode} from '../client/index.js' */

/**
 * A row of the table of parameters: a choice among words, a number, or else a switch.
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} meaning
 * @property {string[]} modes that have it, none for all
 * @property {string} initial value that it has if it is not set
 * @property {string[]} [words] of a choice, the default first
 * @property {number} [least] of a number
 * @property {number} [most]
 * @property {boolean} [whole]
 */

/**
 * What is asked for.
 * @typedef {object} Inquiry
 * @property {string} query
 * @property {number} k
 * @property {number} tokenBudget
 * @property {Mode[]} modes in the engine's order
 * @property {Record<string, number | string | boolean>} values of parameters that are not at their default
 */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
/** What a visitor compares at first: words alone, and the way over links. */
const firstModes = ['bm25', 'bridge'];
const defaults = { k: input('k').value, budget: input('budget').value };

/** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
const controls = new Map();

/**
 * Fills the form from what the engine and the address say.
 * @param {readonly Mode[]} modes of the engine
 */
export function fillForm(modes) {
  const { searchParams } = new URL(location.href);
  const wanted = searchParams.get('modes')?.split(',') ?? firstModes;
  byId('modes').append(...modes.map((mode) => chip(mode, wanted.includes(mode))));
  byId('table').append(...groups(modes).map(([group, rows]) => el('fieldset', {}, el('legend', {}, group), ...rows.map(control))));
  input('query').value ||= searchParams.get('q') ?? '';
  input('k').value = searchParams.get('k') ?? defaults.k;
  input('budget').value = searchParams.get('budget') ?? defaults.budget;
  for (const [name, node] of controls) {
    const value = searchParams.get(`p.${name}`);
    if (value === null) continue;
    if (node.type === 'checkbox') /** @type {HTMLInputElement} */ (node).checked = true;
    else node.value = value;
  }
  tellSet(readForm(modes));
}

/**
 * What the form asks for now.
 * @param {readonly Mode[]} modes of the engine
 * @returns {Inquiry}
 */
export function readForm(modes) {
  const chosen = new Set([...byId('modes').querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value));
  /** @type {Inquiry['values']} */
  const values = {};
  for (const { name, words, least } of parameters) {
    const node = controls.get(name);
    if (node instanceof HTMLInputElement && node.type === 'checkbox') {
      if (node.checked) values[name] = true;
    } else if (node && node.value !== (words?.[0] ?? '')) {
      values[name] = least === undefined ? node.value : Number(node.value);
    }
  }
  return {
    query: input('query').value.trim(),
    k: Number(input('k').value),
    tokenBudget: Number(input('budget').value),
    modes: modes.filter((mode) => chosen.has(mode)),
    values,
  };
}

/**
 * Writes what is asked for into the address; defaults are left out.
 * @param {Inquiry} inquiry
 * @param {readonly Mode[]} modes of the engine
 */
export function remember({ query, k, tokenBudget, modes: chosen, values }, modes) {
  const address = new URL(location.href);
  address.search = '';
  const { searchParams } = address;
  if (query) searchParams.set('q', query);
  if (String(k) !== defaults.k) searchParams.set('k', String(k));
  if (String(tokenBudget) !== defaults.budget) searchParams.set('budget', String(tokenBudget));
  if (String(chosen) !== String(modes.filter((mode) => firstModes.includes(mode)))) searchParams.set('modes', chosen.join(','));
  for (const [name, value] of Object.entries(values)) searchParams.set(`p.${name}`, String(value));
  replaceAddress(address);
}

/**
 * Says how many parameters are set.
 * @param {Inquiry} inquiry
 */
export function tellSet({ values }) {
  const names = Object.keys(values);
  byId('set').textContent = names.length > 0 ? `(${names.map((name) => `${name} ${values[name]}`).join(', ')})` : '';
}

/**
 * @param {Mode} mode
 * @param {boolean} checked
 */
function chip(mode, checked) {
  const box = el('input', { type: 'checkbox', name: 'mode', value: mode });
  box.checked = checked;
  return el('label', {}, box, mode);
}

/**
 * The parameters by the modes that have them.
 * @param {readonly Mode[]} modes
 * @returns {[group: string, rows: Parameter[]][]}
 */
function groups(modes) {
  /** @type {Map<string, Parameter[]>} */
  const found = new Map();
  for (const row of parameters) {
    const known = modes.filter((mode) => row.modes.includes(mode));
    if (known.length === 0 && row.modes.length > 0) continue;
    const group = known.join(', ') || 'all';
    found.set(group, [...(found.get(group) ?? []), row]);
  }
  return [...found];
}

/** @param {Parameter} row */
function control(row) {
  const node = controlOf(row);
  controls.set(row.name, node);
  const meaning = el('span', { class: 'quiet', id: `about-${row.name}` }, row.meaning);
  node.setAttribute('aria-describedby', meaning.id);
  return el('div', { class: 'parameter' }, el('label', {}, el('span', {}, row.name), node), meaning);
}

/**
 * @param {Parameter} row
 * @returns {HTMLInputElement | HTMLSelectElement}
 */
function controlOf({ words, least, most, whole, initial }) {
  if (words) return el('select', {}, ...words.map((word) => el('option', { value: word }, word)));
  if (least === undefined) return el('input', { type: 'checkbox' });
  return el('input', { type: 'number', min: String(least), max: String(most), step: whole ? '1' : 'any', placeholder: initial });
}
