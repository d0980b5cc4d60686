/** A few bytes that unpack to very many: how far the client goes along with them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { contentLimit, checkManifest, format } from '../src/files/manifest.js';
import { PartLoader as Loader } from '../src/files/partloader.js';
import { version } from '../src/version.js';
import { rejects } from './support/errors.js';
import { sum } from './support/tinybundle.js';

const zeros = Buffer.alloc(80 << 20);
const bomb = gzipSync(zeros, { level: 9 });

/**
 * A row of the manifest that fits the bomb but for what it unpacks to.
 * @param {number} [unpacked]
 */
function row(unpacked) {
  const file = { path: 'parts/terms.gz', bytes: bomb.length, sha256: sum(bomb) };
  return unpacked === undefined ? file : { ...file, unpacked };
}

/**
 * A fetch that always answers the same.
 * @param {Uint8Array<ArrayBuffer>} content
 */
const answering = (content) => async () => new Response(content);

test('a file that unpacks to more than the manifest says is given up, and named', async () => {
  const loader = new Loader('http://x/', answering(bomb));
  await rejects(loader.bytes(row(4000)), 'checksum', /http:\/\/x\/parts\/terms\.gz unpacks to more than the 4000 bytes/);
  await rejects(loader.module({ ...row(4000), path: 'mycel.wasm.gz' }), 'checksum', /mycel\.wasm\.gz unpacks to more than the 4000 bytes/);
  const content = await loader.bytes(row(zeros.length));
  assert.equal(content.length, zeros.length);
});

test('where the manifest does not say, there is a bound all the same', async () => {
  const loader = new Loader('http://x/', answering(bomb));
  await rejects(loader.bytes(row()), 'checksum', /terms\.gz unpacks to more than the 67108864 bytes/);
});

test('content that a host has unpacked is bounded by what the manifest says', async () => {
  const loader = new Loader('http://x/', answering(zeros));
  await rejects(loader.bytes(row(4000)), 'checksum', /terms\.gz is not the file that the manifest lists: it has more than \d+ bytes/);
});

test('a manifest without an end is given up', async () => {
  const loader = new Loader('http://x/', answering(zeros));
  await rejects(loader.manifest(), 'format', /mycel\.json has more than 16777216 bytes/);
});

test('the bounds', () => {
  assert.equal(contentLimit({ bytes: 10, unpacked: 20 }), 20);
  assert.equal(contentLimit({ bytes: 10 }), 64 << 20);
  assert.equal(contentLimit({ bytes: 5 << 20 }), 160 << 20);
  assert.equal(contentLimit({ bytes: 1 << 30 }), 2 ** 28);
  for (const unpacked of [-1, 0.5, '7', null, 2 ** 28 + 1]) {
    const file = { path: 'a.gz', bytes: 1, sha256: '' };
    const manifest = { format, version, index: { ...file, unpacked }, wasm: file };
    assert.throws(() => checkManifest(manifest, 'x'), { code: 'format', message: /"index" has "unpacked"/ });
  }
});
