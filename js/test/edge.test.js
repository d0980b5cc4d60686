/** The client where code may not be compiled and fetch knows fewer cache modes, as in workers at the edge. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, writeEngine } from '../node/index.js';
import { MycelError, open } from '../src/index.js';
import { root, temporary } from './support/files.js';
import { serve } from './support/server.js';

process.env.MYCEL_BINARY = `${root}bin/mycel`;

test('an engine that is given answers every question, compiles nothing and reads nothing ahead', async (t) => {
  const folder = await temporary(t, 'edge');
  const bundle = join(folder, 'bundle'); // large enough for packs that are read in ranges
  await build({ docs: `${root}docs`, output: bundle, quiet: true });
  await writeEngine({ bundle, output: join(folder, 'engine.wasm') });
  const engine = new WebAssembly.Module(await readFile(join(folder, 'engine.wasm')));
  const { url } = await serve(t, bundle);
  const refuse = () => {
    throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder');
  };
  t.mock.method(WebAssembly, 'compile', refuse);
  t.mock.method(WebAssembly, 'compileStreaming', refuse);
  const { Request: Known } = globalThis;
  const Edge = class extends Known {
    /** @param {RequestInfo | URL} input @param {RequestInit} [init] */
    constructor(input, init) {
      if (init?.cache && init.cache !== 'no-cache') throw new TypeError(`Unsupported cache mode: ${init.cache}`);
      super(input, init);
    }
  };
  globalThis.Request = Edge;
  t.after(() => (globalThis.Request = Known));
  /** @type {string[]} */
  const asked = [];
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', (/** @type {string} */ input, /** @type {RequestInit} */ init) => {
    asked.push(`${new URL(input).pathname} ${new Headers(init?.headers).get('Range') ?? 'whole'}`);
    new Edge(input, init);
    return fetch(input, init);
  });
  const search = await open(url, { engine });
  t.after(() => search.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal(search.status().worker, false);
  assert.match((await search.search('stop words')).hits[0].url, /languages/);
  assert.match((await search.retrieve('stop words', { tokenBudget: 100 })).context, /^\[1\] .*Stop words/i);
  assert.ok((await search.search('token budget', { mode: 'graph' })).hits.length > 0);
  const before = asked.length;
  t.mock.timers.tick(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([...asked.slice(before), ...asked.filter((file) => / bytes=0-\d{6}|pack whole/.test(file))], [], 'read ahead');
  assert.equal(asked.filter((path) => path.includes('.wasm.gz')).length, 0, 'an engine was fetched');
  assert.equal(asked.filter((path) => /\/index\.\w+\.gz /.test(path)).length, 1, 'the full engine was started anew');
});

test('an engine is refused that is none, or is for a worker', async () => {
  const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  await assert.rejects(open('http://127.0.0.1:9/', { engine: /** @type {any} */ ('engine.wasm') }), { code: 'request', message: /engine: got "engine.wasm", want a WebAssembly.Module/ });
  await assert.rejects(open('http://127.0.0.1:9/', { engine: module, worker: true }), { code: 'request' });
  const files = /** @type {typeof fetch} */ (async (input) => new Response(await readFile(join(`${root}build/testdata/bundle`, new URL(String(input)).pathname))));
  await assert.rejects(open('http://bundle/', { engine: module, fetch: files }), (/** @type {MycelError} */ error) => error.code === 'format' && /not a Mycel engine/.test(error.message));
});
