import { adopt } from './adopt.js';
import { el } from './dom.js';
import { emit } from './events.js';
import style from './styles/answer.js';
/** @import {Citation, Evidence} from '../evidence.js' */
/** @import {AskFunction} from './ask.js' */
/** @import {View} from './view.js' */

/**
 * Shows the sources of a question, and its answer as it comes.
 * @param {HTMLElement} place
 * @param {{view: View, slot: Node | null, ask?: AskFunction, query: string, evidence: Evidence, signal: AbortSignal}} question in the slot the
 * site shows the answer itself
 */
export async function showAnswer(place, { view, slot, ask, query, evidence, signal }) {
  adopt(view.host, style);
  const show = (/** @type {string | Node} */ answer) => place.replaceChildren(...written(answer, evidence, view));
  show(slot ?? '');
  if (!emit(view.host, 'ask', { query, evidence }) || !ask) return;
  const answer = await ask({ query, evidence, signal });
  if (typeof answer === 'object' && Symbol.asyncIterator in answer) {
    let text = '';
    for await (const part of answer) {
      if (signal.aborted) return;
      show((text += part));
    }
  } else if (answer !== undefined && !signal.aborted) {
    show(answer);
  }
}

/**
 * An answer, with its sources below it.
 * @param {string | Node} answer @param {Evidence} evidence @param {View} view @returns {(Node | string)[]}
 */
function written(answer, { citations, reason }, view) {
  const { words } = view.strings;
  const text = typeof answer === 'string' ? cited(answer, citations, view) : [answer];
  if (citations.length === 0) return [...text, el('p', {}, reason ?? words.noAnswer)];
  const sources = citations.map(({ n, url, heading, title }) => el('li', { value: String(n) }, view.link(view.linkTo(url), heading || title)));
  return [...text, el('p', { class: 'mycel-sources-title' }, words.sources), el('ol', { class: 'mycel-sources' }, ...sources)];
}

/**
 * Text in which [1] leads to the first source.
 * @param {string} answer @param {Citation[]} citations @param {View} view @returns {(Node | string)[]}
 */
function cited(answer, citations, { link, linkTo }) {
  return answer.split(/(\[\d+\])/).map((part) => {
    const citation = citations.find(({ n }) => part === `[${n}]`);
    return citation ? link(linkTo(citation.url), part) : part;
  });
}
