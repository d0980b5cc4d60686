/**
 * The absolute address of a document, if it is of the web: a document cannot make a link that runs a script.
 * @param {string} url @param {string | URL} base @returns {URL | undefined}
 */
export function webURL(url, base) {
  const parsed = URL.canParse(url, base) && new URL(url, base);
  return parsed && /^(https?|file):$/.test(parsed.protocol) ? parsed : undefined;
}
