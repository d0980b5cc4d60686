import { adopt } from './adopt.js';
import { button, el } from './dom.js';
import { cross, spinner } from './icons.js';
import style from './styles/panel.js';
/** @import {Listing} from './listing.js' */
/** @import {States} from './states.js' */
/** @import {Strings} from './strings.js' */
/** @import {View} from './view.js' */

/**
 * Makes the box of an element the place of a search: buttons beside the input, and below it the line with the filters, the
 * notes and the list.
 * @param {View} view @param {{tools: HTMLElement, states: States, listing: Listing, ask: HTMLElement}} parts
 * @param {() => void} reset
 */
export function buildBox({ host, id, strings }, { tools, states, listing, ask }, reset) {
  const { box, dialog, input } = host;
  const { words, direction } = strings;
  adopt(host, style);
  host.failed.remove();
  if (!host.closest('[dir]')) box.dir = direction;
  const attributes = {
    role: 'combobox', enterkeyhint: 'search', autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false',
    'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': `${id}-list`,
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  const clear = button('mycel-cancel mycel-empty', reset, cross());
  clear.title = words.clear;
  // The input itself stays where it is: moved, it would lose focus and composition.
  input.after(clear, ...(dialog ? [button('mycel-cancel', () => dialog.close(), words.close)] : []));
  box.querySelector('svg')?.append(spinner());
  const note = host.querySelector(':scope > [slot=note]') ? [el('slot', { name: 'note' })] : [];
  listing.body.append(states.progress, ...note, states.notes, ask, listing.element);
  box.append(tools, listing.body, ...(dialog ? [hints(strings)] : []));
}

/** @param {Strings} strings */
function hints({ words, language }) {
  const { move, open, newTab } = words;
  const close = words.close.toLocaleLowerCase(language);
  const mod = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl';
  /** @type {[string[], string][]} */
  const keys = [[['↓', '↑'], move], [['↵'], open], [[mod, '↵'], newTab], [['Esc'], close]];
  return el('div', { class: 'mycel-hints', 'aria-hidden': 'true' }, ...keys.map(([names, what]) => el('span', {}, ...names.map((name) => el('kbd', {}, name)), what)));
}
