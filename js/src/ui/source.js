/** @import {Follower} from './bundles.js' */
/** @import {Settings} from './settings.js' */
/** @typedef {typeof import('./list.js')} List what shows results and filters; it is loaded with the first key */
/** @typedef {typeof import('./bundles.js')} Bundles what opens bundles; it is loaded beside the panel */

/** What a search needs: the bundle, and the modules that show results. */
export class Source {
  /** Why the modules could not be had. @type {unknown} */
  lost;
  /** Once they are needed. @type {List | undefined} */
  list;
  #bundles;
  #settings;
  #follower;

  /** @param {Bundles} bundles @param {Settings} settings @param {Follower} follower */
  constructor(bundles, settings, follower) {
    this.#bundles = bundles;
    this.#settings = settings;
    this.#follower = follower;
  }

  /** Whether nothing is fetched before the reader searches. */
  get waits() {
    return this.#bundles.savesData();
  }

  async open() {
    const { problem, bundle } = this.#settings;
    if (problem) throw this.#bundles.requestError(problem);
    return this.#bundles.openOnce(bundle, this.#follower);
  }

  async load() {
    this.list ??= await import('./list.js').catch((error) => {
      this.lost = error;
      throw error;
    });
    return this.list;
  }
}
