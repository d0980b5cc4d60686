import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, Search } from '../src/index.js';
import { builtBundle } from './support/files.js';
import { rejects } from './support/errors.js';
import { dims, embedder, modelBundle } from './support/model.js';
import * as server from './support/server.js';
import { useWorkers } from './support/webworker.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {boolean} worker
 */
async function opened(t, folder, worker) {
  if (worker) useWorkers(t);
  const search = await open((await server.serve(t, folder)).url, { worker });
  t.after(() => search.close());
  return search;
}

/** @type {[name: string, worker: boolean][]} */
const places = [['in a worker', true], ['in process', false]];

for (const [name, worker] of places) {
  test(`${name}: the embedder's vector is what ranks`, async (t) => {
    const search = await opened(t, await modelBundle(t), worker);
    assert.deepEqual(search.info.vectors, { model: 'axes', bits: 256, dims });
    assert.deepEqual(search.status().vectors, search.info.vectors);
    assert.equal(search.status().embedder, undefined);
    const before = await search.search('zzz', { mode: 'dense' });
    assert.deepEqual(before.hits, [], 'no passage has this word');

    /** @type {string[][]} */
    const asked = [];
    search.setEmbedder({ ...embedder, embed: (texts) => (asked.push(texts), embedder.embed(texts.map(() => 'stilling well'))) });
    assert.equal(search.status().embedder, 'axes');
    const { hits } = await search.search('zzz', { mode: 'dense', k: 3 });
    assert.ok(hits.some((hit) => hit.heading === 'The stilling well'), `got ${hits.map((hit) => hit.heading)}`);
    assert.equal(hits[0].why.source, 'vector');
    await search.search('zzz', { mode: 'bm25' });
    assert.deepEqual(asked, [['zzz']], 'a mode without vectors does not embed');
    await search.search('zzz', { mode: 'graph_dense' });
    assert.equal(asked.length, 2);

    search.setEmbedder(null);
    assert.deepEqual((await search.search('zzz', { mode: 'dense' })).hits, []);
  });

  test(`${name}: an embedder that fails fails its search alone`, async (t) => {
    const search = await opened(t, await modelBundle(t), worker);
    /** @type {[reason: RegExp, embed: any][]} */
    const bad = [
      [/embedder axes: the network is down/, async () => { throw new Error('the network is down'); }],
      [/want an array with one Float32Array/, () => []],
      [/want an array with one Float32Array/, () => [[1, 2, 3]]],
      [/want an array with one Float32Array/, () => undefined],
      [/got 3 dimensions, want 24/, () => [new Float32Array(3)]],
      [/not a finite number/, () => [new Float32Array(dims).fill(NaN)]],
    ];
    for (const [reason, embed] of bad) {
      search.setEmbedder({ ...embedder, embed });
      await rejects(search.search('tide', { mode: 'dense' }), 'embedder', reason);
    }
    search.setEmbedder({ ...embedder, embed: () => [new Float32Array(dims)] });
    await rejects(search.search('tide', { mode: 'dense' }), 'request', /all of them are zero/);
    search.setEmbedder(embedder);
    assert.ok((await search.search('tide', { mode: 'dense' })).hits.length > 0);
  });
}

test('an embedder that does not fit the bundle is refused', async (t) => {
  const search = await opened(t, await modelBundle(t), false);
  /** @type {[code: string, reason: RegExp, embedder: any][]} */
  const bad = [
    ['embedder', /model "other", the vectors of the bundle are by "axes"/, { ...embedder, id: 'other' }],
    ['embedder', /25 dimensions, the vectors of the bundle had 24/, { ...embedder, dims: 25 }],
    ['request', /want \{ id: string/, { id: 'axes', dims }],
    ['request', /want \{ id: string/, undefined],
    ['request', /want \{ id: string/, 'axes'],
  ];
  for (const [code, reason, wrong] of bad) {
    assert.throws(() => search.setEmbedder(wrong), { name: 'MycelError', code, message: reason });
  }
  search.setEmbedder(embedder);
});

test('a bundle without vectors takes no embedder', async (t) => {
  const search = await opened(t, await builtBundle(), false);
  assert.equal(search.info.vectors, undefined);
  assert.throws(() => search.setEmbedder(embedder), { code: 'embedder', message: /no vectors/ });
});

test('aborting or closing ends the wait for an embedder', async (t) => {
  const search = await opened(t, await modelBundle(t), false);
  search.setEmbedder({ ...embedder, embed: () => new Promise(() => {}) });
  await rejects(search.search('tide', { mode: 'dense', signal: AbortSignal.timeout(20) }), 'aborted');
  const waiting = search.search('tide', { mode: 'dense' });
  assert.ok((await search.search('tide', { mode: 'bm25' })).hits.length > 0, 'others are not held up');
  search.close();
  await rejects(waiting, 'closed');
});

test('an embedder that is too slow for the signal is left', async (t) => {
  const search = await opened(t, await modelBundle(t), false);
  search.setEmbedder({ ...embedder, embed: () => new Promise(() => {}) });
  for (const verb of /** @type {const} */ (['search', 'retrieve'])) {
    const controller = new AbortController();
    const asking = search[verb]('well', { mode: 'dense', signal: controller.signal });
    setTimeout(() => controller.abort());
    await rejects(asking, 'aborted');
  }
});

test('an embedder that does not fit a newer bundle is not asked', async () => {
  const host = /** @type {any} */ ({ info: { vectors: { model: 'axes', bits: 256, dims } }, search: async () => ({ hits: [] }), close() {} });
  const search = new Search('http://x/', host, false);
  search.setEmbedder(embedder);
  await search.search('well', { mode: 'dense' });
  host.info = { vectors: { ...host.info.vectors, model: 'other' } };
  await rejects(search.search('well', { mode: 'dense' }), 'embedder', /the vectors of the bundle are by "other"/);
  await search.search('well', { mode: 'bm25' });
});
