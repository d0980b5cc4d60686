/** The packages as a stranger installs them, into an empty folder, and the command without a network. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { root, temporary } from '../support/files.js';
import { registry } from '../support/registry.js';
import { fileScope } from '../support/scope.js';

const run = promisify(execFile);

const packages = `${root}build/npm`;
const site = `${root}examples/plain/public`;
/** @type {string} */
let address;
const scope = fileScope();
before(async () => {
  address = await registry(scope, packages);
});

/**
 * An empty folder with a site in public/, into which the package is installed.
 * @param {{after(fn: () => unknown): void}} t
 * @param {...string} flags of npm install
 */
async function stranger(t, ...flags) {
  const folder = await temporary(t, 'stranger');
  await cp(site, join(folder, 'public'), { recursive: true });
  await run('npm', ['install', 'mycel', '--registry', address, '--cache', join(folder, 'cache'), '--no-audit', '--no-fund', ...flags], { cwd: folder });
  await rm(join(folder, 'cache'), { recursive: true });
  return folder;
}

test('every package has the licences of what is compiled into the command', async () => {
  for (const name of await readdir(packages)) {
    const { stdout } = await run('tar', ['-xzOf', join(packages, name), 'package/LICENSE.third-party']);
    for (const work of ['The Go standard library and runtime', 'github.com/spf13/cobra v']) assert.ok(stdout.includes(`\n${work}`), `${name}: ${work}`);
  }
});

/** What has no network: a name space of its own without an interface, where that may be made. */
const offline = await run('unshare', ['-rn', 'true']).then(() => ['unshare', '-rn'], () => []);

/**
 * Runs npx mycel without a network.
 * @param {string} folder
 * @param {...string} args
 */
function npx(folder, ...args) {
  const [file, ...rest] = [...offline, 'npx', '--offline', 'mycel', ...args];
  const dead = 'http://127.0.0.1:9';
  return run(/** @type {string} */ (file), rest, { cwd: folder, env: { ...process.env, npm_config_registry: dead, HTTP_PROXY: dead, HTTPS_PROXY: dead, MYCEL_BINARY: '' } });
}

/**
 * All files of a folder.
 * @param {string} folder
 * @returns {Promise<Record<string, Buffer>>}
 */
async function contents(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.slice(folder.length), await readFile(file)])));
}

test('npx mycel --site public: the native binary', async (t) => {
  const folder = await stranger(t);
  assert.deepEqual(await readdir(join(folder, 'node_modules/@mycel')), [`cli-${process.platform}-${process.arch}`]);
  await npx(folder, '--site', 'public');
  await access(join(folder, 'public/mycel/mycel.json'));
  const { stdout } = await npx(folder, 'query', '--bundle', 'public/mycel', 'steam');
  assert.match(stdout, /Steam/);
});

/**
 * Builds a bundle of a page in memory, over a pipe that has nothing to read for a while.
 * @param {string} folder
 */
async function indexesInMemory(folder) {
  await writeFile(join(folder, 'memory.mjs'), `
    import { createIndex } from 'mycel/node';
    const { index } = await createIndex();
    console.log((await index.addHTMLFile({ url: '/a/', content: '<main><h1>A</h1>Text.</main>' })).file.title);
    console.log((await index.getFiles()).files.some(({ path }) => path === 'mycel.json'));`);
  const { stdout } = await run(process.execPath, ['memory.mjs'], { cwd: folder, env: { ...process.env, MYCEL_BINARY: '' } });
  assert.equal(stdout, 'A\ntrue\n');
}

test('where there is no native binary, the command in WASI writes the same bytes', async (t) => {
  const native = await stranger(t);
  await npx(native, '--site', 'public');
  for (const [other, flags] of Object.entries({ 'other-cpu': ['--cpu', 'riscv64'], 'other-os': ['--os', 'freebsd'] })) {
    const folder = await stranger(t, ...flags);
    assert.deepEqual(await readdir(join(folder, 'node_modules/@mycel')), [`cli-${other}`, 'cli-wasm']);
    await npx(folder, '--site', 'public');
    assert.deepEqual(await contents(join(folder, 'public/mycel')), await contents(join(native, 'public/mycel')));
    await indexesInMemory(folder);
  }
});

test('exit codes and standard input reach the command', async (t) => {
  const folder = await stranger(t);
  await assert.rejects(npx(folder, '--site', 'missing'), { code: 1, stderr: /missing/ });
  await assert.rejects(npx(folder, '--sight', 'public'), { code: 2, stderr: /--sight/ });
});

test('plugins run the command', async (t) => {
  const folder = await stranger(t);
  await writeFile(join(folder, 'plugin.mjs'), `
    import { CommandError, run } from 'mycel/node';
    console.log(JSON.parse(await run(['--site', 'public', '--json'], { quiet: true })).counts.documents);
    await run(['--site', 'missing'], { quiet: true }).catch((error) => console.log(error instanceof CommandError, error.code, /missing/.test(error.message)));`);
  const { stdout } = await run(process.execPath, ['plugin.mjs'], { cwd: folder });
  assert.match(stdout, /^\d+\ntrue 1 true\n$/);
  await indexesInMemory(folder);
});

test('without optional packages, the command says so', async (t) => {
  const folder = await stranger(t, '--omit', 'optional');
  await assert.rejects(npx(folder, 'version'), { code: 1, stderr: /@mycel\/cli-.* is not installed.*--omit=optional/ });
});

test('an agent is told to start the command by npx', async (t) => {
  const folder = await stranger(t);
  await npx(folder, '--site', 'public');
  const { stdout } = await npx(folder, 'mcp', '--print-config', 'claude', 'public/mycel');
  assert.deepEqual(JSON.parse(stdout).mcpServers.mycel, { command: 'npx', args: ['-y', 'mycel', 'mcp', join(folder, 'public/mycel')] });
});
