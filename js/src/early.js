/**
 * The manifest, fetched by the page while its worker starts: one wait for the server
 * less before the first search.
 */

/** @typedef {{text: string, kept: boolean}} EarlyManifest */

/** A service worker marks with it what it hands out: the browser keeps those files already. */
export const keptHeader = 'x-mycel-kept';

/** The name of the manifest. */
export const manifestName = 'mycel.json';

/**
 * @param {string} base absolute URL of the bundle folder, ending in a slash
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<EarlyManifest | undefined>} undefined if it cannot be had: the
 *   worker will try again, and say why
 */
export async function fetchEarly(base, signal) {
  try {
    const response = await fetch(base + manifestName, { cache: 'no-cache', signal });
    return response.ok ? { text: await response.text(), kept: response.headers.has(keptHeader) } : undefined;
  } catch {
    return undefined;
  }
}
