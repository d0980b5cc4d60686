/**
 * Whether text that an input method composes is what the reader writes, and not how it sounds. Hangul is. Android composes
 * the words of every language; letters of those who read Chinese or Japanese are pinyin or romaji.
 * @param {string} text of the composition so far
 * @param {{userAgent: string, languages: readonly string[]}} reader
 */
export function isWritten(text, { userAgent, languages } = navigator) {
  return /^\p{scx=Hang}+$/u.test(text) || (/Android/.test(userAgent) && !/zh|ja/.test(`${languages}`));
}
