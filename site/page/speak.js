/** @import {Strings} from './client/ui/strings.js' */

/**
 * What the elements of the document say, by their data-say.
 * @param {Strings} strings
 * @returns {Record<string, string>}
 */
export function said({ words, language }) {
  const { page, move, open, clear } = words;
  const lower = (/** @type {string} */ text) => text.toLocaleLowerCase(language);
  return { search: page.search, advanced: page.advanced, back: page.back, map: page.map, find: lower(page.search), move, open, clear: lower(clear) };
}

/**
 * Has the document say it in another language than the English that it is written in.
 * Until then a style hides its words.
 * @param {Strings} strings
 */
export function speak(strings) {
  const { documentElement: root } = document;
  const { language, direction, words } = strings;
  if (root.lang === language && language === 'en') return;
  root.lang = language;
  root.dir = direction;
  const texts = said(strings);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-say]'))) {
    element.textContent = texts[element.dataset.say ?? ''];
  }
  const box = document.querySelector('mycel-searchbox');
  box?.setAttribute('label', words.page.label);
  box?.setAttribute('placeholder', words.page.placeholder);
  root.dataset.spoken = '';
}
