/** The elements as a bundle has them: packed, under the policy that docs/hosting.md asks for. */

import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { launch, newPage } from '../support/browser.js';
import { builtBundle, temporary } from '../support/files.js';
import * as server from '../support/server.js';
import { becomes } from '../support/until.js';

/** What a page loads before anyone searches, in bytes after gzip -9. */
const budget = 3140;

test('a page loads little before a search, and searches under a policy without exceptions', async (t) => {
  const browser = await launch(t);
  const folder = await temporary(t, 'packed');
  await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="de"><title>Site</title><link rel="icon" href="mycel/icon.svg"><script type="module" src="/mycel/client/ui/define.js"></script><mycel-searchbox></mycel-searchbox>',
  );
  const site = await server.serve(t, folder, { 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" });
  const page = await newPage(t, browser);
  await page.goto(site.url);
  await page.waitForSelector('.mycel-input');
  const scripts = site.requests.filter((path) => path.endsWith('.js'));
  let bytes = 0;
  for (const path of scripts) bytes += gzipSync(await readFile(join(folder, path)), { level: 9 }).length;
  assert.ok(scripts.length > 0 && bytes <= budget, `${bytes} bytes in ${scripts.join(', ')}, the budget is ${budget}`);
  assert.ok(!site.requests.some((path) => /gz$|json$/.test(path)), 'no engine and no index');
  await page.focus('.mycel-input');
  await page.waitForSelector('.mycel-input[role=combobox]');
  await becomes(() => site.requests.some((path) => /\/index\.\w+\.gz$/.test(path)), true);
  const list = () => site.requests.filter((path) => /\/list\.\w+\.js$/.test(path)).length;
  assert.equal(list(), 0, 'nothing that shows results before the first key');
  await page.fill('.mycel-input', 'stilling well');
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.locator('.mycel-option').first().textContent(), /The stilling well/);
  assert.equal(page.workers().length, 1);
  assert.equal(list(), 1);
  assert.equal(site.requests.filter((path) => /\/strings\.\w+\.pack$/.test(path)).length, 1, "the words of the page's language");
  assert.match((await page.locator('.mycel-status').first().textContent()) ?? '', /Treffer/);
  assert.equal(site.requests.filter((path) => /worker\.\w+\.js$/.test(path)).length, 1);
});

test('a page with the elements and the API loads the client once', async (t) => {
  const browser = await launch(t);
  const folder = await temporary(t, 'both');
  await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="mycel/icon.svg"><script type="module" src="/mycel/client/ui/define.js"></script><script type="module" src="/own.js"></script><mycel-searchbox></mycel-searchbox>',
  );
  await writeFile(join(folder, 'own.js'), "import { open } from './mycel/client/index.js'; const search = await open('/mycel/'); document.title = (await search.search('stilling well')).hits[0].title;");
  const site = await server.serve(t, folder);
  const page = await newPage(t, browser);
  await page.goto(site.url);
  await page.waitForFunction(() => document.title !== 'Site');
  await page.fill('.mycel-input', 'stilling well');
  await page.waitForSelector('.mycel-option');
  const scripts = site.requests.filter((path) => path.endsWith('.js') && path !== '/own.js').map((path) => path.replace(/\.\w{8}\.js$/, '.js').slice('/mycel/client/'.length));
  assert.deepEqual([...new Set(scripts)].sort(), ['index.js', 'ui/define.js', 'ui/list.js', 'ui/panel.js', 'worker.js']);
  assert.equal(scripts.filter((name) => name === 'index.js').length, 1);
});

test('the search page is a document, a script and a style sheet, and names engine and index', async () => {
  const folder = await builtBundle();
  const html = await readFile(`${folder}index.html`, 'utf8');
  const { core, index, files } = JSON.parse(await readFile(`${folder}mycel.json`, 'utf8'));
  const named = [...html.matchAll(/(?:href|src)="\.\/([^"]*[^"/])"/g)].map(([, path]) => path);
  const own = (/** @type {RegExp} */ pattern) => files.map((/** @type {{path: string}} */ { path }) => path).filter((/** @type {string} */ path) => pattern.test(path));
  assert.deepEqual(named.sort(), [...own(/^(icon|page)\.\w{8}\.(svg|js|css)$/), core.path, index.path].sort());
  const script = await readFile(folder + own(/^page\..*js$/)[0], 'utf8');
  assert.doesNotMatch(script, /(?<!["'\w])(?:import|from)\s?"/, 'it imports nothing');
});

for (const allowed of [false, true]) {
  test(`under Trusted Types the engine runs ${allowed ? 'in a worker that the page allows' : "on the page's thread"}`, async (t) => {
    const browser = await launch(t);
    const folder = await temporary(t, 'trusted');
    await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
    const allow = allowed ? '<script src="allow.js"></script>' : '';
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="mycel/icon.svg">${allow}<script type="module" src="/mycel/client/ui/define.js"></script><mycel-searchbox></mycel-searchbox>`,
    );
    await writeFile(join(folder, 'allow.js'), "trustedTypes.createPolicy('default', { createScriptURL: (url) => (new URL(url).pathname.startsWith('/mycel/') ? url : null) });");
    const site = await server.serve(t, folder, { 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'" });
    const page = await newPage(t, browser, { allow: /TrustedScriptURL/ });
    await page.goto(site.url);
    await page.fill('.mycel-input', 'stilling well');
    await page.waitForSelector('.mycel-option');
    await becomes(() => page.locator('.mycel-option').first().textContent(), /The stilling well/);
    assert.equal(page.workers().length, allowed ? 1 : 0);
  });
}
