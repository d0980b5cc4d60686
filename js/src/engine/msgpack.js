import { concat } from '../util/bytes.js';
import { MycelError } from '../errors.js';

const encoder = new TextEncoder();

/**
 * A value of a request.
 * @typedef {string | number | boolean | Uint8Array | Value[] | {[key: string]: Value | undefined}} Value
 */

/**
 * Encodes a request as a MessagePack map (https://github.com/msgpack/msgpack/blob/master/spec.md), in the order of its
 * keys. Only what requests are made of: string keys, values that are strings, booleans, bytes, finite numbers, or
 * arrays and plain objects of these; entries whose value is undefined are left out. A lone surrogate in a string
 * becomes U+FFFD, as UTF-8 has no other way.
 * @param {Record<string, Value | undefined>} request at most 65,535 entries
 * @returns {Uint8Array}
 * @throws {MycelError} code `request` for any other value
 */
export function encodeRequest(request) {
  return concat([...encodeMap(request)]);
}

/** @param {Record<string, Value | undefined>} map @returns {Generator<Uint8Array>} */
function* encodeMap(map) {
  const entries = Object.entries(map).filter(([, value]) => value !== undefined);
  yield header(entries.length, 0x80, 0xde);
  for (const [key, value] of entries) {
    yield* encodeString(key);
    yield* encodeValue(key, value);
  }
}

/** @param {string} key for the message @param {Value | undefined} value @returns {Generator<Uint8Array>} */
function* encodeValue(key, value) {
  if (typeof value === 'string') yield* encodeString(value);
  else if (value instanceof Uint8Array) yield* encodeBytes(value);
  else if (typeof value === 'boolean') yield Uint8Array.of(value ? 0xc3 : 0xc2);
  else if (Array.isArray(value)) {
    yield header(value.length, 0x90, 0xdc);
    for (const item of value) yield* encodeValue(key, item);
  } else if (typeof value === 'object' && value !== null) yield* encodeMap(value);
  else yield encodeNumber(key, value);
}

/**
 * The header of a map or an array of n entries.
 * @param {number} n
 * @param {number} short first byte up to 15 entries
 * @param {number} long first byte of the form with 16 bits
 */
function header(n, short, long) {
  return n < 16 ? Uint8Array.of(short | n) : Uint8Array.of(long, n >> 8, n);
}

/** @param {string} text @returns {[header: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>]} */
function encodeString(text) {
  const bytes = encoder.encode(text);
  const n = bytes.length;
  if (n < 32) return [Uint8Array.of(0xa0 | n), bytes];
  if (n <= 0xff) return [Uint8Array.of(0xd9, n), bytes];
  if (n <= 0xffff) return [Uint8Array.of(0xda, n >> 8, n), bytes];
  return [Uint8Array.of(0xdb, n >>> 24, n >>> 16, n >>> 8, n), bytes];
}

/** @param {Uint8Array} bytes @returns {[header: Uint8Array, bytes: Uint8Array]} */
function encodeBytes(bytes) {
  const n = bytes.length;
  return [Uint8Array.of(0xc6, n >>> 24, n >>> 16, n >>> 8, n), bytes];
}

/**
 * A whole number from 0 to 2^32-1 as an unsigned integer, any other as a double.
 * @param {string} key for the message
 * @param {unknown} value
 */
function encodeNumber(key, value) {
  const n = /** @type {number} */ (value);
  if (!Number.isFinite(n)) {
    throw new MycelError('request', `${key}: got ${String(value)}, want a string, a boolean or a finite number`);
  }
  if (!Number.isInteger(n) || n < 0 || n > 0xffffffff) return encodeDouble(n);
  if (n < 0x80) return Uint8Array.of(n);
  if (n <= 0xff) return Uint8Array.of(0xcc, n);
  if (n <= 0xffff) return Uint8Array.of(0xcd, n >> 8, n);
  return Uint8Array.of(0xce, n >>> 24, n >>> 16, n >>> 8, n);
}

/** @param {number} x */
function encodeDouble(x) {
  const bytes = new Uint8Array(9);
  bytes[0] = 0xcb;
  new DataView(bytes.buffer).setFloat64(1, x);
  return bytes;
}
