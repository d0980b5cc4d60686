import { MycelError } from '../errors.js';
import { version } from '../version.js';

/** The number of the bundle layout this client reads. */
const format = 7;

/**
 * One file of a bundle. Its name contains a hash of its content, so that a
 * cached copy is never stale.
 * @typedef {object} BundleFile
 * @property {string} path relative to the manifest
 * @property {number} bytes size as stored, compressed
 * @property {string} sha256 of the file as stored, hexadecimal
 * @property {number} [unpacked] size of its content; absent where that is not said
 */

/**
 * The parts of mycel.json that the client uses.
 * @typedef {object} Manifest
 * @property {string} version of the program that built the bundle
 * @property {BundleFile} index
 * @property {BundleFile[]} parts parts[n] is part n, of the index or of its texts
 * @property {BundleFile} wasm the whole engine
 * @property {BundleFile} [core] the part of it that is enough to search; absent where it is not
 */

/**
 * The files of a bundle that nothing can be answered without: engine and core of the index.
 * @param {Manifest} manifest
 * @returns {[engine: BundleFile, index: BundleFile]}
 */
export function firstFiles(manifest) {
  return [manifest.core ?? manifest.wasm, manifest.index];
}

/** Bytes that the content of a file may have at most: no browser takes more. */
const mostUnpacked = 2 ** 30;

/** What a file may unpack to where the manifest does not say: so many bytes, or so many times its own size. */
const unsaid = { bytes: 2 ** 26, times: 32 };

/**
 * How many bytes the content of a file may have: a few bytes can be compressed from
 * gigabytes. The native reader has the same bounds (unpack.go).
 * @param {{bytes: number, unpacked?: number}} file
 */
export function contentLimit({ bytes, unpacked }) {
  return Math.min(unpacked ?? Math.max(unsaid.bytes, unsaid.times * bytes), mostUnpacked);
}

/**
 * Checks a parsed mycel.json.
 * @param {any} json
 * @param {string} url where it came from, for messages
 * @returns {Manifest}
 * @throws {MycelError} code `version` if this client cannot read such a
 *   bundle, `format` if it is not a manifest
 */
export function checkManifest(json, url) {
  const bad = (/** @type {string} */ what) => new MycelError('format', `${url} is not a Mycel manifest: ${what}`);
  if (typeof json !== 'object' || json === null) throw bad('got no JSON object');
  if (typeof json.format !== 'number') throw bad('"format" is not a number');
  if (json.format !== format) {
    throw mismatch(`${url} has bundle format ${json.format}, this client reads ${format}`, json.format > format);
  }
  if (typeof json.version !== 'string') throw bad('"version" is not a string');
  if (series(json.version) !== series(version)) {
    throw mismatch(`${url} was built by mycel ${json.version}, this client is ${version}`, newer(json.version, version));
  }
  if (!Array.isArray(json.parts)) throw bad('"parts" is not an array');
  const files = [['index', json.index], ['wasm', json.wasm], ['core', json.core ?? json.wasm], ...json.parts.map((/** @type {unknown} */ f, /** @type {number} */ n) => [`parts[${n}]`, f])];
  for (const [name, file] of files) {
    if (typeof file?.path !== 'string' || !Number.isSafeInteger(file.bytes) || file.bytes < 0 || typeof file.sha256 !== 'string') {
      throw bad(`"${name}" is not {"path", "bytes", "sha256"}`);
    }
    const { unpacked = 0 } = file;
    if (!Number.isSafeInteger(unpacked) || unpacked < 0 || unpacked > mostUnpacked) {
      throw bad(`"${name}" has "unpacked": ${unpacked}, want at most ${mostUnpacked} bytes`);
    }
  }
  return json;
}

/**
 * Major and minor: releases that differ only in the patch number work together.
 * @param {string} semver
 */
function series(semver) {
  return semver.split('.', 2).join('.');
}

/**
 * @param {string} a semver
 * @param {string} b
 */
function newer(a, b) {
  const [[major, minor], [otherMajor, otherMinor]] = [a, b].map((semver) => semver.split('.').map(Number));
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/**
 * @param {string} what
 * @param {boolean} later whether the bundle is ahead of the client
 */
function mismatch(what, later) {
  const advice = later
    ? 'Reload the page: it is older than its search index. If that does not help, deploy the client of the same version as the bundle.'
    : `Build the bundle again with mycel ${version}: it is older than the page.`;
  return new MycelError('version', `${what}: ${later ? 'reload the page' : `rebuild the bundle with mycel ${version}`}`, { advice });
}
