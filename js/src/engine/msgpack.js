import { concat } from '../util/bytes.js';
import { MycelError } from '../errors.js';

const encoder = new TextEncoder();

/**
 * A value of a request.
 * @typedef {string | number | boolean | Uint8Array | Float32Array | Value[] | {[key: string]: Value | undefined}} Value
 */

/**
 * Encodes a request as a MessagePack map (https://github.com/msgpack/msgpack/blob/master/spec.md), in the order of its
 * keys. Every type has one form, the one with a length of 32 bits; vectors are bytes, four of them a number. Entries whose
 * value is undefined are left out. A lone surrogate in a string becomes U+FFFD, as UTF-8 has no other way.
 * @param {Record<string, Value | undefined>} request
 * @throws {MycelError} code `request` for any other value
 */
export function encodeRequest(request) {
  return concat([...encode('request', request)]);
}

/** @param {string} key for the message @param {Value | undefined} value @returns {Generator<Uint8Array>} */
function* encode(key, value) {
  if (typeof value === 'string') {
    const bytes = encoder.encode(value);
    yield sized(0xdb, bytes.length);
    yield bytes;
  } else if (value instanceof Uint8Array) {
    yield sized(0xc6, value.length);
    yield value;
  } else if (value instanceof Float32Array) {
    yield* encode(key, littleEndian(value));
  } else if (typeof value === 'boolean') {
    yield Uint8Array.of(value ? 0xc3 : 0xc2);
  } else if (Array.isArray(value)) {
    yield sized(0xdd, value.length);
    for (const item of value) yield* encode(key, item);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, value]) => value !== undefined);
    yield sized(0xdf, entries.length);
    for (const [key, value] of entries) {
      yield* encode(key, key);
      yield* encode(key, value);
    }
  } else {
    yield encodeNumber(key, value);
  }
}

/** @param {number} type first byte @param {number} n of 32 bits */
function sized(type, n) {
  return Uint8Array.of(type, n >>> 24, n >>> 16, n >>> 8, n);
}

/**
 * A whole number from 0 to 2^32-1 as an unsigned integer, any other as a double.
 * @param {string} key for the message
 * @param {any} n
 */
function encodeNumber(key, n) {
  if (!Number.isFinite(n)) throw new MycelError('request', `${key}: got ${String(n)}, want a string, a boolean or a finite number`);
  if (n >>> 0 === n) return sized(0xce, n);
  const bytes = new Uint8Array(9);
  bytes[0] = 0xcb;
  new DataView(bytes.buffer).setFloat64(1, n);
  return bytes;
}

/** @param {Float32Array} numbers @returns {Uint8Array} four bytes each, the lowest first, whatever this machine's order */
function littleEndian(numbers) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => view.setFloat32(4 * i, number, true));
  return new Uint8Array(view.buffer);
}
