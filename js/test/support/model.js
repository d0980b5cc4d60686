import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { builtCommand, root, temporary } from './files.js';
/** @import {Embedder} from '../../src/types.js' */

export const dims = 24;

/** Words of the fixture documents; each word is an axis of its own. */
const words = [
  'the', 'of', 'gauge', 'float', 'well', 'stilling', 'tide', 'sea', 'tower', 'keeper', 'storm', 'ice',
  'relief', 'calibration', 'clock', 'town', 'brask', 'harbour', 'record', 'paper', 'wave', 'wind', 'sensor', 'export',
];

/**
 * The model as a function: the sum of the axes of the words.
 * @param {string} text
 */
function vectorOf(text) {
  const vector = new Float32Array(dims);
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    const axis = words.indexOf(word);
    if (axis >= 0) vector[axis]++;
  }
  return vector;
}

/** @type {Embedder} */
export const embedder = { id: 'axes', dims, embed: async (texts) => texts.map(vectorOf) };

/**
 * An endpoint for embeddings on this machine, behind which the model is.
 * @param {{after(fn: () => unknown): void}} t closes it when done
 * @returns {Promise<string>} its address
 */
async function endpoint(t) {
  const server = createServer(async (request, response) => {
    const { input } = /** @type {{input: string[]}} */ (await json(request));
    const data = input.map((text, index) => ({ index, embedding: [...vectorOf(text)] }));
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/v1`;
}

/**
 * Builds the fixture documents with vectors by the model.
 * @param {{after(fn: () => unknown): void}} t removes the folder when done
 * @returns {Promise<string>} the bundle's folder
 */
export async function modelBundle(t) {
  const folder = await temporary(t, 'modelbundle');
  const bundle = join(folder, 'bundle');
  const build = ['build', '--quiet', '--docs', `${root}builder/testdata/handbook`, '--output-path', bundle];
  build.push('--embeddings', 'openai', '--set', `embedding-base-url=${await endpoint(t)}`, '--set', `embedding-model-name=${embedder.id}`);
  await promisify(execFile)(await builtCommand(), build, { cwd: folder });
  return bundle;
}
