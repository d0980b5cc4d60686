import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Engine } from '../src/engine/engine.js';
import { MycelError } from '../src/errors.js';
import { Session } from '../src/session/session.js';
import { version } from '../src/version.js';
import { withCaches } from './support/caches.js';
import { fetchFile } from './support/disk.js';
import { rejects } from './support/errors.js';
import { builtBundle, packedBundle } from './support/files.js';
import * as server from './support/server.js';
import { withoutSubtle } from './support/insecure.js';
import { replaceBundle, textPath, tinyBundle, tinyText } from './support/tinybundle.js';
import { until } from './support/until.js';

/** @param {import('node:test').TestContext} t */
async function setup(t) {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  const session = await Session.open(site.url);
  t.after(() => session.close());
  const blocks = [0, 1, 2].map((n) => `/${textPath(n)}`);
  const texts = () => site.requests.filter((path) => path.startsWith('/packs/')).map((path) => blocks.indexOf(path));
  return { folder, site, session, texts };
}

test('a search fetches the text it needs, once', async (t) => {
  const { session, texts } = await setup(t);
  assert.deepEqual(texts(), [], 'the warm-up query fetches no text');
  const { hits, missing, textError } = await session.search({ query: 'mulch' });
  assert.equal(missing, undefined);
  assert.equal(textError, undefined);
  assert.ok(hits.every((hit) => hit.excerpt));
  assert.deepEqual(texts().sort(), [0, 2]);
  await session.search({ query: 'fungi mulch' });
  assert.deepEqual(texts().sort(), [0, 2]);
  const { bytesLoaded, ...counts } = session.status();
  assert.deepEqual(counts, { filesKept: 0, partsLoaded: 2, parts: 3, restarts: 0, updates: 0, bundle: version, engine: 'tiny', fallbacks: [], modes: ['auto', 'bm25', 'e2graph'] });
  assert.ok(bytesLoaded > 0);
});

test('an engine that holds too many shards is replaced, and answers stay the same', async (t) => {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  const plain = await Session.open(site.url);
  const session = await Session.open(site.url, { most: 1 });
  t.after(() => [plain, session].forEach((one) => one.close()));
  const queries = ['water', 'water', 'mulch', 'water'];
  const held = [];
  for (const query of queries) {
    const result = await session.search({ query });
    held.push(session.status().partsLoaded); // before the next engine takes over
    assert.deepEqual(result, await plain.search({ query }));
  }
  // The first answer needs more than it may hold, so twice that is allowed. The third has more than twice.
  assert.deepEqual(held, [1, 1, 3, 1]);
  assert.equal(session.status().restarts, 0, 'nothing has died');
  assert.equal(plain.status().partsLoaded, 3);
});

test('the rest of a small index comes pack by pack, until somebody searches', async (t) => {
  let asked = 0;
  let release = () => {};
  /** @param {string | URL | Request} url */
  const fetch = async (url) => {
    if (/packs.text/.test(String(url)) && ++asked > 1) await new Promise((resolve) => (release = () => resolve(undefined)));
    return fetchFile(url);
  };
  const session = await Session.open(`${pathToFileURL(await tinyBundle(t))}/`, { fetch });
  t.after(() => session.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await session.search({ query: 'water' });
  t.mock.timers.tick(1500);
  await until(() => asked === 2);
  await session.search({ query: 'water' });
  const { bytesLoaded } = session.status();
  release();
  await until(() => session.status().bytesLoaded > bytesLoaded);
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked, 2);
  t.mock.timers.tick(1500);
  await until(() => asked === 3);
  release();
});

test('the hits are told before their texts are fetched, and only then', async (t) => {
  const { site, session } = await setup(t);
  const gate = server.held();
  site.on(/text/, gate);
  /** @type {import('../src/types.js').Result[]} */
  const told = [];
  const search = session.search({ query: 'mulch' }, undefined, (result) => {
    told.push(result);
    gate.release();
  });
  const { hits } = await search;
  assert.equal(told.length, 1);
  assert.deepEqual(told[0].hits.map(({ url }) => url), hits.map(({ url }) => url));
  assert.ok(told[0].hits.every(({ excerpt }) => !excerpt) && hits.every(({ excerpt }) => excerpt));
  await session.search({ query: 'mulch' }, undefined, () => assert.fail('its texts are there'));
});

test('what the expected search needs is fetched before it is asked for, and once', async (t) => {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  const session = await Session.open(site.url, { expect: { query: 'mulch' } });
  t.after(() => session.close());
  const texts = () => site.requests.filter((path) => path.startsWith('/packs/'));
  await until(() => session.status().partsLoaded >= 2);
  site.on(/./, server.status(404));
  const { hits } = await session.search({ query: 'mulch' }, undefined, () => assert.fail('its texts are there'));
  assert.ok(hits.length > 0 && hits.every((hit) => hit.excerpt));
  assert.deepEqual(texts().sort(), [0, 2].map((n) => `/${textPath(n)}`).sort());
});

test('a search that is expected and asked for at once shares its parts', async (t) => {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  const session = await Session.open(site.url, { expect: { query: 'mulch' } });
  t.after(() => session.close());
  assert.ok((await session.search({ query: 'mulch' })).hits.every((hit) => hit.excerpt));
  assert.equal(site.requests.length, new Set(site.requests).size);
});

for (const query of ['!panic', '!throw']) {
  test(`an expected ${query} kills no later search`, async (t) => {
    const folder = await tinyBundle(t);
    const site = await server.serve(t, folder);
    const session = await Session.open(site.url, { expect: { query } });
    t.after(() => session.close());
    assert.ok((await session.search({ query: 'fungi' })).hits[0].excerpt);
    assert.equal(session.status().restarts, 1);
  });
}

test('an expected search whose text is gone fails when it is asked for', async (t) => {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  site.on(new RegExp(textPath(2)), server.status(404));
  const session = await Session.open(site.url, { expect: { query: 'mulch' } });
  t.after(() => session.close());
  assert.equal((await session.search({ query: 'mulch' })).textError?.code, 'not-found');
});

test('rows that cannot be had end the search with an error, whatever becomes of texts', async (t) => {
  const site = await server.serve(t, await packedBundle(t));
  const search = async () => {
    const session = await Session.open(site.url);
    t.after(() => session.close());
    return session.search({ query: 'stilling well' });
  };
  await search();
  const parts = new Set(site.requests.filter((path) => path.startsWith('/packs/index.')));
  assert.ok(parts.size > 1, `${[...parts]}`);
  for (const part of parts) {
    site.on(new RegExp(part), server.status(404));
    await rejects(search(), 'not-found', /does not exist/);
    site.restore();
  }
});

test('hits are told at once where the rows took long', async (t) => {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  /** @param {string | URL | Request} url */
  const slow = async (url) => {
    if (/packs.index/.test(String(url))) now += 150; // longer than hits wait for their texts
    if (/packs.text/.test(String(url))) await held; // they are asked for together with the rows
    return fetchFile(url);
  };
  const session = await Session.open(String(pathToFileURL(await packedBundle(t))), { fetch: slow });
  t.after(() => session.close());
  t.mock.timers.enable({ apis: ['setTimeout'] }); // nothing is told that has to wait for its time
  let told = 0;
  const search = session.search({ query: 'stilling well' }, undefined, () => told++);
  await until(() => (t.mock.timers.tick(0), told > 0));
  release();
  await search;
  assert.equal(told, 1);
});

test('rows are fetched before the texts that are asked for with them', async (t) => {
  const site = await server.serve(t, await packedBundle(t));
  /** @type {string[]} */
  const kinds = []; // in the order in which they are asked for: they arrive over several connections
  /** @type {typeof fetch} */
  const noting = (input, init) => {
    kinds.push(/packs\/(\w+)/.exec(String(input))?.[1] ?? '');
    return fetch(input, init);
  };
  const session = await Session.open(site.url, { fetch: noting });
  t.after(() => session.close());
  await session.search({ query: 'stilling well' });
  assert.ok(kinds.includes('text'));
  assert.ok(kinds.lastIndexOf('index') < kinds.indexOf('text'), `${kinds}`);
});

test('text that cannot be had leaves the hits without excerpts and says why', async (t) => {
  const { site, session } = await setup(t);
  site.on(new RegExp(textPath(2)), server.status(404));
  const { hits, missing, textError } = await session.search({ query: 'mulch' });
  assert.deepEqual(missing, [2]);
  assert.equal(textError?.code, 'not-found');
  assert.match(textError?.message ?? '', /packs\/text\.\w+\.pack does not exist/);
  assert.deepEqual(hits.map((hit) => [hit.document, hit.excerpt !== undefined]), [
    ['garden/soil', true],
    ['garden/soil', true],
    ['notes/mulch', false],
  ]);
  site.restore();
  const again = await session.search({ query: 'mulch' });
  assert.equal(again.missing, undefined);
  assert.equal(again.textError, undefined);
});

test('text that is not the one listed is reported', async (t) => {
  const blocks = [...tinyText().slice(0, 2), Buffer.from('not of this index')];
  const site = await server.serve(t, await tinyBundle(t, { blocks }));
  const session = await Session.open(site.url);
  t.after(() => session.close());
  const { missing, textError } = await session.search({ query: 'frost' });
  assert.deepEqual(missing, [2]);
  assert.equal(textError?.code, 'part', 'that of the engine, which checks it');
  assert.match(textError?.message ?? '', /^packs\/text\.\w+\.pack\?2: /);
  assert.ok(textError?.advice);
  assert.equal(site.requests.filter((path) => path.startsWith('/packs/')).length, 2, 'another copy was asked for');
});

/** What hosts answer for a file that is gone. @type {[name: string, handler: server.Handler][]} */
const goners = [
  ['404', server.status(404)],
  ['403, as S3', server.status(403)],
  ['the page of an application', server.body('<!doctype html><title>App</title>', { 'Content-Type': 'text/html' })],
  ['nothing', server.status(204)],
  ['the way to another page', (response) => response.writeHead(302, { Location: '/mycel.json' }).end()],
];
for (const [name, gone] of goners) {
  test(`a bundle that has taken the place of the open one is opened when a file is gone: ${name}`, async (t) => {
    const { site, session, folder } = await setup(t);
    site.on(/gz$/, (response, content) => (content.length > 0 ? response.writeHead(200).end(content) : gone(response, content)));
    await session.search({ query: 'fungi' });
    await replaceBundle(folder);
    const { hits, missing } = await session.search({ query: 'frost' });
    assert.equal(missing, undefined);
    assert.ok(hits[0].excerpt);
    assert.equal(session.status().updates, 1);
    const asked = site.requests.length;
    assert.ok((await session.search({ query: 'frost' })).hits[0].excerpt);
    assert.equal(site.requests.length, asked, 'the new engine holds its text');
  });
}

test('a bundle that is replaced while it is being opened', async (t) => {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  site.on(/index/, async (response) => {
    site.restore();
    await replaceBundle(folder);
    response.writeHead(404).end();
  });
  // A cache that kept the error hands it out again.
  const session = await Session.open(site.url, { fetch: (url, init) => fetch(url, { ...init, cache: 'default' }) });
  assert.ok((await session.search({ query: 'frost' })).hits[0].excerpt);
});

test('a new bundle of another version is not opened, and the page is told to reload', async (t) => {
  const { session, folder } = await setup(t);
  const manifest = await replaceBundle(folder);
  await writeFile(`${folder}/mycel.json`, JSON.stringify({ ...manifest, version: '99.0.0' }));
  await rejects(session.search({ query: 'frost' }), 'version', /built by mycel 99.0.0, this client is .*: reload the page/);
});

test('a mode whose engine cannot be loaded is answered by keywords, and the status says why', async (t) => {
  const site = await server.serve(t, await builtBundle());
  const session = await Session.open(site.url);
  t.after(() => session.close());
  assert.ok(!session.info.modes.includes('graph'), 'the core does not know it');
  site.on(/\/mycel\.[0-9a-f]+\.wasm/, server.status(404));
  const { mode, hits } = await session.search({ query: 'stilling well', mode: 'graph', params: { hops: 2 } });
  assert.equal(mode, 'bm25');
  assert.ok(hits[0].excerpt);
  assert.match(session.status().fallbacks.join(), /^mode graph was answered by bm25: .*wasm\.gz does not exist/);
  await rejects(session.ask('overview', {}), 'not-found', /wasm\.gz/);
  site.restore();
  assert.equal((await session.search({ query: 'stilling well', mode: 'graph' })).mode, 'graph');
  assert.deepEqual(session.status().fallbacks, []);
});

test('a search does not wait for the larger engine of one that was given up', { timeout: 30_000 }, async (t) => {
  const site = await server.serve(t, await builtBundle());
  const session = await Session.open(site.url);
  t.after(() => session.close());
  const gate = server.held();
  const larger = /\/mycel\.[0-9a-f]+\.wasm/;
  site.on(larger, gate);
  const controller = new AbortController();
  const givenUp = session.search({ query: 'stilling well', mode: 'graph' }, controller.signal);
  const aborted = rejects(givenUp, 'aborted', /search/);
  await until(() => site.requests.some((path) => larger.test(path)));
  controller.abort();
  await aborted;
  assert.equal((await session.search({ query: 'stilling well', mode: 'bm25' })).mode, 'bm25');
  const wanted = session.search({ query: 'stilling well', mode: 'graph' });
  gate.release();
  assert.equal((await wanted).mode, 'graph');
  assert.equal(site.requests.filter((path) => larger.test(path)).length, 1, 'what was on its way is not asked for again');
  assert.equal(session.status().restarts, 0);
});

test('an engine that is refused memory says so, and the next search works', async (t) => {
  const { session } = await setup(t);
  await rejects(session.search({ query: '!memory' }), 'memory', /the engine stopped/);
  assert.equal(session.status().restarts, 1);
  assert.ok((await session.search({ query: 'fungi' })).hits[0].excerpt);
});

test('without a server, what was loaded still answers', async (t) => {
  const { site, session } = await setup(t);
  await session.search({ query: 'fungi' });
  site.on(/./, (response) => response.destroy());
  const known = await session.search({ query: 'soil fungi' });
  assert.ok(known.hits[0].excerpt);
  const unknown = await session.search({ query: 'frost' });
  assert.equal(unknown.hits.length, 1);
  assert.equal(unknown.textError?.code, 'network');
});

test('a search that is aborted while text is on its way leaves the download to the next', async (t) => {
  const { site, session, texts } = await setup(t);
  const gate = server.held();
  site.on(/text/, gate);
  const controller = new AbortController();
  const first = session.search({ query: 'frost' }, controller.signal);
  await until(() => texts().length > 0);
  controller.abort();
  await rejects(first, 'aborted');
  const ask = t.mock.method(Engine.prototype, 'search', Engine.prototype.search);
  const second = session.search({ query: 'frost' });
  await until(() => ask.mock.callCount() > 0);
  gate.release();
  assert.ok((await second).hits[0].excerpt);
  assert.deepEqual(texts(), [2]);
});

for (const query of ['!panic', '!throw', '!overflow']) {
  test(`${query} fails with crashed after one restart, and the next search works`, async (t) => {
    const { session } = await setup(t);
    await session.search({ query: 'fungi' });
    await rejects(session.search({ query }), 'crashed', /stopped again after a restart/);
    assert.equal(session.status().restarts, 1);
    const { hits } = await session.search({ query: 'fungi' });
    assert.ok(hits[0].excerpt, 'the new engine was given its text again');
    assert.equal(session.status().restarts, 2);
  });
}

test('a query that kills one engine is answered by the next', async (t) => {
  const { session } = await setup(t);
  const { query } = await session.search({ query: '!panic-once' });
  assert.equal(query, '!panic-once');
  assert.equal(session.status().restarts, 1);
});

test('a bad request is refused and restarts nothing', async (t) => {
  const { session } = await setup(t);
  await rejects(session.search({ query: 'q', k: 1000 }), 'request');
  assert.equal(session.status().restarts, 0);
});

test('searches after close reject', async (t) => {
  const { session } = await setup(t);
  session.close();
  await rejects(session.search({ query: 'q' }), 'closed');
});

test('progress goes from nothing to everything and then starts', async (t) => {
  const site = await server.serve(t, await tinyBundle(t));
  /** @type {import('../src/types.js').Progress[]} */
  const seen = [];
  await Session.open(site.url, { onProgress: (progress) => seen.push(progress) });
  const { total } = seen[0];
  assert.ok(total > 0);
  assert.deepEqual(seen.at(-1), { phase: 'start', loaded: total, total });
  assert.ok(seen.slice(0, -1).every((p, i) => p.phase === 'download' && p.loaded >= (seen[i - 1]?.loaded ?? 0)));
});

test('a cached copy the engine refuses is replaced', async (t) => {
  withoutSubtle(t);
  const site = await server.serve(t, await tinyBundle(t));
  const stale = /^index|^texts\/\w+\/2/;
  const session = await Session.open(site.url, {
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname.slice(1);
      return stale.test(path) && init?.cache === 'force-cache' ? new Response('Please log in') : fetch(input, init);
    },
  });
  assert.ok((await session.search({ query: 'frost' })).hits[0].excerpt);
});

test('an index the engine refuses', async (t) => {
  withoutSubtle(t);
  const site = await server.serve(t, await tinyBundle(t));
  site.on(/index/, server.body('other'));
  await rejects(Session.open(site.url), 'format', /is not "tiny"/);
});

test('a browser without DecompressionStream', async (t) => {
  const { DecompressionStream } = globalThis;
  t.after(() => Object.assign(globalThis, { DecompressionStream }));
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  await rejects(Session.open('http://127.0.0.1:1/'), 'unsupported', /no DecompressionStream/);
});

test('a new bundle that cannot be opened yet changes nothing, and is opened later', async (t) => {
  const { site, session, folder } = await setup(t);
  await session.search({ query: 'fungi' });
  await replaceBundle(folder);
  site.on(/index/, server.status(404));
  const { hits, textError } = await session.search({ query: 'frost' });
  assert.equal(hits.length, 1);
  assert.equal(textError?.code, 'not-found');
  assert.ok((await session.search({ query: 'soil fungi' })).hits[0].excerpt);
  assert.equal(session.status().updates, 0);
  site.restore();
  assert.ok((await session.search({ query: 'frost' })).hits[0].excerpt);
  assert.equal(session.status().updates, 1);
});

test('a new bundle that cannot be opened leaves what is kept of the old one', async (t) => {
  const { all } = withCaches(t);
  const { site, session, folder } = await setup(t);
  await session.search({ query: 'fungi' });
  const kept = () => [...(all.get(`mycel:${site.url}`)?.keys() ?? [])].map((url) => url.slice(site.url.length)).sort();
  await until(() => kept().length >= 4);
  const before = kept();
  await replaceBundle(folder);
  site.on(/index/, server.status(404));
  for (let n = 0; n < 2; n++) await session.search({ query: 'frost' }); // what the first removes is gone after the second
  assert.deepEqual(before.filter((path) => !kept().includes(path)), []);
});

test('a mode whose engine cannot be started is answered by keywords, and the status says why', async (t) => {
  const site = await server.serve(t, await builtBundle());
  const session = await Session.open(site.url);
  t.after(() => session.close());
  t.mock.method(Engine, 'start', async () => { throw new MycelError('memory', 'starting the engine: out of memory'); });
  assert.equal((await session.search({ query: 'stilling well', mode: 'graph' })).mode, 'bm25');
  assert.deepEqual(session.status().fallbacks, ['mode graph was answered by bm25: starting the engine: out of memory']);
});
