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

/** @typedef {import('./errors.js').ErrorCode} ErrorCode */
/** @typedef {import('./errors.js').ErrorData} ErrorData */
/** @typedef {import('./api/several.js').Several} Several */
/** @typedef {import('./types.js').BundleOptions} BundleOptions */
/** @typedef {import('./types.js').SeveralStatus} SeveralStatus */
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
/** @typedef {import('./types.js').Reason} Reason */
/** @typedef {import('./types.js').From} From */
/** @typedef {import('./params.js').Params} Params */
/** @typedef {import('./types.js').Excerpt} Excerpt */
/** @typedef {import('./types.js').VectorInfo} VectorInfo */
/** @typedef {import('./types.js').Why} Why */
/** @typedef {import('./types.js').Hit} Hit */
/** @typedef {import('./types.js').Stats} Stats */
/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./evidence.js').RetrieveOptions} RetrieveOptions */
/** @typedef {import('./evidence.js').OverviewOptions} OverviewOptions */
/** @typedef {import('./evidence.js').RelatedOptions} RelatedOptions */
/** @typedef {import('./evidence.js').Evidence} Evidence */
/** @typedef {import('./evidence.js').Coverage} Coverage */
/** @typedef {import('./evidence.js').Citation} Citation */
/** @typedef {import('./evidence.js').Passage} Passage */
/** @typedef {import('./evidence.js').Trace} Trace */
/** @typedef {import('./evidence.js').RankList} RankList */
/** @typedef {import('./evidence.js').TraceItem} TraceItem */
/** @typedef {import('./evidence.js').Overview} Overview */
/** @typedef {import('./evidence.js').Summary} Summary */
/** @typedef {import('./evidence.js').Related} Related */
/** @typedef {import('./evidence.js').Neighbour} Neighbour */
