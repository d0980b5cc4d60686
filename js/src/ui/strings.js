import { dictionary, languages } from './dictionaries.js';
import { fill } from './fill.js';
import { ownWords } from './words.js';
/** @import {Words} from './words.js' */

/** The words of the elements in the reader's language. A language is a file in strings/, loaded when it is needed. */

/** @typedef {{other: string} & {[form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string}} Counted */

/** @typedef {typeof import('./strings/en.js').default} English */
/** The words of a language have the names of English, and forms of their own for numbers. @template T @typedef {T extends string ? string : T extends {other: string} ? Counted : {[name in keyof T]: As<T[name]>}} As */
/** @typedef {Record<string, string>} Names */
/** What the elements say; strings/en.js says more of each. @typedef {As<English> & {keys: Names, readers: Names, page: {modes: Names}}} Dictionary */

/** Tags of languages that have their file under another one. @type {Record<string, string>} */
const others = { 'zh-tw': 'zh-hant', 'zh-hk': 'zh-hant', 'zh-mo': 'zh-hant', iw: 'he', in: 'id' };

/**
 * The longest beginning of a BCP 47 tag for which there are words, English if there is none.
 * @param {string} tag @param {(language: string) => boolean} has
 */
function longest(tag, has) {
  for (let rest = tag.toLowerCase(); rest; rest = rest.slice(0, Math.max(rest.lastIndexOf('-'), 0))) {
    const language = others[rest] ?? rest;
    if (has(language)) return language;
  }
  return 'en';
}

const hasFile = (/** @type {string} */ language) => languages.includes(language);

/** The language of the elements for a BCP 47 tag. @param {string} tag @returns {string} */
export const languageFor = (tag) => longest(tag, (language) => hasFile(language) || ownWords.has(language));

/** A dictionary with the site's own words. @param {Dictionary} words @param {Words} [mine] @returns {Dictionary} */
function withOwn(words, mine = {}) {
  const all = /** @type {Record<string, any>} */ ({ ...words });
  for (const [name, value] of Object.entries(mine)) all[name] = typeof value === 'string' ? value : { ...all[name], ...value };
  return /** @type {Dictionary} */ (all);
}

/** What the elements say, filled in. */
export class Strings {
  /** @readonly */
  language;
  /** @readonly @type {Dictionary} */
  words;

  /** @param {string} language @param {Dictionary} words */
  constructor(language, words) {
    this.language = language;
    this.words = words;
  }

  /** @param {string} tag BCP 47 @returns {Promise<Strings>} */
  static async load(tag) {
    const language = languageFor(tag);
    const { default: words } = await dictionary(longest(language, hasFile));
    return new Strings(language, withOwn(words, ownWords.get(language)));
  }

  /** How the language is written. */
  get direction() {
    return ['ar', 'fa', 'he'].includes(this.language) ? 'rtl' : 'ltr';
  }

  /** A text in quotation marks. @param {string} text @returns {string} */
  quoted(text) {
    return fill(this.words.quoted, { text });
  }

  /** A value of a filter as readers see it: languages by their names. @param {string} key @param {string} value */
  shown(key, value) {
    if (key !== 'language') return value;
    try {
      return new Intl.DisplayNames(this.language, { type: 'language' }).of(value) ?? value;
    } catch {
      return value; // not a tag
    }
  }

  /** "3 results". @param {number} n @param {boolean} [more] whether there are more: "10+ results" @returns {string} */
  results(n, more = false) {
    return this.counted(this.words.results, n, more ? '+' : '');
  }

  /**
   * A number with the noun that it counts.
   * @param {Counted} forms @param {number} n
   * @param {string} [sign] behind the number
   */
  counted(forms, n, sign = '') {
    const form = forms[new Intl.PluralRules(this.language).select(n)] ?? forms.other;
    return fill(form, { n: this.number(n) + sign });
  }

  /**
   * Formats a count. Below 1000 all languages write it in the same way. For the first number
   * that is formatted for a language, a browser takes ten milliseconds and more.
   * @param {number} n from 0
   */
  number(n) {
    return n < 1000 ? String(n) : n.toLocaleString(this.language);
  }

  /** "a, b and c". @param {string[]} items @returns {string} */
  list(items) {
    return items.length === 1 ? items[0] : new Intl.ListFormat(this.language).format(items);
  }
}
