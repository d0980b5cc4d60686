/**
 * The parts of an index in one piece, uncompressed, as a visit leaves them for the next in
 * the browser's store: to fetch them from there one at a time, unpack and sum them, would take
 * a first search longer than the search. Each was verified when it arrived, and the
 * engine checks again what it is given; a name changes with its content.
 *
 * In bytes: the length of the list, 4, little-endian; the list, JSON, of path and length of
 * each part; the parts.
 */

import { concat } from '../util/bytes.js';

/** Parts by their path. @typedef {Map<string, Uint8Array>} WarmCache */

/** Compressed bytes of all parts up to which there is one: it is read whole. */
export const warmCacheLimit = 1 << 20;

/**
 * @param {WarmCache} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function packWarmCache(parts) {
  const list = new TextEncoder().encode(JSON.stringify([...parts].map(([path, { length }]) => [path, length])));
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, list.length, true);
  return concat([head, list, ...parts.values()]);
}

/**
 * @param {Uint8Array} bytes
 * @returns {WarmCache} views of them; empty if they are damaged
 */
export function readWarmCache(bytes) {
  /** @type {WarmCache} */
  const parts = new Map();
  try {
    let at = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    for (const [path, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
      parts.set(path, bytes.subarray(at, (at += length)));
    }
    return at === bytes.length ? parts : new Map();
  } catch {
    return new Map();
  }
}
