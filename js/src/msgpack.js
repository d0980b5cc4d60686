import { concat } from './bytes.js';
import { MycelError } from './errors.js';

const encoder = new TextEncoder();

/**
 * Encodes a request as a MessagePack map (https://github.com/msgpack/msgpack/blob/master/spec.md),
 * in the order of its keys. Only what requests are made of: at most 15
 * entries, string keys, values that are strings or integers 0..2^32-1;
 * entries whose value is undefined are left out. A lone surrogate in a string
 * becomes U+FFFD, as UTF-8 has no other way.
 * @param {Record<string, string | number | undefined>} request
 * @returns {Uint8Array}
 * @throws {MycelError} code `request` for any other value
 */
export function encodeRequest(request) {
  const entries = Object.entries(request).filter(([, value]) => value !== undefined);
  if (entries.length > 15) throw new MycelError('request', `got ${entries.length} entries, want at most 15`);
  const parts = [Uint8Array.of(0x80 | entries.length)];
  for (const [key, value] of entries) {
    parts.push(...encodeString(key));
    if (typeof value === 'string') parts.push(...encodeString(value));
    else parts.push(encodeUint(key, value));
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
 * @param {string} key for the message
 * @param {unknown} value
 */
function encodeUint(key, value) {
  const n = /** @type {number} */ (value);
  if (!Number.isInteger(n) || n < 0 || n > 0xffffffff) {
    throw new MycelError('request', `${key}: got ${String(value)}, want a string or an integer from 0 to 2^32-1`);
  }
  if (n < 0x80) return Uint8Array.of(n);
  if (n <= 0xff) return Uint8Array.of(0xcc, n);
  if (n <= 0xffff) return Uint8Array.of(0xcd, n >> 8, n);
  return Uint8Array.of(0xce, n >>> 24, n >>> 16, n >>> 8, n);
}
