import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Engine } from '../src/engine/engine.js';
import { PartLoader as Loader } from '../src/files/partloader.js';
import { PackTable } from '../src/files/packtable.js';
import { withCaches } from './support/caches.js';
import { fetchFile } from './support/disk.js';
import { rejects } from './support/errors.js';
import * as server from './support/server.js';
import { sum, tinyBundle, tinyIndex, tinyText } from './support/tinybundle.js';
import { until } from './support/until.js';

/** @param {import('node:test').TestContext} t */
async function setup(t) {
  const folder = await tinyBundle(t);
  const site = await server.serve(t, folder);
  const loader = new Loader(site.url);
  return { folder, site, loader, manifest: await loader.manifest() };
}

/**
 * @param {Loader} loader
 * @param {import('../src/files/manifest.js').Manifest} manifest
 */
async function coreOf(loader, { index }) {
  return Buffer.from((await loader.bytes(index)).subarray(0, index.core));
}

test('loads every kind of file', async (t) => {
  const { loader, manifest } = await setup(t);
  const index = await loader.bytes(manifest.index);
  assert.deepEqual(Buffer.from(index.subarray(0, manifest.index.core)), tinyIndex());
  const place = new PackTable(index.subarray(manifest.index.core), manifest).at(1) ?? assert.fail();
  assert.deepEqual(Buffer.from(await loader.part(place)), tinyText()[1]);
  const engine = await Engine.start(await loader.module(manifest.wasm));
  assert.equal(engine.alive, true);
  assert.equal(loader.bytesLoaded, manifest.index.bytes + place.size + manifest.wasm.bytes);
});

test('an answer on its way is used once, and what is wrong with it is mended', async () => {
  const packed = gzipSync('index');
  const file = { path: 'index.gz', bytes: packed.length, sha256: sum(packed) };
  for (const [answer, asked] of /** @type {[() => Promise<Response>, number][]} */ ([
    [async () => new Response(packed), 0],
    [async () => new Response(gzipSync('other')), 1],
    [() => Promise.reject(new TypeError('no network')), 1],
  ])) {
    let requests = 0;
    const fetch = async () => (requests++, new Response(packed));
    const preloaded = new Map([['http://x/index.gz', answer()]]);
    const loader = new Loader('http://x/', fetch, { preloaded });
    assert.equal(Buffer.from(await loader.bytes(file)).toString(), 'index');
    assert.equal(requests, asked);
    assert.equal(preloaded.size, 0);
    assert.equal(Buffer.from(await loader.bytes(file)).toString(), 'index');
    assert.equal(requests, asked + 1, 'an answer can be read once');
  }
});

test('compiles without compileStreaming', async (t) => {
  const { loader, manifest } = await setup(t);
  const { compileStreaming } = WebAssembly;
  t.after(() => (WebAssembly.compileStreaming = compileStreaming));
  Reflect.set(WebAssembly, 'compileStreaming', undefined);
  assert.ok((await loader.module(manifest.wasm)) instanceof WebAssembly.Module);
});

test('copes with a server that declares its gzip files as encoded', async (t) => {
  const { site, loader, manifest } = await setup(t);
  site.on(/gz$/, (response, content) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(content));
  assert.deepEqual(await coreOf(loader, manifest), tinyIndex());
  assert.ok((await loader.module(manifest.wasm)) instanceof WebAssembly.Module);
});

test('copes with a server that compresses the compressed', async (t) => {
  const { site, loader, manifest } = await setup(t);
  site.on(/gz$/, (response, content) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(content)));
  assert.deepEqual(await coreOf(loader, manifest), tinyIndex());
});

test('finds the gzip magic though bytes arrive one by one', async (t) => {
  const { site, loader, manifest } = await setup(t);
  site.on(/index/, async (response, content) => {
    response.writeHead(200);
    for (const byte of content.subarray(0, 4)) await new Promise((resolve) => response.write(Uint8Array.of(byte), () => setImmediate(resolve)));
    response.end(content.subarray(4));
  });
  assert.deepEqual(await coreOf(loader, manifest), tinyIndex());
});

test('asks for the manifest anew and for files from the cache', async () => {
  /** @type {[string, RequestCache | undefined][]} */
  const asked = [];
  const loader = new Loader('http://x/', async (url, init) => {
    asked.push([String(url), init?.cache]);
    return new Response('a');
  });
  await rejects(loader.manifest(), 'format', /http:\/\/x\/mycel.json is not JSON/);
  await loader.bytes({ path: 'text/0.gz', bytes: 1, sha256: '' });
  assert.deepEqual(asked, [['http://x/mycel.json', 'no-cache'], ['http://x/mycel.json', 'reload'], ['http://x/text/0.gz', 'force-cache']]);
});

test('a cache that kept an error or something else is passed by', async () => {
  const packed = gzipSync('index');
  const file = { path: 'index.gz', bytes: packed.length, sha256: sum(packed) };
  for (const kept of [new Response('no', { status: 404 }), new Response(gzipSync('other')), new Response(packed.subarray(0, 12))]) {
    /** @type {(RequestCache | undefined)[]} */
    const asked = [];
    const loader = new Loader('http://x/', async (_, init) => {
      asked.push(init?.cache);
      return init?.cache === 'force-cache' ? kept : new Response(packed);
    });
    assert.equal(Buffer.from(await loader.bytes(file)).toString(), 'index');
    assert.deepEqual(asked, ['force-cache', 'reload']);
  }
});

/** @type {[name: string, handler: server.Handler, code: string, message: RegExp][]} */
const failures = [
  ['404', server.status(404), 'not-found', /index\..*gz does not exist \(HTTP 404\)/],
  ['410', server.status(410), 'not-found', /HTTP 410/],
  ['500', server.status(500), 'network', /could not fetch .*index\..*gz: HTTP 500/],
  ['dropped connection', (response) => response.destroy(), 'network', /could not fetch .*index\..*gz/],
  ['connection dropped half-way', server.cut, 'network', /index\..*gz was cut short after \d+ bytes/],
  ['half a file', server.half, 'network', /index\..*gz was cut short: got \d+ bytes, want \d+/],
  ['damage', (response, content) => response.writeHead(200).end(damaged(content)), 'format', /index\..*gz is damaged/],
  ['another file', server.body(gzipSync('another')), 'network', /index\..*gz was cut short: got \d+ bytes, want \d+/],
  ['another file of the same size', (response, content) => response.writeHead(200).end(header(content)), 'checksum', /index\..*gz is not the file that the manifest lists: its SHA-256 is [0-9a-f]{64}, want/],
  ['another content, unpacked', server.body('another'), 'checksum', /index\..*gz is not the file .* of its content is [0-9a-f]{64}, want [0-9a-f]{16}…/],
];
for (const [name, handler, code, message] of failures) {
  test(`${name} is an error of code ${code} that names the file`, async (t) => {
    const { site, loader, manifest } = await setup(t);
    site.on(/index/, handler);
    await rejects(loader.bytes(manifest.index), code, message);
    site.restore();
    assert.deepEqual(await coreOf(loader, manifest), tinyIndex());
  });
}

/** @type {[name: string, handler: server.Handler, code: string, message: RegExp][]} */
const engineFailures = [
  ['not there', server.status(404), 'not-found', /mycel\..*\.wasm\.gz does not exist/],
  ['cut', server.cut, 'network', /wasm\.gz was cut short/],
  ['half', server.half, 'network', /wasm\.gz was cut short/],
  ['some HTML', server.body('<!doctype html>'.repeat(99_999)), 'format', /wasm\.gz is damaged/],
  ['of another build', (response, content) => response.writeHead(200).end(header(content)), 'checksum', /wasm\.gz is not the file/],
  ['damaged', (response, content) => response.writeHead(200).end(gzipSync(damaged(gunzipSync(content)))), 'format', /wasm\.gz is damaged/],
];
for (const [name, handler, code, message] of engineFailures) {
  test(`an engine that is ${name} is an error of code ${code}`, async (t) => {
    const { site, loader, manifest } = await setup(t);
    site.on(/wasm/, handler);
    // A compressed copy may come out a little larger than the manifest says, or smaller, so only the content decides.
    const { bytes } = manifest.wasm;
    await rejects(loader.module({ ...manifest.wasm, bytes: name === 'damaged' ? bytes - 9999 : bytes }), code, message);
  });
}

/** @type {[name: string, handler: server.Handler, code: string, message: RegExp][]} */
const manifestFailures = [
  ['none', server.status(404), 'not-found', /mycel\.json does not exist/],
  ['HTML', server.body('<!doctype html>'), 'format', /mycel\.json is not JSON/],
  ['cut', server.cut, 'network', /mycel\.json/],
  ['of another format', server.body('{"format": 99}'), 'version', /mycel\.json has bundle format 99/],
];
for (const [name, handler, code, message] of manifestFailures) {
  test(`a manifest that is ${name} is an error of code ${code}`, async (t) => {
    const { site, loader } = await setup(t);
    site.on(/mycel.json/, handler);
    await rejects(loader.manifest(), code, message);
  });
}

test('no server at all', async () => {
  await rejects(new Loader('http://127.0.0.1:1/').manifest(), 'network', /could not fetch http:\/\/127.0.0.1:1\/mycel.json/);
});

test('an abort before and during a download', async (t) => {
  const { site, loader, manifest } = await setup(t);
  await rejects(loader.bytes(manifest.index, AbortSignal.abort()), 'aborted');
  site.on(/index/, (response, content) => response.writeHead(200).write(content.subarray(0, 9)));
  const controller = new AbortController();
  const download = loader.bytes(manifest.index, controller.signal);
  loader.onBytes = () => controller.abort();
  await rejects(download, 'aborted', /fetching .*index/);
});

test('the file as stored is what the manifest says', async (t) => {
  const { folder, manifest } = await setup(t);
  assert.equal((await readFile(`${folder}/${manifest.index.path}`)).length, manifest.index.bytes);
});

/**
 * A copy whose middle is different.
 * @param {Buffer} content
 */
function damaged(content) {
  const copy = Buffer.from(content);
  const middle = copy.length >> 1;
  copy.fill(0xff, middle, middle + 8);
  return copy;
}

/**
 * A copy that unpacks to the same, but for its header.
 * @param {Buffer} content
 */
function header(content) {
  const copy = Buffer.from(content);
  copy[4] ^= 1; // the time of modification
  return copy;
}

test('a request that is given up does not hold its connection', async (t) => {
  const { manifest } = await setup(t);
  let [sent, given] = [0, 0];
  /** @type {typeof fetch} */
  const never = (_, init) => {
    sent++;
    init?.signal?.addEventListener('abort', () => given++);
    return new Promise(() => {});
  };
  await rejects(new Loader('http://x/', never, { patience: 10 }).bytes(manifest.index), 'network', /nothing came/);
  assert.deepEqual([sent, given], [3, 3]);
});

test('a manifest that arrives slowly is waited for, one that stops is not', async (t) => {
  const { folder } = await setup(t);
  const content = await readFile(`${folder}/mycel.json`);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let [at, pause] = [0, 900];
  const body = () => new ReadableStream({
    pull: async (controller) => {
      await new Promise((resolve) => setImmediate(resolve)); // who reads has set the timer of its patience
      t.mock.timers.tick(pause);
      controller.enqueue(content.subarray(at, (at += 50)));
      if (at >= content.length) controller.close();
    },
  }, { highWaterMark: 0 });
  const loader = new Loader('http://x/', async () => new Response(body()), { patience: 1000 });
  assert.ok((await loader.manifest()).index);
  assert.ok(content.length > 100, 'it has pieces');
  pause = 1100;
  at = 0;
  const stopped = rejects(loader.manifest(), 'network', /mycel\.json does not arrive/);
  let ended = false;
  void stopped.finally(() => (ended = true));
  await until(() => (t.mock.timers.tick(250), ended)); // the pauses between its attempts
  await stopped;
});

for (const [name, begin] of /** @type {[string, Buffer][]} */ ([['a file', gzipSync('index').subarray(0, 10)], ['content', Buffer.from('in')]])) {
  test(`${name} that does not end is left when it is too long`, async (t) => {
    const { site, loader, manifest } = await setup(t);
    let stopped = 0;
    site.on(/index/, (response) => {
      const more = () => response.destroyed || response.write(Buffer.alloc(65536), () => setImmediate(more));
      response.on('close', () => stopped++);
      response.writeHead(200).write(begin, more);
    });
    await rejects(loader.bytes(manifest.index), 'checksum', /index.* has more than \d+ bytes/);
    await until(() => stopped >= 2);
  });
}

test('an engine is kept as a module, and fetched again if that is of no use', async (t) => {
  const { all } = withCaches(t);
  const { site, manifest } = await setup(t);
  const engines = () => site.requests.filter((path) => path.includes('wasm')).length;
  const load = async () => {
    const loader = new Loader(site.url);
    assert.ok((await Engine.start(await loader.module(manifest.wasm))).alive);
    return loader.filesKept;
  };
  assert.deepEqual([await load(), engines()], [0, 1]);
  const url = `${site.url}${manifest.wasm.path}?module`;
  const kept = await until(() => all.get(`mycel:${site.url}`)?.get(url));
  assert.ok(WebAssembly.validate(kept.bytes));
  assert.deepEqual([await load(), engines()], [1, 1]);
  all.get(`mycel:${site.url}`)?.set(url, { ...kept, bytes: kept.bytes.slice(0, 1000) });
  assert.deepEqual([await load(), engines()], [0, 2]);
});

for (const call of ['open', 'match']) {
  test(`a browser that never answers for what it keeps is not waited for: ${call}`, async (t) => {
    const { open } = withCaches(t);
    let asked = 0;
    const never = () => new Promise(() => void asked++);
    globalThis.caches.open = /** @type {any} */ (call === 'open' ? never : async (/** @type {string} */ name) => Object.assign(await open(name), { match: never }));
    const folder = pathToFileURL(await tinyBundle(t));
    t.mock.method(globalThis, 'fetch', fetchFile); // that of Node has timers of its own
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const loader = new Loader(`${folder}/`);
    const files = loader.manifest().then(async ({ index, wasm }) => [await loader.bytes(index), await loader.module(wasm)]);
    // The clock passes the browser's patience once, and no more: what the server answers has all the time there is.
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(3000);
    assert.deepEqual(Buffer.from(/** @type {Uint8Array} */ ((await files)[0])).subarray(0, tinyIndex().length), tinyIndex());
    assert.equal(asked, 1);
    if (call === 'match') assert.match(loader.fallbacks.join(), /what the browser keeps does not arrive/);
  });
}

test('what was kept is removed when a service worker keeps the files', async (t) => {
  const { all } = withCaches(t);
  const { site, loader, manifest } = await setup(t);
  await loader.bytes(manifest.index);
  const kept = () => [...(all.get(`mycel:${site.url}`)?.keys() ?? [])];
  await until(() => kept().length >= 2);
  site.on(/mycel\.json/, (response, content) => response.writeHead(200, { 'x-mycel-kept': 'service-worker' }).end(content));
  await new Loader(site.url).manifest();
  await until(() => kept().length === 0);
});
