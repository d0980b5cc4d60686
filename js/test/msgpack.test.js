import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeRequest } from '../src/engine/msgpack.js';

/** @type {[name: string, request: Record<string, any>, hex: string][]} */
const cases = [
  ['nothing', {}, '80'],
  ['a string', { q: 'ab' }, '81 a1 71 a2 61 62'],
  ['undefined is left out', { q: '', k: undefined }, '81 a1 71 a0'],
  ['UTF-8 is counted in bytes', { q: 'é🌱' }, '81 a1 71 a6 c3 a9 f0 9f 8c b1'],
  ['a lone surrogate', { q: '\ud800' }, '81 a1 71 a3 ef bf bd'],
  ['0', { k: 0 }, '81 a1 6b 00'],
  ['127', { k: 127 }, '81 a1 6b 7f'],
  ['128', { k: 128 }, '81 a1 6b cc 80'],
  ['256', { k: 256 }, '81 a1 6b cd 01 00'],
  ['65536', { k: 65536 }, '81 a1 6b ce 00 01 00 00'],
  ['2^32-1', { k: 2 ** 32 - 1 }, '81 a1 6b ce ff ff ff ff'],
  ['2^32', { k: 2 ** 32 }, '81 a1 6b cb 41 f0 00 00 00 00 00 00'],
  ['1.5', { k: 1.5 }, '81 a1 6b cb 3f f8 00 00 00 00 00 00'],
  ['-1', { k: -1 }, '81 a1 6b cb bf f0 00 00 00 00 00 00'],
  ['bytes', { v: Uint8Array.of(1, 255) }, '81 a1 76 c6 00 00 00 02 01 ff'],
  ['an array', { a: ['b', 1] }, '81 a1 61 92 a1 62 01'],
  ['maps in maps', { a: { b: {}, c: undefined, d: [] } }, '81 a1 61 82 a1 62 80 a1 64 90'],
  ['a long array', { a: Array(16).fill(true) }, `81 a1 61 dc 00 10 ${'c3'.repeat(16)}`],
  ['true and false', { t: true, f: false }, '82 a1 74 c3 a1 66 c2'],
];

for (const [name, request, hex] of cases) {
  test(`encodes ${name}`, () => {
    assert.equal(Buffer.from(encodeRequest(request)).toString('hex'), hex.replaceAll(' ', ''));
  });
}

for (const [length, header] of /** @type {[number, string][]} */ ([[31, 'bf'], [32, 'd920'], [255, 'd9ff'], [256, 'da0100'], [65535, 'daffff'], [65536, 'db00010000']])) {
  test(`header of a string of ${length} bytes`, () => {
    const bytes = Buffer.from(encodeRequest({ q: 'x'.repeat(length) }));
    const start = 3; // map, key
    assert.equal(bytes.subarray(start, start + header.length / 2).toString('hex'), header);
    assert.equal(bytes.length, start + header.length / 2 + length);
  });
}

for (const value of [NaN, Infinity, null, [null], { a: NaN }]) {
  test(`refuses ${String(value)}`, () => {
    assert.throws(() => encodeRequest({ k: /** @type {any} */ (value) }), { code: 'request', message: /^[ka]: got .*, want a string, a boolean or a finite number/ });
  });
}

test('more entries than a small map holds', () => {
  const request = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, i]));
  assert.equal(Buffer.from(encodeRequest(request)).subarray(0, 3).toString('hex'), 'de0010');
});
