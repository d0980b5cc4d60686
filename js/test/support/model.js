import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { builtCommand, root } from './files.js';
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
 * Writes the model in Model2Vec's layout.
 * @param {string} folder
 */
async function writeModel(folder) {
  await mkdir(folder);
  const vocab = Object.fromEntries(['[UNK]', ...words].map((word, id) => [word, id]));
  const tokenizer = {
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: { type: 'WordLevel', vocab, unk_token: '[UNK]' },
  };
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  const rows = [new Float32Array(dims), ...words.map(vectorOf)];
  const bytes = rows.length * dims * 4;
  const header = Buffer.from(JSON.stringify({ embeddings: { dtype: 'F32', shape: [rows.length, dims], data_offsets: [0, bytes] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  await writeFile(join(folder, 'model.safetensors'), Buffer.concat([length, header, ...rows.map((row) => Buffer.from(row.buffer))]));
}

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
 * @param {'centroids' | 'external'} queries where queries are embedded: in the engine, or outside
 * @returns {Promise<string>} the bundle's folder
 */
export async function modelBundle(t, queries) {
  const folder = await mkdtemp(join(tmpdir(), 'modelbundle-'));
  t.after(() => rm(folder, { recursive: true }));
  const bundle = join(folder, 'bundle');
  const build = ['build', '--quiet', '--docs', `${root}builder/testdata/handbook`, '--output-path', bundle];
  if (queries === 'external') {
    build.push('--embeddings', 'openai', '--set', `embedding-base-url=${await endpoint(t)}`, '--set', `embedding-model-name=${embedder.id}`);
  } else {
    await writeModel(join(folder, embedder.id));
    build.push('--embedding-model', join(folder, embedder.id));
  }
  await promisify(execFile)(await builtCommand(), build, { cwd: folder });
  return bundle;
}
