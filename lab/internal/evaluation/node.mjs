/**
 * Answers queries with the engine and the client that ship, and times them. Lies
 * beside engine.wasm and client/ when it runs; reads a job from standard input
 * and writes the answers to standard output: a list of modes, each a list of
 * {hits, milliseconds}, one for each query.
 */

import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { stdin, stdout } from 'node:process';
import { json } from 'node:stream/consumers';
import { Engine } from './client/engine.js';
/** @import {Mode} from './client/types.js' */

/**
 * @typedef {object} Job
 * @property {number} parts how many parts the bundle has: the files part-0, part-1, …; its core is the file core
 * @property {string[]} queries
 * @property {Mode[]} modes
 * @property {Record<string, number | string | boolean>} parameters of the modes, k among them
 * @property {number} warmUp queries asked in each mode before times count
 */

const job = /** @type {Job} */ (await json(stdin));
const engine = await start();
stdout.write(JSON.stringify(job.modes.map(answers)));

/** Opens the bundle and loads all of its parts. */
async function start() {
  const read = (/** @type {string} */ name) => readFile(new URL(name, import.meta.url));
  const engine = await Engine.start(await WebAssembly.compile(await read('engine.wasm')));
  engine.open(await read('core'));
  for (let part = 0; part < job.parts; part++) engine.addPart(part, await read(`part-${part}`));
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
    return { hits: hits.map(({ document, anchor, score }) => ({ document, anchor, score })), milliseconds };
  });
}
