import { dictionary } from './dictionaries.js';
import { fill } from './fill.js';
import { ownWords } from './words.js';
/** @import {Words} from './words.js' */

/** The words of the elements in the reader's language. A language is a file in strings/, loaded when it is needed. */

/**
 * @typedef {object} Counted
 * @property {string} other
 * @property {string} [zero]
 * @property {string} [one]
 * @property {string} [two]
 * @property {string} [few]
 * @property {string} [many]
 */

/**
 * What the elements say. Words in braces are replaced.
 * @typedef {object} Dictionary
 * @property {string} close
 * @property {string} clear
 * @property {string} loading
 * @property {string} late nothing of the index has come for a while
 * @property {string} searching
 * @property {Counted} results {n}
 * @property {string} listLabel
 * @property {string} none {query}
 * @property {string} quoted {text} in quotation marks
 * @property {string} advice when nothing was found
 * @property {string} unknown {words}
 * @property {string} cut when a query is too long
 * @property {string} showingFor {query}, which has a correction in the place of a misspelling
 * @property {string} instead {query}, as it was typed
 * @property {string} searchFor {query}
 * @property {string} recent above the last searches
 * @property {string} suggestions above pages that the site names
 * @property {string} details of an error
 * @property {string} more
 * @property {string} why
 * @property {string} words {words}
 * @property {string} readAs {word}, {words}
 * @property {Record<string, string>} readers a sentence for each thing that finds
 * @property {string} throughCommunity as readers, of mode da
 * @property {Record<NonNullable<import('../types.js').Why['exact']>, string>} exact a sentence: what of a hit is the very query
 * @property {string} alsoIn {pages}
 * @property {string} calls a sentence: {page} has a link to the hit, with the words {text}
 * @property {string} query
 * @property {string} entity
 * @property {string} sentence
 * @property {string} summary
 * @property {string} section
 * @property {string} keyword
 * @property {string} community
 * @property {string} unit label of a statement about one event
 * @property {string} relation
 * @property {string} attribute label of a description of an entity
 * @property {string} element label of the subject of a group of texts
 * @property {string} members of a community: {n}, {t} neighbours shared, {k}
 * @property {string} written that a language model wrote what follows
 * @property {string} figure
 * @property {string} terms
 * @property {string} entities
 * @property {string} passages
 * @property {string} notLoaded
 * @property {string} failed
 * @property {string} noExcerpts
 * @property {string} connection what to do when the network fails
 * @property {string} outdated when files do not fit together
 * @property {string} browser when the browser is too old
 * @property {string} retry
 * @property {string} ask {query}
 * @property {string} asking
 * @property {string} sources
 * @property {string} noAnswer
 * @property {string} filters
 * @property {string} clearFilters
 * @property {string} everything {names}: values of filters
 * @property {string} moreValues {n}
 * @property {Record<string, string>} keys names of the usual filters
 * @property {string} move the arrow keys
 * @property {string} open what Enter does
 * @property {string} newTab what Ctrl and Enter do
 * @property {PageWords} page
 */

/**
 * What the search page says besides.
 * @typedef {object} PageWords
 * @property {string} search the title, and a key
 * @property {string} label
 * @property {string} placeholder
 * @property {string} rankBy
 * @property {string} advanced
 * @property {string} back to the site
 * @property {string} map the link to the map of the bundle
 * @property {Record<string, string>} modes
 * @property {string} searched {sections}, {pages}
 * @property {Counted} sections {n}
 * @property {Counted} pages {n}
 * @property {string} recognised {names}
 * @property {Counted} passages {n}
 * @property {Counted} hops {n}
 * @property {string} completed {word}, {words}
 * @property {string} comma between the items of a list
 */

/** Languages with a file. */
export const languages = [
  ...['ar', 'cs', 'de', 'en', 'es', 'fa', 'fr', 'he', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'pt-br', 'ru', 'sv', 'tr', 'uk'],
  ...['vi', 'zh', 'zh-hant'],
];

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
   * @returns {string}
   */
  counted(forms, n, sign = '') {
    const form = forms[new Intl.PluralRules(this.language).select(n)] ?? forms.other;
    return fill(form, { n: this.number(n) + sign });
  }

  /**
   * A count. Small ones are written alike in all of the languages, and a browser takes ten
   * milliseconds and more for the first number that it is to write as a language does.
   * @param {number} n from 0
   * @returns {string}
   */
  number(n) {
    return n < 1000 ? String(n) : n.toLocaleString(this.language);
  }

  /** "a, b and c". @param {string[]} items @returns {string} */
  list(items) {
    return items.length === 1 ? items[0] : new Intl.ListFormat(this.language).format(items);
  }
}
