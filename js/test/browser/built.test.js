/** The search page in Chromium as readers have it: the built bundle, the true engine, `mycel serve`. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { active, ask, answered, launch, links, newPage, screenshot, violations } from '../support/browser.js';
import { serveBuilt } from '../support/command.js';
import { fileScope } from '../support/scope.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let address;
const scope = fileScope();
before(async () => {
  address = await serveBuilt(scope);
  browser = await launch(scope);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof newPage>[2]} [options]
 */
async function visit(t, options) {
  const page = await newPage(t, browser, options);
  await page.goto(address);
  return page;
}

test('keywords find their section first, and its link leads to it', async (t) => {
  const page = await visit(t);
  await ask(page, 'stilling well inlet');
  const first = page.locator('a.mycel-option').first();
  await first.click();
  await page.waitForLoadState();
  assert.notEqual(page.url(), address);
  await becomes(() => page.textContent('body'), /stilling well/);
  if (new URL(page.url()).hash) await becomes(() => page.locator(':target').count(), 1);
});

test('the section with the words in its heading stands first', async (t) => {
  const page = await visit(t);
  await ask(page, 'stilling well');
  assert.equal((await links(page))[0], 'The stilling well');
  await becomes(() => page.locator('a.mycel-option').first().getAttribute('href'), /gauge\.html#the-stilling-well$/);
});

test('a misspelt word is searched for as it was meant, and can be corrected', async (t) => {
  const page = await visit(t);
  await ask(page, 'calibraton');
  assert.equal((await links(page))[0], 'Calibration');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'calibration', exact: true }).click();
  await answered(page, 'calibration');
  await becomes(() => page.inputValue('.mycel-input'), 'calibration');
  await becomes(() => page.locator('.mycel-suggestion').count(), 0);
});

test('by keyboard from the box to the section', async (t) => {
  const page = await visit(t);
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.insertText('calibration');
  await answered(page, 'calibration');
  await becomes(() => active(page), 'Calibration');
  await page.keyboard.press('Enter');
  await page.waitForURL(/gauge\.html#calibration$/);
  await becomes(() => page.textContent(':target'), 'Calibration');
});

test('two entities are answered through the graph, with their path', async (t) => {
  const page = await visit(t);
  await ask(page, 'Edvard Lund and Brask Instruments');
  await page.locator('#advanced summary').click();
  await page.getByText('Graph', { exact: true }).click();
  await page.waitForFunction(() => document.getElementById('how')?.textContent?.startsWith('Graph:'));
  const explanation = (await page.textContent('#how')) ?? '';
  assert.match(explanation, /Recognised .*Edvard Lund/);
  assert.match(explanation, /→/);
  await page.locator('.mycel-why summary').first().click();
  await becomes(() => page.textContent('.mycel-why-text'), /^Matches .+\./);
  await page.getByText('Keywords', { exact: true }).click();
  await page.waitForFunction(() => document.getElementById('how')?.textContent?.startsWith('Keywords:'));
});

test('offline, text that was loaded still answers', async (t) => {
  const page = await visit(t, { allow: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await ask(page, 'stilling well');
  const online = await page.locator('.mycel-excerpt').allTextContents();
  assert.ok(online.length > 0);
  await page.context().setOffline(true);
  await ask(page, 'calibration');
  await ask(page, 'stilling well');
  await becomes(() => page.locator('.mycel-excerpt').allTextContents(), online);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [360, 1200]) {
    test(`accessible: ${colorScheme}, ${width} px`, async (t) => {
      const page = await visit(t, { colorScheme, viewport: { width, height: 800 } });
      await ask(page, 'who made the float gauge of Lomvi Bay');
      await page.locator('.mycel-why summary').first().click();
      assert.deepEqual(await violations(page), []);
      await screenshot(page, `built-${colorScheme}-${width}`);
    });
  }
}
