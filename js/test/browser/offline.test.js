/** What stays when the network goes: service worker, Cache Storage, and the worker's end, in Chromium. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ask, launch, links, newPage } from '../support/browser.js';
import { kept, rebuild, redeploy, redeployed, search } from '../support/deploy.js';
import { builtBundle, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes, until } from '../support/until.js';

/** @import {Page} from 'playwright-core' */
/** @import {Server} from '../support/server.js' */

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

const failures = /Failed to load resource|ERR_|An unknown error occurred when fetching the script|Failed to update a ServiceWorker/;
const pageHTML = '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="mycel/icon.svg"><p>A page.';

/**
 * A site with the built bundle in mycel/, and a service worker of its own.
 * @param {import('node:test').TestContext} t
 */
async function setup(t) {
  const folder = await temporary(t, 'offline');
  await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
  await writeFile(join(folder, 'index.html'), pageHTML);
  await writeFile(join(folder, 'sw.js'), "self.mycelBundle = 'mycel/';\nself.mycelKeep = 'all';\nimportScripts('mycel/mycel-sw.js');\n");
  const site = await server.serve(t, folder, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  const page = await newPage(t, browser, { allow: failures });
  return { folder, site, page };
}

/**
 * Registers a service worker and waits until it has all files and the page.
 * @param {Page} page
 * @param {string} script
 */
async function register(page, script) {
  await page.evaluate(async (script) => {
    await navigator.serviceWorker.register(script);
    await navigator.serviceWorker.ready;
  }, script);
}

/** @param {Server} site */
const unplug = (site) => site.on(/./, (response) => response.destroy());

test('after a visit the search page works without network', async (t) => {
  const { site, page } = await setup(t);
  await page.goto(`${site.url}mycel/`);
  await register(page, 'mycel-sw.js');
  await page.reload();
  await ask(page, 'stilling well');
  const found = [await links(page), await page.locator('.mycel-excerpt').allTextContents()];
  unplug(site);
  await page.goto(`${site.url}mycel/?q=stilling+well`);
  await page.waitForSelector('a.mycel-option');
  assert.deepEqual([await links(page), await page.locator('.mycel-excerpt').allTextContents()], found);
});

test('a new build is taken over whole, when the pages of the old one are closed', async (t) => {
  const { folder, site, page } = await setup(t);
  const context = page.context();
  await page.goto(`${site.url}mycel/`);
  await register(page, 'mycel-sw.js?keep=all');
  await page.reload();
  await rebuild(join(folder, 'mycel'));
  await page.evaluate(async () => {
    const registration = /** @type {ServiceWorkerRegistration} */ (await navigator.serviceWorker.getRegistration());
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  unplug(site);
  await page.reload();
  await ask(page, 'stilling well');
  const href = () => page.locator('a.mycel-option').first().getAttribute('href');
  assert.doesNotMatch((await href()) ?? '', /\/new\//, 'the old page is whole');
  const address = `${site.url}mycel/?q=stilling+well`;
  await page.goto('about:blank');
  const next = await context.newPage();
  await until(async () => {
    await next.goto('about:blank');
    await next.goto(address);
    await next.waitForSelector('a.mycel-option');
    return /\/new\//.test((await next.locator('a.mycel-option').first().getAttribute('href')) ?? '');
  });
});

test('where a new build has taken texts away that are not kept, it answers, and the next page is of it', async (t) => {
  const { folder, site, page } = await setup(t);
  await page.goto(`${site.url}mycel/`);
  await register(page, 'mycel-sw.js');
  await page.reload();
  await page.waitForSelector('.mycel-results', { state: 'attached' });
  const other = await page.context().newPage();
  await other.goto(`${site.url}mycel/`);
  await redeploy(t, join(folder, 'mycel'));
  await page.evaluate(() => Object.assign(globalThis, { first: navigator.serviceWorker.controller }));
  await ask(page, 'stilling well');
  await redeployed(page);
  await becomes(() => page.locator('.mycel-problem, .mycel-notes p').count(), 0);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== Reflect.get(globalThis, 'first'));
  unplug(site);
  await page.goto(`${site.url}mycel/?q=stilling+well`);
  await page.waitForSelector('a.mycel-option[href*="/new/"]'); // all that is asked for is kept
  site.restore();
  await ask(other, 'stilling well');
  await redeployed(other);
});

test('a service worker that the browser looked for too early is asked for again', async (t) => {
  const { folder, site, page } = await setup(t);
  await page.goto(`${site.url}mycel/`);
  await register(page, 'mycel-sw.js');
  await page.reload();
  await page.waitForSelector('.mycel-results', { state: 'attached' });
  await redeploy(t, join(folder, 'mycel'));
  let early = 2;
  site.on(/mycel-sw\.js/, (response, content) => (early-- > 0 ? server.status(404) : server.body(content, { 'Content-Type': 'text/javascript' }))(response, content));
  await page.evaluate(() => Object.assign(globalThis, { first: navigator.serviceWorker.controller }));
  await ask(page, 'stilling well');
  await redeployed(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== Reflect.get(globalThis, 'first'));
});

test("a site's own service worker decides itself when the next takes over; the new bundle answers all the same", async (t) => {
  const { folder, site, page } = await setup(t);
  await writeFile(join(folder, 'sw.js'), "self.mycelBundle = 'mycel/';\nimportScripts('mycel/mycel-sw.js');\n");
  await page.goto(site.url);
  await register(page, 'sw.js');
  await page.reload();
  const manifest = () => page.evaluate(async () => (await fetch('mycel/mycel.json')).text());
  const old = await manifest();
  await page.evaluate(() => Object.assign(globalThis, { first: navigator.serviceWorker.controller }));
  await redeploy(t, join(folder, 'mycel'));
  // Files that both builds have may be kept.
  const { filesKept, ...rest } = await search(page, site, 'stilling well');
  assert.deepEqual(rest, { found: true, excerpt: true, fallbacks: [], restarts: 0 });
  const waits = await page.evaluate(async () => {
    const registration = /** @type {ServiceWorkerRegistration} */ (await navigator.serviceWorker.getRegistration());
    await registration.update();
    while (!registration.waiting && registration.active === Reflect.get(globalThis, 'first')) await new Promise((resolve) => setTimeout(resolve, 20));
    return Boolean(registration.waiting);
  });
  assert.equal(waits, true);
  assert.ok((await manifest()) === old, 'what is kept is of one build');
});

test('files of two builds are not taken over', async (t) => {
  const { folder, site, page } = await setup(t);
  await page.goto(`${site.url}mycel/`);
  const manifest = await readFile(join(folder, 'mycel/mycel.json'), 'utf8');
  await rebuild(join(folder, 'mycel'));
  site.on(/mycel\.json/, server.body(manifest));
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('mycel-sw.js');
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    return new Promise((resolve) => worker.addEventListener('statechange', () => resolve(worker.state)));
  });
  assert.equal(state, 'redundant');
  assert.deepEqual(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('mycel-sw:'))), []);
});

for (const [name, file] of /** @type {[string, RegExp][]} */ ([['script', /page\.\w+\.js/], ['worker', /worker\.\w+\.js/], ['style', /page\.\w+\.css/], ['index', /index\.\w+\.gz/]])) {
  test(`the page that a host sends in the place of a file is not kept as one: ${name}`, async (t) => {
    const { site, page } = await setup(t);
    await page.goto(site.url);
    site.on(file, server.body('\n<!doctype html><title>App</title>', { 'Content-Type': 'text/html; charset=utf-8' }));
    const install = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.register('mycel/mycel-sw.js');
        const worker = registration.installing ?? registration.active;
        while (worker && !['activated', 'redundant'].includes(worker.state)) await new Promise((resolve) => setTimeout(resolve, 20));
        return worker?.state;
      });
    assert.equal(await install(), 'redundant');
    // Another service worker may have kept it.
    const other = await page.evaluate(async (source) => {
      const { files, index } = await (await fetch('mycel/mycel.json')).json();
      const { path } = [...files, index].find(({ path }) => new RegExp(source).test(path));
      const url = new URL(path, new URL('mycel/', location.href)).href;
      await (await caches.open('other')).put(url, await fetch(url));
      return url;
    }, file.source);
    site.restore();
    assert.equal(await install(), 'activated');
    const type = await page.evaluate(async (url) => {
      const name = (await caches.keys()).find((name) => name.startsWith('mycel-sw:')) ?? '';
      return (await (await caches.open(name)).match(url))?.headers.get('Content-Type');
    }, other);
    assert.doesNotMatch(type ?? 'text/html', /html/);
  });
}

test("a site's own service worker makes the search of all its pages work offline", async (t) => {
  const { site, page } = await setup(t);
  await page.goto(site.url);
  await register(page, 'sw.js');
  await page.reload();
  site.on(/\/mycel\//, (response) => response.destroy());
  assert.deepEqual(await search(page, site, 'stilling well'), { found: true, excerpt: true, fallbacks: [], filesKept: 0, restarts: 0 });
  const own = await page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), `mycel:${site.url}mycel/`);
  assert.deepEqual(own, [], 'nothing is kept twice');
});

test('a second visit asks for the manifest alone, and without network does without it', async (t) => {
  const { site, page } = await setup(t);
  await page.goto(site.url);
  assert.equal((await search(page, site, 'stilling well')).filesKept, 0);
  await kept(page, site);
  site.requests.length = 0;
  await page.goto('about:blank');
  await page.goto(site.url);
  const second = await search(page, site, 'stilling well');
  assert.ok(second.filesKept >= 3, 'engine, index and a text');
  assert.deepEqual(site.requests.filter((path) => /json|gz$|pack$/.test(path)), ['/mycel/mycel.json']);
  site.on(/json|gz$|pack$/, (response) => response.destroy());
  const { fallbacks, ...third } = await search(page, site, 'stilling well');
  assert.deepEqual(third, { found: true, excerpt: true, filesKept: second.filesKept, restarts: 0 });
  assert.match(fallbacks.join(), /^the manifest is that of an earlier visit: could not fetch .*mycel\.json/);
});

test('a new manifest removes the files of the old one', async (t) => {
  const { folder, site, page } = await setup(t);
  await page.goto(site.url);
  await search(page, site, 'stilling well');
  await kept(page, site);
  const isInBundle = (/** @type {string} */ url) => existsSync(join(folder, new URL(url).pathname));
  const others = () => page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), `mycel:${site.url}mycel/`).then((urls) => urls.filter((url) => !isInBundle(url)));
  await rebuild(join(folder, 'mycel')); // with other addresses in its parts
  assert.notDeepEqual(await others(), []);
  await search(page, site, 'stilling well');
  await becomes(others, []);
});

test('a kept file that is damaged is fetched again', async (t) => {
  const { site, page } = await setup(t);
  await page.goto(site.url);
  await search(page, site, 'stilling well');
  await kept(page, site);
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (/json$/.test(url)) continue; // the manifest
      const bytes = new Uint8Array(await /** @type {Response} */ (await cache.match(url)).arrayBuffer());
      bytes.fill(85, 1); // each part of a pack
      await cache.put(url, new Response(bytes));
    }
  }, `mycel:${site.url}mycel/`);
  const { filesKept, ...rest } = await search(page, site, 'stilling well');
  assert.deepEqual(rest, { found: true, excerpt: true, fallbacks: [], restarts: 0 });
  assert.ok(filesKept < 3, `${filesKept} damaged files count as kept`);
  await kept(page, site);
  assert.ok((await search(page, site, 'stilling well')).filesKept >= 3);
});

test('a quota that is exhausted is survived, and told', async (t) => {
  const { site, page } = await setup(t);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 1000 });
  await page.goto(site.url);
  const { fallbacks, ...rest } = await search(page, site, 'stilling well', { told: true });
  assert.deepEqual(rest, { found: true, excerpt: true, filesKept: 0, restarts: 0 });
  assert.match(fallbacks.join(), /files are not kept for the next visit: .*quota/i);
});

test('a worker whose thread is ended in the middle of a query is replaced, and the query answered', async (t) => {
  const { site, page } = await setup(t);
  await page.goto(site.url);
  const gate = server.held();
  site.on(/\/packs\/text/, gate);
  const answer = search(page, site, 'stilling well');
  await until(() => site.requests.some((path) => path.includes('/packs/text')));
  await page.workers()[0].evaluate(() => close());
  site.restore();
  gate.release();
  const { found, excerpt, restarts } = await answer;
  assert.deepEqual({ found, excerpt, restarts }, { found: true, excerpt: true, restarts: 1 });
});

test('a service worker that cannot be installed over one of the same build takes nothing from it', async (t) => {
  const { site, page } = await setup(t);
  await page.goto(`${site.url}mycel/`);
  await register(page, 'mycel-sw.js');
  await page.reload();
  site.on(/\/packs\/text/, server.status(500));
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('mycel-sw.js?keep=all');
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    return new Promise((resolve) => worker.addEventListener('statechange', () => resolve(worker.state)));
  });
  assert.equal(state, 'redundant');
  unplug(site);
  await page.goto(`${site.url}mycel/?q=stilling+well`);
  await page.waitForSelector('a.mycel-option');
});

test('files that cannot be read back are fetched', async (t) => {
  const { folder, site, page } = await setup(t);
  await writeFile(join(folder, 'sw.js'), `self.mycelBundle = 'mycel/';
    addEventListener('message', () => (CacheStorage.prototype.open = () => Promise.reject(new DOMException('the disk is broken', 'UnknownError'))));
    importScripts('mycel/mycel-sw.js');`);
  await page.goto(site.url);
  await register(page, 'sw.js');
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('break'));
  assert.equal((await search(page, site, 'stilling well')).excerpt, true);
});

test('a service worker is installed though the texts of earlier searches find no room beside it', async (t) => {
  const { folder, site, page } = await setup(t);
  await writeFile(join(folder, 'sw.js'), `self.mycelBundle = 'mycel/';
    const { put } = Cache.prototype;
    Cache.prototype.put = function (url, response) {
      return url.includes('/packs/text') ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : put.call(this, url, response);
    };
    importScripts('mycel/mycel-sw.js');`);
  await page.goto(site.url);
  assert.equal((await search(page, site, 'stilling well')).excerpt, true);
  await register(page, 'sw.js');
  await page.reload();
  site.on(/\/mycel\//, (response) => response.destroy());
  assert.equal((await search(page, site, 'stilling well')).found, true);
});
