/** examples/edge where it is meant to run: in workerd, which Cloudflare's workers run in, and in Deno, both from npm. */

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { build, writeEngine } from '../../node/index.js';
import { root, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { serve } from '../support/server.js';
import { until } from '../support/until.js';

const exec = promisify(execFile);
process.env.MYCEL_BINARY = `${root}bin/mycel`;

/** @type {string} */
let folder;
const scope = fileScope();
before(async () => {
  folder = await temporary(scope, 'edge');
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await exec('npm', ['install', 'workerd@1.20261117.1', 'deno@2.9.6', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  await build({ docs: `${root}docs`, output: join(folder, 'site/mycel'), quiet: true });
  await cp(`${root}examples/edge`, folder, { recursive: true });
  await cp(`${root}js/src`, join(folder, 'client'), { recursive: true });
});

/**
 * The program of a package for this machine.
 * @param {string} scope of the packages
 * @param {string} path in the package
 */
async function program(scope, path) {
  const [name] = await readdir(join(folder, 'node_modules', scope));
  return join(folder, 'node_modules', scope, /** @type {string} */ (name), path);
}

/**
 * Runs a server until the test ends, and asks it: one by one, and at once.
 * @param {import('node:test').TestContext} t
 * @param {string} file
 * @param {string[]} args
 * @param {string} address
 */
async function ask(t, file, args, address) {
  let said = '';
  const server = spawn(file, args, { cwd: folder, env: { ...process.env, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' } });
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  t.after(async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('close', resolve));
  });
  const get = async (/** @type {string} */ query) => {
    const response = await fetch(`${address}search?q=${encodeURIComponent(query)}`);
    return `${response.status} ${await response.text()}`;
  };
  await until(() => fetch(address).then(({ ok }) => ok, () => false));
  for (const query of ['stop words', 'front matter', 'stop words']) assert.match(await get(query), query === 'stop words' ? /^200 .*<ol><li><a href="[^"]+languages\.html#/ : /^200 .*<ol><li><a href="[^"]+sources\.html#/, said);
  const pages = await Promise.all(['synonyms', 'filters', 'service worker', 'budgets', 'boost', '<script>'].map(get));
  for (const page of pages) assert.match(page, /^200 /, said);
  assert.ok(!pages.at(-1)?.includes('<script>'), 'a query is written into the page as it came');
  assert.doesNotMatch(said, /rror/);
}

test('workerd, which compiles no code, with a request after the other and many at once', async (t) => {
  const { url } = await serve(t, join(folder, 'site'));
  await writeEngine({ bundle: join(folder, 'site/mycel'), output: join(folder, 'engine.wasm') });
  await mkdir(join(folder, 'client'), { recursive: true });
  const files = (await readdir(join(folder, 'client'), { recursive: true })).filter((name) => name.endsWith('.js'));
  const modules = [
    '(name = "worker.js", esModule = embed "worker.js")', '(name = "search.js", esModule = embed "search.js")',
    '(name = "engine.wasm", wasm = embed "engine.wasm")', '(name = "mycel", esModule = "export * from \'./client/index.js\'")',
    ...files.map((name) => `(name = "client/${name}", esModule = embed "client/${name}")`),
  ];
  await writeFile(join(folder, 'config.capnp'), `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:8933", http = (), service = "main")],
);
const worker :Workerd.Worker = (modules = [${modules.join(', ')}], bindings = [(name = "SITE", text = "${url}")], compatibilityDate = "2026-09-01");
`);
  await ask(t, await program('@cloudflare', 'bin/workerd'), ['serve', 'config.capnp'], 'http://127.0.0.1:8933/');
});

test('Deno, with the network alone', async (t) => {
  const { url } = await serve(t, join(folder, 'site'));
  await writeFile(join(folder, 'imports.json'), '{ "imports": { "mycel": "./client/index.js" } }');
  await ask(t, await program('@deno', 'deno'), ['run', '--no-prompt', '--no-config', '--import-map', 'imports.json', '--allow-net=127.0.0.1', 'deno.js', url], 'http://127.0.0.1:8000/');
});
