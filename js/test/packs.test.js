import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { MycelError } from '../src/errors.js';
import { PartLoader } from '../src/files/partloader.js';
import { format } from '../src/files/manifest.js';
import { PackTable } from '../src/files/packtable.js';
import { version } from '../src/version.js';
import { withCaches } from './support/caches.js';
import { rejects } from './support/errors.js';
import { withoutSubtle } from './support/insecure.js';
import { encodeTable, makePack, makeSlots, nameOf } from './support/packs.js';
import * as server from './support/server.js';
import { until } from './support/until.js';
/** @import {Handler} from './support/server.js' */

const contents = Array.from({ length: 40 }, (_, n) => Buffer.concat([Buffer.from(`Part ${n}. `), randomBytes(n, 1000)]));
const { content: pack, row } = makePack(contents);

/**
 * Bytes that do not get smaller when they are compressed.
 * @param {number} seed
 * @param {number} length
 */
function randomBytes(seed, length) {
  let x = seed + 1;
  return Buffer.from(Array.from({ length }, () => ((x = (x * 48271) % 2147483647) >> 8) & 255));
}

/**
 * A bundle with one pack of texts on a server, which answers requests for it with a handler.
 * @param {import('node:test').TestContext} t
 * @param {Handler} [handler] default: ranges
 * @param {object} [options]
 * @param {Buffer<ArrayBuffer>} [options.pack]
 * @param {import('./support/packs.js').Pack} [options.row]
 */
async function setup(t, handler = range(), { pack: content = pack, row: packRow = row } = {}) {
  const { name, path } = nameOf(content);
  const manifest = manifestOf(content, name);
  const table = new PackTable(encodeTable([{ bytes: 0, runs: [] }, packRow]), manifest);
  /** @type {string[]} */
  const ranges = [];
  const site = await server.serve(t, '/nowhere');
  site.on(/./, (response) => {
    ranges.push(response.req.headers.range ?? 'all');
    handler(response, content);
  });
  const loader = new PartLoader(site.url, (input, init) => fetch(input, init));
  const read = async (/** @type {number} */ n, options = {}) => Buffer.from(await loader.part(table.at(n) ?? assert.fail(), undefined, options));
  return { loader, table, ranges, read, path };
}

/**
 * @param {Buffer} content of the pack
 * @param {string} name
 */
function manifestOf(content, name) {
  const texts = { bytes: content.length, unpacked: 2000, names: name };
  const file = { path: 'a', bytes: 1, sha256: '' };
  return /** @type {any} */ ({ format, version, index: { ...file, core: 0 }, wasm: file, texts, parts: { bytes: 0, unpacked: 0, names: '' }, packs: [nameOf(content).path], early: [] });
}

/** @param {import('node:http').ServerResponse} response */
function asked(response) {
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(response.req.headers.range ?? '')?.map(Number) ?? [];
  return start === undefined ? undefined : { start, end: last + 1, name: `bytes ${start}-${last}/` };
}

/**
 * Handler: answers ranges in a way of its own, and else with the pack.
 * @param {(response: import('node:http').ServerResponse, pack: Buffer, range: {start: number, end: number, name: string}, n: number) => void} [answer]
 * @returns {Handler}
 */
function range(answer = (response, pack, { start, end, name }) => partial(response, name + pack.length, pack.subarray(start, end))) {
  let n = 0;
  return (response, pack) => {
    const range = asked(response);
    if (range) answer(response, pack, range, ++n);
    else response.writeHead(200).end(pack);
  };
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} name of the range
 * @param {Buffer} content
 * @param {Record<string, string>} [headers]
 */
function partial(response, name, content, headers = {}) {
  response.writeHead(206, { 'Content-Range': name, ...headers }).end(content);
}

const inverted = (/** @type {Buffer} */ bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x55));

/** @param {import('node:http').ServerResponse} response */
function forever(response) {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1 << 16)));
  };
  response.on('drain', more);
  more();
}

/**
 * Hosts that answer requests with a range in ways of their own, and how often the pack is asked for whole besides. The native
 * reader is tested with the same (test/packs_test.go).
 * @type {[name: string, handler: Handler, wholes: number][]}
 */
const hosts = [
  ['the range', range(), 0],
  ['200 and the pack', range((response, pack) => response.writeHead(200).end(pack)), 0],
  ['200 and the pack in gzip', range((response, pack) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(pack))), 0],
  ['200 and the pack in brotli, unasked', range((response, pack) => response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync(pack, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))), 0],
  ['200 and what is no brotli', range((response, pack) => response.writeHead(200, { 'Content-Encoding': 'br' }).end(pack)), 1],
  ['200 and the range', range((response, pack, { start, end }) => response.writeHead(200).end(pack.subarray(start, end))), 1],
  ['200 and an error page', range((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>login</html>')), 1],
  ['200 and no end', range((response, pack) => (response.writeHead(200).write(pack), forever(response))), 1],
  ['206 and the pack', range((response, pack) => partial(response, `bytes 0-${pack.length - 1}/${pack.length}`, pack)), 1],
  ['206 and the pack by the name of the range', range((response, pack, { name }) => partial(response, name + pack.length, pack)), 1],
  ['206 and other bytes', range((response, pack, { start, end, name }) => partial(response, name + pack.length, inverted(pack.subarray(start, end)))), 1],
  ['206 and the bytes of another range', range((response, pack, { start, end, name }) => {
    const at = end % (pack.length - (end - start));
    partial(response, name + pack.length, pack.subarray(at, at + end - start));
  }), 1],
  ['206 by another name', range((response, pack, { start, end }) => partial(response, 'bytes 0-0/1', pack.subarray(start, end))), 1],
  ['206 without a name', range((response, pack, { start, end }) => response.writeHead(206).end(pack.subarray(start, end))), 1],
  ['206 of unknown length', range((response, pack, { start, end, name }) => partial(response, `${name}*`, pack.subarray(start, end))), 0],
  ['206 and the range in gzip', range((response, pack, { start, end, name }) => partial(response, name + pack.length, gzipSync(pack.subarray(start, end)), { 'Content-Encoding': 'gzip' })), 0],
  ['206 and a range of the gzip', range((response, pack, { start, end, name }) => partial(response, name + pack.length, gzipSync(pack).subarray(start, end), { 'Content-Encoding': 'gzip' })), 1],
  ['206 in several parts', range((response, pack, { start, end, name }) => {
    const body = Buffer.concat([Buffer.from(`--X\r\nContent-Range: ${name}${pack.length}\r\n\r\n`), pack.subarray(start, end), Buffer.from('\r\n--X--')]);
    response.writeHead(206, { 'Content-Type': 'multipart/byteranges; boundary=X' }).end(body);
  }), 1],
  ['206 and too little', range((response, pack, { start, end, name }) => partial(response, name + pack.length, pack.subarray(start, end - 1))), 1],
  ['206 cut short', range((response, pack, { start, end, name }) => {
    response.writeHead(206, { 'Content-Range': name + pack.length, 'Content-Length': end - start });
    response.write(pack.subarray(start, start + 5), () => response.destroy());
  }), 1],
  ['206 and nothing', range((response, pack, { name }) => partial(response, name + pack.length, Buffer.alloc(0))), 1],
  ['206 and too much', range((response, pack, { start, end, name }) => partial(response, name + pack.length, Buffer.concat([pack.subarray(start, end), Buffer.alloc(1)]))), 1],
  ['206 and no end', range((response, pack, { start, end, name }) => {
    response.writeHead(206, { 'Content-Range': name + pack.length }).write(pack.subarray(start, end));
    forever(response);
  }), 1],
  ['every second range wrong', range((response, pack, { start, end, name }, n) => {
    const bytes = pack.subarray(start, end);
    partial(response, name + pack.length, n % 2 ? inverted(bytes) : bytes);
  }), 1],
  .../** @type {[string, Handler, number][]} */ ([400, 401, 403, 405, 416, 500, 501, 503].map((code) => [String(code), range((response) => response.writeHead(code).end('no')), 1])),
];
for (const [name, handler, wholes] of hosts) {
  test(`a host that answers with ${name}`, async (t) => {
    const slots = makeSlots(contents, 1088); // some parts do not fit
    for (const options of [{ pack, row }, { pack: slots.content, row: slots.row }]) {
      const { read, ranges } = await setup(t, handler, options);
      for (const n of [0, 39, 20]) assert.deepEqual(await read(n), contents[n]);
      assert.equal(ranges.filter((range) => range === 'all').length, wholes);
      assert.ok(ranges.length > wholes);
    }
  });
}

/** Hosts that have no pack. @type {[name: string, handler: Handler, code: string][]} */
const broken = [
  ['404', server.status(404), 'not-found'],
  ['503', server.status(503), 'network'],
  ['other bytes', (response, pack) => void response.writeHead(200).end(inverted(pack)), 'checksum'],
  ['too little', (response, pack) => void response.writeHead(200).end(pack.subarray(0, -1)), 'checksum'],
  ['no end', (response, pack) => (response.writeHead(200).write(pack), forever(response)), 'format'],
];
for (const [name, handler, code] of broken) {
  test(`a host that has no pack, but ${name}, is an error that names it`, async (t) => {
    const { read, path } = await setup(t, handler);
    await rejects(read(0), /** @type {any} */ (code), new RegExp(path));
  });
}

test('a part comes alone, parts near each other together', async (t) => {
  const { read, ranges, table, loader } = await setup(t);
  const place = (/** @type {number} */ n) => table.at(n) ?? assert.fail();
  const of = (/** @type {number} */ first, last = first) => `bytes=${place(first).at}-${place(last).at + place(last).size - 1}`;
  await read(3);
  assert.deepEqual(ranges.splice(0), [of(3)]);
  assert.equal(loader.bytesLoaded, place(3).size);
  // Up to 7 KiB between two parts, six others here, cost less than a request.
  assert.deepEqual(await Promise.all([8, 1, 3, 30].map((n) => read(n))), [8, 1, 3, 30].map((n) => contents[n]));
  assert.deepEqual(ranges.splice(0).sort(), [of(1, 8), of(30)].sort());
  await Promise.all([0, 7, 15].map((n) => read(n)));
  assert.deepEqual(ranges.splice(0).sort(), [of(0, 7), of(15)].sort());
});

/**
 * A pack that is read ahead, from a host whose ranges take a while each.
 * @param {import('node:test').TestContext} t
 * @param {number} milliseconds
 * @param {Handler} [handler]
 * @param {Parameters<typeof setup>[2]} [options]
 */
async function ahead(t, milliseconds, handler = range(), options = undefined) {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const bundle = await setup(t, (response, pack) => ((now += milliseconds), handler(response, pack)), options);
  const place = (/** @type {number} */ n) => bundle.table.at(n) ?? assert.fail();
  await bundle.read(20);
  bundle.loader.packs.readAhead([place(0).pack]);
  bundle.ranges.length = 0;
  return { ...bundle, place };
}

test('a pack that is read ahead comes with its next part over a fast link', async (t) => {
  const { read, ranges } = await ahead(t, 1);
  for (const n of [30, 3, 39]) assert.deepEqual(await read(n), contents[n]);
  assert.deepEqual(ranges, [`bytes=0-${pack.length - 1}`]);
});

test('a part of a pack that is on its way whole is not asked for', async (t) => {
  const { loader, table, ranges, read } = await setup(t);
  const [, part] = await Promise.all([loader.packs.whole(table.packs[0], AbortSignal.timeout(60_000)), read(3)]);
  assert.deepEqual(part, contents[3]);
  await loader.packs.whole(table.packs[0], AbortSignal.timeout(60_000));
  assert.deepEqual(ranges, ['all']);
});

test('a small pack comes whole with its first part if other files came so fast that it comes soon', async (t) => {
  for (const [rate, want] of [[pack.length / 99, 'all'], [pack.length / 101, 'a part']]) {
    const { read, ranges, loader } = await setup(t);
    loader.packs.expect(Number(rate));
    for (const n of [30, 3]) assert.deepEqual(await read(n), contents[n]);
    if (want === 'all') assert.deepEqual(ranges, [`bytes=0-${pack.length - 1}`]);
    else assert.equal(ranges.length, 2);
  }
  const { content, row } = makePack(Array.from({ length: 300 }, (_, n) => randomBytes(n, 1000)));
  const { read, ranges, loader } = await setup(t, undefined, { pack: content, row });
  loader.packs.expect(content.length);
  await read(30);
  assert.equal(ranges.length, 1);
  assert.notEqual(ranges[0], `bytes=0-${content.length - 1}`, 'a large pack');
});

test('over a slow link, a part that is read ahead brings what comes in 0.4 s, up to what is there', async (t) => {
  const { read, ranges, place, loader } = await ahead(t, 100);
  const more = Math.round((place(20).size / 100) * 400);
  await read(10);
  assert.deepEqual(ranges.splice(0), [`bytes=${place(10).at}-${place(10).at + more - 1}`]);
  for (const n of [11, 12, 13]) assert.deepEqual(await read(n), contents[n]);
  assert.deepEqual(ranges, []);
  await read(8); // the gaps before and behind it are wider than what it may bring; the second is closed with it
  assert.deepEqual(ranges.splice(0), [`bytes=${place(8).at}-${place(10).at - 1}`]);
  assert.deepEqual(await Promise.all([0, 39].map((n) => read(n))), [contents[0], contents[39]]);
  ranges.length = 0;
  await loader.packs.rest(place(0).pack, AbortSignal.timeout(60_000));
  assert.deepEqual(ranges.length, 1);
  assert.notEqual(ranges[0], 'all', 'what is there is not read once more');
  for (const [n, content] of contents.entries()) assert.deepEqual(await read(n), content);
  assert.equal(ranges.length, 1);
});

test('a part that lies in two ranges is not read once more', async (t) => {
  const { read, ranges, place } = await ahead(t, 110);
  await read(10);
  const end = Number(ranges[0].match(/\d+$/)?.[0]) + 1;
  const within = contents.findIndex((_, n) => place(n).at < end && end < place(n).at + place(n).size);
  assert.ok(within > 10, 'the range ends within a part');
  await read(within + 1); // its range begins where the first ends
  assert.deepEqual(await read(within), contents[within]);
  assert.equal(ranges.length, 2);
});

test('a part is there before what is read ahead', async (t) => {
  /** @type {() => void} */
  let finish = () => {};
  const { read, place } = await ahead(t, 1, range((response, pack, { start, end, name }) => {
    const first = pack.subarray(start, Math.min(end, start + 3000));
    response.writeHead(206, { 'Content-Range': name + pack.length }).write(first);
    finish = () => response.end(pack.subarray(start + first.length, end));
    if (first.length === end - start) finish();
  }));
  assert.deepEqual(await read(1), contents[1]);
  const late = read(39);
  let there = false;
  void late.then(() => (there = true));
  assert.deepEqual(await read(0), contents[0]);
  assert.equal(there, false);
  finish();
  assert.deepEqual(await late, contents[39]);
  assert.ok(place(39).at > 3000);
});

test('ranges on their way have no more that is read ahead than comes in 0.4 s', async (t) => {
  let finish = () => {};
  let held = false;
  const { read, ranges, place } = await ahead(t, 100, range((response, pack, { start, end, name }) => {
    const first = pack.subarray(start, Math.min(end, start + 3000)); // the part, and something behind it
    response.writeHead(206, { 'Content-Range': name + pack.length }).write(first);
    const rest = () => void response.end(pack.subarray(start + first.length, end));
    if (held) finish = rest;
    else rest();
    held = false;
  }));
  held = true;
  await read(0);
  await read(30);
  const sizes = ranges.map((name) => name.match(/\d+/g)?.map(Number) ?? []).map(([at, last]) => last + 1 - at);
  assert.equal(sizes[0], Math.round((place(20).size / 100) * 400));
  assert.ok(sizes[1] < sizes[0], `${sizes}`);
  finish();
});

test('the rest of a pack can be given up, and what has come of it is not asked for again', async (t) => {
  /** @type {() => void} */
  let finish = () => {};
  const { read, ranges, place, loader } = await ahead(t, 100, range((response, pack, { start, end, name }) => {
    const first = pack.subarray(start, Math.min(end, start + 3000));
    response.writeHead(206, { 'Content-Range': name + pack.length }).write(first);
    finish = () => response.end(pack.subarray(start + first.length, end));
    if (start > 0) finish();
  }));
  const given = new AbortController();
  const rest = rejects(loader.packs.rest(place(0).pack, given.signal), 'aborted', /pack/);
  await until(async () => loader.bytesLoaded >= place(20).size + 3000);
  given.abort();
  assert.deepEqual(await read(1), contents[1]);
  assert.equal(ranges.length, 1);
  await rest;
  for (const n of [2, 39]) assert.deepEqual(await read(n), contents[n]);
  await loader.packs.rest(place(0).pack, AbortSignal.timeout(60_000));
  assert.ok(ranges.every((range) => range !== 'all'));
  const sum = ranges.slice(1).map((range) => range.match(/\d+/g)?.map(Number) ?? []).reduce((sum, [at, last]) => sum + last + 1 - at, 0);
  assert.ok(sum < pack.length, `${sum}`);
});

test('ranges that are no pack together lead to the whole pack', async (t) => {
  const { read, ranges, place, loader } = await ahead(t, 100, range((response, pack, { start, end, name }) => {
    const bytes = Buffer.from(pack.subarray(start, end));
    if (bytes.length > 2000) bytes[bytes.length - 1] ^= 1; // of no part that is asked for
    partial(response, name + pack.length, bytes);
  }));
  assert.deepEqual(await read(0), contents[0]);
  await loader.packs.rest(place(0).pack, AbortSignal.timeout(60_000));
  assert.equal(ranges.at(-1), 'all');
  assert.deepEqual(await read(39), contents[39]);
});

test('a part that does not fit its slot is behind the slots', async (t) => {
  const { content, row } = makeSlots([Buffer.from('short'), contents[1]], 64);
  const { read, ranges, loader } = await setup(t, undefined, { pack: content, row });
  assert.deepEqual(await read(1), contents[1]);
  assert.deepEqual(ranges, ['bytes=64-127', `bytes=128-${content.length - 1}`]);
  assert.equal(loader.bytesLoaded, content.length - 64);
  assert.equal(String(await read(0)), 'short');
});

test('a host that sends the whole pack is asked for it once', async (t) => {
  const { read, ranges, loader } = await setup(t, (response, pack) => void response.writeHead(200).end(pack));
  assert.deepEqual(await Promise.all([0, 20, 39].map((n) => read(n))), [0, 20, 39].map((n) => contents[n]));
  const asked = ranges.length;
  for (const n of [5, 6]) assert.deepEqual(await read(n), contents[n]);
  assert.equal(ranges.length, asked);
  assert.equal(loader.bytesLoaded, pack.length);
});

test('a part that the engine has refused is taken from another copy of the pack', async (t) => {
  const { read, ranges } = await setup(t);
  await read(0);
  assert.deepEqual(await read(0, { fresh: true }), contents[0]);
  assert.deepEqual(await read(1, { fresh: true }), contents[1]);
  assert.equal(ranges.length, 2);
  assert.equal(ranges[1], 'all');
});

test('every byte of a pack is checked where there is a SHA-256, and else every byte of a part', async (t) => {
  const { content, row } = makeSlots(['The first part.', 'The second part, which is too long for its slot: 0123456789 qwertzuiop asdfghjkl yxcvbnm', 'The third.'].map(Buffer.from), 64);
  for (const insecure of [false, true]) {
    if (insecure) withoutSubtle(t);
    for (let at = 0; at < content.length; at++) {
      const damaged = Buffer.from(content);
      damaged[at] ^= 0x41;
      const table = new PackTable(encodeTable([{ bytes: 0, runs: [] }, row]), manifestOf(content, nameOf(content).name));
      const loader = new PartLoader('http://x/', async () => new Response(damaged));
      for (const n of [0, 1, 2]) {
        const got = await loader.part(table.at(n) ?? assert.fail()).then((bytes) => Buffer.from(bytes).toString(), (error) => error);
        if (got instanceof MycelError) assert.match(got.code, /^(format|checksum)$/);
        else assert.ok(insecure && got.startsWith('The'), `byte ${at}, part ${n}: ${got}`);
      }
    }
  }
});

test('a slot without room for its head is refused', () => {
  const read = (/** @type {number} */ slot) => {
    const pack = Buffer.alloc(slot);
    return new PackTable(encodeTable([{ bytes: 0, runs: [] }, { bytes: slot, runs: [{ firsts: [0], count: 1, slot }] }]), manifestOf(pack, nameOf(pack).name)).at(0)?.size;
  };
  assert.equal(read(64), 64);
  assert.throws(() => read(4), { code: 'format' });
});

test('no more than 16 MiB of whole packs are in memory', async () => {
  const packs = [1, 2].map((n) => {
    const { content, row } = makePack([Buffer.from(`part ${n}`)], n - 1);
    const large = Buffer.concat([content, Buffer.alloc(9 << 20, n)]); // a part of zeros that nobody reads
    return { large, row: { bytes: large.length, runs: [...row.runs, { firsts: [n + 1], count: 1, lengths: [9 << 20] }] } };
  });
  const manifest = { ...manifestOf(packs[0].large, ''), packs: packs.map(({ large }) => nameOf(large).path) };
  const table = new PackTable(encodeTable([{ bytes: 0, runs: [] }, ...packs.map(({ row }) => row)]), manifest);
  let requests = 0;
  const loader = new PartLoader('http://x/', async (input) => (requests++, new Response(packs.find(({ large }) => String(input).endsWith(nameOf(large).path))?.large)));
  for (const [n, want] of [[0, 1], [0, 1], [1, 2], [1, 2], [0, 3]]) {
    assert.equal(Buffer.from(await loader.part(table.at(n) ?? assert.fail())).toString(), `part ${n + 1}`);
    assert.equal(requests, want, `part ${n}`);
  }
});

test('a download can be given up', async () => {
  const { name, path } = nameOf(pack);
  const table = new PackTable(encodeTable([{ bytes: 0, runs: [] }, row]), manifestOf(pack, name));
  const abort = new AbortController();
  const loader = new PartLoader('http://x/', async () => new Response(new ReadableStream({ pull: () => abort.abort() })), { patience: 50 });
  await rejects(loader.part(table.at(0) ?? assert.fail(), abort.signal), 'aborted', new RegExp(path));
});

test('the browser keeps a part by its place, or the whole pack, and those alone that a manifest lists', async (t) => {
  withCaches(t);
  const { name, path } = nameOf(pack);
  const manifest = manifestOf(pack, name);
  const table = new PackTable(encodeTable([{ bytes: 0, runs: [] }, row]), manifest);
  const place = table.at(1) ?? assert.fail();
  const site = await server.serve(t, '/nowhere');
  site.on(/json$/, (response) => void response.writeHead(200).end(JSON.stringify(manifest)));
  site.on(/pack$/, (response) => range()(response, pack));
  const cache = await globalThis.caches.open(`mycel:${site.url}`);
  const keeps = async () => (await cache.keys()).map(({ url }) => url.slice(site.url.length)).filter((kept) => kept.includes('.pack')).sort();
  const untilKept = (/** @type {string[]} */ want) => until(async () => String(await keeps()) === String(want));
  const visit = async () => {
    const loader = new PartLoader(site.url);
    await loader.manifest();
    site.requests.length = 0;
    return loader;
  };
  const first = await visit();
  await first.part(place);
  await untilKept([`${path}?${place.at}`]);
  const second = await visit();
  assert.deepEqual(Buffer.from(await second.part(place)), contents[1]);
  assert.deepEqual([site.requests, second.filesKept], [[], 1]);
  await cache.put(`${site.url}packs/text.0123456789abcdef.pack?7`, new Response('of another build'));
  const third = await visit();
  await untilKept([`${path}?${place.at}`]);
  await third.packs.rest(place.pack, AbortSignal.timeout(60_000));
  await untilKept([path, `${path}?${place.at}`]);
  const fourth = await visit();
  assert.deepEqual(Buffer.from(await fourth.part(table.at(30) ?? assert.fail())), contents[30]);
  assert.deepEqual([site.requests, fourth.filesKept], [[], 1]);
  await cache.put(site.url + path, new Response('damaged'));
  const fifth = await visit();
  assert.deepEqual(Buffer.from(await fifth.part(table.at(30) ?? assert.fail())), contents[30]);
  assert.equal(site.requests.length, 1);
});
