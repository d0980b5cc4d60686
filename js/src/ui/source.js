/** @import {Follower} from './bundles.js' */
/** @import {Settings} from './settings.js' */
/** @typedef {typeof import('./list.js')} List what shows results and filters; it is loaded with the first key */
/** @typedef {typeof import('./bundles.js')} Bundles what opens bundles; it is loaded beside the panel */

/** @typedef {ReturnType<typeof makeSource>} Source */

/**
 * What a search needs: the bundle, and the modules that show results.
 * @param {Bundles} bundles @param {Settings} settings @param {Follower} follower
 */
export function makeSource(bundles, { problem, bundle }, follower) {
  const source = {
    /** Whether nothing is fetched before the reader searches. */
    waits: bundles.savesData(),
    /** Once it is loaded. @type {List | undefined} */
    list: undefined,
    /** Why it could not be loaded. @type {unknown} */
    lost: undefined,
    async open() {
      if (problem) throw bundles.requestError(problem);
      return bundles.openOnce(bundle, follower);
    },
    /** @returns {Promise<List>} */
    async load() {
      return (source.list ??= await import('./list.js').catch((error) => {
        source.lost = error;
        throw error;
      }));
    },
  };
  return source;
}
