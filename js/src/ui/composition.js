/**
 * Whether the text of an input method is already in the reader's script, not a transcription. Hangul is. Android composes
 * the words of every language; for readers of Chinese or Japanese, Latin letters are pinyin or romaji.
 * @param {string} text of the composition so far
 * @param {{userAgent: string, languages: readonly string[]}} reader
 */
export function isWritten(text, { userAgent, languages } = navigator) {
  return /^\p{scx=Hang}+$/u.test(text) || (/Android/.test(userAgent) && !/zh|ja/.test(`${languages}`));
}
