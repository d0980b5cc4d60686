import { MycelError } from '../errors.js';
import { fragment } from './fragment.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {Fragment} from './fragment.js' */
/** @import {PagefindOptions, SearchResult} from './types.js' */

/**
 * The pages of an answer. An answer lists sections; a page has those of one document. The sections come without
 * excerpts: these are loaded page by page, in one request for all pages that are asked for in one turn.
 */
export class Pages {
  #answer;
  #folder;
  #options;
  #ask;
  /** Positions of hits whose excerpts are wanted. @type {Set<number>} */
  #wanted = new Set();
  /** The request about to be made for them. @type {Promise<Result> | undefined} */
  #request;

  /**
   * @param {Result} answer
   * @param {string} folder of the bundle
   * @param {PagefindOptions} options
   * @param {(excerpts: number[]) => Promise<Result>} ask asks once more, for excerpts
   */
  constructor(answer, folder, options, ask) {
    this.#answer = answer;
    this.#folder = folder;
    this.#options = options;
    this.#ask = ask;
  }

  /** @returns {SearchResult[]} */
  results() {
    /** @type {Map<string, number[]>} positions of hits, best first */
    const pages = new Map();
    for (const [i, hit] of this.#answer.hits.entries()) {
      const id = pageOf(hit);
      const page = pages.get(id);
      if (page) page.push(i);
      else pages.set(id, [i]);
    }
    return [...pages].map(([id, positions]) => {
      /** @type {Promise<Fragment> | undefined} */
      let data;
      const load = () => {
        data ??= this.#load(id, positions);
        data.catch(() => (data = undefined)); // the next call tries again
        return data;
      };
      return { id, score: this.#answer.hits[positions[0]].score, words: [], data: load };
    });
  }

  /**
   * @param {string} id of the page
   * @param {number[]} positions
   * @param {boolean} [again] whether they are of a newer bundle than the first
   * @returns {Promise<Fragment>}
   */
  async #load(id, positions, again = false) {
    for (const i of positions) this.#wanted.add(i);
    this.#request ??= this.#next();
    const { hits, terms } = await this.#request;
    const own = [...hits.keys()].filter((i) => pageOf(hits[i]) === id);
    if (String(own) === String(positions)) return fragment(own.map((i) => hits[i]), terms, this.#folder, this.#options);
    // A newer bundle has answered, in which the page has other places, or none.
    if (again || own.length === 0) throw new MycelError('not-found', `${id} is not found any more: the site was just updated`, { advice: 'Search again.' });
    return this.#load(id, own, true);
  }

  /** @returns {Promise<Result>} */
  async #next() {
    await undefined; // until all that ask in this turn have asked
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    this.#request = undefined;
    return this.#ask(wanted);
  }
}

/** The id of a hit's page, among the documents of all bundles that are searched. @param {Hit} hit */
export function pageOf({ bundle = '', document }) {
  return bundle + document;
}
