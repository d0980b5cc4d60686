/** The parts of an index and its engine as a visit leaves them for the next. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../src/index.js';
import { packWarmCache, readWarmCache } from '../src/files/warmcache.js';
import { withCaches } from './support/caches.js';
import { builtBundle } from './support/files.js';
import * as server from './support/server.js';
import { until } from './support/until.js';

const parts = new Map([['parts/a.gz', Uint8Array.of(1, 2, 3)], ['parts/ü.gz', new Uint8Array(0)], ['parts/c.gz', Uint8Array.of(4)]]);

test('what is read is what was packed', () => {
  assert.deepEqual(readWarmCache(packWarmCache(parts)), parts);
  const behind = new Uint8Array([9, ...packWarmCache(parts)]).subarray(1);
  assert.deepEqual(readWarmCache(behind), parts, 'in the middle of a buffer');
});

test('of damaged bytes nothing is read', () => {
  const whole = packWarmCache(parts);
  for (const bytes of [whole.subarray(0, 3), whole.subarray(0, -1), Uint8Array.of(...whole, 0), whole.map((byte, i) => (i === 4 ? 0 : byte))]) {
    assert.equal(readWarmCache(bytes).size, 0);
  }
});

/**
 * A site that has been visited until everything was left.
 * @param {import('node:test').TestContext} t
 */
async function setup(t) {
  const { all } = withCaches(t);
  const site = await server.serve(t, await builtBundle());
  const visit = async () => {
    const search = await open(site.url, { worker: false, onUpdate: () => {} });
    t.after(() => search.close());
    return search;
  };
  const first = await visit();
  const { hits } = await first.search('float gauge');
  const kept = /** @type {Map<string, {bytes: ArrayBuffer, headers: Headers}>} */ ([...all.values()][0]);
  const left = (/** @type {string} */ end) => [...kept.keys()].find((url) => url.endsWith(end));
  await until(() => left('?parts') && left('?unpacked'));
  first.close();
  site.requests.length = 0;
  return { site, visit, hits, kept, shelf: /** @type {string} */ (left('?parts')), engine: /** @type {string} */ (left('?unpacked')) };
}

/** @param {Iterable<string>} addresses */
const rows = (addresses) => [...addresses].filter((url) => /\/parts\/(?!text)/.test(url));

test('the next visit answers from them', async (t) => {
  const { site, visit, hits, kept, engine } = await setup(t);
  for (const url of [...rows(kept.keys()), engine.replace('?unpacked', '')]) kept.delete(url);
  const search = await visit();
  assert.deepEqual((await search.search('float gauge')).hits, hits);
  assert.deepEqual(site.requests.filter((path) => !path.endsWith('mycel.json')), []);
  assert.ok(search.status().filesKept > 3);
});

test('what is damaged of them is fetched, and left anew', async (t) => {
  const { visit, hits, kept, shelf, engine } = await setup(t);
  const { bytes, headers } = /** @type {{bytes: ArrayBuffer, headers: Headers}} */ (kept.get(shelf));
  const damaged = new Uint8Array(bytes.slice(0));
  const content = 4 + new DataView(bytes).getUint32(0, true);
  damaged.fill(0xff, content);
  kept.set(shelf, { bytes: damaged.buffer, headers });
  kept.set(engine, { bytes: new ArrayBuffer(8), headers: new Headers({ 'Content-Type': 'application/wasm' }) });
  const search = await visit();
  assert.deepEqual((await search.search('float gauge')).hits, hits);
  await until(() => kept.get(shelf)?.bytes !== damaged.buffer);
  assert.deepEqual(Buffer.from(/** @type {any} */ (kept.get(shelf)).bytes), Buffer.from(bytes));
  await until(() => (kept.get(engine)?.bytes.byteLength ?? 0) > 8);
});
