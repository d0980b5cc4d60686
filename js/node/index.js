/**
 * The mycel command in Node, for plugins of site generators.
 *
 *     import { run } from 'mycel/node';
 *     await run(['build', '--site', 'public']);
 *
 * @module
 */

import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinColumns } from '../src/files/columns.js';
import { binaryOf, others, packageOf, portable } from './platforms.js';

export { close, createIndex, MycelIndex } from './pages.js';
export { CallError } from './pipe.js';

/** @typedef {{file: string, args: string[]}} Command a program, and its first arguments */

/** The command ended with another exit code than 0. */
export class CommandError extends Error {
  /** @readonly */
  name = 'CommandError';

  /**
   * @param {number} code
   * @param {string[]} args
   * @param {string} output what the command printed on standard error, '' if it was not kept
   */
  constructor(code, args, output) {
    super(`mycel ${args.join(' ')}: exit code ${code}${output && `\n${output.trimEnd()}`}`);
    /** @readonly */
    this.code = code;
  }
}

/**
 * The file of an installed package.
 * @param {NodeJS.Require} require
 * @param {string} name
 * @returns {string | undefined}
 */
function installed(require, name) {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Finds the command: the file that the environment variable MYCEL_BINARY names, else the native binary of this platform, else
 * the command compiled for WASI.
 * @returns {Command}
 * @throws {Error} if npm has installed neither
 */
export function command() {
  const named = process.env.MYCEL_BINARY;
  if (named) return { file: named, args: [] };
  const require = createRequire(import.meta.url);
  const platform = { os: process.platform, cpu: process.arch };
  const native = installed(require, `${packageOf(platform)}/${binaryOf(platform)}`);
  if (native) return { file: native, args: [] };
  for (const { name } of others) {
    const at = installed(require, `${name}/package.json`);
    const module = at && installed(createRequire(at), `${portable.name}/${portable.file}`);
    if (module) return { file: process.execPath, args: [fileURLToPath(new URL('wasi.js', import.meta.url)), module] };
  }
  throw new Error(`mycel: the package ${packageOf(platform)} is not installed. It is an optional dependency of mycel: install again without --omit=optional or --no-optional, and without a lock file from another platform`);
}

/**
 * Starts the command.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {import('node:child_process').ChildProcess}
 */
export function start(args, options = {}) {
  const { file, args: first } = command();
  return spawn(file, [...first, ...args], { ...options, env: { ...process.env, ...options.env, MYCEL_NPM: '1' } });
}

/**
 * Runs the command to its end. Its standard error is shown, unless `quiet`.
 * @param {string[]} args
 * @param {{cwd?: string, quiet?: boolean, signal?: AbortSignal}} [options]
 * @returns {Promise<string>} its standard output
 * @throws {CommandError}
 */
export async function run(args, { cwd, quiet = false, signal } = {}) {
  const child = start(args, { cwd, signal, stdio: ['ignore', 'pipe', quiet ? 'pipe' : 'inherit'] });
  let out = '';
  let complaints = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (out += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (complaints += chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new CommandError(code ?? 1, args, complaints);
  return out;
}

/**
 * @typedef {object} BuildOptions
 * @property {string} [site] folder of built HTML pages
 * @property {string} [docs] folder of Markdown and plain text
 * @property {string} output folder of the bundle
 * @property {string[]} [args] further arguments of `mycel build`
 * @property {string} [cwd] the folder in which the command looks for its configuration; default: the working directory
 * @property {boolean} [quiet] whether to show nothing unless the build fails
 */

/**
 * Builds a bundle.
 * @param {BuildOptions} options
 * @throws {CommandError}
 */
export async function build({ site, docs, output, args = [], cwd, quiet }) {
  const sources = [...(site === undefined ? [] : ['--site', site]), ...(docs === undefined ? [] : ['--docs', docs])];
  await run(['build', ...sources, '--output-path', output, ...args], { cwd, quiet });
}

/**
 * A page with the search button: at the end of the page's header, or first in the body where no header comes before the
 * contents. A page with a search element, and a text without a body, stay as they are.
 * @param {string} html
 * @returns {string}
 */
export function withButton(html) {
  const body = /<body(?:\s[^>]*)?>/i.exec(html);
  if (!body || /<mycel-search/i.test(html)) return html;
  const start = body.index + body[0].length;
  const first = /<(?:main|article)\b|<\/header\s*>/i.exec(html.slice(start));
  const at = start + (first?.[0].startsWith('</') ? first.index : 0);
  return `${html.slice(0, at)}<mycel-search-trigger></mycel-search-trigger>${html.slice(at)}`;
}

/**
 * A path without escapes, '' if these are no UTF-8.
 * @param {string} path
 */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** @type {Record<string, string>} */
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' };

/**
 * Serves the files of a bundle in a development server, as a function for Connect. It passes on every request that is for no
 * file of the folder.
 * @param {string} base path of the site, with a slash at either end; servers may have taken it off requests
 * @param {string} name of the bundle's folder below it
 * @param {() => string} folder where the bundle is now
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, next: () => void) => Promise<void>}
 */
export function middleware(base, name, folder) {
  return async (request, response, next) => {
    const path = decoded(/** @type {string} */ ((request.url ?? '/').split('?')[0]));
    const prefix = [`${base}${name}/`, `/${name}/`].find((prefix) => path.startsWith(prefix));
    if (prefix === undefined) return next();
    const file = resolve(folder(), path.slice(prefix.length) || 'index.html');
    if (/^\.\.|:/.test(relative(folder(), file))) return next(); // Windows has paths on other drives.
    const content = await readFile(file).catch(() => undefined);
    if (!content) return next();
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    response.setHeader('Cache-Control', 'no-cache');
    response.end(content);
  };
}

/**
 * Writes the full engine of a bundle as a module that programs can import where they may not compile code, such as workers at
 * the edge: `open(address, { engine })`.
 * @param {{bundle: string, output: string}} options bundle: its folder; output: a file that ends in .wasm
 */
export async function writeEngine({ bundle, output }) {
  const { wasm } = JSON.parse(await readFile(join(bundle, 'mycel.json'), 'utf8'));
  if (!wasm) throw new Error(`mycel: ${bundle} has no engine: it was built with no-runtime`);
  const packed = await readFile(join(bundle, wasm.path));
  const columns = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  await writeFile(output, Buffer.from(await new Response(joinColumns(columns)).arrayBuffer()));
}
