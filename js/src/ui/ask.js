import { cut, mostEchoed } from './cut.js';
import { button, el } from './dom.js';
import { emit } from './events.js';
import { fill } from './fill.js';
/** @import {Search} from '../api/client.js' */
/** @import {Evidence} from '../evidence.js' */
/** @import {View} from './view.js' */

/** @typedef {string | Node | AsyncIterable<string> | undefined | void} Answer */
/** @typedef {{query: string, evidence: Evidence, signal: AbortSignal}} Question */

/**
 * What answers a question: a function of the site, set as the property `ask` of an element. It gets what retrieve()
 * found, and returns text, whole or in parts, or a node.
 * @typedef {(question: Question) => Answer | Promise<Answer>} AskFunction
 */

/** @typedef {ReturnType<typeof makeAskBox>} AskBox */

/**
 * The button that asks, and the place of the answer, which is loaded for the first question. Nothing of it is there
 * unless the site has set `ask`, or has put a child with slot="ask" into the element, which is then shown as the place
 * of the answer.
 * @param {View} view
 */
export function makeAskBox(view) {
  const { host, strings: { words } } = view;
  const element = el('div', { class: 'mycel-ask' });
  const slot = host.querySelector(':scope > [slot=ask]') && el('slot', { name: 'ask' });
  const answers = () => /** @type {{ask?: AskFunction}} */ (host).ask;
  let controller = new AbortController();

  /** Offers to ask, in place of whatever was asked before. @param {string} query '' offers nothing @param {Search} bundle */
  function offer(query, bundle) {
    controller.abort();
    controller = new AbortController();
    element.replaceChildren();
    if (query === '' || !(answers() || slot)) return;
    const label = fill(words.ask, { query: cut(query, mostEchoed) });
    element.append(button('mycel-ask-button', () => ask(query, bundle), label));
  }

  /** @param {string} query @param {Search} bundle */
  async function ask(query, bundle) {
    const { signal } = controller;
    const place = el('div', { class: 'mycel-answer', 'aria-live': 'polite', dir: 'auto' }, words.asking);
    element.replaceChildren(place);
    try {
      const [{ showAnswer }, evidence] = await Promise.all([import('./answer.js'), bundle.retrieve(query, { signal })]);
      if (!signal.aborted) await showAnswer(place, { view, slot, ask: answers(), query, evidence, signal });
    } catch (error) {
      if (signal.aborted) return;
      place.replaceChildren(words.noAnswer, ' ', error instanceof Error ? error.message : String(error));
      emit(host, 'error', { error });
    }
  }

  return { element, offer };
}
