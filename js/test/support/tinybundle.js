import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { format } from '../../src/files/manifest.js';
import { version } from '../../src/version.js';
import { clientSource, pageSource, temporary } from './files.js';
import { encodeTable, makePack, nameOf } from './packs.js';

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
 * @param {object} [options]
 * @param {boolean} [options.page] with the search page and the documents
 * @param {Buffer[]} [options.blocks] other texts
 * @returns {Promise<string>} the folder
 */
export async function tinyBundle(t, { page = false, blocks } = {}) {
  const folder = await temporary(t, 'tinybundle');
  await writeBundle(folder, { blocks });
  if (page) {
    await cp(pageSource, folder, { recursive: true });
    await cp(clientSource, join(folder, 'client'), { recursive: true });
  }
  return folder;
}

/**
 * @param {string} folder
 * @param {object} options
 * @param {Buffer[]} [options.blocks] texts
 * @param {number} [options.level] of their compression
 * @param {string} [options.engine] how the name of the engine begins
 * @returns {Promise<any>} the manifest
 */
async function writeBundle(folder, { blocks = tinyText(), level, engine = 'mycel' }) {
  const put = async (/** @type {string} */ name, /** @type {string} */ ext, /** @type {Buffer} */ content) => {
    const data = ext === 'wasm.gz' ? (packedEngine ??= gzipSync(content)) : gzipSync(content);
    const sha256 = sum(data);
    const path = `${name}.${sum(content).slice(0, 16)}.${ext}`;
    await writeFile(join(folder, path), data);
    return { path, bytes: data.length, sha256 };
  };
  const { texts, table } = await putTexts(folder, blocks, level);
  const manifest = {
    format,
    version,
    index: { ...(await put('index', 'gz', Buffer.concat([tinyIndex(), table]))), core: tinyIndex().length },
    texts,
    parts: { bytes: 0, unpacked: 0, names: '' },
    wasm: await put(engine, 'wasm.gz', await tinyEngine()),
    files: [],
  };
  await writeFile(join(folder, 'mycel.json'), JSON.stringify(manifest));
  return manifest;
}

/**
 * Writes the text blocks, each in a pack of its own.
 * @param {string} folder
 * @param {Buffer[]} blocks
 * @param {number} [level] of compression
 */
async function putTexts(folder, blocks, level) {
  const packs = blocks.map((block, n) => makePack([block], n, level));
  await mkdir(join(folder, 'packs'));
  for (const { content } of packs) await writeFile(join(folder, nameOf(content).path), content);
  const texts = {
    bytes: packs.reduce((sum, { content }) => sum + content.length, 0),
    unpacked: Math.max(...blocks.map(({ length }) => length)),
    names: Buffer.concat(packs.map(({ content }) => Buffer.from(nameOf(content).name, 'base64'))).toString('base64'),
  };
  return { texts, table: encodeTable([{ bytes: 0, runs: [] }, ...packs.map(({ row }) => row)]) };
}

/**
 * The path of the pack with a text block.
 * @param {number} block
 */
export function textPath(block) {
  return nameOf(makePack([tinyText()[block]]).content).path;
}

/**
 * Puts another build in the place of a bundle, in which every file but the manifest has
 * another name.
 * @param {string} folder
 * @returns {Promise<any>} the new manifest
 */
export async function replaceBundle(folder) {
  const before = JSON.parse(await readFile(join(folder, 'mycel.json'), 'utf8'));
  await rm(join(folder, 'packs'), { recursive: true });
  await rm(join(folder, before.index.path));
  await rm(join(folder, before.wasm.path));
  return writeBundle(folder, { level: 0, engine: 'new-mycel' });
}

/**
 * @param {Buffer} content
 * @returns {string} its SHA-256
 */
export function sum(content) {
  return createHash('sha256').update(content).digest('hex');
}
