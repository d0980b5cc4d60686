import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Host } from '../src/host.js';
import { rejects } from './support/errors.js';
import * as server from './support/server.js';
import { tinyBundle } from './support/tinybundle.js';

/** @param {import('node:test').TestContext} t */
async function setup(t) {
  const site = await server.serve(t, await tinyBundle(t));
  const host = await Host.open(site.url);
  t.after(() => host.close());
  const texts = () => site.requests.filter((path) => path.startsWith('/text/')).map((path) => path[6]);
  return { site, host, texts };
}

test('a search fetches the text it needs, once', async (t) => {
  const { host, texts } = await setup(t);
  assert.deepEqual(texts(), [], 'the warm-up query fetches no text');
  const { hits, missing, textError } = await host.search({ query: 'mulch' });
  assert.equal(missing, undefined);
  assert.equal(textError, undefined);
  assert.ok(hits.every((hit) => hit.excerpt));
  assert.deepEqual(texts().sort(), ['0', '2']);
  await host.search({ query: 'fungi mulch' });
  assert.deepEqual(texts().sort(), ['0', '2']);
  const { bytesLoaded, ...counts } = host.status();
  assert.deepEqual(counts, { blocksLoaded: 2, blocks: 3, restarts: 0, modes: ['auto', 'bm25', 'e2graph'] });
  assert.ok(bytesLoaded > 0);
});

test('text that cannot be had leaves the hits without excerpts and says why', async (t) => {
  const { site, host } = await setup(t);
  site.on(/text\/2/, server.status(404));
  const { hits, missing, textError } = await host.search({ query: 'mulch' });
  assert.deepEqual(missing, [2]);
  assert.equal(textError?.code, 'not-found');
  assert.match(textError?.message ?? '', /text\/2\..*gz does not exist/);
  assert.deepEqual(hits.map((hit) => [hit.document, hit.excerpt !== undefined]), [
    ['garden/soil', true],
    ['garden/soil', true],
    ['notes/mulch', false],
  ]);
  site.restore();
  const again = await host.search({ query: 'mulch' });
  assert.equal(again.missing, undefined);
  assert.equal(again.textError, undefined);
});

test('text the engine refuses is reported with its code', async (t) => {
  const { site, host } = await setup(t);
  site.on(/text\/2/, server.body('not of this index'));
  const { missing, textError } = await host.search({ query: 'frost' });
  assert.deepEqual(missing, [2]);
  assert.equal(textError?.code, 'format');
});

test('without a server, what was loaded still answers', async (t) => {
  const { site, host } = await setup(t);
  await host.search({ query: 'fungi' });
  site.on(/./, (response) => response.destroy());
  const known = await host.search({ query: 'soil fungi' });
  assert.ok(known.hits[0].excerpt);
  const unknown = await host.search({ query: 'frost' });
  assert.equal(unknown.hits.length, 1);
  assert.equal(unknown.textError?.code, 'network');
});

test('a search that is aborted while text is on its way leaves the download to the next', async (t) => {
  const { site, host, texts } = await setup(t);
  const gate = server.held();
  site.on(/text/, gate);
  const controller = new AbortController();
  const first = host.search({ query: 'frost' }, controller.signal);
  while (texts().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  controller.abort();
  await rejects(first, 'aborted');
  const second = host.search({ query: 'frost' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  gate.release();
  assert.ok((await second).hits[0].excerpt);
  assert.deepEqual(texts(), ['2']);
});

for (const query of ['!panic', '!throw', '!overflow']) {
  test(`${query} fails with crashed after one restart, and the next search works`, async (t) => {
    const { host } = await setup(t);
    await host.search({ query: 'fungi' });
    await rejects(host.search({ query }), 'crashed', /stopped again after a restart/);
    assert.equal(host.status().restarts, 1);
    const { hits } = await host.search({ query: 'fungi' });
    assert.ok(hits[0].excerpt, 'the new engine was given its text again');
    assert.equal(host.status().restarts, 2);
  });
}

test('a query that kills one engine is answered by the next', async (t) => {
  const { host } = await setup(t);
  const { query } = await host.search({ query: '!panic-once' });
  assert.equal(query, '!panic-once');
  assert.equal(host.status().restarts, 1);
});

test('a bad request is refused and restarts nothing', async (t) => {
  const { host } = await setup(t);
  await rejects(host.search({ query: 'q', k: 1000 }), 'request');
  assert.equal(host.status().restarts, 0);
});

test('searches after close reject', async (t) => {
  const { host } = await setup(t);
  host.close();
  await rejects(host.search({ query: 'q' }), 'closed');
});

test('progress goes from nothing to everything and then starts', async (t) => {
  const site = await server.serve(t, await tinyBundle(t));
  /** @type {import('../src/types.js').Progress[]} */
  const seen = [];
  await Host.open(site.url, { onProgress: (progress) => seen.push(progress) });
  const { total } = seen[0];
  assert.ok(total > 0);
  assert.deepEqual(seen.at(-1), { phase: 'start', loaded: total, total });
  assert.ok(seen.slice(0, -1).every((p, i) => p.phase === 'download' && p.loaded >= (seen[i - 1]?.loaded ?? 0)));
});

test('a cached copy the engine refuses is replaced', async (t) => {
  const site = await server.serve(t, await tinyBundle(t));
  const stale = new Set(['index', 'text/2']);
  const host = await Host.open(site.url, {
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname.slice(1).split('.')[0];
      return stale.has(path) && init?.cache === 'force-cache' ? new Response('Please log in') : fetch(input, init);
    },
  });
  assert.equal((await host.search({ query: 'frost' })).textError?.code, 'format');
  assert.ok((await host.search({ query: 'frost' })).hits[0].excerpt);
});

test('an index the engine refuses', async (t) => {
  const site = await server.serve(t, await tinyBundle(t));
  site.on(/index/, server.body('other'));
  await rejects(Host.open(site.url), 'format', /is not "tiny"/);
});

test('a browser without DecompressionStream', async (t) => {
  const { DecompressionStream } = globalThis;
  t.after(() => Object.assign(globalThis, { DecompressionStream }));
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  await rejects(Host.open('http://127.0.0.1:1/'), 'unsupported', /no DecompressionStream/);
});
