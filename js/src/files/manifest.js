import { MycelError } from '../errors.js';
import { version } from '../version.js';

/** The number of the bundle layout this client reads. */
export const format = 13;

/**
 * One file of a bundle. Its name changes with its content, so that a cached copy is never
 * stale. The manifest has neither size nor sum of a part: gzip has both, and the engine
 * checks the content.
 * @typedef {object} BundleFile
 * @property {string} path relative to the manifest
 * @property {number} [bytes] size as stored, compressed
 * @property {string} [sha256] of the file as stored, hexadecimal
 * @property {number} [unpacked] size of its content; for a part, an upper bound
 * @property {Slot} [slot] where it is, if it is a part in a pack: its path has its number there behind a question mark
 */

/**
 * A place for a part in a pack: see packs.js.
 * @typedef {object} Slot
 * @property {string} path of the pack
 * @property {number} at first byte
 * @property {number} size bytes
 */

/**
 * A file whose size and sum the manifest says.
 * @typedef {BundleFile & {bytes: number, sha256: string}} ListedFile
 */

/**
 * The parts of mycel.json that the client uses.
 * @typedef {object} Manifest
 * @property {string} version of the program that built the bundle
 * @property {ListedFile} index
 * @property {Parts} parts texts come first
 * @property {number} indexBytes compressed bytes of the parts of the index
 * @property {ListedFile} wasm the whole engine
 * @property {ListedFile} [core] the part of it that is enough to search; absent where it is not
 */

/**
 * The files of a bundle that nothing can be answered without: engine and core of the index.
 * @param {Manifest} manifest
 * @returns {[engine: ListedFile, index: ListedFile]}
 */
export function firstFiles(manifest) {
  return [manifest.core ?? manifest.wasm, manifest.index];
}

/** Bytes that the content of a file may have at most: a tab holds it several times while it opens an index. */
export const mostUnpacked = 2 ** 28;

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
  for (const name of ['texts', 'parts']) {
    const { bytes, unpacked, groups, packs = [] } = json[name] ?? {};
    if (!Number.isSafeInteger(bytes) || !Number.isSafeInteger(unpacked) || unpacked > mostUnpacked || typeof groups !== 'string') {
      throw bad(`"${name}" is not {"bytes", "unpacked", "groups"}`);
    }
    if (!Array.isArray(packs) || !packs.every(isRange)) {
      throw bad(`"${name}" has "packs" that are no arrays of first group, end, size of a slot and number of parts`);
    }
  }
  return { ...json, parts: new Parts({ texts: json.texts, parts: json.parts }), indexBytes: json.parts.bytes };
}

/**
 * @param {unknown} range
 * @returns {boolean} whether it says which groups are packs, and how large these are
 */
function isRange(range) {
  if (!Array.isArray(range) || range.length !== 4 || !range.every(Number.isSafeInteger)) return false;
  const [, , slot, parts] = range;
  return slot >= leastSlot && slot <= mostSlot && parts > 0 && parts <= mostParts;
}

/** Bytes of a slot. */
const [leastSlot, mostSlot] = [64, 2 ** 24];

/** Parts of a pack. */
const mostParts = 2 ** 16;

/**
 * Neighbouring parts. The manifest has their number and the name of the group.
 * @typedef {object} Group
 * @property {string} path of its folder or pack, without the end
 * @property {number} first number of its first part
 * @property {number} length
 * @property {number} unpacked
 * @property {number} [slot] bytes of a slot, if it is a pack
 */

/** The parts of an index. There may be hundreds of thousands, and a query needs a few. */
export class Parts {
  /** @type {Group[]} */
  #groups = [];
  /** @type {Map<string, Group>} */
  #byPath = new Map();

  /** How many there are. */
  length = 0;

  /**
   * @param {Record<string, {unpacked: number, groups: string, packs?: [first: number, end: number, slot: number, parts: number][]}>} folders
   *   In base64 there are five bytes for each group: how many parts it has, 0 for a pack, and its name.
   */
  constructor(folders) {
    for (const [folder, { unpacked, groups, packs = [] }] of Object.entries(folders)) {
      const bytes = Uint8Array.from(atob(groups), (char) => char.charCodeAt(0));
      const view = new DataView(bytes.buffer);
      let range = 0;
      for (let n = 0; 5 * n + 4 < bytes.length; n++) {
        const path = `${folder}/${view.getUint32(5 * n + 1).toString(16).padStart(8, '0')}`;
        while (packs[range]?.[1] <= n) range++;
        const [start, , slot, parts] = packs[range] ?? [Infinity, 0, 0, 0];
        const group = { path, first: this.length, length: bytes[5 * n], unpacked, ...(start <= n && { slot, length: parts }) };
        this.#groups.push(group);
        this.#byPath.set(path, group);
        this.length += group.length;
      }
    }
  }

  /**
   * @param {number} number
   * @returns {BundleFile | undefined} undefined if there is no such part
   */
  at(number) {
    let [low, high] = [0, this.#groups.length]; // the first group that ends behind it
    while (low < high) {
      const middle = (low + high) >> 1;
      const { first, length } = this.#groups[middle];
      if (first + length > number) high = middle;
      else low = middle + 1;
    }
    const group = this.#groups[low];
    return group && number >= group.first ? fileIn(group, number - group.first) : undefined;
  }

  /**
   * @param {string} path
   * @returns {BundleFile | undefined} the part with this path
   */
  find(path) {
    const [, name = '', n] = /^(.*)(?:\/|\.pack\?)(\d+)(?:\.gz)?$/.exec(path) ?? [];
    const group = this.#byPath.get(name);
    const file = group && Number(n) < group.length ? fileIn(group, Number(n)) : undefined;
    return file?.path === path ? file : undefined;
  }
}

/**
 * @param {Group} group
 * @param {number} n number of the part there
 * @returns {BundleFile}
 */
function fileIn({ path, unpacked, slot }, n) {
  if (!slot) return { path: `${path}/${n}.gz`, unpacked };
  return { path: `${path}.pack?${n}`, unpacked, slot: { path: `${path}.pack`, at: n * slot, size: slot } };
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
