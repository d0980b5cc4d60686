/**
 * Checks whether a file is the one that the manifest lists. On addresses that are no secure context (plain http, other
 * than localhost) browsers have no SHA-256. The length, gzip's checksum and the checksums in the index then reveal
 * accidents, but no attacks. Attacks cannot be revealed there, since the manifest could be forged too.
 */
/** @import {BundleFile} from './manifest.js' */

/** The first half of a SHA-256 in a file's name, of its content before compression. */
const inName = /\.([0-9a-f]{16})\./;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes as they arrived
 * @param {string | undefined} sum their SHA-256; undefined where there is none
 * @param {BundleFile} file
 * @returns {string} the fault; '' if there is none
 */
export function fault(bytes, sum, file) {
  if (isGzip(bytes)) {
    if (bytes.length !== (file.bytes ?? bytes.length)) return `it has ${bytes.length} bytes, want ${file.bytes}`;
    return sum === undefined || sum === (file.sha256 ?? sum) ? '' : `its SHA-256 is ${sum}, want ${file.sha256}`;
  }
  // Unpacked on the way, as servers do that send it with Content-Encoding: gzip.
  const want = inName.exec(file.path)?.[1];
  return !want || !sum || sum.startsWith(want) ? '' : `the SHA-256 of its content is ${sum}, want ${want}…`;
}

/** @param {Uint8Array} bytes */
export function isGzip(bytes) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<string | undefined>} hexadecimal; undefined where there is no SHA-256
 */
export async function sha256(bytes) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return undefined;
  const sum = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
