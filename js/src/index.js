/**
 * Client for bundles built by the mycel command.
 *
 *     import { open } from 'mycel';
 *     const search = await open('/mycel/');
 *     const { hits } = await search.search('how do threads share data?');
 *
 * @module
 */

export { open, Search } from './api/client.js';
export { MycelError, errorAdvice, errorCodes } from './errors.js';
export { version } from './version.js';

// The package declares the types of types.js and evidence.js here, too (package.json, types).
/** @typedef {import('./errors.js').ErrorCode} ErrorCode */
/** @typedef {import('./errors.js').ErrorData} ErrorData */
/** @typedef {import('./api/several.js').Several} Several */
/** @typedef {import('./params.js').Params} Params */
