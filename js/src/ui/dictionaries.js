/** @import {Dictionary} from './strings.js' */

/** Literal names, because bundlers follow no others. @type {Record<string, () => Promise<{default: Dictionary}>>} */
const files = {
  ar: () => import('./strings/ar.js'),
  de: () => import('./strings/de.js'),
  en: () => import('./strings/en.js'),
  es: () => import('./strings/es.js'),
  fr: () => import('./strings/fr.js'),
  it: () => import('./strings/it.js'),
  ja: () => import('./strings/ja.js'),
  nl: () => import('./strings/nl.js'),
  pt: () => import('./strings/pt.js'),
  zh: () => import('./strings/zh.js'),
};

/**
 * Loads the words of a language that has a file. In a bundle the browser resolves the name (site/pack).
 * @param {string} language
 */
export const dictionary = (language) => /** @type {NonNullable<(typeof files)[string]>} */ (files[language])();
