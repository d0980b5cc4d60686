/**
 * How often a first search waits for the server, in Chromium: what is asked for together,
 * while nothing of it is answered.
 */

import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { frames, launch, newPage } from '../support/browser.js';
import { kept, rebuild, redeploy } from '../support/deploy.js';
import { builtBundle, packedBundle, temporary } from '../support/files.js';
import { rounds } from '../support/rounds.js';
import { fileScope } from '../support/scope.js';
import { serve } from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

/**
 * The built bundle in mycel/, and a page with the search elements beside it.
 * @param {import('node:test').TestContext} t
 */
async function setup(t) {
  const page = await newPage(t, browser);
  const folder = await temporary(t, 'rounds');
  await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,"><script type="module" src="mycel/client/ui/define.js"></script><mycel-search-trigger></mycel-search-trigger>');
  return { page, folder, site: await rounds(t, folder) };
}

const engine = /\/mycel-core\.\w+\.wasm\.gz$/;
const index = /\/index\.\w+\.gz$/;
const entry = /\/client\/index\.js$/;
const manifest = /\/mycel\.json$/;
const worker = /\/client\/worker\.\w+\.js$/;
const texts = /\/packs\/text\.\w+\.pack$/;
const document = /\/mycel\/$/;
const style = /\/page\.\w+\.css$/;
const script = /\/page\.\w+\.js$/;

const query = 'mycel/?q=stilling+well';
const first = 'a.mycel-option';

/**
 * Makes a first visit, until all is done that it does in the quiet after its answer: requests would be taken
 * for those of the next.
 * @param {import('playwright-core').Page} page
 * @param {Awaited<ReturnType<typeof rounds>>} site
 * @param {string} address
 * @param {() => Promise<unknown>} [act] until it is answered
 */
async function visited(page, site, address, act = () => page.waitForSelector('.mycel-excerpt')) {
  site.free();
  await page.goto(site.url + address);
  await act();
  await kept(page, site, { rest: true });
  await page.goto('about:blank');
}

test('the search page: everything but the worker and the manifest is asked for by the document', async (t) => {
  const { page, site } = await setup(t);
  void page.goto(site.url + query);
  await site.asked([document]);
  site.answer();
  await site.asked([style, script, engine, index]);
  site.answer();
  await site.asked([manifest, worker]);
  site.answer();
  await site.asked([texts]);
  site.free();
  await page.waitForSelector(first);
  assert.equal(new Set(site.requests).size, site.requests.length, 'nothing is asked for twice');
});

test('packs that every first query reads are asked for before all of the engine is there, once', async (t) => {
  const folder = await packedBundle(t, { slot: 0 });
  const list = JSON.parse(await readFile(join(folder, 'mycel.json'), 'utf8'));
  await writeFile(join(folder, 'mycel.json'), JSON.stringify({ ...list, parts: { ...list.parts, first: 1 } }));
  const site = await serve(t, folder);
  let rest = () => {};
  site.on(engine, (response, content) => {
    response.writeHead(200).write(content.subarray(0, -1000));
    rest = () => response.end(content.subarray(-1000));
  });
  site.on(/index\.\w+\.pack$/, (response, content) => {
    rest();
    response.writeHead(200, { 'Cache-Control': 'public, max-age=31536000, immutable' }).end(content);
  });
  const page = await newPage(t, browser);
  await page.goto(`${site.url}?q=stilling+well`);
  await page.waitForSelector('.mycel-excerpt');
  const packs = site.requests.filter((path) => /index\.\w+\.pack$/.test(path));
  assert.deepEqual([...new Set(packs)], packs);
});

test('the second visit waits for the document alone, and asks whether the manifest is the same', async (t) => {
  const { page, site } = await setup(t);
  await visited(page, site, query);
  site.hold();
  void page.goto(site.url + query);
  await site.asked([document]);
  site.answer();
  await page.waitForSelector('.mycel-excerpt');
  await site.asked([manifest]);
  assert.deepEqual(site.requests.filter((path) => !path.includes('/icon.')), ['/mycel/', '/mycel/mycel.json']);
  const list = await page.locator(first).first().elementHandle();
  const heard = page.waitForEvent('requestfinished', (request) => manifest.test(request.url()));
  site.free();
  await heard;
  await frames(page);
  assert.equal(await list?.evaluate((node) => node.isConnected), true, 'the list stays');
});

test('a page that names a new index does not open the one of an earlier visit', async (t) => {
  const { page, folder, site } = await setup(t);
  await visited(page, site, query);
  await redeploy(t, join(folder, 'mycel'));
  site.hold();
  void page.goto(site.url + query);
  await site.asked([document]);
  site.answer();
  await site.asked([index, manifest]);
  site.answer();
  await site.asked([texts]);
  site.free();
  await page.waitForSelector(first);
  await becomes(() => page.locator(first).first().getAttribute('href'), /\/new\//);
});

test('what the head of the search page asks for is fetched once, also from a host that forbids keeping it', async (t) => {
  const page = await newPage(t, browser);
  const site = await serve(t, await builtBundle(), { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  await page.goto(`${site.url}?q=stilling+well`);
  await page.waitForSelector('.mycel-excerpt');
  const files = site.requests.filter((path) => /gz$|json$|js$/.test(path));
  assert.deepEqual(files, [...new Set(files)]);
});

/**
 * The modules that the elements load on a sign of interest.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function panelModules(folder) {
  for (const name of await readdir(folder)) {
    const [statement] = /Promise\.all\(\[import\("\.\/panel[^\]]*\]/.exec(name.endsWith('.js') ? await readFile(join(folder, name), 'utf8') : '') ?? [];
    if (statement) return [...statement.matchAll(/"\.\/([^"]+)"/g)].map(([, module]) => module);
  }
  return [];
}

test('the elements: one wait between the sign of interest and the request for the engine', async (t) => {
  const { page, folder, site } = await setup(t);
  site.free();
  await page.goto(site.url);
  await page.waitForSelector('.mycel-trigger');
  site.hold();
  await page.hover('.mycel-trigger');
  const modules = await panelModules(join(folder, 'mycel/client/ui'));
  assert.match(modules.join(' '), /^panel\.\w+\.js$/);
  await site.asked([entry, ...modules.map((name) => new RegExp(`/ui/${name}$`))]);
  site.answer();
  await site.asked([/\/strings\.\w+\.pack$/, manifest, worker, engine, index]);
  site.free();
  await page.click('.mycel-trigger');
  await page.fill('.mycel-input', 'stilling well');
  await page.waitForSelector(first);
});

test('the API: engine and index are asked for with the manifest, and not in the next visit', async (t) => {
  const { page, site } = await setup(t);
  const opened = () => page.evaluate(async (url) => {
    const { open } = await import(`${url}mycel/client/index.js`);
    return (await (await open(`${url}mycel/`)).search('stilling well')).hits.length;
  }, site.url);
  site.free();
  await page.goto(site.url);
  site.hold();
  let answer = opened();
  await site.asked([entry]);
  site.answer();
  await site.asked([manifest, worker, engine, index]);
  site.free();
  assert.ok((await answer) > 0);
  assert.equal(new Set(site.requests).size, site.requests.length, 'nothing is asked for twice');
  await kept(page, site, { rest: true });
  await page.reload();
  site.hold(/./);
  answer = opened();
  assert.ok((await answer) > 0);
  assert.deepEqual(site.requests.filter((path) => /gz$/.test(path)), []);
});

test('what an earlier visit left answers at once; the answer of a newer bundle takes its place', async (t) => {
  const { page, folder, site } = await setup(t);
  const answered = async () => {
    await page.click('.mycel-trigger');
    await page.fill('.mycel-input', 'stilling well');
    await page.waitForSelector(first);
    return (await page.locator(first).first().getAttribute('href')) ?? '';
  };
  await visited(page, site, '', answered);
  await rebuild(join(folder, 'mycel'));
  await page.goto(site.url);
  await page.waitForSelector('.mycel-trigger');
  site.hold(/strings|client.index/);
  assert.doesNotMatch(await answered(), /\/new\//);
  await site.asked([manifest]);
  site.free();
  await page.waitForSelector(`${first}[href*="/new/"]`);
  await becomes(() => page.locator(`${first}:not([href*="/new/"])`).count(), 0, 'no list is of two bundles');
});

test('the status tells what answers, until the server has been heard', async (t) => {
  const { page, folder, site } = await setup(t);
  /** Opens the bundle in the page, with what it told. */
  const opened = () =>
    page.evaluate(async (url) => {
      const { open } = await import(`${url}mycel/client/index.js`);
      /** @type {() => void} */
      let updated = () => {};
      const update = new Promise((resolve) => (updated = () => resolve(undefined)));
      const bundle = await open(`${url}mycel/`, { onUpdate: updated });
      await bundle.search('stilling well');
      Object.assign(globalThis, { bundle, update });
      return bundle.status();
    }, site.url);
  await visited(page, site, '', async () => assert.deepEqual((await opened()).fallbacks, [], 'the first visit is answered from the server'));
  await rebuild(join(folder, 'mycel'));
  await page.goto(site.url);
  await page.evaluate((url) => import(`${url}mycel/client/index.js`), site.url);
  site.hold();
  const { fallbacks, updates } = await opened();
  assert.deepEqual([fallbacks, updates], [['the manifest is that of an earlier visit: the server has not been heard yet'], 0]);
  site.free();
  const after = await page.evaluate(async () => {
    const { bundle, update } = /** @type {any} */ (globalThis);
    await update;
    const { fallbacks, updates } = bundle.status();
    return { fallbacks, updates, url: (await bundle.search('stilling well')).hits[0].url };
  });
  assert.deepEqual([after.fallbacks, after.updates], [[], 1]);
  assert.match(after.url, /^\/new\//);
});
