/** The query and its filters in the address of the page, so that Back and a copied address lead to its results. */

/** @import {Selection} from './facets.js' */

/**
 * Writes the query into the address, in the place of the present entry of the history,
 * and what is chosen of the filters as `q.version=2.1`.
 * @param {string} param name of the parameter; '' writes nothing
 * @param {string} query '' removes the parameter
 * @param {Selection} [selection] of filters; undefined leaves them as they are
 */
export function rememberQuery(param, query, selection) {
  if (param === '') return;
  const address = new URL(location.href);
  const { searchParams } = address;
  const before = searchParams.toString();
  if (!query) searchParams.delete(param);
  else if (searchParams.get(param) !== query) searchParams.set(param, query);
  if (selection) rememberFilters(searchParams, param, selection);
  if (searchParams.toString() !== before) replaceAddress(address);
}

/** Changes the address of the page, where that can be done. @param {URL} address */
export function replaceAddress(address) {
  try {
    history.replaceState(history.state, '', address);
  } catch {
    // Browsers forbid it to pages without an address (srcdoc), and to those that do it often.
  }
}

/** @param {URLSearchParams} searchParams @param {string} param @param {Selection} selection */
function rememberFilters(searchParams, param, selection) {
  for (const name of [...searchParams.keys()]) if (name.startsWith(`${param}.`)) searchParams.delete(name);
  for (const [key, values] of selection) for (const value of values) searchParams.append(`${param}.${key}`, value);
}

/** What the address says of filters. @param {string} param @returns {[key: string, value: string][]} */
export function rememberedFilters(param) {
  const { searchParams } = new URL(location.href);
  return [...searchParams].flatMap(([name, value]) => (param !== '' && name.startsWith(`${param}.`) ? [[name.slice(param.length + 1), value]] : []));
}

/**
 * The address of a search on this page.
 * @param {string} param '' has no address
 * @param {string} query @returns {string | undefined}
 */
export function searchAddress(param, query) {
  if (param === '') return undefined;
  const address = new URL(location.href);
  address.searchParams.set(param, query);
  address.hash = '';
  return address.href;
}

/**
 * Leads to a section of the page that is open. The section gets an entry of its own in the history: the present one keeps
 * the query, for Back, and the page is not loaded anew, as by a link that differs in the query.
 * @param {string} href @param {string} param
 * @returns {boolean} whether this is its page
 */
export function enterSection(href, param) {
  const page = new URL(href, location.href);
  const here = new URL(location.href);
  for (const name of [...here.searchParams.keys()]) if (name === param || name.startsWith(`${param}.`)) here.searchParams.delete(name);
  const { hash } = page;
  page.hash = here.hash = '';
  if (hash === '' || param === '' || page.href !== here.href) return false;
  try {
    history.pushState(null, '', page);
  } catch {
    return false; // as above
  }
  location.replace(href);
  return true;
}
