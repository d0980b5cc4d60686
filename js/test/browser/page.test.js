/** The search page in Chromium, on the small engine, whose answers and failures are known. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, answered, focused, launch, links, newPage, screenshot, status, violations } from '../support/browser.js';
import * as server from '../support/server.js';
import { tinySite } from '../support/sites.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {(() => unknown)[]} */
const cleanups = [];
before(async () => {
  browser = await launch(/** @type {any} */ ({ after: (/** @type {() => unknown} */ fn) => cleanups.push(fn) }));
});
after(() => Promise.all(cleanups.map((fn) => fn())));

/**
 * The page, opened.
 * @param {import('node:test').TestContext} t
 * @param {{address?: string} & Parameters<typeof newPage>[2]} [options] `address`: query string
 */
async function visit(t, { address = '', ...options } = {}) {
  const page = await newPage(t, browser, options); // first, so that it is closed before its site goes
  const site = await tinySite(t);
  await page.goto(site.url + address);
  return { site, page };
}

test('a query finds its section, grouped under its page, with marked words', async (t) => {
  const { page } = await visit(t);
  await ask(page, 'feeding fungi');
  assert.deepEqual(await links(page), ['Feeding the fungi', 'Living soil']);
  assert.deepEqual(await page.locator('#results h2').allTextContents(), ['Living soil']);
  assert.deepEqual(await page.locator('#results h3 mark').allTextContents(), ['Feeding', 'fungi']);
  assert.match((await page.textContent('.hit .excerpt')) ?? '', /^Fungi eat what plants drop/);
  assert.equal(await status(page), '2 sections on 1 page');
  assert.equal(await page.getAttribute('#status', 'role'), 'status');
});

test('a result leads to its section of the document', async (t) => {
  const { page, site } = await visit(t);
  await ask(page, 'frost');
  await page.click('#results h3 a');
  await page.waitForURL(`${site.url}notes/mulch.html#when-not-to-mulch`);
  assert.equal(await page.textContent(':target'), 'When not to mulch');
});

test('a document without an address is linked by its id where a page shows documents', async (t) => {
  const { page, site } = await visit(t);
  await ask(page, 'bookmark');
  assert.deepEqual(await links(page), []);
  assert.equal(await page.textContent('#results h3'), 'Found in a book');
  site.on(/^\/$/, (response, content) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(String(content).replace('data-site-root=', 'data-document-page="./document" data-site-root=')));
  await page.reload();
  await page.waitForSelector('#results a');
  assert.equal(await page.getAttribute('#results a', 'href'), `${site.url}document?id=%237#found`);
});

test('the keyboard alone is enough', async (t) => {
  const { page, site } = await visit(t);
  await page.locator('h1').click();
  await page.keyboard.press('/');
  assert.equal(await focused(page), 'query');
  await page.keyboard.type('roots');
  await answered(page, 'roots');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'Living soil');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'Roots and partners');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'Roots and partners', 'the last result stays');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(page), 'query');
  await page.keyboard.type('/');
  assert.equal(await page.inputValue('#query'), 'roots/', 'a slash in the box is a slash');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('#query'), '');
  await page.waitForFunction(() => !location.search);
  assert.deepEqual(await links(page), []);
  await page.keyboard.type('frost');
  await answered(page, 'frost');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}notes/mulch.html#when-not-to-mulch`);
});

test('the mode changes the ranking, the explanation and the address', async (t) => {
  const { page } = await visit(t);
  await ask(page, 'fungi and roots');
  assert.match((await page.textContent('#explanation')) ?? '', /^Graph: two entities in the query\. Recognised fungi \(1 passage\) and roots \(1 passage\)\. fungi → roots \(1 hop\)\./);
  await page.getByText('Keywords', { exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('mode') === 'bm25');
  await page.waitForFunction(() => document.getElementById('explanation')?.textContent?.startsWith('Keywords:'));
  await page.reload();
  await answered(page, 'fungi and roots');
  assert.equal(await page.locator('input[value=bm25]').isChecked(), true);
});

test('every result says why it is there', async (t) => {
  const { page } = await visit(t);
  await ask(page, 'fungi and roots');
  const why = page.locator('.hit .why').first();
  assert.equal(await why.locator('li').first().isVisible(), false);
  await why.locator('summary').click();
  assert.deepEqual(await why.locator('li').allTextContents(), [
    'Found through the entity graph.',
    'Words: fungi and roots.',
    'Entities: fungi (1 mention) and roots (1 mention).',
    'Connection: fungi → roots (1 hop).',
    'Score 2, to be compared within this answer only.',
  ]);
});

test('?q= is searched at once', async (t) => {
  const { page } = await visit(t, { address: '?q=frost&mode=bm25' });
  await answered(page, 'frost');
  assert.equal(await page.inputValue('#query'), 'frost');
  assert.deepEqual(await links(page), ['When not to mulch']);
});

test('what is typed before the engine is there is answered when it is', async (t) => {
  const page = await newPage(t, browser);
  const site = await tinySite(t);
  const gate = server.held();
  site.on(/wasm/, gate);
  await page.goto(site.url);
  await page.fill('#query', 'frost');
  await page.waitForSelector('#results[aria-busy=true]', { state: 'attached' });
  assert.equal(await status(page), 'Loading the search index …');
  gate.release();
  await page.waitForSelector('#results a');
  assert.deepEqual(await links(page), ['When not to mulch']);
});

test('offline, loaded text still answers and the rest says so', async (t) => {
  const { page } = await visit(t, { allow: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await ask(page, 'fungi');
  await page.context().setOffline(true);
  await ask(page, 'soil');
  assert.match((await page.textContent('.excerpt')) ?? '', /Soil is alive/);
  assert.equal(await page.locator('.problem').count(), 0);
  await ask(page, 'frost');
  assert.deepEqual(await links(page), ['When not to mulch']);
  assert.match((await page.textContent('.problem')) ?? '', /Some excerpts could not be loaded/);
  await screenshot(page, 'excerpts-missing');
});

test('nothing found says what to try', async (t) => {
  const { page } = await visit(t);
  await ask(page, 'zeppelin');
  assert.equal(await status(page), 'No results for “zeppelin”');
  assert.match((await page.textContent('#explanation')) ?? '', /Not in this site: “zeppelin”/);
  assert.match((await page.textContent('.empty')) ?? '', /Check the spelling/);
  assert.deepEqual(await violations(page), []);
  await screenshot(page, 'nothing-found');
});

test('a bundle that is not there is an error with a way out', async (t) => {
  const page = await newPage(t, browser, { allow: /500/ });
  const site = await tinySite(t);
  site.on(/index\.[0-9a-f]+\.gz/, server.status(500));
  await page.goto(site.url);
  await page.waitForSelector('.problem');
  assert.match((await page.textContent('.problem')) ?? '', /could not be loaded.*Check your connection.*index\..*HTTP 500/s);
  assert.deepEqual(await violations(page), []);
  await screenshot(page, 'not-loaded');
  await page.fill('#query', 'frost');
  site.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('#results a');
  assert.equal(await page.locator('.problem').count(), 0);
});

test('a query that stops the engine is reported and the next one works', async (t) => {
  const { page } = await visit(t);
  await ask(page, '!throw');
  await page.waitForSelector('.problem');
  assert.match((await page.textContent('.problem')) ?? '', /stopped on this query.*Try other words/s);
  await ask(page, 'frost');
  assert.equal(await page.locator('.problem').count(), 0);
  assert.deepEqual(await links(page), ['When not to mulch']);
});

test('the engine runs in a worker; a worker that dies is replaced', async (t) => {
  const { page } = await visit(t, { allow: /killed by the test/ });
  await ask(page, 'frost');
  assert.equal(page.workers().length, 1);
  const [worker] = page.workers();
  const closed = new Promise((resolve) => worker.once('close', resolve));
  await worker.evaluate(() => void setTimeout(() => { throw new Error('killed by the test'); }));
  await closed;
  await ask(page, 'roots');
  assert.deepEqual(await links(page), ['Living soil', 'Roots and partners']);
  assert.equal(page.workers().length, 1);
});

test('markup in a query and in a bundle stays text', async (t) => {
  const { page } = await visit(t);
  await ask(page, '<img src=x onerror=alert(1)> frost');
  assert.equal(await page.locator('#results img, #explanation img').count(), 0);
  assert.match((await page.textContent('#explanation')) ?? '', /Not in this site: .*“onerror”/);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [360, 1200]) {
    test(`accessible and free of sideways scrolling: ${colorScheme}, ${width} px`, async (t) => {
      const { page } = await visit(t, { colorScheme, viewport: { width, height: 800 } });
      await page.waitForFunction(() => /searched on your device/.test(document.getElementById('status')?.textContent ?? ''));
      await screenshot(page, `start-${colorScheme}-${width}`);
      assert.deepEqual(await violations(page), []);
      await ask(page, 'fungi and roots');
      await page.locator('.why summary').first().click();
      assert.deepEqual(await violations(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `${overflow} px too wide`);
      await screenshot(page, `results-${colorScheme}-${width}`);
    });
  }
}

test('reads from right to left', async (t) => {
  const { page } = await visit(t, { viewport: { width: 700, height: 800 } });
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await ask(page, 'fungi and roots');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide`);
  await screenshot(page, 'results-rtl');
});
