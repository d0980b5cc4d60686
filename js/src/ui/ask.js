import { cut } from './cut.js';
import { el } from './dom.js';
import { emit } from './events.js';
import { fill } from './fill.js';
import { leadTo } from './links.js';
/** @import {Search} from '../api/client.js' */
/** @import {Citation, Evidence} from '../evidence.js' */
/** @import {View} from './results.js' */

/**
 * What answers a question: a function of the site, set as the property `ask` of an
 * element. It gets what retrieve() found, and returns text, whole or in parts, or a
 * node.
 * @typedef {(question: {query: string, evidence: Evidence, signal: AbortSignal}) =>
 *   Answer | Promise<Answer>} AskFunction
 */

/** Characters of the question that the button repeats. */
const mostEchoed = 120;

/** @typedef {string | Node | AsyncIterable<string> | undefined | void} Answer */

/**
 * The button that asks, and the place of the answer. Nothing of it is there unless
 * the site has set `ask`, or has put a child with slot="ask" into the element, which
 * is then shown as the place of the answer.
 */
export class AskBox {
  /** @readonly */
  element = el('div', { class: 'mycel-ask' });
  #view;
  #slot;
  #controller = new AbortController();

  /**
   * @param {View} view
   */
  constructor(view) {
    this.#view = view;
    this.#slot = view.host.querySelector(':scope > [slot=ask]') && el('slot', { name: 'ask' });
  }

  /** @returns {AskFunction | undefined} */
  get #function() {
    return /** @type {{ask?: AskFunction}} */ (this.#view.host).ask;
  }

  /**
   * Offers to ask, in place of whatever was asked before.
   * @param {string} query '' offers nothing
   * @param {Search} bundle
   */
  offer(query, bundle) {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.element.replaceChildren();
    if (query === '' || !(this.#function || this.#slot)) return;
    const button = el('button', { type: 'button', class: 'mycel-ask-button' }, fill(this.#view.strings.words.ask, { query: cut(query, mostEchoed) }));
    button.addEventListener('click', () => this.#ask(query, bundle));
    this.element.append(button);
  }

  /**
   * @param {string} query
   * @param {Search} bundle
   */
  async #ask(query, bundle) {
    const { signal } = this.#controller;
    const { words } = this.#view.strings;
    const answer = el('div', { class: 'mycel-answer', 'aria-live': 'polite', dir: 'auto' }, words.asking);
    this.element.replaceChildren(answer);
    try {
      const evidence = await bundle.retrieve(query, { signal });
      if (signal.aborted) return;
      this.#show(answer, this.#slot ?? '', evidence);
      if (!emit(this.#view.host, 'ask', { query, evidence }) || !this.#function) return;
      await this.#write(answer, await this.#function({ query, evidence, signal }), evidence, signal);
    } catch (error) {
      if (signal.aborted) return;
      answer.replaceChildren(words.noAnswer, ' ', error instanceof Error ? error.message : String(error));
      emit(this.#view.host, 'error', { error });
    }
  }

  /**
   * @param {HTMLElement} place
   * @param {Answer} answer
   * @param {Evidence} evidence
   * @param {AbortSignal} signal
   */
  async #write(place, answer, evidence, signal) {
    if (typeof answer === 'object' && Symbol.asyncIterator in answer) {
      let text = '';
      for await (const part of answer) {
        if (signal.aborted) return;
        this.#show(place, (text += part), evidence);
      }
    } else if (answer !== undefined && !signal.aborted) {
      this.#show(place, answer, evidence);
    }
  }

  /**
   * @param {HTMLElement} place
   * @param {string | Node} answer
   * @param {Evidence} evidence
   */
  #show(place, answer, { citations, reason }) {
    const { words } = this.#view.strings;
    const text = typeof answer === 'string' ? this.#cited(answer, citations) : [answer];
    place.replaceChildren(...text);
    if (citations.length === 0) return place.append(el('p', {}, reason ?? words.noAnswer));
    const sources = citations.map((citation) => el('li', { value: String(citation.n) }, this.#source(citation, citation.heading || citation.title)));
    place.append(el('p', { class: 'mycel-sources-title' }, words.sources), el('ol', { class: 'mycel-sources' }, ...sources));
  }

  /**
   * Text in which [1] leads to the first source.
   * @param {string} answer
   * @param {Citation[]} citations
   * @returns {(Node | string)[]}
   */
  #cited(answer, citations) {
    return answer.split(/(\[\d+\])/).map((part) => {
      const citation = citations.find(({ n }) => part === `[${n}]`);
      return citation ? this.#source(citation, part) : part;
    });
  }

  /**
   * @param {Citation} citation
   * @param {string} text
   */
  #source({ url }, text) {
    const href = this.#view.linkTo(url);
    return href ? leadTo(el('a', {}, text), href) : el('span', {}, text);
  }
}
