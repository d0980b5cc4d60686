/** The documentation site in Chromium, as `make site` leaves it, under a strict policy. */

import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { before, test } from 'node:test';
import { launch, newPage, screenshot, violations } from '../support/browser.js';
import { type } from '../support/element.js';
import { root } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { serve } from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes, until } from '../support/until.js';
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('../support/server.js').Server} */
let site;
const scope = fileScope();
before(async () => {
  const folder = `${root}build/demo/`;
  await access(`${folder}demo/mycel/mycel.json`).catch(() => assert.fail(`${folder} is not there; run "make site" first`));
  site = await serve(scope, folder, { 'Content-Security-Policy': policy });
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

test('the live demo answers its examples, and its results lead to pages and anchors', async (t) => {
  const page = await visit(t, '');
  assert.ok(!site.requests.some((path) => path.endsWith('.gz')), 'nothing is loaded before a sign of interest');
  await page.getByRole('link', { name: 'WaitGroup' }).click();
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

test('every page of the documentation searches the documentation', async (t) => {
  const page = await visit(t, 'docs/cli.html');
  await page.keyboard.press('Control+K');
  await type(page, 'Content-Security-Policy');
  await becomes(() => page.textContent('.mycel-option .mycel-name'), /Content-Security-Policy/);
  const href = (await page.getAttribute('a.mycel-option', 'href')) ?? '';
  assert.ok(href.startsWith(site.url) && !href.includes('/demo/'), href);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/docs/cli.html');
  const next = page.locator('a[rel=next]');
  const label = ((await next.textContent()) ?? '').replace(/\s*Next\s*/, '').trim();
  await next.click();
  await page.waitForFunction((text) => document.querySelector('[aria-current]')?.textContent === text, label);
});

test('the playgrounds open on their bundles', async (t) => {
  const page = await visit(t, '');
  await page.getByRole('link', { name: 'compare ways of ranking' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#columns .hits').length === 4);
  const href = (await page.getAttribute('#columns .hits a', 'href')) ?? '';
  assert.ok(href.startsWith(`${site.url}demo/`), href);
  await page.goto(`${site.url}mycel/playground/?q=bundle`);
  await page.waitForSelector('#columns .hits');
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [375, 1300]) {
    test(`accessible and free of sideways scrolling: ${colorScheme}, ${width} px`, async (t) => {
      for (const [name, path] of Object.entries({ home: '?q=WaitGroup', page: 'docs/strategies.html', package: 'demo/pkg/io.html', contents: 'demo/' })) {
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
