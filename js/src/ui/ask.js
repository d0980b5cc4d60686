import { cut, mostEchoed } from './cut.js';
import { button, el } from './dom.js';
import { emit } from './events.js';
import { fill } from './fill.js';
/** @import {Search} from '../api/client.js' */
/** @import {Evidence} from '../evidence.js' */
/** @import {View} from './view.js' */

/**
 * What answers a question: a function of the site, set as the property `ask` of an element. It gets what retrieve()
 * found, and returns text, whole or in parts, or a node.
 * @typedef {(question: {query: string, evidence: Evidence, signal: AbortSignal}) => Answer | Promise<Answer>}
 * AskFunction
 */

/** @typedef {string | Node | AsyncIterable<string> | undefined | void} Answer */

/**
 * The button that asks, and the place of the answer, which is loaded for the first question. Nothing of it is there unless
 * the site has set `ask`, or has put a child with slot="ask" into the element, which
 * is then shown as the place of the answer.
 */
export class AskBox {
  /** @readonly */
  element = el('div', { class: 'mycel-ask' });
  #view;
  #slot;
  #controller = new AbortController();

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
    this.#slot = view.host.querySelector(':scope > [slot=ask]') && el('slot', { name: 'ask' });
  }

  /** @returns {AskFunction | undefined} */
  get #function() {
    return /** @type {{ask?: AskFunction}} */ (this.#view.host).ask;
  }

  /** Offers to ask, in place of whatever was asked before. @param {string} query '' offers nothing @param {Search} bundle */
  offer(query, bundle) {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.element.replaceChildren();
    if (query === '' || !(this.#function || this.#slot)) return;
    const label = fill(this.#view.strings.words.ask, { query: cut(query, mostEchoed) });
    this.element.append(button('mycel-ask-button', () => this.#ask(query, bundle), label));
  }

  /** @param {string} query @param {Search} bundle */
  async #ask(query, bundle) {
    const { signal } = this.#controller;
    const view = this.#view;
    const { words } = view.strings;
    const place = el('div', { class: 'mycel-answer', 'aria-live': 'polite', dir: 'auto' }, words.asking);
    this.element.replaceChildren(place);
    try {
      const [{ showAnswer }, evidence] = await Promise.all([import('./answer.js'), bundle.retrieve(query, { signal })]);
      if (!signal.aborted) await showAnswer(place, { view, slot: this.#slot, ask: this.#function, query, evidence, signal });
    } catch (error) {
      if (signal.aborted) return;
      place.replaceChildren(words.noAnswer, ' ', error instanceof Error ? error.message : String(error));
      emit(view.host, 'error', { error });
    }
  }
}
