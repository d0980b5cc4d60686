/** The search page in Chromium, on the small engine, whose answers and failures are known. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { active, ask, answered, launch, links, newPage, screenshot, status, violations } from '../support/browser.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy, tinySite } from '../support/sites.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

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

/**
 * Waits until the page says, beside the choice of the ranking, how the query was answered.
 * @param {import('playwright-core').Page} page
 * @param {string} beginning
 */
const explained = (page, beginning) => page.waitForFunction((text) => document.getElementById('how')?.textContent?.startsWith(text), beginning);

/**
 * Chooses a mode.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function choose(page, name) {
  if (!(await page.locator('#advanced').getAttribute('open').then((open) => open !== null))) await page.locator('#advanced summary').click();
  await page.locator('#modes').getByText(name, { exact: true }).click();
}

test('a query finds its section; the page says how, where it is asked', async (t) => {
  const { page } = await visit(t);
  await page.waitForFunction(() => /sections? on .* searched on your device/.test(document.getElementById('note')?.textContent ?? ''));
  await ask(page, 'feeding fungi');
  await becomes(() => links(page), ['Living soil', 'Feeding the fungi']);
  await becomes(() => status(page), '2 results');
  await ask(page, 'fungi and roots');
  await explained(page, 'Graph: two entities in the query. Recognised fungi (1 passage), roots (1 passage). fungi → roots (1 hop).');
  assert.ok(await page.evaluate(() => document.getElementById('note')?.assignedSlot?.closest('.mycel-body') !== null));
});

test('a result leads to its section of the document, found by keyboard alone', async (t) => {
  const { page, site } = await visit(t);
  await page.waitForFunction(() => deepActive()?.matches('.mycel-input')); // the page sees to that when it is ready
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.insertText('frost');
  await answered(page, 'frost');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href.startsWith(`${site.url}notes/mulch.html#when-not-to-mulch`));
  await page.waitForFunction(() => location.hash === '#when-not-to-mulch');
});

test('the page names its site and leads back to it; what Advanced unfolds moves nothing above', async (t) => {
  const page = await newPage(t, browser, { viewport: { width: 360, height: 640 } });
  const site = await tinySite(t);
  const [from, to] = [/data-site-root="[^"]*" data-site-name=""/, 'data-site-root="./notes/" data-site-name="Soil &amp; roots"'];
  site.on(/^\/$/, (response, content) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(String(content).replace(from, to)));
  await page.goto(site.url);
  await page.waitForFunction(() => document.title === 'Search · Soil & roots');
  const home = page.getByRole('link', { name: 'Soil & roots' });
  await becomes(() => home.getAttribute('href'), `${site.url}notes/`);
  await becomes(() => home.getAttribute('title'), 'Back to the site');
  const places = () => page.evaluate(() => ['#home', 'h1', '#advanced summary'].map((name) => document.querySelector(name)?.getBoundingClientRect().toJSON()));
  const closed = await places();
  await page.locator('#advanced summary').click();
  await page.getByText('Keywords', { exact: true }).waitFor();
  assert.deepEqual(await places(), closed);
  assert.ok(closed[1].right < closed[2].left && Math.abs(closed[1].bottom - closed[2].bottom) < 4, 'they share a line');
});

test('a document without an address is linked by its id where a page shows documents', async (t) => {
  const { page, site } = await visit(t);
  await ask(page, 'bookmark');
  await becomes(() => links(page), []);
  await becomes(() => active(page), 'Found in a book');
  site.on(/^\/$/, (response, content) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(String(content).replace('data-site-root=', 'data-document-page="./document" data-site-root=')));
  await page.reload();
  await page.waitForSelector('a.mycel-option');
  await becomes(() => page.getAttribute('.mycel-option', 'href'), /\/document\?id=%237#found/);
});

for (const [language, direction, title, keywords, welcome, recognised] of [
  ['de', 'ltr', 'Suchen', 'Stichwörter', /^\d+ Abschnitte? auf \d+ Seiten?, auf Ihrem Gerät durchsucht\.$/, 'Graph: Erkannt: fungi (1 Stelle), roots (1 Stelle). fungi → roots (1 Schritt).'],
  ['ar', 'rtl', 'بحث', 'الكلمات', /أقسام، .* يجري البحث على جهازك\.$/, 'الشبكة: تم التعرف على: fungi (موضع واحد)، roots (موضع واحد). fungi → roots (خطوة واحدة).'],
]) {
  test(`the page speaks ${language}, and no English before`, async (t) => {
    const page = await newPage(t, browser);
    const site = await tinySite(t);
    site.on(/^\/$/, (response, content) =>
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy }).end(String(content).replace('lang="en"', `lang="${language}"`)));
    /** @type {(value?: unknown) => void} */
    let release = () => {};
    const released = new Promise((resolve) => (release = resolve));
    site.on(/strings\/\w+\.js/, (response, content) => void released.then(() => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(content)));
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.waitForSelector('h1', { state: 'attached' });
    await page.waitForLoadState('load');
    await becomes(() => page.locator('[data-say]:visible').count(), 0);
    release();
    await page.waitForSelector('h1:visible');
    await becomes(async () => [await page.title(), await page.textContent('h1')], [title, title]);
    await becomes(() => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), [language, direction]);
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById('note')?.textContent ?? ''), /** @type {RegExp} */ (welcome).source);
    await ask(page, 'fungi and roots');
    await explained(page, String(recognised));
    await choose(page, String(keywords));
    await explained(page, `${keywords}:`);
    assert.deepEqual(await violations(page), []);
    await screenshot(page, `page-${language}`);
  });
}

test('a page whose words cannot be fetched speaks English', async (t) => {
  const page = await newPage(t, browser, { allow: /500|Failed to load/ });
  const site = await tinySite(t);
  site.on(/^\/$/, (response, content) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(String(content).replace('lang="en"', 'lang="de"')));
  site.on(/strings\/de\.js/, server.status(500));
  await page.goto(site.url);
  await page.waitForSelector('h1:visible');
  await becomes(() => page.textContent('h1'), 'Search');
  await ask(page, 'frost');
  await becomes(() => links(page), ['When not to mulch']);
});

test('the mode changes the ranking, the note and the address', async (t) => {
  const { page } = await visit(t);
  await ask(page, 'fungi and roots');
  await choose(page, 'Keywords');
  await page.waitForURL((url) => url.searchParams.get('mode') === 'bm25');
  await explained(page, 'Keywords:');
  await page.reload();
  await answered(page, 'fungi and roots');
  await explained(page, 'Keywords:');
  await becomes(() => page.locator('input[value=bm25]').isChecked(), true);
  await choose(page, 'Best');
  await page.waitForURL((url) => !url.searchParams.has('mode'));
});

test('the mode can be chosen where the address cannot be changed', async (t) => {
  const page = await newPage(t, browser);
  await page.addInitScript(() => {
    History.prototype.replaceState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
  });
  const site = await tinySite(t);
  await page.goto(`${site.url}?q=fungi+and+roots`);
  await explained(page, 'Graph:');
  await choose(page, 'Keywords');
  await explained(page, 'Keywords:');
});

for (const worker of [true, false]) {
  test(`browsers that lack what has come since module workers, ${worker ? 'with' : 'without'} a worker`, async (t) => {
    const page = await newPage(t, browser);
    await page.addInitScript((worker) => {
      const later = [[URL, 'canParse'], [URL, 'parse'], [AbortSignal, 'any'], [Object, 'groupBy'], [Map, 'groupBy'], [Promise, 'withResolvers'], [Promise, 'try'], [Array, 'fromAsync'], [globalThis, 'Iterator'], [globalThis, worker ? 'Iterator' : 'Worker']];
      for (const [owner, name] of later) Reflect.deleteProperty(/** @type {object} */ (owner), /** @type {string} */ (name));
      for (const name of ['toSorted', 'toSpliced', 'toReversed', 'with']) Reflect.deleteProperty(Array.prototype, name);
      for (const name of ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) Reflect.deleteProperty(Set.prototype, name);
      for (const name of ['isWellFormed', 'toWellFormed']) Reflect.deleteProperty(String.prototype, name);
    }, worker);
    const site = await tinySite(t);
    await page.goto(site.url);
    await ask(page, 'fungi and roots');
    assert.ok((await links(page)).length > 0);
    const { sub_results } = await page.evaluate(async (hits) => {
      const { fragment } = await import(/** @type {string} */ (`${location.origin}/client/pagefind/fragment.js`));
      return fragment(hits, [], `${location.origin}/`, {});
    }, [2, 1].map((section) => ({ section, url: `page.html#${section}`, anchor: String(section), title: 'Page', heading: String(section), breadcrumb: [], score: 1 })));
    assert.deepEqual(sub_results.map((/** @type {{title: string}} */ { title }) => title), ['1', '2']);
  });
}

test('what is typed before the engine is there is answered when it is', async (t) => {
  const page = await newPage(t, browser);
  const site = await tinySite(t);
  const gate = server.held();
  site.on(/wasm/, gate);
  await page.goto(site.url);
  await page.waitForSelector('.mycel-status');
  await page.fill('.mycel-input', 'frost');
  await page.waitForSelector('.mycel-results[aria-busy=true]', { state: 'attached' });
  await becomes(() => status(page), /search index/);
  gate.release();
  await page.waitForSelector('.mycel-option');
  await becomes(() => links(page), ['When not to mulch']);
});

test('the first results stand before their excerpts, and stay where they are', async (t) => {
  const page = await newPage(t, browser);
  const site = await tinySite(t);
  const gate = server.held();
  site.on(/text/, gate);
  await page.goto(`${site.url}?q=mulch`);
  await page.waitForSelector('.mycel-pending');
  const found = await links(page);
  assert.ok(found.length > 1);
  await becomes(() => page.locator('.mycel-pending').count(), found.length);
  await becomes(() => status(page), `${found.length} results`);
  await explained(page, 'Keywords:');
  assert.deepEqual(await violations(page), []);
  await screenshot(page, 'pending');
  await page.keyboard.press('ArrowDown');
  const places = () => page.locator('.mycel-option').evaluateAll((all) => all.map((node) => node.getBoundingClientRect().top));
  const before = await places();
  gate.release();
  await page.waitForSelector('.mycel-excerpt');
  await becomes(() => links(page), found);
  assert.deepEqual(await places(), before, 'nothing moves');
  await becomes(() => page.locator('.mycel-pending').count(), 0);
  await becomes(() => active(page), found[1], 'where the reader has gone');
  site.on(/text/, server.held());
  await page.fill('.mycel-input', 'roots');
  await page.waitForSelector('.mycel-results[aria-busy=true]');
  await page.waitForTimeout(200); // longer than hits wait for their texts; nothing tells that nothing came
  await becomes(() => links(page), found, 'a list stays until the next one is whole');
});

test('offline, loaded text still answers and the rest says so', async (t) => {
  const { page } = await visit(t, { allow: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await ask(page, 'fungi');
  await page.context().setOffline(true);
  await ask(page, 'soil');
  await becomes(() => page.textContent('.mycel-excerpt'), /Soil is alive/);
  assert.doesNotMatch((await page.textContent('.mycel-notes')) ?? '', /could not/);
  await ask(page, 'frost');
  await becomes(() => links(page), ['When not to mulch']);
  await becomes(() => page.textContent('.mycel-notes'), /Some excerpts could not be loaded/);
  await screenshot(page, 'excerpts-missing');
});

for (const [file, answer, remedy] of /** @type {[RegExp, number, RegExp][]} */ ([
  [/index\.[0-9a-f]+\.gz/, 500, /Check your connection/],
  [/index\.[0-9a-f]+\.gz/, 404, /reload the page/],
])) {
  test(`a bundle that cannot be loaded (${answer}) is an error with a remedy and a way out`, async (t) => {
    const page = await newPage(t, browser, { allow: /500|404/ });
    const site = await tinySite(t);
    site.on(file, server.status(answer));
    await page.goto(site.url);
    await page.waitForSelector('.mycel-problem');
    await becomes(() => page.textContent('.mycel-problem'), new RegExp(`could not be loaded.*${remedy.source}.*Try again.*index\\.`, 's'));
    assert.deepEqual(await violations(page), []);
    await screenshot(page, `not-loaded-${answer}`);
    site.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await ask(page, 'frost');
    await becomes(() => links(page), ['When not to mulch']);
    await becomes(() => page.locator('.mycel-problem').count(), 0);
  });
}

test('a query that stops the engine is reported with what to do, and the next one works', async (t) => {
  const { page } = await visit(t);
  await ask(page, '!throw');
  await page.waitForSelector('.mycel-problem');
  await becomes(() => page.textContent('.mycel-problem'), /The search failed.*other words/s);
  await ask(page, 'frost');
  await becomes(() => page.locator('.mycel-problem').count(), 0);
  await becomes(() => links(page), ['When not to mulch']);
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
  await becomes(() => links(page), ['Living soil', 'Roots and partners']);
  assert.equal(page.workers().length, 1);
});

test('markup in a query stays text', async (t) => {
  const { page } = await visit(t);
  await ask(page, '<img src=x onerror=alert(1)> frost');
  await becomes(() => page.locator('mycel-searchbox img').count(), 0);
  await becomes(() => page.textContent('.mycel-notes'), /Not found on this site: .*“onerror”/);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [360, 1200]) {
    test(`accessible and free of sideways scrolling: ${colorScheme}, ${width} px`, async (t) => {
      const { page } = await visit(t, { colorScheme, viewport: { width, height: 800 } });
      await page.waitForFunction(() => /searched on your device/.test(document.getElementById('note')?.textContent ?? ''));
      await screenshot(page, `start-${colorScheme}-${width}`);
      assert.deepEqual(await violations(page), []);
      await ask(page, 'fungi and roots');
      await page.locator('.mycel-why summary').first().click();
      assert.deepEqual(await violations(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `${overflow} px too wide`);
      await screenshot(page, `results-${colorScheme}-${width}`);
    });
  }
}
