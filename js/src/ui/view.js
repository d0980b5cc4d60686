import { searchAddress } from './address.js';
import { leadTo, linkTo, matchedLine, toText } from './links.js';
import { renderListbox, renderRow } from './rows.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {SearchBox} from './element.js' */
/** @import {Settings} from './settings.js' */
/** @import {Strings} from './strings.js' */

/**
 * What rendering needs to know of the element.
 * @typedef {object} View
 * @property {SearchBox} host
 * @property {string} id prefix of the ids
 * @property {Strings} strings
 * @property {string} language of the documents
 * @property {() => number} count a new number on every call
 * @property {(url: string) => string | undefined} linkTo where an address of the bundle leads
 * @property {(hit: Hit) => string | undefined} linkToHit where a hit leads: to its text, if possible
 * @property {typeof renderListbox} renderListbox
 * @property {typeof renderRow} renderRow
 * @property {typeof leadTo} leadTo gives a link an address, whose text directive waits for a click
 * @property {(query: string) => string | undefined} searchFor the address of a search
 * @property {(hit: Hit, result: Result) => Promise<Result | undefined>} explain the same result with the links to
 *   the hit and the entities of the query, if they can be had
 */

let views = 0;

/**
 * @param {SearchBox} host @param {Settings} settings @param {Strings} strings @param {View['explain']} explain @returns {View}
 */
export function makeView(host, { root, param, textFragments, documentPage }, strings, explain) {
  let numbers = 0;
  return {
    host, strings, explain, renderListbox, renderRow, leadTo,
    id: `mycel-${++views}`,
    language: '',
    count: () => numbers++,
    linkTo: (url) => linkTo(url, root),
    linkToHit: (hit) => {
      const href = linkTo(hit.url, root) ?? pageOf(hit, documentPage);
      return href && textFragments ? toText(href, matchedLine(hit.excerpt)) : href;
    },
    searchFor: (query) => searchAddress(param, query),
  };
}

/**
 * The page that shows a document that has no address.
 * @param {Hit} hit @param {string | undefined} page @returns {string | undefined}
 */
function pageOf({ document: id, anchor, url }, page) {
  if (page === undefined || !(url === '' || url.startsWith('#'))) return undefined;
  const address = new URL(page);
  address.searchParams.set('id', id);
  address.hash = anchor;
  return address.href;
}
