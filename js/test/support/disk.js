import { readFile } from 'node:fs/promises';

/**
 * A fetch of `file:` addresses, which Node's own does not know.
 * @param {string | URL | Request} url
 */
export async function fetchFile(url) {
  return new Response(await readFile(new URL(url instanceof Request ? url.url : url)));
}
