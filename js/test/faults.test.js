/**
 * Everything that a network, a host or a disk can do to the files of a bundle: each ends
 * in a right answer or in a typed error that says what to do. What needs a browser is in
 * browser/offline.test.js.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Engine } from '../src/engine/engine.js';
import { errorCodes, MycelError } from '../src/errors.js';
import { Session } from '../src/session/session.js';
import { PartLoader as Loader } from '../src/files/partloader.js';
import { builtBundle } from './support/files.js';
import { withoutSubtle } from './support/insecure.js';
import { partsOf } from './support/packs.js';
import * as server from './support/server.js';
import { sum, tinyBundle } from './support/tinybundle.js';
import { until } from './support/until.js';

/**
 * Asserts that a failure is typed and says what to do.
 * @param {unknown} error
 */
function assertTyped(error) {
  assert.ok(error instanceof MycelError, String(error));
  assert.ok(error.code in errorCodes, error.code);
  assert.ok(error.message.length > 0 && error.advice.length > 0, `${error.code}: ${error.message}`);
}

/**
 * Numbers that look random and are the same every time (xorshift).
 * @returns {Generator<number, never>}
 */
function* numbers() {
  for (let n = 2463534242; ; ) {
    n ^= n << 13;
    n ^= n >>> 17;
    n ^= n << 5;
    yield n >>> 0;
  }
}

/** @type {Record<string, (content: Buffer) => Buffer>} */
const damages = {
  'without its end': (content) => content.subarray(0, -1),
  'without its second half': (content) => content.subarray(0, content.length >> 1),
  empty: () => Buffer.alloc(0),
  'of one byte': (content) => content.subarray(0, 1),
  'with more at its end': (content) => Buffer.concat([content, Buffer.from('more')]),
  'with a bit flipped at its beginning': (content) => flip(content, 0),
  'with a bit flipped in its header': (content) => flip(content, 8 * 5),
  'with a bit flipped in its middle': (content) => flip(content, 4 * content.length),
  'with a bit flipped in its checksum': (content) => flip(content, 8 * (content.length - 8)),
  'with a bit flipped in its length': (content) => flip(content, 8 * content.length - 1),
  'with its halves swapped': (content) => Buffer.concat([content.subarray(content.length >> 1), content.subarray(0, content.length >> 1)]),
  'of another bundle': () => gzipSync('tiny\n'),
  'a page that says to log in': () => Buffer.from('<!doctype html><title>Log in</title>'),
};

/**
 * @param {Buffer} content
 * @param {number} bit
 */
function flip(content, bit) {
  const copy = Buffer.from(content);
  copy[bit >> 3] ^= 1 << (bit & 7);
  return copy;
}

for (const [name, damage] of Object.entries(damages)) {
  test(`index, text or engine ${name}`, async (t) => {
    const site = await server.serve(t, await tinyBundle(t));
    for (const file of [/index/, /wasm/]) {
      site.on(file, (response, content) => response.writeHead(200).end(damage(content)));
      const error = await Session.open(site.url).then(() => assert.fail('it was opened'), (error) => error);
      assertTyped(error);
      assert.match(error.message, file, 'the message names the file');
      site.restore();
    }
    const host = await Session.open(site.url);
    t.after(() => host.close());
    site.on(/text/, (response, content) => response.writeHead(200).end(damage(content)));
    const { hits, textError } = await host.search({ query: 'frost' });
    assert.equal(hits.length, 1);
    assertTyped(MycelError.fromJSON(/** @type {any} */ (textError)));
    assert.match(textError?.message ?? '', /text/);
    site.restore();
    assert.ok((await host.search({ query: 'frost' })).hits[0].excerpt, 'and later it is there');
  });

  test(`one copy ${name}, and the next one good, is no failure`, async (t) => {
    const site = await server.serve(t, await tinyBundle(t));
    const seen = new Set();
    site.on(/(gz|pack)$/, function once(response, content) {
      const first = !seen.has(sum(content));
      seen.add(sum(content));
      response.writeHead(200).end(first ? damage(content) : content);
    });
    const host = await Session.open(site.url);
    t.after(() => host.close());
    assert.ok((await host.search({ query: 'frost' })).hits[0].excerpt);
  });

  test(`index ${name}, on plain http`, async (t) => {
    withoutSubtle(t);
    const site = await server.serve(t, await tinyBundle(t));
    site.on(/index/, (response, content) => response.writeHead(200).end(damage(content)));
    const outcome = await Session.open(site.url).then((host) => host.search({ query: 'frost' }), (error) => error);
    // gzip's header says nothing of the content: a bit there does no harm.
    if (name.endsWith('in its header')) assert.ok(outcome.hits[0].excerpt);
    else assertTyped(outcome);
  });
}

/** @type {[name: string, handler: server.Handler][]} */
const answers = [
  ['404', server.status(404)],
  ['403', server.status(403)],
  ['500', server.status(500)],
  ['nothing at all', (response) => response.destroy()],
  ['half and no more', server.cut],
  ['half as if it were all', server.half],
];
for (const [name, handler] of answers) {
  for (const file of [/mycel\.json/, /index/, /wasm/]) {
    test(`${file.source}: ${name} for ever, and once`, async (t) => {
      const site = await server.serve(t, await tinyBundle(t));
      site.on(file, handler);
      assertTyped(await Session.open(site.url).then(() => assert.fail('it was opened'), (error) => error));
      let failures = 1;
      site.on(file, (response, content) => (failures-- > 0 ? handler(response, content) : response.writeHead(200).end(content)));
      const host = await Session.open(site.url);
      t.after(() => host.close());
      assert.ok((await host.search({ query: 'frost' })).hits[0].excerpt);
    });
  }
}

test('a server that stops sending is left after a while, and asked again', async (t) => {
  const folder = await tinyBundle(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const patience = 1e9; // the pauses between attempts never take as long
  let [slow, stopped] = [0, false];
  const stops = (/** @type {Buffer} */ content) => new ReadableStream({
    start: (controller) => controller.enqueue(content.subarray(0, 5)),
    pull: () => new Promise(() => void (stopped = true)),
  }, { highWaterMark: 0 });
  const loader = new Loader('http://x/', async (url) => {
    const content = await readFile(`${folder}/${String(url).slice('http://x/'.length)}`);
    return new Response(/index/.test(String(url)) && slow-- > 0 ? stops(content) : content);
  }, { patience });
  const { index } = await loader.manifest();
  /** @type {(limit: number) => Promise<Uint8Array | MycelError>} */
  const bytesAfter = async (limit) => {
    slow = limit;
    /** @type {Uint8Array | MycelError | undefined} */
    let outcome;
    void loader.bytes(index).then((bytes) => (outcome = bytes), (error) => (outcome = error));
    return until(() => {
      t.mock.timers.tick(stopped ? patience : 250);
      stopped = false;
      return outcome;
    });
  };
  const error = await bytesAfter(Infinity);
  assertTyped(error);
  assert.equal(/** @type {MycelError} */ (error).code, 'network');
  assert.match(/** @type {MycelError} */ (error).message, /index.*nothing came for 1000000 s/);
  const bytes = await bytesAfter(2);
  assert.ok(bytes instanceof Uint8Array && bytes.length > 0, String(bytes));
});

/** The true engine, compiled once, and the core, the parts and the first text of the built bundle, unpacked. */
const built = /** @type {{module: WebAssembly.Module, index: Buffer, parts: Buffer[], text: Buffer}} */ ({});
before(async () => {
  const folder = await builtBundle();
  const loader = new Loader(pathToFileURL(folder).href, async (url) => new Response(await readFile(new URL(String(url)))));
  const manifest = await loader.manifest();
  built.module = await loader.module(manifest.core ?? manifest.wasm);
  built.index = Buffer.from((await loader.bytes(manifest.index)).subarray(0, manifest.index.core));
  built.parts = partsOf(manifest, (path) => readFileSync(folder + path)).map(({ content }) => Buffer.from(content));
  built.text = built.parts[0];
});

/**
 * Opens an index that a builder with a fault, or a hostile one, has listed as right.
 * @param {Buffer} index
 * @param {string} what
 */
async function refuses(index, what) {
  const engine = await Engine.start(built.module);
  assert.throws(() => engine.open(index), (error) => {
    assertTyped(error);
    assert.ok(['format', 'checksum', 'version'].includes(/** @type {MycelError} */ (error).code), `${what}: ${error}`);
    return true;
  });
  assert.equal(engine.alive, true, `${what}: the engine lives`);
}

test('the engine refuses an index that ends at any border of a section, or anywhere', async () => {
  const random = numbers();
  const ends = new Set([0, 1, 7, 8, 64, built.index.length - 1]);
  // Sections begin behind their length.
  for (let at = 5; at < built.index.length; at++) if ([0xc4, 0xc5, 0xc6].includes(built.index[at - 2]) && at % 7 === 0) ends.add(at);
  for (let n = 0; n < 40; n++) ends.add(random.next().value % built.index.length);
  for (const end of ends) await refuses(built.index.subarray(0, end), `${end} bytes`);
});

/** More bytes than header and table take. */
const header = 512;

test('the engine refuses an index with any bit flipped behind its header', async () => {
  const random = numbers();
  for (let n = 0; n < 60; n++) {
    // The header has free text, of which one value is as good as another.
    const bit = 8 * header + (random.next().value % (8 * (built.index.length - header)));
    await refuses(flip(built.index, bit), `bit ${bit}`);
  }
});

test('the engine refuses the text of another bundle, and takes the right one after it', async () => {
  const engine = await Engine.start(built.module);
  engine.open(built.index);
  for (const text of [Buffer.alloc(0), Buffer.from('other'), built.text.subarray(0, -1), flip(built.text, 80), Buffer.concat([built.text, built.text])]) {
    assert.throws(() => engine.addPart(0, text), (error) => (assertTyped(error), true));
  }
  for (let wanted; (wanted = engine.search({ query: 'stilling well' }).missing); ) {
    for (const part of wanted) engine.addPart(part, built.parts[part]);
  }
  assert.ok(engine.search({ query: 'stilling well' }).hits[0].excerpt);
});
