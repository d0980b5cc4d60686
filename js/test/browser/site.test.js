/** The documentation site, as `make site` leaves it: its search for newcomers, and its pages in Chromium under a strict policy. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch, newPage, screenshot, violations } from '../support/browser.js';
import { type } from '../support/element.js';
import { root } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { serve } from '../support/server.js';
import { underPolicy } from '../support/starter.js';
import { becomes, until } from '../support/until.js';
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('../support/server.js').Server} */
let site;
const scope = fileScope();
const folder = `${root}build/demo/`;
before(async () => {
  await access(`${folder}demo/mycel/mycel.json`).catch(() => assert.fail(`${folder} is not there; run "make site" first`));
  site = await serve(scope, folder);
  underPolicy(site, true);
  browser = await launch(scope);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} path
 * @param {Parameters<typeof newPage>[2]} [options]
 */
async function visit(t, path, options) {
  const page = await newPage(t, browser, options);
  await page.goto(site.url + path);
  return page;
}

test('newcomers find a right page among the first three', async () => {
  const questions = {
    'translate the interface': ['component', 'languages'],
    'how many files does a bundle have': ['hosting'],
    'hide a section from search': ['sources'],
    'search two sites at once': ['sites'],
    'how do I boost a page': ['ranking', 'sources'],
    'filter results by version': ['filters', 'sites'],
    synonyms: ['languages'],
    'does it work offline': ['hosting'],
    'use it in React': ['plugins'],
    'dark mode colours': ['component'],
  };
  for (const [question, pages] of Object.entries(questions)) {
    const { stdout } = await promisify(execFile)(`${root}bin/mycel`, ['query', '--bundle', `${folder}mycel`, '--json', '--k', '3', question]);
    const found = JSON.parse(stdout).hits.map((/** @type {{document: string}} */ hit) => hit.document);
    assert.ok(pages.some((page) => found.includes(`docs/${page}.html`)), `${question}: ${found}`);
  }
});

test('the first screen says what it is, and how to install it', async (t) => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 664 }]) {
    const page = await visit(t, '', { viewport });
    for (const [name, text] of Object.entries({ h1: /documentation search/i, '.install code': /^npx mycel / })) {
      assert.match((await page.textContent(name)) ?? '', text);
      const box = await page.locator(name).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, `${name} at ${viewport.width} px: ${JSON.stringify(box)}`);
    }
  }
});

test('the live demo answers its examples, and its results lead to pages and anchors', async (t) => {
  const page = await visit(t, '');
  assert.ok(!site.requests.some((path) => path.endsWith('.gz')), 'nothing is loaded before a sign of interest');
  await page.getByRole('button', { name: 'WaitGroup' }).click();
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.textContent('.mycel-option .mycel-name'), /WaitGroup/);
  await page.getByRole('button', { name: 'Part' }).click();
  await until(async () => (await page.locator('.mycel-value').count()) > 10); // the parts of the library are filters
  await page.keyboard.press('Escape');
  await page.locator('a.mycel-option').first().click();
  await page.waitForURL(/\/demo\/pkg\/sync\.html#WaitGroup/);
  await becomes(() => page.textContent(':target'), /WaitGroup/);
  await page.keyboard.press('/');
  await type(page, 'happens before');
  await becomes(() => page.getAttribute('a.mycel-option', 'href'), /\/demo\//, 'pages of the demo search the demo');
});

test('every page of the documentation searches the documentation, in the order of its index', async (t) => {
  const page = await visit(t, 'docs/cli.html');
  await page.locator('mycel-search-trigger').waitFor();
  await page.keyboard.press('Control+K');
  await type(page, 'Content-Security-Policy');
  await becomes(() => page.textContent('.mycel-option .mycel-name'), /Content-Security-Policy/);
  const href = (await page.getAttribute('a.mycel-option', 'href')) ?? '';
  assert.ok(href.startsWith(site.url) && !href.includes('/demo/'), href);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/docs/cli.html');
  await page.goto(`${site.url}docs/quick-start.html`);
  await page.locator('.pager-link.next').click();
  await page.waitForURL(/\/docs\/plugins\.html$/);
  await becomes(() => page.textContent('h1'), /Plugins/);
});

test('drawings are not read aloud, and links to files that the site lacks are texts', async (t) => {
  const page = await visit(t, 'ARCHITECTURE.html');
  assert.equal(await page.getAttribute('pre.figure', 'aria-hidden'), 'true');
  await page.goto(`${site.url}overview.html`);
  await page.locator('main').getByRole('link', { name: 'Architecture' }).click();
  await page.waitForURL(/\/ARCHITECTURE\.html$/);
  await page.goto(`${site.url}overview.html`);
  assert.match((await page.textContent('main')) ?? '', /Licensed under the Apache License 2\.0/);
  assert.equal(await page.getByRole('link', { name: 'Apache License' }).count(), 0);
});

test('the playgrounds open on their bundles', async (t) => {
  const page = await visit(t, '');
  await page.getByRole('link', { name: 'compare ways of ranking' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#columns .hits').length === 4);
  const href = (await page.getAttribute('#columns .hits a', 'href')) ?? '';
  assert.ok(href.startsWith(`${site.url}demo/`), href);
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.waitForURL(/\/mycel\/playground\//);
  await page.goto(`${site.url}mycel/playground/?q=bundle`);
  await page.waitForSelector('#columns .hits');
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [375, 1300]) {
    test(`accessible and free of sideways scrolling: ${colorScheme}, ${width} px`, async (t) => {
      for (const [name, path] of Object.entries({ home: '?demo=WaitGroup', page: 'docs/strategies.html', listings: 'docs/component.html', package: 'demo/pkg/io.html', contents: 'demo/' })) {
        const page = await visit(t, path, { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
        await page.waitForSelector('.mycel-trigger');
        if (name === 'home') await page.waitForSelector('.mycel-option');
        assert.deepEqual(await violations(page), [], name);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(overflow <= 0, `${name}: ${overflow} px too wide`);
        await screenshot(page, `site-${name}-${colorScheme}-${width}`);
      }
    });
  }
}
