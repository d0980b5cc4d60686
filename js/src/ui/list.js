/** What the panel loads with the first key, or with the filters of a bundle: nothing of it is needed before. */

export { makeFilterBar } from './filterbar.js';
export { notesOn } from './notes.js';
export { pinOf, withPin } from './pins.js';
export { ask, askWider, countHits } from './question.js';
export { renderResults } from './results.js';
