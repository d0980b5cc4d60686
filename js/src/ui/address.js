/** The query in the address of the page, so that Back and a copied address lead to its results. */

/**
 * Writes the query into the address, in the place of the present entry of the history.
 * @param {string} param name of the parameter; '' writes nothing
 * @param {string} query '' removes the parameter
 */
export function rememberQuery(param, query) {
  if (param === '') return;
  const address = new URL(location.href);
  if ((address.searchParams.get(param) ?? '') === query) return;
  if (query) address.searchParams.set(param, query);
  else address.searchParams.delete(param);
  history.replaceState(history.state, '', address);
}

/**
 * The address of a search on this page.
 * @param {string} param '' has no address
 * @param {string} query
 * @returns {string | undefined}
 */
export function searchAddress(param, query) {
  if (param === '') return undefined;
  const address = new URL(location.href);
  address.searchParams.set(param, query);
  address.hash = '';
  return address.href;
}

/**
 * Whether a link stays on the page that is open.
 * @param {string} href
 */
export function isHere(href) {
  const { origin, pathname } = new URL(href);
  return origin === location.origin && pathname === location.pathname;
}
