import { MycelError } from '../errors.js';
import { version } from '../version.js';

/** The number of the bundle layout this client reads. */
export const format = 15;

/**
 * One file of a bundle. Its name changes with its content, so that a cached copy is never stale.
 * @typedef {object} BundleFile
 * @property {string} path relative to the manifest
 * @property {number} [bytes] size as stored, compressed
 * @property {string} [sha256] of the file as stored, hexadecimal
 * @property {number} [unpacked] size of its content
 */

/** A file whose size and sum the manifest says. @typedef {BundleFile & {bytes: number, sha256: string}} ListedFile */

/**
 * The parts of mycel.json that the client uses.
 * @typedef {object} Manifest
 * @property {string} version of the program that built the bundle
 * @property {ListedFile & {core: number}} index the index file, which begins with `core` bytes of the core
 * @property {string[]} packs paths: those of texts come first
 * @property {string[]} early paths of packs that every first query reads whole
 * @property {PackNames} texts
 * @property {PackNames} parts of all other parts
 * @property {ListedFile} wasm the whole engine
 * @property {ListedFile} [core] a smaller engine that can search; absent if there is none
 */

/**
 * Packs of the texts, or of all other parts.
 * @typedef {object} PackNames
 * @property {number} bytes of all
 * @property {number} unpacked of the content of the longest part
 * @property {string} names of each pack the first eight bytes of its SHA-256, in base64
 * @property {number} [first] how many of the packs every first query reads whole
 */

/**
 * The files of a bundle that nothing can be answered without: engine and core of the index.
 * @param {Manifest} manifest @returns {[engine: ListedFile, index: ListedFile]}
 */
export function firstFiles(manifest) {
  return [manifest.core ?? manifest.wasm, manifest.index];
}

/** Bytes that the content of a file may have at most: a tab holds it several times while it opens an index. */
export const mostUnpacked = 2 ** 28;

/** How many packs a kind may have, as for the native reader (manifest.go): they have 32 GB at least. */
const mostPacks = 2 ** 16;

/** What a file may unpack to where the manifest does not say: so many bytes, or so many times its own size. */
const unsaid = { bytes: 2 ** 26, times: 32 };

/**
 * How many bytes the content of a file may have: a few bytes can be compressed from
 * gigabytes. The native reader has the same bounds (unpack.go).
 * @param {{bytes?: number, unpacked?: number}} file
 */
export function contentLimit({ bytes = 0, unpacked }) {
  return Math.min(unpacked ?? Math.max(unsaid.bytes, unsaid.times * bytes), mostUnpacked);
}

/**
 * Checks a parsed mycel.json.
 * @param {any} json
 * @param {string} url where it came from, for messages
 * @returns {Manifest}
 * @throws {MycelError} code `version` if this client cannot read such a bundle, `format` if it is not a manifest
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
  const files = [['index', json.index], ['wasm', json.wasm], ['core', json.core ?? json.wasm]];
  for (const [name, file] of files) {
    if (typeof file?.path !== 'string' || !Number.isSafeInteger(file.bytes) || file.bytes < 0 || typeof file.sha256 !== 'string') {
      throw bad(`"${name}" is not {"path", "bytes", "sha256"}`);
    }
    const { unpacked = 0 } = file;
    if (!Number.isSafeInteger(unpacked) || unpacked < 0 || unpacked > mostUnpacked) {
      throw bad(`"${name}" has "unpacked": ${unpacked}, want at most ${mostUnpacked} bytes`);
    }
  }
  const { core } = json.index;
  if (!Number.isSafeInteger(core) || core < 0) throw bad(`"index" has "core": ${core}, want a number of bytes`);
  /** @type {string[]} */
  const packs = [];
  for (const [name, kind] of [['texts', 'text'], ['parts', 'index']]) {
    const { bytes, unpacked, names, first = 0 } = json[name] ?? {};
    if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(unpacked) || unpacked > mostUnpacked || typeof names !== 'string' || !(first >= 0)) {
      throw bad(`"${name}" is not {"bytes", "unpacked", "names"}`);
    }
    let hashes;
    try {
      hashes = atob(names);
    } catch {
      throw bad(`"${name}" has "names" that are not base64`);
    }
    if (hashes.length % 8 || hashes.length > 8 * mostPacks) throw bad(`"${name}" has "names" of ${hashes.length} bytes, want eight for each of at most ${mostPacks} packs`);
    const digits = Array.from(hashes, (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    for (const hash of digits.match(/.{1,16}/g) ?? []) packs.push(`packs/${kind}.${hash}.pack`);
  }
  const early = packs.filter((path) => !isText(path)).slice(0, json.parts.first ?? 0);
  return { ...json, packs, early };
}

/** @param {string} path of a pack */
export function isText(path) {
  return path.startsWith('packs/text.');
}

/** Major and minor: releases that differ only in the patch number work together. @param {string} semver */
function series(semver) {
  return semver.split('.', 2).join('.');
}

/** @param {string} a semver @param {string} b */
function newer(a, b) {
  const [[major, minor], [otherMajor, otherMinor]] = [a, b].map((semver) => semver.split('.').map(Number));
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** @param {string} what @param {boolean} later whether the bundle is ahead of the client */
function mismatch(what, later) {
  const advice = later
    ? 'Reload the page: it is older than its search index. If that does not help, deploy the client of the same version as the bundle.'
    : `Build the bundle again with mycel ${version}: it is older than the page.`;
  return new MycelError('version', `${what}: ${later ? 'reload the page' : `rebuild the bundle with mycel ${version}`}`, { advice });
}
