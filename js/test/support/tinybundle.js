import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { format } from '../../src/files/manifest.js';
import { version } from '../../src/version.js';
import { clientSource, pageSource } from './files.js';

const source = fileURLToPath(new URL('../fixtures/tinyengine/', import.meta.url));

/**
 * One section of the small corpus.
 * @typedef {object} TinySection
 * @property {number} block
 * @property {string} document
 * @property {string} title
 * @property {string} heading
 * @property {string} anchor
 * @property {string} keywords
 * @property {string} entities comma-separated, lower case
 * @property {string} text
 */

/** @type {TinySection[]} */
export const sections = [
  { block: 0, document: 'garden/soil', title: 'Living soil', heading: '', anchor: '', keywords: 'soil fungi roots mulch', entities: 'fungi,roots', text: 'Soil is alive. A spoonful holds kilometres of fungi, and roots trade sugar with them.' },
  { block: 0, document: 'garden/soil', title: 'Living soil', heading: 'Feeding the fungi', anchor: 'feeding-the-fungi', keywords: 'mulch wood chips', entities: 'fungi', text: 'Fungi eat what plants drop. Wood chips feed them for years; a layer of mulch keeps them moist.' },
  { block: 1, document: 'garden/trees', title: 'Planting trees', heading: 'Roots and partners', anchor: 'roots-and-partners', keywords: 'roots mycorrhiza', entities: 'roots', text: 'Young roots look for partners within weeks. Dip them in forest soil before planting.' },
  { block: 1, document: 'garden/trees', title: 'Planting trees', heading: 'Watering', anchor: 'watering', keywords: 'water', entities: '', text: 'Water deeply and seldom. The café rule 🌱: one bucket a week in the first summer.' },
  { block: 2, document: 'notes/mulch', title: 'Notes on mulch', heading: 'When not to mulch', anchor: 'when-not-to-mulch', keywords: 'mulch frost', entities: '', text: 'Mulch keeps frost in the ground. Rake it aside in spring until the soil is warm.' },
  { block: 2, document: '#7', title: 'A loose leaf', heading: 'Found in a book', anchor: 'found', keywords: 'leaf bookmark', entities: '', text: 'A document without an address: a pressed leaf, its name in pencil.' },
];

/** @type {Promise<Buffer<ArrayBuffer>> | undefined} */
let engine;
/** @type {Buffer | undefined} packed once per process */
let packedEngine;

/**
 * The small engine, compiled by the Go toolchain once per process.
 * @returns {Promise<Buffer<ArrayBuffer>>}
 */
export function tinyEngine() {
  engine ??= compile();
  return engine;
}

async function compile() {
  const folder = await mkdtemp(join(tmpdir(), 'tinyengine-'));
  const out = join(folder, 'tiny.wasm');
  await promisify(execFile)('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', out, '.'], {
    cwd: source,
    env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
  });
  const wasm = await readFile(out);
  await rm(folder, { recursive: true });
  return wasm;
}

/** The index of the small corpus, as the small engine reads it. */
export function tinyIndex() {
  const lines = sections.map((s) => [s.block, s.document, s.title, s.heading, s.anchor, s.keywords, s.entities].join('\t'));
  return Buffer.from(`tiny\n${lines.join('\n')}\n`);
}

/**
 * The text blocks of the small corpus.
 * @returns {Buffer[]}
 */
export function tinyText() {
  const blocks = /** @type {string[]} */ ([]);
  sections.forEach((s, n) => (blocks[s.block] = `${blocks[s.block] ?? ''}${n}\t${s.text}\n`));
  return blocks.map((text) => Buffer.from(text));
}

/**
 * Writes a bundle of the small corpus, laid out as `mycel build` does.
 * @param {import('node:test').TestContext} t removes the folder when done
 * @param {{page?: boolean}} [options] `page`: with the search page and the documents
 * @returns {Promise<string>} the folder
 */
export async function tinyBundle(t, { page = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tinybundle-'));
  t.after(() => rm(folder, { recursive: true }));
  const put = async (/** @type {string} */ name, /** @type {string} */ ext, /** @type {Buffer} */ content) => {
    const data = ext === 'wasm.gz' ? (packedEngine ??= gzipSync(content)) : gzipSync(content);
    const sha256 = sum(data);
    const path = `${name}.${sum(content).slice(0, 16)}.${ext}`;
    await writeFile(join(folder, path), data);
    return { path, bytes: data.length, sha256 };
  };
  const manifest = {
    format,
    version,
    index: await put('index', 'gz', tinyIndex()),
    texts: await putTexts(folder),
    parts: { bytes: 0, unpacked: 0, groups: '' },
    wasm: await put('mycel', 'wasm.gz', await tinyEngine()),
    files: [],
  };
  await writeFile(join(folder, 'mycel.json'), JSON.stringify(manifest));
  if (page) {
    await cp(pageSource, folder, { recursive: true });
    await cp(clientSource, join(folder, 'client'), { recursive: true });
  }
  return folder;
}

/**
 * Writes the text blocks, a group of them.
 * @param {string} folder
 */
async function putTexts(folder) {
  const texts = tinyText();
  const name = sum(Buffer.concat(texts)).slice(0, 8);
  await mkdir(join(folder, 'texts', name), { recursive: true });
  const packed = texts.map((text) => gzipSync(text));
  await Promise.all(packed.map((data, n) => writeFile(join(folder, 'texts', name, `${n}.gz`), data)));
  return {
    bytes: packed.reduce((bytes, data) => bytes + data.length, 0),
    unpacked: Math.max(...texts.map((text) => text.length)),
    groups: Buffer.concat([Buffer.of(texts.length), Buffer.from(name, 'hex')]).toString('base64'),
  };
}

/**
 * Puts another build in the place of a bundle, in which every file but the manifest has
 * another name.
 * @param {string} folder
 * @returns {Promise<any>} the new manifest
 */
export async function replaceBundle(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'mycel.json'), 'utf8'));
  for (const file of [manifest.index, manifest.wasm]) {
    const path = file.path.replace(/([^/]*)$/, 'new-$1');
    await rename(join(folder, file.path), join(folder, path));
    file.path = path;
  }
  const group = Buffer.from(manifest.texts.groups, 'base64');
  const before = group.toString('hex', 1);
  group[1] ^= 1;
  await rename(join(folder, 'texts', before), join(folder, 'texts', group.toString('hex', 1)));
  manifest.texts.groups = group.toString('base64');
  await writeFile(join(folder, 'mycel.json'), JSON.stringify(manifest));
  return manifest;
}

/**
 * @param {Buffer} content
 * @returns {string} its SHA-256
 */
export function sum(content) {
  return createHash('sha256').update(content).digest('hex');
}
