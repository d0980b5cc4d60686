/** Queries for which a site names a page itself: the attribute `pins` leads to a file of them. */

/** @import {Hit, Result} from '../types.js' */

/**
 * A page for queries.
 * @typedef {object} Pin
 * @property {string[]} queries
 * @property {string} title
 * @property {string} url relative to the file; it may lead to another site
 */

/** What of a query counts: its words, whatever their case, accents and spaces. @param {string} query */
const keyOf = (query) => query.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).join(' ');

/** Files that have been asked for, by address. @type {Map<string, Promise<Map<string, Pin>>>} */
const read = new Map();

/**
 * The page that a file of pins has for a query. The file is read once for the page.
 * @param {string} address of the file, absolute
 * @param {string} query
 * @returns {Promise<Pin | undefined>} with an absolute address
 * @throws {Error} if the file cannot be had, or is no list of pins
 */
export async function pinOf(address, query) {
  let file = read.get(address);
  if (!file) {
    read.set(address, (file = fetchPins(address)));
    file.catch(() => read.delete(address));
  }
  return (await file).get(keyOf(query));
}

/** @param {string} address */
async function fetchPins(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`pins: ${address}: HTTP ${response.status}`);
  /** @type {Map<string, Pin>} */
  const pins = new Map();
  for (const pin of await response.json()) {
    const { queries, title, url } = Object(pin);
    if (!Array.isArray(queries) || typeof title !== 'string' || typeof url !== 'string') throw new Error(`pins: ${address}: got ${JSON.stringify(pin)}, want queries, title and url`);
    for (const query of queries) pins.set(keyOf(query), { ...pin, url: new URL(url, address).href });
  }
  return pins;
}

/**
 * A result with a pinned page before all others.
 * @param {Result} result @param {Pin | undefined} pin
 * @param {(url: string) => string | undefined} linkTo where an address of the bundle leads
 * @returns {Result}
 */
export function withPin(result, pin, linkTo) {
  if (!pin) return result;
  const { title, url } = pin;
  const hit = { title, heading: '', url, document: url, anchor: '', section: -1, chunk: -1, why: { source: 'pin', terms: [], entities: [] } };
  return { ...result, hits: [/** @type {Hit} */ (/** @type {unknown} */ (hit)), ...result.hits.filter((other) => linkTo(other.url) !== url)] };
}
