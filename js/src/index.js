/**
 * Client for bundles built by the mycel command.
 *
 *     import { open } from 'mycel';
 *     const search = await open('/mycel/');
 *     const { hits } = await search.search('how do threads share data?');
 *
 * @module
 */

export { open, Search } from './client.js';
export { MycelError, errorCodes } from './errors.js';
export { version } from './version.js';

/** @typedef {import('./errors.js').ErrorCode} ErrorCode */
/** @typedef {import('./errors.js').ErrorData} ErrorData */
/** @typedef {import('./types.js').Bridge} Bridge */
/** @typedef {import('./types.js').Embedder} Embedder */
/** @typedef {import('./types.js').Mode} Mode */
/** @typedef {import('./types.js').OpenOptions} OpenOptions */
/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').SearchOptions} SearchOptions */
/** @typedef {import('./types.js').Info} Info */
/** @typedef {import('./types.js').Status} Status */
/** @typedef {import('./types.js').Range} Range */
/** @typedef {import('./types.js').Term} Term */
/** @typedef {import('./types.js').Entity} Entity */
/** @typedef {import('./types.js').Pair} Pair */
/** @typedef {import('./types.js').Excerpt} Excerpt */
/** @typedef {import('./types.js').VectorInfo} VectorInfo */
/** @typedef {import('./types.js').Why} Why */
/** @typedef {import('./types.js').Hit} Hit */
/** @typedef {import('./types.js').Stats} Stats */
/** @typedef {import('./types.js').Result} Result */
