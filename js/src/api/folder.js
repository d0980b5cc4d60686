import { MycelError } from '../errors.js';

/** The address of a bundle's folder. @param {string | URL} url @returns {string} absolute, ending in a slash, without query and fragment */
export function folderURL(url) {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  let folder;
  try {
    folder = new URL(url, base);
  } catch (error) {
    throw new MycelError('request', `url: got ${JSON.stringify(String(url))}, want the URL of a bundle folder`, { cause: error });
  }
  folder.search = '';
  folder.hash = '';
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return folder.href;
}
