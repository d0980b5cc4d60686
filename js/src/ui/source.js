/** @import {Follower} from './bundles.js' */
/** @import {Settings} from './settings.js' */
/** @typedef {typeof import('./list.js')} List what shows results and filters; it is loaded with the first key */
/** @typedef {typeof import('./bundles.js')} Bundles what opens bundles; it is loaded beside the panel */

/**
 * What a search needs: the bundle, and the modules that show results.
 * @typedef {object} Source
 * @property {boolean} waits whether nothing is fetched before the reader searches
 * @property {() => ReturnType<Bundles['openOnce']>} open
 * @property {() => Promise<List>} load
 * @property {List} [list] once it is loaded
 * @property {unknown} [lost] why it could not be loaded
 */

/** @param {Bundles} bundles @param {Settings} settings @param {Follower} follower @returns {Source} */
export function makeSource(bundles, { problem, bundle }, follower) {
  /** @type {Source} */
  const source = {
    waits: bundles.savesData(),
    async open() {
      if (problem) throw bundles.requestError(problem);
      return bundles.openOnce(bundle, follower);
    },
    async load() {
      return (source.list ??= await import('./list.js').catch((error) => {
        source.lost = error;
        throw error;
      }));
    },
  };
  return source;
}
