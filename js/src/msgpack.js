import { concat } from './bytes.js';
import { MycelError } from './errors.js';

const encoder = new TextEncoder();

/** A value of a request. @typedef {string | number | boolean | Uint8Array} Value */

/**
 * Encodes a request as a MessagePack map (https://github.com/msgpack/msgpack/blob/master/spec.md),
 * in the order of its keys. Only what requests are made of: string keys, values
 * that are strings, booleans, bytes or finite numbers; entries whose value is undefined
 * are left out. A lone surrogate in a string becomes U+FFFD, as UTF-8 has no other
 * way.
 * @param {Record<string, Value | undefined>} request at most 65,535 entries
 * @returns {Uint8Array}
 * @throws {MycelError} code `request` for any other value
 */
export function encodeRequest(request) {
  const entries = Object.entries(request).filter(([, value]) => value !== undefined);
  const n = entries.length;
  /** @type {Uint8Array[]} */
  const parts = [n < 16 ? Uint8Array.of(0x80 | n) : Uint8Array.of(0xde, n >> 8, n)];
  for (const [key, value] of entries) {
    parts.push(...encodeString(key));
    if (typeof value === 'string') parts.push(...encodeString(value));
    else if (value instanceof Uint8Array) parts.push(...encodeBytes(value));
    else if (typeof value === 'boolean') parts.push(Uint8Array.of(value ? 0xc3 : 0xc2));
    else parts.push(encodeNumber(key, value));
  }
  return concat(parts);
}

/**
 * @param {string} text
 * @returns {[header: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>]}
 */
function encodeString(text) {
  const bytes = encoder.encode(text);
  const n = bytes.length;
  if (n < 32) return [Uint8Array.of(0xa0 | n), bytes];
  if (n <= 0xff) return [Uint8Array.of(0xd9, n), bytes];
  if (n <= 0xffff) return [Uint8Array.of(0xda, n >> 8, n), bytes];
  return [Uint8Array.of(0xdb, n >>> 24, n >>> 16, n >>> 8, n), bytes];
}

/**
 * @param {Uint8Array} bytes
 * @returns {[header: Uint8Array, bytes: Uint8Array]}
 */
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
