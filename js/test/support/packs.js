import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { checkManifest } from '../../src/files/manifest.js';
import { PackTable } from '../../src/files/packtable.js';

/** @import {Manifest} from '../../src/files/manifest.js' */
/** @import {Place} from '../../src/files/packtable.js' */

/**
 * A row of the table of packs.
 * @typedef {object} Pack
 * @property {number} bytes
 * @property {{firsts: number[], count: number, slot?: number, lengths?: number[]}[]} runs
 */

/**
 * The table of packs, as builds write it.
 * @param {Pack[]} packs
 */
export function encodeTable(packs) {
  /** @type {number[]} */
  const out = [];
  const number = (/** @type {number} */ n) => {
    for (; n > 127; n = Math.floor(n / 128)) out.push((n % 128) + 128);
    out.push(n);
  };
  number(packs.length);
  for (const [i, { bytes, runs }] of packs.entries()) {
    number(bytes);
    number(runs.length);
    for (const { firsts, count, slot = 0, lengths = [] } of runs) for (const n of [slot, count, firsts.length, ...firsts, ...lengths.map((n) => (i > 0 ? n / 64 : n))]) number(n);
  }
  return Buffer.from(out);
}

/**
 * A compressed part whose length is a multiple of 64, by a comment in its header.
 * @param {Buffer} part
 */
function pad(part) {
  const n = -part.length & 63;
  if (n === 0) return part;
  const padded = Buffer.concat([part.subarray(0, 10), Buffer.alloc(n - 1, ' '), Buffer.alloc(1), part.subarray(10)]);
  padded[3] |= 1 << 4;
  return padded;
}

/**
 * @param {Buffer} part compressed
 * @param {number} at its place, which its header says
 */
function place(part, at) {
  part.writeUInt32LE(at, 4);
  return part;
}

/**
 * A pack of parts that follow each other.
 * @param {Uint8Array[]} contents
 * @param {number} [first] number of the first part
 * @param {number} [level] of compression
 */
export function makePack(contents, first = 0, level) {
  let at = 0;
  const parts = contents.map((content) => {
    const part = place(pad(gzipSync(content, { level })), at);
    at += part.length;
    return part;
  });
  return { content: Buffer.concat(parts), row: { bytes: at, runs: [{ firsts: [first], count: parts.length, lengths: parts.map(({ length }) => length) }] } };
}

/**
 * A pack with a slot for each part, and behind them the parts that do not fit.
 * @param {Uint8Array[]} contents
 * @param {number} slot bytes
 * @param {number} [first] number of the first part
 */
export function makeSlots(contents, slot, first = 0) {
  const slots = Buffer.alloc(contents.length * slot);
  const rest = /** @type {Buffer[]} */ ([]);
  let end = slots.length;
  contents.forEach((content, n) => {
    const part = gzipSync(content);
    slots.writeUInt32LE(part.length, n * slot);
    if (4 + part.length <= slot) return slots.set(place(part, n * slot + 4), n * slot + 4);
    slots.writeUInt32LE(end, n * slot + 4);
    rest.push(place(part, end));
    end += part.length;
  });
  return { content: Buffer.concat([slots, ...rest]), row: { bytes: end, runs: [{ firsts: [first], count: contents.length, slot }] } };
}

/**
 * The first bytes of the sum of a pack, which are its name: in base64, and as its path.
 * @param {Uint8Array} content
 * @param {'text' | 'index'} [kind]
 */
export function nameOf(content, kind = 'text') {
  const sum = createHash('sha256').update(content).digest().subarray(0, 8);
  return { name: sum.toString('base64'), path: `packs/${kind}.${sum.toString('hex')}.pack` };
}

/**
 * The parts of a bundle: the content of each, and where it lies.
 * @param {Manifest} manifest
 * @param {(path: string) => Uint8Array} read
 */
export function partsOf(manifest, read) {
  const index = gunzipSync(read(manifest.index.path));
  const table = new PackTable(index.subarray(manifest.index.core), manifest);
  return Array.from({ length: table.length }, (_, n) => {
    const place = /** @type {Place} */ (table.at(n));
    const { pack, at, size, inside } = place;
    return { place, content: inside ?? gunzipSync(read(pack.path).subarray(at, at + size)) };
  });
}

/**
 * Puts all parts of a bundle into packs, in the place of those that it has.
 * @param {string} folder
 * @param {object} [options]
 * @param {number} [options.slot] bytes of slots; 0 for none. Then its service worker keeps no packs at once
 * @param {number} [options.each] parts of a pack
 */
export async function packBundle(folder, { slot = 0, each = 3 } = {}) {
  const json = JSON.parse(await readFile(join(folder, 'mycel.json'), 'utf8'));
  const manifest = checkManifest(json, folder);
  const contents = new Map();
  for (const path of [manifest.index.path, ...manifest.packs]) contents.set(path, await readFile(join(folder, path)));
  const parts = partsOf(manifest, (path) => contents.get(path));
  const texts = parts.filter(({ place }) => place.pack.path.includes('/text.')).length;
  await rm(join(folder, 'packs'), { recursive: true });
  await mkdir(join(folder, 'packs'));
  /** @type {Pack[]} */
  const rows = [{ bytes: 0, runs: [] }];
  for (const [name, kind, start, end] of /** @type {const} */ ([['texts', 'text', 0, texts], ['parts', 'index', texts, parts.length]])) {
    const names = [];
    for (let first = start; first < end; first += each) {
      const some = parts.slice(first, Math.min(first + each, end)).map(({ content }) => content);
      const { content, row } = slot ? makeSlots(some, slot, first) : makePack(some, first);
      rows.push(row);
      names.push(Buffer.from(nameOf(content).name, 'base64'));
      await writeFile(join(folder, nameOf(content, kind).path), content);
    }
    Object.assign(json[name], { names: Buffer.concat(names).toString('base64'), unpacked: Math.max(0, ...parts.slice(start, end).map(({ content }) => content.length)) });
  }
  const core = gunzipSync(contents.get(manifest.index.path)).subarray(0, manifest.index.core);
  const index = gzipSync(Buffer.concat([core, encodeTable(rows)]));
  Object.assign(json.index, { bytes: index.length, sha256: sha256(index), unpacked: core.length + encodeTable(rows).length });
  await writeFile(join(folder, json.index.path), index);
  const row = json.files.find((/** @type {{path: string}} */ { path }) => path === 'precache.json');
  if (row) {
    const list = JSON.parse(await readFile(join(folder, row.path), 'utf8'));
    const { packs } = checkManifest(json, folder);
    const entries = (/** @type {boolean} */ texts) => (slot ? [] : packs.filter((path) => path.includes('/text.') === texts).map((url) => ({ url, revision: null })));
    const precache = JSON.stringify({ ...list, index: [{ url: json.index.path, revision: null }, ...entries(false)], text: entries(true) });
    row.sha256 = sha256(Buffer.from(precache));
    await writeFile(join(folder, row.path), precache);
  }
  await writeFile(join(folder, 'mycel.json'), JSON.stringify(json));
}

/** @param {Uint8Array} content */
function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}
