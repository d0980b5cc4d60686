/**
 * A page of results that a server at the edge renders: /search?q=…
 * @module
 */

import { open } from 'mycel';

/** Files of bundles that have come whole, by address and range: their names change with their content. @type {Map<string, [ArrayBuffer, ResponseInit]>} */
const kept = new Map();

/** fetch, but for files that an earlier request has fetched. @type {typeof globalThis.fetch} */
const remember = async (input, init) => {
  const name = `${input} ${new Headers(init?.headers).get('Range')}`;
  const known = kept.get(name);
  if (known) return new Response(...known);
  const answer = await fetch(input, init);
  if (!answer.ok || String(input).endsWith('mycel.json')) return answer;
  const { status, headers } = answer;
  /** @type {[ArrayBuffer, ResponseInit]} */
  const copy = [await answer.arrayBuffer(), { status, headers: [...headers] }];
  kept.set(name, copy);
  return new Response(...copy);
};

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Answers a request for a page of results.
 * @param {Request} request
 * @param {string} site where the pages are; the bundle lies in its folder mycel/
 * @param {WebAssembly.Module} [engine] where code cannot be compiled
 * @returns {Promise<Response>}
 */
export async function answer(request, site, engine) {
  const query = new URL(request.url).searchParams.get('q') ?? '';
  // Each request opens the bundle: what one request waits for must not be promised to another.
  const search = await open(new URL('mycel/', site), { engine, fetch: remember });
  try {
    const { hits } = await search.search(query);
    const items = hits.map(({ url, title, heading, excerpt }) => `<li><a href="${escape(new URL(url, site).href)}">${escape(heading || title)}</a><p>${escape(excerpt?.text ?? '')}`);
    return new Response(`<!doctype html><title>${escape(query)}</title><form><input name="q" value="${escape(query)}"></form><ol>${items.join('')}</ol>`, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  } finally {
    search.close();
  }
}
