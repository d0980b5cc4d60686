/**
 * Parses an address relative to a base. Some browsers that run the engine lack URL.canParse.
 * @param {string} url @param {string | URL} base @returns {URL | undefined} undefined if it cannot be parsed
 */
export function parseURL(url, base) {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/**
 * The absolute address of a document, if it is of the web: a document cannot make a link that runs a script.
 * @param {string} url @param {string | URL} base @returns {URL | undefined}
 */
export function webURL(url, base) {
  const parsed = parseURL(url, base);
  return parsed && /^(https?|file):$/.test(parsed.protocol) ? parsed : undefined;
}
