import { MycelError } from './errors.js';
import { version } from './version.js';

/** The number of the bundle layout this client reads. */
const format = 1;

/**
 * One file of a bundle. Its name contains a hash of its content, so that a
 * cached copy is never stale.
 * @typedef {object} BundleFile
 * @property {string} path relative to the manifest
 * @property {number} bytes size as stored, compressed
 */

/**
 * The parts of mycel.json that the client uses.
 * @typedef {object} Manifest
 * @property {string} version of the program that built the bundle
 * @property {BundleFile} index
 * @property {BundleFile[]} text text[n] is text block n
 * @property {BundleFile} wasm the whole engine
 * @property {BundleFile} [core] the part of it that is enough to search; absent where it is not
 */

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
    throw new MycelError(
      'version',
      `${url} has bundle format ${json.format}, this client reads ${format}: rebuild the bundle with mycel ${version}, or reload the page if the site was just updated`,
    );
  }
  if (typeof json.version !== 'string') throw bad('"version" is not a string');
  if (series(json.version) !== series(version)) {
    throw new MycelError(
      'version',
      `${url} was built by mycel ${json.version}, this client is ${version}: rebuild the bundle with mycel ${version}, or reload the page if the site was just updated`,
    );
  }
  if (!Array.isArray(json.text)) throw bad('"text" is not an array');
  const files = [['index', json.index], ['wasm', json.wasm], ['core', json.core ?? json.wasm], ...json.text.map((/** @type {unknown} */ f, /** @type {number} */ n) => [`text[${n}]`, f])];
  for (const [name, file] of files) {
    if (typeof file?.path !== 'string' || !Number.isSafeInteger(file.bytes) || file.bytes < 0) {
      throw bad(`"${name}" is not {"path", "bytes"}`);
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
