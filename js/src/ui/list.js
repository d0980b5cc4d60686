/** What the panel loads with the first key, or with the filters of a bundle: nothing of it is needed before. */

export { FilterBar } from './filterbar.js';
export { ownView } from './own.js';
export { pinOf, readPins, withPin } from './pins.js';
export { fewerWords, relaxed } from './relaxed.js';
export { renderResults } from './results.js';
