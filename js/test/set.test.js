/** A set of bundles that is searched as one, in Node, with the true engine. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { open } from '../src/index.js';
import { builtCommand } from './support/files.js';
import { rejects } from './support/errors.js';
import { serve, status } from './support/server.js';

const words = ['river', 'bridge', 'harbour', 'lantern', 'copper', 'granite', 'orchard', 'winter', 'ferry', 'tower', 'keeper', 'signal', 'market', 'stone', 'garden', 'mill'];

/** A passage: words that many have, one that few have, one that no other has. @param {number} i */
const passage = (i) => ({
  _id: `p${i}`,
  title: `${words[i % 16]} ${words[(i * 7 + 3) % 16]} ${i}`,
  text: `The ${Array.from({ length: 6 + (i % 9) }, (_, j) => words[(i * (j + 2) + j * j) % 16]).join(' ')} of few${Math.floor(i / 20)} and only${i}.`,
});

const queries = ['river bridge', 'only7', 'only3 only119', 'few2 lantern', 'harbour', 'the copper tower of winter', 'few5 only2 granite', 'nowhere', 'mill -stone', 'river nowhere'];

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-'));
  const file = join(folder, 'corpus.jsonl');
  await writeFile(file, Array.from({ length: 120 }, (_, i) => JSON.stringify(passage(i))).join('\n'));
  const run = promisify(execFile);
  const mycel = await builtCommand();
  const shared = ['--jsonl', file, '--language', 'en'];
  await run(mycel, ['build', '--quiet', ...shared, '--output-path', join(folder, 'one')]);
  for (const [name, bytes] of [['set', '3000'], ['other', '9000']]) {
    await run(`${mycel}-stage`, ['run', ...shared, '--folder', join(folder, `stages-${name}`), '--output-path', join(folder, name), '--split-bytes', '1000', '--bundle-bytes', bytes]);
  }
});
after(() => rm(folder, { recursive: true }));

/**
 * @param {import('node:test').TestContext} t
 * @param {string} [path]
 */
async function opened(t, path = 'set/root/') {
  const server = await serve(t, folder);
  const search = await open(`${server.url}${path}`);
  t.after(() => search.close());
  return { server, search };
}

test('a set answers as one bundle of its passages: the same passages, order and scores', async (t) => {
  const { server, search } = await opened(t);
  const { search: one } = await opened(t, 'one/');
  const params = /** @type {const} */ ({ prefix: 'never', noTypos: true });
  for (const query of [...queries, passage(33).title, passage(90).title]) {
    for (const k of [1, 3, 10, 50]) {
      const [got, want] = await Promise.all([search, one].map((s) => s.search(query, { k, mode: 'bm25', params })));
      const shown = (/** @type {import('../src/types.js').Result} */ { hits }) => hits.map(({ document, score, why, excerpt }) => [document, Math.fround(score), why.exact, excerpt?.text]);
      assert.deepEqual(shown(got), shown(want), `${query}, ${k}`);
      assert.ok(got.hits.every(({ bundle }) => bundle?.startsWith(`${server.url}set/bundle-`)));
      assert.deepEqual([got.terms.length, got.failures, got.shared, got.bundles, got.best], [want.terms.length, undefined, undefined, undefined, undefined]);
    }
  }
  const { documents, chunks, modes } = search.info;
  assert.deepEqual([documents, chunks, modes], [120, one.info.chunks, ['auto', 'bm25']]);
});

test('bundles are opened when a query needs them, with one engine', async (t) => {
  const { server, search } = await opened(t);
  const bundles = () => new Set(server.requests.flatMap((path) => path.match(/bundle-\d+/) ?? []));
  assert.equal(bundles().size, 0);
  await search.search('only7', { params: { prefix: 'never' } });
  assert.deepEqual([...bundles()], ['bundle-00000']);
  await search.search('river', { params: { prefix: 'never' } });
  assert.ok(bundles().size >= 4);
  assert.equal(server.requests.filter((path) => path.endsWith('.wasm.gz')).length, 1);
  const asked = server.requests.length;
  assert.deepEqual((await search.search('unheardof', { params: { prefix: 'never', noTypos: true } })).hits, []);
  assert.equal(server.requests.filter((path, i) => i >= asked && path.includes('bundle-')).length, 0);
});

test('the list comes before its excerpts', async (t) => {
  const { search } = await opened(t);
  /** @type {string[][]} */
  const ranked = [];
  const { hits } = await search.search('river bridge', { k: 4, excerpts: [0, 2], onRanked: ({ hits }) => void ranked.push(hits.map(({ document, excerpt }) => `${document} ${Boolean(excerpt)}`)) });
  assert.deepEqual(hits.map(({ excerpt }) => Boolean(excerpt)), [true, false, true, false]);
  assert.deepEqual(ranked, [hits.map(({ document }) => `${document} false`)]);
});

test('a bundle that is gone is left out, and named; the error is thrown where no other answers', async (t) => {
  const { server, search } = await opened(t);
  server.on(/bundle-00000/, status(404));
  const { hits, failures } = await search.search('river', { k: 50, params: { prefix: 'never' } });
  assert.ok(hits.length > 0);
  assert.equal(failures?.length, 1);
  assert.match(failures?.[0].bundle ?? '', /bundle-00000\/$/);
  await rejects(search.search('only7', { params: { prefix: 'never' } }), 'not-found', /bundle-00000\/mycel\.json/);
  server.restore();
  assert.equal((await search.search('only7')).hits[0].document, 'p7');
});

test('a bundle of another set is an error that names both', async (t) => {
  const { server, search } = await opened(t);
  server.on(/^\/set\/bundle-00000\//, (response, _, path = '') => response.writeHead(302, { Location: path.replace('/set/', '/other/') }).end());
  await rejects(search.search('only7'), 'format', /bundle-00000\/mycel\.json is of another set than .*root\/mycel\.json/);
});

test('a root that is half there is an error that names its file', async (t) => {
  const server = await serve(t, folder);
  server.on(/^\/set\/root\/index\./, (response, content) => response.end(content.subarray(0, content.length / 2)));
  await rejects(open(`${server.url}set/root/`), 'network', /set\/root\/index\./);
  server.restore();
  server.on(/^\/set\/root\/mycel\.json$/, (response, content) => response.end(content.subarray(0, content.length / 2)));
  await rejects(open(`${server.url}set/root/`), 'format', /set\/root\/mycel\.json/);
});

test('what a set cannot do is refused', async (t) => {
  const { search } = await opened(t);
  await rejects(search.search('river', { sort: 'date' }), 'unsupported', /sort/);
  await rejects(search.search('river', { mode: 'bridge' }), 'unsupported', /mode/);
  for (const verb of /** @type {const} */ (['retrieve', 'overview', 'related', 'entity'])) await rejects(search[verb]('river'), 'unsupported', new RegExp(verb));
  search.close();
  await rejects(search.search('river'), 'closed', /closed/);
});
