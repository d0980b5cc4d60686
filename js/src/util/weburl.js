/**
 * The absolute address of a document, if it is of the web: a document cannot make a link that runs a script.
 * Without URL.canParse, which browsers have had for a shorter time than all else that is needed.
 * @param {string} url @param {string | URL} base @returns {URL | undefined}
 */
export function webURL(url, base) {
  try {
    const parsed = new URL(url, base);
    return /^(https?|file):$/.test(parsed.protocol) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
