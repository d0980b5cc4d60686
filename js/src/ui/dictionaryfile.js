/** How pages of a bundle find the words of a language: site/pack puts these functions in the place of dictionaries.js. */
/** @import {Dictionary} from './strings.js' */

/**
 * Reads the words of a language from the file with those of all, each compressed by itself. A host that knows no ranges, or answers
 * with something else, is asked for the file.
 * @param {string} url of the file
 * @param {number} at where the first language begins
 * @param {Record<string, number>} lengths bytes of each, which lie in the order of their names
 * @param {string} language @returns {Promise<{default: Dictionary}>}
 */
export async function dictionaryIn(url, at, lengths, language) {
  for (const other in lengths) if (other < language) at += lengths[other]; // they are sorted
  const end = at + lengths[language];
  const read = async (/** @type {RequestInit} */ how) => {
    const response = await fetch(url, how);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const bytes = await response.blob();
    const packed = response.status === 206 ? bytes : bytes.slice(at, end);
    return { default: await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).json() };
  };
  return read({ headers: { Range: `bytes=${at}-${end - 1}` } }).catch(() => read({ cache: 'reload' }));
}

/**
 * @param {string} language
 * @returns {{default: Dictionary} | undefined} its words, if the builder has written them into the page
 */
export function dictionaryHere(language) {
  const words = document.querySelector(`script[type="application/json"][lang="${language}"]`)?.textContent;
  return words ? { default: JSON.parse(words) } : undefined;
}
