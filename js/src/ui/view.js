import { searchAddress } from './address.js';
import { el } from './dom.js';
import { leadTo, linkTo, matchedLine, toText } from './links.js';
import { renderListbox, renderRow } from './rows.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {SearchBox} from './element.js' */
/** @import {Settings} from './settings.js' */
/** @import {Strings} from './strings.js' */

let views = 0;

/** @typedef {ReturnType<typeof makeView>} View what rendering needs to know of the element */

/**
 * @param {SearchBox} host @param {Settings} settings @param {Strings} strings
 * @param {(hit: Hit, result: Result) => Promise<Result | undefined>} explain gives the same result with the links to the hit and the entities of
 * the query, if they can be had
 */
export function makeView(host, { root, param, textFragments, documentPage }, strings, explain) {
  let numbers = 0;
  return {
    host, strings, explain, renderListbox, renderRow,
    id: `mycel-${++views}`, // prefix of the ids
    language: '', // of the documents
    count: () => numbers++,
    /** Where an address of the bundle leads. @param {string} url */
    linkTo: (url) => linkTo(url, root),
    /** Where a hit leads: to its text, if possible. @param {Hit} hit */
    linkToHit(hit) {
      const href = linkTo(hit.url, root) ?? pageOf(hit, documentPage);
      return href && textFragments ? toText(href, matchedLine(hit.excerpt)) : href;
    },
    /** A link, whose text directive waits for a click, or text that leads nowhere. @param {string | undefined} href @param {string} text */
    link: (href, text) => (href ? leadTo(el('a', { dir: 'auto' }, text), href) : el('span', { dir: 'auto' }, text)),
    /** The address of a search. @param {string} query */
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
