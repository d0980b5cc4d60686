import { cut, mostEchoed } from './cut.js';
import { button, el } from './dom.js';
import { fill } from './fill.js';
import { joinPairs } from './pairs.js';
import { fewerWords } from './relaxed.js';
/** @import {Result} from '../types.js' */
/** @import {Strings} from './strings.js' */

/**
 * What the buttons of the notes do.
 * @typedef {object} Ways
 * @property {(query: string) => void} searchFor
 * @property {() => void} searchLiterally for the query as it was typed
 * @property {() => void} browse all that the filters leave
 * @property {() => void} clearFilters
 * @property {() => void} reset
 */

/**
 * The notes on an answer, which stand above its list.
 * @param {Result} result
 * @param {{query: string, chosen: string[]}} asked the query as it was typed, and values of filters
 * @param {Strings} strings @param {Ways} ways @returns {Node[]}
 */
export function notesOn(result, { query, chosen }, strings, ways) {
  const { words } = strings;
  const none = result.hits.length === 0;
  const notes = [];
  if (none) notes.push(el('p', { class: 'mycel-headline', dir: 'auto' }, fill(words.none, { query: cut(query, mostEchoed) })));
  if (result.didYouMean && !none) notes.push(correction(result.didYouMean, query, strings, ways));
  const unknown = result.terms.filter(({ known, stop, as, excluded }) => !known && !stop && !as && !excluded);
  const names = joinPairs(unknown.map(({ word }) => word), result.query).map((word) => strings.quoted(cut(word, mostEchoed)));
  if (names.length > 0 && !(none && result.terms.length === 1)) notes.push(el('p', { dir: 'auto' }, fill(words.unknown, { words: strings.list(names) })));
  if (result.cut) notes.push(el('p', {}, words.cut));
  if (none) notes.push(el('p', {}, words.advice), el('p', { class: 'mycel-ways' }, ...waysOut(result, chosen, strings, ways)));
  if (result.textError) notes.push(el('p', {}, words.noExcerpts));
  return notes;
}

/**
 * Buttons for a reader whose search has found nothing: first queries that are a little wider.
 * @param {Result} none @param {string[]} chosen @param {Strings} strings @param {Ways} ways
 */
function waysOut(none, chosen, strings, { searchFor, browse, clearFilters, reset }) {
  const { words } = strings;
  const way = (/** @type {string} */ text, /** @type {() => void} */ act) => button('mycel-button', act, text);
  const wider = [...new Set([...(none.didYouMean ? [none.didYouMean] : []), ...fewerWords(none)])];
  return [
    ...wider.map((query) => way(fill(words.searchFor, { query: cut(query, mostEchoed) }), () => searchFor(query))),
    ...(chosen.length > 0 ? [way(fill(words.everything, { names: strings.list(chosen) }), browse), way(words.clearFilters, clearFilters)] : []),
    way(words.clear, reset),
  ];
}

/**
 * Says that a correction was searched for, and offers the query as it was typed.
 * @param {string} corrected @param {string} typed @param {Strings} strings @param {Ways} ways
 */
function correction(corrected, typed, { words }, { searchFor, searchLiterally }) {
  const [before, after = ''] = words.showingFor.split('{query}');
  const suggestion = (/** @type {string} */ text, /** @type {() => void} */ act) => {
    const made = button('mycel-suggestion', act, text);
    made.dir = 'auto';
    return made;
  };
  return el('p', {}, before, suggestion(corrected, () => searchFor(corrected)), after, ' ', suggestion(fill(words.instead, { query: cut(typed, mostEchoed) }), searchLiterally));
}
