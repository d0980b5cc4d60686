/** @import {Dictionary} from './strings.js' */

/** Literal names, because bundlers follow no others. @type {Record<string, () => Promise<{default: Dictionary}>>} */
const files = {
  ar: () => import('./strings/ar.js'),
  cs: () => import('./strings/cs.js'),
  de: () => import('./strings/de.js'),
  en: () => import('./strings/en.js'),
  es: () => import('./strings/es.js'),
  fa: () => import('./strings/fa.js'),
  fr: () => import('./strings/fr.js'),
  he: () => import('./strings/he.js'),
  hi: () => import('./strings/hi.js'),
  id: () => import('./strings/id.js'),
  it: () => import('./strings/it.js'),
  ja: () => import('./strings/ja.js'),
  ko: () => import('./strings/ko.js'),
  nl: () => import('./strings/nl.js'),
  pl: () => import('./strings/pl.js'),
  pt: () => import('./strings/pt.js'),
  'pt-br': () => import('./strings/pt-br.js'),
  ru: () => import('./strings/ru.js'),
  sv: () => import('./strings/sv.js'),
  tr: () => import('./strings/tr.js'),
  uk: () => import('./strings/uk.js'),
  vi: () => import('./strings/vi.js'),
  zh: () => import('./strings/zh.js'),
  'zh-hant': () => import('./strings/zh-hant.js'),
};

/** Languages with a file. */
export const languages = Object.keys(files);

/**
 * Loads the words of a language that has a file. In a bundle the browser resolves the name (site/pack).
 * @param {string} language
 */
export const dictionary = (language) => /** @type {NonNullable<(typeof files)[string]>} */ (files[language])();
