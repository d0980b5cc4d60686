import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MycelError } from '../src/errors.js';
import { Loader } from '../src/files/loader.js';
import { format, Parts } from '../src/files/manifest.js';
import { version } from '../src/version.js';
import { withCaches } from './support/caches.js';
import { rejects } from './support/errors.js';
import { makePack } from './support/packs.js';
import { becomes, until } from './support/until.js';

const slot = 64;
const contents = ['The first part.', 'The second part, which is too long for its slot: 0123456789 qwertzuiop asdfghjkl yxcvbnm', 'The third.'];
const packed = contents.map((text) => gzipSync(text));
const pack = makePack(packed, slot);
const url = 'http://x/texts/0a0b0c0d.pack';
const texts = { unpacked: 100, bytes: pack.length, groups: btoa('\x00\x0a\x0b\x0c\x0d'), packs: /** @type {[number, number, number, number][]} */ ([[0, 1, slot, 3]]) };
const parts = new Parts({ texts });

/**
 * A request as a host sees it.
 * @typedef {{url: string, range: string | null, cache?: RequestCache}} Asked
 */

/** @typedef {(start: number, end: number) => Response} Host answers a request for bytes of the pack */

/** @type {Host} */
const withRanges = (start, end) => {
  const headers = { 'Content-Range': `bytes ${start}-${end - 1}/${pack.length}` };
  return new Response(pack.subarray(start, end), { status: 206, headers });
};

const whole = () => new Response(pack);

/**
 * @param {...Host} hosts answer one request with a range each, the last one all others
 */
function setup(...hosts) {
  /** @type {Asked[]} */
  const asked = [];
  let fresh = whole; // to a request without a range
  const fetch = async (/** @type {any} */ input, /** @type {RequestInit} */ init = {}) => {
    const range = new Headers(init.headers).get('Range');
    asked.push({ url: String(input), range, cache: init.cache });
    if (!range) return fresh();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? [];
    return (hosts.length > 1 ? /** @type {Host} */ (hosts.shift()) : hosts[0])(start, end + 1);
  };
  const loader = new Loader('http://x/', fetch);
  const read = async (/** @type {number} */ n, options = {}) => Buffer.from(await loader.bytes(parts.at(n) ?? assert.fail(), undefined, options)).toString();
  return { loader, asked, read, set: (/** @type {() => Response} */ answer) => (fresh = answer) };
}

const slotOf = (/** @type {number} */ n) => ({ url, range: `bytes=${n * slot}-${(n + 1) * slot - 1}`, cache: 'force-cache' });
const reload = { url, range: null, cache: 'reload' };

test('of a pack comes the slot of a part', async () => {
  const { read, asked, loader } = setup(withRanges);
  assert.equal(await read(2), contents[2]);
  assert.deepEqual(asked, [slotOf(2)]);
  assert.equal(loader.bytesLoaded, slot);
});

test('a part that does not fit its slot is behind the slots', async () => {
  assert.ok(packed[1].length > slot - 4);
  const { read, asked, loader } = setup(withRanges);
  assert.equal(await read(1), contents[1]);
  assert.deepEqual(asked, [slotOf(1), { ...slotOf(1), range: `bytes=${3 * slot}-${pack.length - 1}` }]);
  assert.equal(loader.bytesLoaded, slot + packed[1].length);
});

test('a host that sends the whole pack is asked for it once', async () => {
  const { read, asked, loader } = setup(whole);
  for (const n of [0, 1, 2]) assert.equal(await read(n), contents[n]);
  assert.deepEqual(asked, [slotOf(0)]);
  assert.equal(loader.bytesLoaded, pack.length);
});

test('of several answers with the whole pack one is read', async () => {
  const { read, asked, loader } = setup(whole);
  assert.deepEqual(await Promise.all([0, 1, 2].map((n) => read(n))), contents);
  assert.equal(asked.length, 3);
  assert.equal(loader.bytesLoaded, pack.length);
});

test('no more than 16 MiB of whole packs are in memory', async () => {
  const large = Buffer.concat([pack, Buffer.alloc(9 << 20)]);
  const two = new Parts({ texts: { ...texts, groups: btoa('\x00\x0a\x0b\x0c\x0d\x00\x0a\x0b\x0c\x0e'), packs: [[0, 2, slot, 3]] } });
  let requests = 0;
  const loader = new Loader('http://x/', async () => (requests++, new Response(large)));
  for (const [n, want] of [[0, 1], [1, 1], [3, 2], [4, 2], [2, 3]]) {
    await loader.bytes(two.at(n) ?? assert.fail());
    assert.equal(requests, want, `part ${n}`);
  }
});

/** @type {[name: string, host: Host][]} */
const wrong = [
  ['another range', () => withRanges(slot, 2 * slot)],
  ['a range that it does not name', (start, end) => new Response(pack.subarray(start, end), { status: 206 })],
  ['too few bytes', (start, end) => new Response(pack.subarray(start, end - 1), { status: 206, headers: withRanges(start, end).headers })],
  ['416', () => new Response('', { status: 416 })],
];
for (const [name, host] of wrong) {
  test(`a host that answers with ${name} is asked for the whole pack`, async () => {
    const { read, asked } = setup(host);
    assert.equal(await read(0), contents[0]);
    assert.equal(await read(2), contents[2]);
    assert.deepEqual(asked, [slotOf(0), reload]);
  });
}

test('what is no part is fetched with the whole pack, past all caches', async () => {
  const damaged = Buffer.from(pack);
  damaged[2 * slot + 24] ^= 1; // in the stream
  damaged.fill(0xff, 0, 4); // a length
  const { read, asked } = setup((start, end) => new Response(damaged.subarray(start, end), { status: 206, headers: withRanges(start, end).headers }));
  assert.equal(await read(2), contents[2]);
  assert.deepEqual(asked.splice(0), [slotOf(2), reload]);
  assert.equal(await read(0), contents[0]);
  assert.deepEqual(asked, []);
  const other = setup((start, end) => new Response(damaged.subarray(start, end), { status: 206, headers: withRanges(start, end).headers }));
  assert.equal(await other.read(0), contents[0]);
  assert.deepEqual(other.asked, [slotOf(0), reload]);
});

test('a part that the engine has refused is taken from another copy of the pack', async () => {
  const { read, asked } = setup(whole);
  await read(0);
  assert.equal(await read(0, { fresh: true }), contents[0]);
  assert.deepEqual(asked, [slotOf(0), reload]);
});

test('every byte of a slot is checked, or means nothing', async () => {
  for (let at = 0; at < pack.length; at++) {
    const damaged = Buffer.from(pack);
    damaged[at] ^= 0x41;
    const { read, set } = setup(() => new Response(damaged));
    set(() => new Response(damaged));
    for (const n of [0, 1, 2]) {
      const got = await read(n).catch((error) => error);
      if (got instanceof MycelError) assert.match(got.code, /^(format|checksum|network)$/);
      // What begins otherwise than a gzip stream is left to the engine, which has a checksum of the content.
      else assert.ok(got === contents[n] || !got.startsWith('The'), `byte ${at}, part ${n}: ${got}`);
    }
  }
});

test('a pack that is damaged everywhere is an error', async () => {
  const { read, asked, set } = setup(whole, () => new Response(new Uint8Array(9)));
  set(() => new Response(new Uint8Array(9)));
  await read(0);
  await rejects(read(0, { fresh: true }), 'format', /0a0b0c0d\.pack is damaged/);
  assert.deepEqual(asked.slice(1), [reload, reload]);
});

test('a pack that is not there is an error that tells of an update', async () => {
  const { read, set } = setup(() => new Response('', { status: 404 }));
  set(() => new Response('', { status: 404 }));
  await rejects(read(0), 'not-found', /0a0b0c0d\.pack does not exist/);
});

test('a host that fails is asked again for the same', async () => {
  const { read, asked } = setup(() => new Response('', { status: 503 }), withRanges);
  assert.equal(await read(0), contents[0]);
  assert.deepEqual(asked, [slotOf(0), { ...slotOf(0), cache: 'reload' }]);
});

test('a download can be given up', async () => {
  const abort = new AbortController();
  const loader = new Loader('http://x/', async () => new Response(new ReadableStream({ pull: () => abort.abort() })), { patience: 50 });
  await rejects(loader.bytes(parts.at(0) ?? assert.fail(), abort.signal), 'aborted', /fetching http:\/\/x\/texts\/0a0b0c0d\.pack/);
});

test('the browser keeps a part under a name of its own, and those alone that a manifest lists', async (t) => {
  withCaches(t);
  let requests = 0;
  t.mock.method(globalThis, 'fetch', async (/** @type {any} */ input, /** @type {RequestInit} */ init) => {
    requests++;
    if (String(input).endsWith('.json')) return new Response(manifest);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('Range') ?? '')?.map(Number) ?? [];
    return withRanges(start, end + 1);
  });
  const file = { path: 'a', bytes: 1, sha256: '' };
  const manifest = JSON.stringify({ format, version, index: file, wasm: file, texts, parts: { bytes: 0, unpacked: 0, groups: '' } });
  const keeps = async () => (await (await globalThis.caches.open('mycel:http://x/')).keys()).map(({ url }) => url);
  const first = new Loader('http://x/');
  await first.manifest();
  await first.bytes(parts.at(1) ?? assert.fail());
  await until(async () => (await keeps()).includes(`${url}?1`));
  const second = new Loader('http://x/');
  await second.manifest();
  requests = 0;
  assert.equal(Buffer.from(await second.bytes(parts.at(1) ?? assert.fail())).toString(), contents[1]);
  assert.equal(requests, 0);
  assert.equal(second.filesKept, 1);
  await (await globalThis.caches.open('mycel:http://x/')).put(`${url}?7`, new Response('of another build'));
  await second.manifest();
  await becomes(async () => (await keeps()).filter((kept) => kept.includes('.pack')), [`${url}?1`]);
});
