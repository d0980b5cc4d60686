/** A site that is updated while it is searched, and browsers that keep nothing, in Chromium. */

import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ask, launch, links, newPage } from '../support/browser.js';
import { redeploy, redeployed, search } from '../support/deploy.js';
import { builtBundle, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

/**
 * A site with the built bundle in mycel/.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} [headers]
 */
async function setup(t, headers) {
  const page = await newPage(t, browser, { allow: /404|CORS|ERR_FAILED/ });
  const folder = await temporary(t, 'adverse');
  await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="mycel/icon.svg"><p>A page.');
  const site = await server.serve(t, folder, { 'Content-Security-Policy': `${policy}; frame-src 'self'`, 'Cache-Control': 'no-cache', ...headers });
  return { folder, site, page };
}

/** Nothing but excerpts of one build, and no problem. @param {import('playwright-core').Page} page */
const isWhole = async (page) => (await page.locator('.mycel-problem, .mycel-notes p').count()) === 0 && (await page.locator('a.mycel-option:not([href*="/new/"])').count()) === 0;

test('two tabs of two builds, in turn', async (t) => {
  const { folder, site, page } = await setup(t);
  await page.goto(`${site.url}mycel/`);
  await ask(page, 'stilling well');
  assert.ok(!(await page.locator('a.mycel-option').first().getAttribute('href'))?.includes('/new/'));
  await redeploy(t, join(folder, 'mycel'));
  const other = await page.context().newPage();
  await other.goto(`${site.url}mycel/`); // what it keeps takes the place of what the first keeps
  await ask(other, 'float gauge');
  await redeployed(other);
  await ask(page, 'painted green'); // an engine that holds all of its index finds what the old build has
  await ask(page, 'keeper');
  await ask(page, 'storm relief');
  await ask(other, 'storm relief');
  await redeployed(other);
  assert.ok(await isWhole(other));
  await becomes(() => page.locator('.mycel-problem').count(), 0);
  await page.reload();
  await redeployed(page);
  await becomes(() => links(page), await links(other));
});

/** Browsers that keep nothing for a site: what private windows, policies and broken disks do. @type {[name: string, script: string][]} */
const forgetful = [
  ['forbid it', "Object.defineProperty(globalThis, 'caches', { get() { throw new DOMException('denied', 'SecurityError'); } });"],
  ['have none', "Object.defineProperty(globalThis, 'caches', { value: undefined });"],
  ['refuse to open it', "CacheStorage.prototype.open = () => Promise.reject(new DOMException('denied', 'SecurityError'));"],
  ['fail at every use', "for (const name of ['match', 'put', 'delete', 'keys']) Cache.prototype[name] = () => Promise.reject(new DOMException('broken', 'UnknownError'));"],
  ['fail at once', "for (const name of ['match', 'put', 'delete', 'keys']) Cache.prototype[name] = () => { throw new DOMException('broken', 'InvalidStateError'); };"],
];
for (const [name, script] of forgetful) {
  test(`browsers search that keep no files: they ${name}`, async (t) => {
    const { site, page } = await setup(t);
    await page.addInitScript(script);
    site.on(/worker\.\w+\.js$/, (response, content) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`${script}\n${content}`));
    await page.goto(site.url);
    for (let visit = 0; visit < 2; visit++) {
      const { fallbacks, ...rest } = await search(page, site, 'stilling well');
      assert.deepEqual(rest, { found: true, excerpt: true, filesKept: 0, restarts: 0 });
      assert.deepEqual(fallbacks.filter((/** @type {string} */ sentence) => !sentence.startsWith('files are not kept for the next visit')), []);
    }
    assert.ok(site.requests.some((path) => /worker\.\w+\.js$/.test(path)));
  });
}

test('a frame without an origin searches, where the host lets it load the files', async (t) => {
  const { folder, site, page } = await setup(t, { 'Access-Control-Allow-Origin': '*', 'Content-Security-Policy': '' });
  await writeFile(join(folder, 'frame.html'), '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="mycel/icon.svg"><iframe sandbox="allow-scripts" src="mycel/?q=stilling+well"></iframe>');
  await page.goto(`${site.url}frame.html`);
  const [, frame] = page.frames();
  await frame.waitForSelector('a.mycel-option + .mycel-excerpt:not(:empty)');
  await becomes(() => frame.locator('.stuck, .mycel-problem').count(), 0);
});
