/**
 * Times a bundle in Node, with the engine that ships. Prints one JSON object, in
 * milliseconds; `make bench` puts it beside the other engines.
 *
 *     node bench.js WASM BUNDLE QUERIES MODE…     (QUERIES: one a line; MODE may be evidence)
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { argv, cpuUsage, exit } from 'node:process';
import { gunzipSync } from 'node:zlib';
import { Engine } from '../src/engine/engine.js';
import { Packs } from '../src/files/packs.js';
import { Parts } from '../src/files/manifest.js';
/** @import {BundleFile} from '../src/files/manifest.js' */

const [, , wasm, bundle, queryFile, ...modes] = argv;
if (!wasm || !bundle || !queryFile || modes.length === 0) {
  console.error('usage: node bench.js WASM BUNDLE QUERIES MODE…');
  exit(2);
}

const manifest = JSON.parse(await readFile(join(bundle, 'mycel.json'), 'utf8'));
/** @param {{path: string}} file */
const unpack = async (file) => gunzipSync(await readFile(join(bundle, file.path)));
const index = await unpack(manifest.index);
const parts = new Parts({ texts: manifest.texts, parts: manifest.parts });
const packs = new Packs(async (url) => new Response(await readFile(String(url))), () => {});
/** @param {number} n number of a part */
async function content(n) {
  const file = /** @type {BundleFile} */ (parts.at(n));
  const { slot } = file;
  return slot ? gunzipSync(await packs.part(join(bundle, slot.path), { ...file, slot }, { cache: 'default' })) : unpack(file);
}
const queries = (await readFile(queryFile, 'utf8')).split('\n').filter(Boolean);
const module = await WebAssembly.compile(await readFile(wasm));

/** Opens the index five times, each in an instance of its own. */
const open = [];
let engine;
for (let i = 0; i < 5; i++) {
  engine = await Engine.start(module);
  const start = performance.now();
  engine.open(index);
  open.push(performance.now() - start);
}
if (!engine) throw new Error('unreachable');

/** @type {Record<string, number[]>} */
const search = {};
/** @type {Record<string, number>} of a query, on average: other work on the machine does not count */
const cpu = {};
for (const mode of modes) {
  const ask = question(engine, mode);
  for (const query of queries) await complete(engine, ask, query);
  const before = cpuUsage();
  search[mode] = queries.map((query) => {
    const start = performance.now();
    ask(query);
    return performance.now() - start;
  });
  const { user, system } = cpuUsage(before);
  cpu[mode] = (user + system) / 1000 / queries.length;
}

/**
 * Asks until the engine has all parts that the question needs.
 * @param {Engine} engine
 * @param {(query: string) => {missing?: number[]}} ask
 * @param {string} query
 */
async function complete(engine, ask, query) {
  for (let missing = ask(query).missing; missing?.length; missing = ask(query).missing) {
    for (const part of missing) engine.addPart(part, await content(part));
  }
}

/**
 * @param {Engine} engine
 * @param {string} mode of a search, or `evidence`
 * @returns {(query: string) => {missing?: number[]}}
 */
function question(engine, mode) {
  if (mode === 'evidence') return (query) => engine.ask('retrieve', { query });
  return (query) => engine.search({ query, mode: /** @type {import('../src/types.js').Mode} */ (mode) });
}

console.log(JSON.stringify({ open, search, cpu }));
