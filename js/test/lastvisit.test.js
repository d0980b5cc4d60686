/** The bundle that an earlier visit has left: what answers, and what is said of it. */

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Store } from '../src/files/store.js';
import { open } from '../src/index.js';
import { withCaches } from './support/caches.js';
import { rejects } from './support/errors.js';
import * as server from './support/server.js';
import { replaceBundle, tinyBundle } from './support/tinybundle.js';
import { until } from './support/until.js';

/**
 * A site that has been visited before.
 * @param {import('node:test').TestContext} t
 */
async function setup(t) {
  const { all } = withCaches(t);
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  const first = await open(site.url, { worker: false });
  await first.search('mulch');
  first.close();
  /** @type {Map<string, unknown>} */
  const kept = await until(() => [...all.values()].find((files) => files.has(`${site.url}mycel.json`)));
  await until(() => kept.size >= 5); // manifest, engine, index, two texts
  site.requests.length = 0;
  let updates = 0;
  const visit = async () => {
    const search = await open(site.url, { worker: false, onUpdate: () => updates++ });
    t.after(() => search.close());
    return search;
  };
  return { folder, site, kept, visit, updates: () => updates };
}

const unheard = ['the manifest is that of an earlier visit: the server has not been heard yet'];

/** @param {import('../src/api/client.js').Search} search */
const heard = (search) => until(() => !search.status().fallbacks.includes(unheard[0]));

test('it answers before the server does; that the server has the same changes nothing', async (t) => {
  const { site, visit, updates } = await setup(t);
  const gate = server.held();
  site.on(/./, gate);
  const search = await visit();
  assert.ok((await search.search('mulch')).hits[0].excerpt);
  assert.deepEqual(search.status().fallbacks, unheard);
  await until(() => site.requests.length > 0);
  assert.deepEqual(site.requests, ['/mycel.json']);
  gate.release();
  await heard(search);
  assert.deepEqual(search.status().fallbacks, []);
  assert.deepEqual([search.status().updates, updates()], [0, 0]);
});

test('without onUpdate the server is asked first', async (t) => {
  const { site } = await setup(t);
  const gate = server.held();
  site.on(/mycel\.json/, gate);
  const opening = open(site.url, { worker: false });
  let answered = false;
  const close = opening.then((search) => (search.close(), assert.ok(answered)));
  await until(() => site.requests.includes('/mycel.json'));
  answered = true;
  gate.release();
  await close;
});

test('a newer one takes its place between two searches, and the page is told', async (t) => {
  const { folder, site, visit, updates } = await setup(t);
  await replaceBundle(folder);
  const gate = server.held();
  site.on(/index/, gate);
  const search = await visit();
  await search.search('mulch');
  await until(() => site.requests.some((path) => path.includes('index')));
  assert.ok((await search.search('mulch')).hits[0].excerpt, 'the older one answers as long as the newer is not there');
  assert.deepEqual(search.status().fallbacks, unheard);
  gate.release();
  await until(() => updates() > 0);
  assert.deepEqual([search.status().updates, updates(), search.status().fallbacks], [1, 1, []]);
  assert.ok((await search.search('mulch')).hits[0].excerpt);
});

test('a newer one that cannot be loaded leaves it answering, and the status says why', async (t) => {
  const { folder, site, visit, updates } = await setup(t);
  await replaceBundle(folder);
  site.on(/index/, server.status(404));
  const search = await visit();
  await heard(search);
  assert.match(search.status().fallbacks.join(), /^the manifest is that of an earlier visit: .*index.* does not exist/);
  assert.ok((await search.search('mulch')).hits[0].excerpt);
  assert.equal(updates(), 0);
});

test('a newer one for another client leaves it answering; the status, and what it lacks, ask to reload', async (t) => {
  const { folder, visit } = await setup(t);
  const manifest = await replaceBundle(folder);
  await writeFile(join(folder, 'mycel.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  const search = await visit();
  await heard(search);
  assert.match(search.status().fallbacks.join(), /built by mycel 99\.0\.0.*reload the page/);
  assert.ok((await search.search('mulch')).hits[0].excerpt);
  await rejects(search.search('roots'), 'version', /reload the page/);
});

test('a server that cannot be reached is said', async (t) => {
  const { site, visit } = await setup(t);
  site.on(/mycel\.json/, (response) => response.destroy());
  const search = await visit();
  assert.ok((await search.search('mulch')).hits[0].excerpt);
  await heard(search);
  assert.match(search.status().fallbacks.join(), /that of an earlier visit: could not fetch .*mycel\.json/);
});

test('where half of it is gone, here and on the server, the newer one is opened', async (t) => {
  const { folder, site, kept, visit } = await setup(t);
  const manifest = JSON.parse(new TextDecoder().decode(/** @type {any} */ (kept.get(`${site.url}mycel.json`)).bytes));
  kept.delete(site.url + manifest.index.path);
  await replaceBundle(folder);
  await rm(join(folder, manifest.index.path), { force: true });
  const search = await visit();
  assert.ok((await search.search('mulch')).hits[0].excerpt);
  assert.deepEqual(search.status().fallbacks, []);
});

test('what earlier visits have kept counts: parts of packs, whose sizes no manifest has, too', async (t) => {
  withCaches(t);
  const keep = async (/** @type {number} */ part) => {
    const store = await Store.open('https://a.example/');
    await store?.retain((url) => !url.endsWith('?2'));
    await store?.put(`https://a.example/packs/index.pack?${part}`, new Uint8Array(30 << 20));
    return store?.failure;
  };
  assert.deepEqual([await keep(1), await keep(2), await keep(3), await keep(4)], ['', '', '', 'more than 64 MiB are not kept']);
});
