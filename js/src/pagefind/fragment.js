import { clip, html, wordAt } from './marked.js';
import { webURL } from '../util/weburl.js';
/** @import {Hit, Term} from '../types.js' */
/** @import {PagefindOptions} from './types.js' */

/** Words of an excerpt unless the options say otherwise: Pagefind's default. */
const excerptLength = 30;

/** The address of a page without an address on the web. */
const nowhere = '#';

/** `weight` is always 1. @typedef {{weight: number, balanced_score: number, location: number}} WeightedLocation */

/**
 * A heading that can be jumped to.
 * @typedef {object} Anchor
 * @property {string} element `h1` to `h6`, by how deep the section lies
 * @property {string} id
 * @property {string} text
 * @property {number} location of the section's first word
 */

/**
 * A section of the page that matches.
 * @typedef {object} SubResult
 * @property {string} title its heading; the page's title for the text before the first one
 * @property {string} url
 * @property {Anchor} [anchor]
 * @property {string} excerpt HTML: text escaped, matching words in `<mark>`
 * @property {string} plain_excerpt text
 * @property {number[]} locations of matching words
 * @property {WeightedLocation[]} weighted_locations
 */

/**
 * The part of a page that is shown. Locations are numbers of words in `content`.
 * @typedef {object} Fragment
 * @property {string} url with the base
 * @property {string} raw_url without it, beginning with a slash
 * @property {string} content text of the excerpts, in reading order; not the whole page's
 * @property {string} raw_content the same
 * @property {number} word_count of `content`
 * @property {string} excerpt of the best section; HTML: text escaped, matching words in `<mark>`
 * @property {string} plain_excerpt the same as text
 * @property {Record<string, string>} meta `title` and the other fields of the document
 * @property {Record<string, string[]>} filters always empty: the bundle tells how often values occur, not where
 * @property {Anchor[]} anchors of the sections in `sub_results`
 * @property {number[]} locations of matching words
 * @property {WeightedLocation[]} weighted_locations
 * @property {SubResult[]} sub_results sections that match, in reading order
 */

/**
 * Describes a page by its hits.
 * @param {Hit[]} hits of one document, best first
 * @param {Term[]} terms of the query
 * @param {string} folder of the bundle, absolute
 * @param {PagefindOptions} options @returns {Fragment}
 */
export function fragment(hits, terms, folder, options) {
  const [best] = hits;
  const [raw] = best.url.split('#');
  const url = address(raw, folder, options, terms);
  let content = '';
  const ordered = hits.flatMap(sections).sort((a, b) => a.section - b.section);
  const sub_results = ordered.map((hit) => {
    const sub = subResult(hit, url, countWords(content), options);
    content = [content, sub.plain_excerpt].filter(Boolean).join(' ');
    return sub;
  });
  const { excerpt, plain_excerpt } = sub_results[ordered.indexOf(best)];
  return {
    url,
    raw_url: isAbsolute(raw) || raw.startsWith('/') ? raw : `/${raw}`,
    content, raw_content: content, word_count: countWords(content), excerpt, plain_excerpt,
    meta: { ...metaOf(best, folder), title: best.title },
    filters: {},
    anchors: sub_results.flatMap(({ anchor }) => anchor ?? []),
    locations: sub_results.flatMap(({ locations }) => locations),
    weighted_locations: sub_results.flatMap((sub) => sub.weighted_locations),
    sub_results,
  };
}

/** @param {string} text */
const countWords = (text) => wordAt(text, text.length);

/** The sections of a hit: its own, and those below it. @param {Hit} hit @returns {Hit[]} */
function sections(hit) {
  return [hit, ...(hit.nested ?? []).map((below) => ({ ...hit, excerpt: undefined, ...below }))];
}

/**
 * @param {Hit} hit
 * @param {string} page address of the page
 * @param {number} first number of the first word
 * @param {PagefindOptions} options @returns {SubResult}
 */
function subResult(hit, page, first, options) {
  const { text, matches } = clip(hit.excerpt ?? { text: '', matches: [] }, options.excerptLength ?? excerptLength);
  // The section under the page's own title is the page.
  const isPage = hit.heading === '' || hit.heading === hit.title;
  const locations = matches.map(([start]) => first + wordAt(text, start));
  return {
    title: hit.heading || hit.title,
    url: isPage || !hit.anchor || page === nowhere ? page : `${page}#${hit.anchor}`,
    ...(!isPage && hit.anchor && {
      anchor: { element: `h${Math.min(6, hit.breadcrumb.length + 1)}`, id: hit.anchor, text: hit.heading, location: first },
    }),
    excerpt: html(text, matches),
    plain_excerpt: text,
    locations,
    weighted_locations: locations.map((location) => ({ weight: 1, balanced_score: hit.score, location })),
  };
}

/**
 * Fields of the document, in bundles that have any. User interfaces make a link of the field `url`.
 * @param {Hit} hit @param {string} folder @returns {Record<string, string>}
 */
function metaOf({ meta = {} }, folder) {
  const { url, ...rest } = meta;
  return url !== undefined && webURL(url, folder) ? meta : rest;
}

/** @param {string} url */
function isAbsolute(url) {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/**
 * The address of a page: an absolute one as it is, any other behind the base.
 * @param {string} raw without fragment
 * @param {string} folder of the bundle
 * @param {PagefindOptions} options
 * @param {Term[]} terms words that `highlightParam` hands on
 * @returns {string} a path where the page is on the origin of the reader's; {@link nowhere}
 */
function address(raw, folder, { baseUrl, highlightParam }, terms) {
  const root = new URL('../', folder);
  const path = baseUrl === undefined ? raw : `${baseUrl.replace(/\/+$/, '')}/${raw.replace(/^\/+/, '')}`;
  const target = isAbsolute(raw) ? raw : path;
  const url = webURL(target, root);
  if (!url) return nowhere;
  if (highlightParam) {
    for (const { word, known, stop } of terms) if (known && !stop) url.searchParams.append(highlightParam, word);
  }
  const origin = globalThis.location?.origin ?? root.origin;
  return url.origin === origin ? url.pathname + url.search : url.href;
}
