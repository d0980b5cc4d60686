import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkManifest, format } from '../src/files/manifest.js';
import { version } from '../src/version.js';

const good = () => ({
  format,
  version,
  index: { path: 'index.gz', bytes: 3, sha256: 'a', core: 2 },
  texts: { bytes: 4, unpacked: 8, names: btoa('\x00\x01\xfe\xff\x00\x00\x00\x07') },
  parts: { bytes: 9, unpacked: 7, first: 1, names: btoa('\xab\x00\x00\x00\x01\xcd\x00\x00\xcd\x00\x00\x00\x00\x00\x00\x00') },
  wasm: { path: 'mycel.wasm.gz', bytes: 5, sha256: 'c' },
});
const [major, minor] = version.split('.');

test('a good manifest is returned with the paths of its packs', () => {
  const packs = ['packs/text.0001feff00000007.pack', 'packs/index.ab00000001cd0000.pack', 'packs/index.cd00000000000000.pack'];
  assert.deepEqual(checkManifest(good(), 'u'), { ...good(), packs, early: [packs[1]] });
  const { first, ...parts } = good().parts;
  assert.deepEqual(checkManifest({ ...good(), parts }, 'u').early, []);
});

test('another patch version is good too', () => {
  assert.ok(checkManifest({ ...good(), version: `${major}.${minor}.99` }, 'u'));
});

/** @type {[name: string, json: any, code: string, message: RegExp][]} */
const bad = [
  ['an array of nothing', [], 'format', /"format" is not a number/],
  ['null', null, 'format', /u is not a Mycel manifest: got no JSON object/],
  ['a later format', { ...good(), format: format + 1 }, 'version', /u has bundle format \d+, this client reads \d+: reload the page/],
  ['a later version', { ...good(), version: `${major}.${Number(minor) + 1}.0` }, 'version', /this client is .*: reload the page/],
  ['an earlier format', { ...good(), format: 0 }, 'version', /reads \d+: rebuild the bundle with mycel/],
  ['no version', { ...good(), version: undefined }, 'format', /"version" is not a string/],
  ['no parts', { ...good(), parts: undefined }, 'format', /"parts" is not \{"bytes"/],
  ['no index', { ...good(), index: undefined }, 'format', /"index" is not/],
  ['a size that is text', { ...good(), wasm: { path: 'a', bytes: '5' } }, 'format', /"wasm" is not/],
  ['a file without its sum', { ...good(), index: { path: 'a', bytes: 5 } }, 'format', /"index" is not \{"path", "bytes", "sha256"\}/],
  ['a negative size', { ...good(), index: { path: 'a', bytes: -1, sha256: '' } }, 'format', /"index" is not/],
  ['names that are no text', { ...good(), texts: { ...good().texts, names: 3 } }, 'format', /"texts" is not/],
  ['an index without a core', { ...good(), index: { path: 'index.gz', bytes: 3, sha256: 'a' } }, 'format', /"index" has "core"/],
  ['names that are no base64', { ...good(), texts: { ...good().texts, names: 'AAAA_' } }, 'format', /"names" that are not base64/],
  ['fewer than no packs that come early', { ...good(), parts: { ...good().parts, first: -1 } }, 'format', /"parts" is not/],
  ['names that are cut', { ...good(), parts: { ...good().parts, names: 'AAAA' } }, 'format', /"parts" has "names" of 3 bytes/],
  ['names of more packs than there are', { ...good(), parts: { ...good().parts, names: btoa('\0'.repeat(8 * 2 ** 16 + 8)) } }, 'format', /at most 65536 packs/],
  ['texts that are too long', { ...good(), texts: { bytes: 1, unpacked: 2 ** 31, names: '' } }, 'format', /"texts" is not/],
];
for (const [name, json, code, message] of bad) {
  test(`refuses ${name}`, () => assert.throws(() => checkManifest(json, 'u'), { name: 'MycelError', code, message }));
}
