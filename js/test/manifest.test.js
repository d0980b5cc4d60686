import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkManifest, format } from '../src/files/manifest.js';
import { version } from '../src/version.js';

const good = () => ({
  format,
  version,
  index: { path: 'index.gz', bytes: 3, sha256: 'a' },
  texts: { bytes: 4, unpacked: 8, groups: btoa('\x01\x00\x01\xfe\xff') },
  parts: { bytes: 9, unpacked: 7, groups: btoa('\x02\xab\x00\x00\x00\x01\xcd\x00\x00\x00') },
  wasm: { path: 'mycel.wasm.gz', bytes: 5, sha256: 'c' },
});
const [major, minor] = version.split('.');

test('a good manifest is returned with the files of its parts', () => {
  const { parts, ...rest } = checkManifest(good(), 'u');
  const files = [
    { path: 'texts/0001feff/0.gz', unpacked: 8 },
    { path: 'parts/ab000000/0.gz', unpacked: 7 },
    { path: 'parts/ab000000/1.gz', unpacked: 7 },
    { path: 'parts/cd000000/0.gz', unpacked: 7 },
  ];
  assert.deepEqual({ ...rest, parts: files }, { ...good(), parts: files, indexBytes: 9 });
  assert.deepEqual([parts.length, parts.at(-1), parts.at(4)], [4, undefined, undefined]);
  assert.deepEqual(Array.from(files, (_, n) => parts.at(n)), files);
  for (const file of files) assert.deepEqual(parts.find(file.path), file);
  for (const path of ['', 'parts/ab000000/2.gz', 'parts/ab000000.pack?1', 'parts/ab000000/01.gz', 'page.js', 'texts/ab000000/0.gz']) {
    assert.equal(parts.find(path), undefined, path);
  }
});

test('parts are in packs, some groups or all', () => {
  const json = good();
  const { parts } = checkManifest({ ...json, texts: { ...json.texts, packs: [[0, 1, 64, 1]] }, parts: { ...json.parts, packs: [[1, 2, 128, 300], [5, 6, 64, 1]] } }, 'u');
  const files = [
    { path: 'texts/0001feff.pack?0', unpacked: 8, slot: { path: 'texts/0001feff.pack', at: 0, size: 64 } },
    { path: 'parts/ab000000/0.gz', unpacked: 7 },
    { path: 'parts/ab000000/1.gz', unpacked: 7 },
    { path: 'parts/cd000000.pack?0', unpacked: 7, slot: { path: 'parts/cd000000.pack', at: 0, size: 128 } },
  ];
  assert.deepEqual(Array.from(files, (_, n) => parts.at(n)), files);
  for (const file of files) assert.deepEqual(parts.find(file.path), file);
  assert.equal(parts.length, 303);
  assert.equal(parts.find('parts/cd000000.pack?300'), undefined);
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
  ['packs that are no list', { ...good(), texts: { ...good().texts, packs: 3 } }, 'format', /"texts" has "packs"/],
  ['slots that are too small', { ...good(), parts: { ...good().parts, packs: [[0, 1, 63, 1]] } }, 'format', /"parts" has "packs"/],
  ['packs that are text', { ...good(), texts: { ...good().texts, packs: ['abcd'] } }, 'format', /"texts" has "packs"/],
  ['packs without parts', { ...good(), parts: { ...good().parts, packs: [[0, 1, 64, 0]] } }, 'format', /"parts" has "packs"/],
  ['packs without a number of parts', { ...good(), parts: { ...good().parts, packs: [[0, 1, 64]] } }, 'format', /"parts" has "packs"/],
  ['texts that are too long', { ...good(), texts: { bytes: 1, unpacked: 2 ** 31, groups: '' } }, 'format', /"texts" is not/],
];
for (const [name, json, code, message] of bad) {
  test(`refuses ${name}`, () => assert.throws(() => checkManifest(json, 'u'), { name: 'MycelError', code, message }));
}
