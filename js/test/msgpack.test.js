import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeRequest } from '../src/engine/msgpack.js';

/** @type {[name: string, value: any, hex: string][]} */
const cases = [
  ['a string', 'ab', 'db 00 00 00 02 61 62'],
  ['UTF-8 is counted in bytes', 'é🌱', 'db 00 00 00 06 c3 a9 f0 9f 8c b1'],
  ['a lone surrogate', '\ud800', 'db 00 00 00 03 ef bf bd'],
  ['a long string', 'x'.repeat(65536), `db 00 01 00 00 ${'78'.repeat(65536)}`],
  ['0', 0, 'ce 00 00 00 00'],
  ['2^32-1', 2 ** 32 - 1, 'ce ff ff ff ff'],
  ['2^32', 2 ** 32, 'cb 41 f0 00 00 00 00 00 00'],
  ['1.5', 1.5, 'cb 3f f8 00 00 00 00 00 00'],
  ['-1', -1, 'cb bf f0 00 00 00 00 00 00'],
  ['bytes', Uint8Array.of(1, 255), 'c6 00 00 00 02 01 ff'],
  ['a vector', Float32Array.of(1.5), 'c6 00 00 00 04 00 00 c0 3f'],
  ['an array', [true, 1], 'dd 00 00 00 02 c3 ce 00 00 00 01'],
  ['a map', { k: {}, c: undefined }, 'df 00 00 00 01 db 00 00 00 01 6b df 00 00 00 00'],
  ['true and false', [true, false], 'dd 00 00 00 02 c3 c2'],
];

for (const [name, value, hex] of cases) {
  test(`encodes ${name}`, () => {
    const entry = 'df 00 00 00 01 db 00 00 00 01 6b'; // the only one, k
    assert.equal(Buffer.from(encodeRequest({ u: undefined, k: value })).toString('hex'), (entry + hex).replaceAll(' ', ''));
  });
}

for (const value of [NaN, Infinity, null, [null], { a: NaN }]) {
  test(`refuses ${String(value)}`, () => {
    assert.throws(() => encodeRequest({ k: /** @type {any} */ (value) }), { code: 'request', message: /^[ka]: got .*, want a string, a boolean or a finite number/ });
  });
}
