import { execFile } from 'node:child_process';
import { access, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packBundle } from './packs.js';

/** The repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The client's modules. */
export const clientSource = fileURLToPath(new URL('../../src/', import.meta.url));
/** The search page. */
export const pageSource = fileURLToPath(new URL('../../../site/page/', import.meta.url));

/**
 * A folder that is removed with the test.
 * @param {{after: (fn: () => unknown) => void}} t
 * @param {string} name what its own begins with
 */
export async function temporary(t, name) {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/**
 * The bundle of the project's fixture documents, with the true engine.
 * @returns {Promise<string>} its folder
 */
export async function builtBundle() {
  return required(`${root}build/testdata/bundle/`, 'mycel.json');
}

/** @type {Promise<string> | undefined} */
let packedClient;

/**
 * The client as a bundle has it, in packed modules, which must not be older than their source.
 * @returns {Promise<string>} its folder
 */
export function builtClient() {
  return (packedClient ??= freshClient());
}

async function freshClient() {
  const folder = await required(`${root}site/dist/client/`, 'index.js');
  const packed = await stat(`${folder}index.js`);
  for (const name of await readdir(clientSource, { recursive: true })) {
    const source = await stat(clientSource + name);
    if (source.isFile() && source.mtimeMs > packed.mtimeMs) throw new Error(`js/src/${name} is newer than the packed client; run "make build" first`);
  }
  return folder;
}

/**
 * A copy of it with all parts of the index in packs. In the other they are in the index file, since it is small.
 * @param {import('node:test').TestContext} t removes the folder when done
 * @param {{slot?: number, each?: number}} [options] of {@link packBundle}
 * @returns {Promise<string>} its folder
 */
export async function packedBundle(t, options) {
  const folder = await temporary(t, 'packed');
  await cp(await builtBundle(), folder, { recursive: true });
  await packBundle(folder, options);
  return `${folder}/`;
}

/**
 * A bundle of documents, as lines of `--jsonl`.
 * @param {{after: (fn: () => unknown) => void}} t removes it when done
 * @param {object[]} documents
 * @param {string[]} [options] of the command
 * @returns {Promise<string>} its folder
 */
export async function bundleOf(t, documents, options = []) {
  const folder = await temporary(t, 'bundle-of');
  const [corpus, bundle] = [join(folder, 'corpus.jsonl'), join(folder, 'bundle')];
  await writeFile(corpus, documents.map((document) => JSON.stringify(document)).join('\n'));
  await promisify(execFile)(await builtCommand(), ['build', '--quiet', '--jsonl', corpus, ...options, '--output-path', bundle]);
  return bundle;
}

/**
 * The mycel command.
 * @returns {Promise<string>} its path
 */
export async function builtCommand() {
  return (await required(`${root}bin/`, 'mycel')) + 'mycel';
}

/**
 * @param {string} folder
 * @param {string} file
 */
async function required(folder, file) {
  try {
    await access(folder + file);
  } catch {
    throw new Error(`${folder}${file} is not there; run "make build/testdata/bundle" in ${root} first`);
  }
  return folder;
}
