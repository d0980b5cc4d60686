/** @import {Dictionary} from './strings.js' */

/**
 * Words of a dictionary, and of its groups.
 * @typedef {{[name in keyof Dictionary]?: Dictionary[name] extends string ? string : Partial<Dictionary[name]>}} Words
 */

const key = Symbol.for('mycel.words');
const site = /** @type {Record<symbol, Map<string, Words> | undefined>} */ (/** @type {unknown} */ (globalThis));

/** The site's own words by language. The page has one table, whichever of its scripts have this module. */
export const ownWords = (site[key] ??= new Map());

/**
 * Replaces words of a language in all elements that open afterwards, or adds a language. Missing words are in
 * English.
 *
 *     import { setWords } from '/mycel/client/ui/words.js';
 *     setWords('de', { none: 'Hier steht nichts über „{query}“' });
 *
 * @param {string} tag BCP 47
 * @param {Words} words
 */
export function setWords(tag, words) {
  ownWords.set(tag.toLowerCase(), words);
}
