import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkManifest } from '../src/files/manifest.js';
import { version } from '../src/version.js';

const good = () => ({
  format: 7,
  version,
  index: { path: 'index.gz', bytes: 3, sha256: 'a' },
  parts: [{ path: 'text/0.gz', bytes: 4, sha256: 'b' }],
  wasm: { path: 'mycel.wasm.gz', bytes: 5, sha256: 'c' },
});
const [major, minor] = version.split('.');

test('a good manifest is returned', () => {
  assert.deepEqual(checkManifest(good(), 'u'), good());
});

test('another patch version is good too', () => {
  assert.ok(checkManifest({ ...good(), version: `${major}.${minor}.99` }, 'u'));
});

/** @type {[name: string, json: any, code: string, message: RegExp][]} */
const bad = [
  ['an array of nothing', [], 'format', /"format" is not a number/],
  ['null', null, 'format', /u is not a Mycel manifest: got no JSON object/],
  ['a later format', { ...good(), format: 8 }, 'version', /u has bundle format 8, this client reads 7: reload the page/],
  ['a later version', { ...good(), version: `${major}.${Number(minor) + 1}.0` }, 'version', /this client is .*: reload the page/],
  ['an earlier format', { ...good(), format: 0 }, 'version', /reads 7: rebuild the bundle with mycel/],
  ['no version', { ...good(), version: undefined }, 'format', /"version" is not a string/],
  ['no parts', { ...good(), parts: undefined }, 'format', /"parts" is not an array/],
  ['no index', { ...good(), index: undefined }, 'format', /"index" is not/],
  ['a size that is text', { ...good(), wasm: { path: 'a', bytes: '5' } }, 'format', /"wasm" is not/],
  ['a file without its sum', { ...good(), index: { path: 'a', bytes: 5 } }, 'format', /"index" is not \{"path", "bytes", "sha256"\}/],
  ['a negative size', { ...good(), parts: [{ path: 'a', bytes: -1 }] }, 'format', /"parts\[0\]" is not/],
];
for (const [name, json, code, message] of bad) {
  test(`refuses ${name}`, () => assert.throws(() => checkManifest(json, 'u'), { name: 'MycelError', code, message }));
}
