/**
 * Answers queries with the engine and the client that ship, and times them. Lies
 * beside engine.wasm and client/ when it runs; reads a job from standard input
 * and writes the answers to standard output: a list of modes, each a list of
 * {hits, milliseconds}, one for each query.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stdin, stdout } from 'node:process';
import { json } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Engine } from './client/engine.js';
/** @import {Mode} from './client/types.js' */

/**
 * @typedef {object} Job
 * @property {string} bundle its folder
 * @property {string[]} queries
 * @property {Mode[]} modes
 * @property {Record<string, number | string | boolean>} parameters of the modes, k among them
 * @property {number} warmUp queries asked in each mode before times count
 */

const job = /** @type {Job} */ (await json(stdin));
const engine = await start(job.bundle);
stdout.write(JSON.stringify(job.modes.map(answers)));

/**
 * Opens a bundle and loads all of its texts.
 * @param {string} bundle
 */
async function start(bundle) {
  const manifest = JSON.parse(await readFile(join(bundle, 'mycel.json'), 'utf8'));
  /** @param {{path: string}} file */
  const unpack = async (file) => gunzipSync(await readFile(join(bundle, file.path)));
  const engine = await Engine.start(await WebAssembly.compile(await readFile(new URL('engine.wasm', import.meta.url))));
  engine.open(await unpack(manifest.index));
  for (const [part, file] of JSON.parse(await readFile(join(bundle, 'parts.json'), 'utf8')).entries()) engine.addPart(part, await unpack(file));
  return engine;
}

/**
 * @param {string} query
 * @param {Mode} mode
 */
function search(query, mode) {
  return engine.search({ query, mode, params: job.parameters });
}

/** @param {Mode} mode */
function answers(mode) {
  for (const query of job.queries.slice(0, job.warmUp)) search(query, mode);
  return job.queries.map((query) => {
    const start = performance.now();
    const { hits } = search(query, mode);
    const milliseconds = performance.now() - start;
    return { hits: hits.map(({ document, score }) => ({ document, score })), milliseconds };
  });
}
