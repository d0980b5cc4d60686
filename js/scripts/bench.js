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
import { Engine } from '../src/engine/engine.js';
import { PartLoader } from '../src/files/partloader.js';
import { PackTable } from '../src/files/packtable.js';

const [, , wasm, bundle, queryFile, ...modes] = argv;
if (!wasm || !bundle || !queryFile || modes.length === 0) {
  console.error('usage: node bench.js WASM BUNDLE QUERIES MODE…');
  exit(2);
}

const loader = new PartLoader('http://bundle/', async (url) => new Response(await readFile(join(bundle, new URL(String(url)).pathname))));
const manifest = await loader.manifest();
const content = await loader.bytes(manifest.index);
const index = content.subarray(0, manifest.index.core);
const table = new PackTable(content.subarray(manifest.index.core), manifest);
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
    for (const part of missing) engine.addPart(part, await loader.part(/** @type {import("../src/files/packtable.js").Place} */ (table.at(part))));
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
