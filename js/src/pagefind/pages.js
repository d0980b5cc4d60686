import { MycelError } from '../errors.js';
import { fragment } from './fragment.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {Fragment} from './fragment.js' */
/** @import {PagefindOptions, SearchResult} from './types.js' */

/**
 * The pages of an answer. An answer lists sections; a page has those of one document. The sections come without
 * excerpts: these are loaded page by page, in one request for all pages that are asked for in one turn.
 * @param {Result} answer
 * @param {string} folder of the bundle
 * @param {PagefindOptions} options
 * @param {(excerpts: number[]) => Promise<Result>} ask asks once more, for excerpts
 * @returns {SearchResult[]}
 */
export function pagesOf({ hits }, folder, options, ask) {
  /** Positions of hits whose excerpts are wanted. @type {Set<number>} */
  const wanted = new Set();
  /** The request about to be made for them. @type {Promise<Result> | undefined} */
  let request;

  async function next() {
    await undefined; // until all that ask in this turn have asked
    const positions = [...wanted];
    wanted.clear();
    request = undefined;
    return ask(positions);
  }

  /**
   * @param {string} id of the page
   * @param {number[]} positions
   * @param {boolean} [again] whether they are of a newer bundle than the first
   * @returns {Promise<Fragment>}
   */
  async function load(id, positions, again = false) {
    for (const i of positions) wanted.add(i);
    const { hits, terms } = await (request ??= next());
    const own = [...hits.keys()].filter((i) => pageOf(hits[i]) === id);
    if (String(own) === String(positions)) return fragment(own.map((i) => hits[i]), terms, folder, options);
    // A newer bundle has answered, in which the page has other places, or none.
    if (again || own.length === 0) throw new MycelError('not-found', `${id} is not found any more: the site was just updated`, { advice: 'Search again.' });
    return load(id, own, true);
  }

  /** Positions of hits by page, best first. @type {Map<string, number[]>} */
  const pages = new Map();
  for (const [i, hit] of hits.entries()) pages.set(pageOf(hit), [...(pages.get(pageOf(hit)) ?? []), i]);
  return [...pages].map(([id, positions]) => {
    /** @type {Promise<Fragment> | undefined} */
    let page;
    const data = () => {
      page ??= load(id, positions);
      page.catch(() => (page = undefined)); // the next call tries again
      return page;
    };
    return { id, score: hits[positions[0]].score, words: [], data };
  });
}

/** The id of a hit's page, among the documents of all bundles that are searched. @param {Hit} hit */
export function pageOf({ bundle = '', document }) {
  return bundle + document;
}
