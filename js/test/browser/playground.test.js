/** The playground in Chromium: the built bundle, the true engine, `mycel serve --playground`. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { modes as clientModes } from '../../src/params.js';
import { spread } from '../../../site/playground/timing.js';
import { launch, newPage, screenshot, violations } from '../support/browser.js';
import { serveBuilt } from '../support/command.js';
import { fileScope } from '../support/scope.js';
import { becomes } from '../support/until.js';
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let address;
const scope = fileScope();
before(async () => {
  address = `${await serveBuilt(scope, '--playground')}playground/`;
  browser = await launch(scope);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} [query] of the address
 * @param {Parameters<typeof newPage>[2]} [options]
 */
async function visit(t, query = '', options) {
  const page = await newPage(t, browser, options);
  await page.goto(address + query);
  await page.waitForSelector('#modes input');
  return page;
}

/** @param {Page} page */
const columns = (page) => page.locator('#columns h2').allTextContents();

/**
 * Waits until all columns are answers to what the status says.
 * @param {Page} page
 * @param {string} query
 */
const compared = (page, query) =>
  page.waitForFunction((text) => document.getElementById('status')?.textContent?.startsWith(`“${text}” answered`) && !document.querySelector('#columns [aria-busy=true]'), query);

/** Those that a bundle answers in whatever it was built with. */
const bundleModes = clientModes.filter((mode) => !['ket', 'node', 'da'].includes(mode));

/** @param {Page} page */
const chosen = (page) => page.locator('#modes input:checked').evaluateAll((all) => all.map((box) => /** @type {HTMLInputElement} */ (box).value));

test('the modes are those of the bundle, two of them at first, and the client takes all of them', async (t) => {
  const page = await visit(t);
  const offered = await page.locator('#modes input').evaluateAll((all) => all.map((box) => /** @type {HTMLInputElement} */ (box).value));
  assert.deepEqual(offered, bundleModes);
  assert.deepEqual(await chosen(page), ['bm25', 'bridge']);
  await page.goto(`${address}?modes=${offered}`);
  await becomes(() => chosen(page), offered);
  await page.keyboard.insertText('Edvard Lund and Brask Instruments');
  await compared(page, 'Edvard Lund and Brask Instruments');
  await becomes(() => columns(page), offered);
  await becomes(() => page.locator('.problem').count(), 0);
  const empty = await page.locator('#columns section:not(:has(.hits)) h2').allTextContents();
  assert.ok(empty.every((mode) => /dense/.test(mode)), `without hits, though the bundle has all that they need: ${empty}`);
});

test('hits with readers, scores and places; the trace; evidence within the budget', async (t) => {
  const page = await visit(t, '?q=Which+town+did+the+designer+of+the+float+gauge+learn+clockmaking+in&modes=bridge,bm25&budget=40&k=3');
  await compared(page, 'Which town did the designer of the float gauge learn clockmaking in');
  const bm25 = page.locator('[data-mode=bm25]');
  await becomes(() => columns(page), ['bm25', 'bridge'], 'in the order of the engine');
  await becomes(() => bm25.locator('.hits li').first().textContent(), /^The float gauge.*words 0\.\d{3}/);
  const bridge = page.locator('[data-mode=bridge]');
  await becomes(() => bridge.locator('.hits li').count(), 3);
  await becomes(() => bridge.locator('.hits li').first().textContent(), /^Brask.*bridge \d+\.\d+ ▲ 1 · bm25 #2/);
  await bridge.getByText('Trace').click();
  await becomes(() => bridge.textContent(), /Words.*town · exact.*Entities.*Paths.*The float gauge → Brask → Brask.*Work.*postings \d/s);
  const [, tokens] = /Evidence: (\d+) tokens/.exec((await bridge.textContent()) ?? '') ?? [];
  assert.ok(Number(tokens) > 0 && Number(tokens) <= 40, tokens);
  const href = await bridge.locator('.hits a').first().getAttribute('href');
  await page.goto(href ?? '');
  await becomes(() => page.textContent('h1'), /Brask/, 'links start where those of the search page do');
});

test('a table shows the place of each hit in each mode', async (t) => {
  const page = await visit(t, '?q=Which+town+did+the+designer+of+the+float+gauge+learn+clockmaking+in&modes=bridge,bm25&k=3');
  await compared(page, 'Which town did the designer of the float gauge learn clockmaking in');
  const rows = await page.locator('#places tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)));
  const names = async (/** @type {string} */ mode) => page.locator(`[data-mode=${mode}] .name`).allTextContents();
  for (const [i, mode] of ['bm25', 'bridge'].entries()) {
    const places = rows.filter((row) => row[i + 1] !== '·').sort((a, b) => Number(a[i + 1]) - Number(b[i + 1]));
    assert.deepEqual(places.map(([name]) => name), await names(mode), mode);
  }
  assert.ok(rows.some((row) => row[1] !== row[2]), 'no mode moves anything');
});

test('the address holds everything, and restores it', async (t) => {
  const page = await visit(t);
  await page.fill('#query', 'tide gauge');
  await page.fill('#k', '2');
  await page.getByRole('checkbox', { name: 'auto', exact: true }).check();
  await page.getByRole('checkbox', { name: 'bridge', exact: true }).uncheck();
  await page.getByText('Parameters').click();
  await page.getByLabel('hops').fill('2');
  await page.getByLabel('similarity').selectOption('words');
  await page.getByLabel('noTypos').check();
  await compared(page, 'tide gauge');
  const wanted = '?q=tide+gauge&k=2&modes=auto%2Cbm25&p.noTypos=true&p.hops=2&p.similarity=words';
  await page.waitForURL((url) => url.search === wanted);
  const other = await visit(t, wanted);
  await compared(other, 'tide gauge');
  await becomes(() => columns(other), ['auto', 'bm25']);
  await becomes(() => other.locator('[data-mode=bm25] .hits li').count(), 2);
  await becomes(() => other.textContent('#set'), '(noTypos true, hops 2, similarity words)');
  assert.equal(new URL(other.url()).search, wanted);
});

test('by keyboard: the query, the modes, measuring, the hits; one passage is pointed out everywhere', async (t) => {
  const page = await visit(t, '?modes=bm25,bridge');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.insertText('calibration');
  await page.keyboard.press('Enter');
  await compared(page, 'calibration');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
  await becomes(() => page.evaluate(() => document.activeElement?.id), 'measure');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => [...document.querySelectorAll('.timing')].every((line) => /^p50 .* ms, p95 .* ms; ranking p50 .* ms$/.test(line.textContent ?? '')));
  await page.locator('[data-mode=bm25] .hits a').first().focus();
  await becomes(() => page.locator('.same').count(), 3, 'in the table and in both columns');
});

test('a parameter out of its range is shown, not sent; a mode that fails says so in its column', async (t) => {
  const page = await visit(t, '?q=tide&modes=bm25,e2graph&p.hops=99');
  await page.waitForSelector('#parameters[open]');
  await becomes(() => page.evaluate(() => document.activeElement?.matches(':invalid')), true);
  await becomes(() => columns(page), []);
  await page.evaluate(() => document.activeElement?.setAttribute('max', '100'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-mode=e2graph] .problem');
  await becomes(() => page.textContent('[data-mode=bm25] .problem'), /hops.*from 1 to 8/);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [375, 1400]) {
    test(`accessible, nothing too wide: ${colorScheme}, ${width} px`, async (t) => {
      const page = await visit(t, '?q=Edvard+Lund+Brask&modes=auto,e2graph,graph_hybrid', { colorScheme, viewport: { width, height: 900 } });
      await compared(page, 'Edvard Lund Brask');
      for (const summary of await page.locator('summary').all()) await summary.click();
      assert.deepEqual(await violations(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `${overflow} px too wide`);
      await screenshot(page, `playground-${colorScheme}-${width}`);
    });
  }
}

test('on a phone the query stays in view, alone, and what it covers is scrolled below it', async (t) => {
  const page = await visit(t, '?q=Edvard+Lund+Brask', { viewport: { width: 390, height: 844 } });
  await compared(page, 'Edvard Lund Brask');
  const height = (/** @type {string} */ selector) => page.evaluate((name) => document.querySelector(name)?.getBoundingClientRect().toJSON(), selector);
  assert.ok((await height('#places')).top < 844 / 2 + 120, 'answers begin on the first screen');
  await page.locator('#columns').evaluate((columns) => columns.scrollIntoView());
  const [query, answers] = [await height('#query'), await height('#columns')];
  assert.ok(query.top >= 0 && query.bottom < 64, `the query is at ${query.top}`);
  assert.ok((await height('#modes')).bottom < 0, 'the modes are not');
  assert.ok(answers.top >= query.bottom, `answers at ${answers.top} lie below the query`);
  await page.locator('#query').fill('stilling well');
  await compared(page, 'stilling well');
});

test('the spread of times is by nearest rank', () => {
  assert.deepEqual(spread([5, 1, 4, 2, 3]), { p50: 3, p95: 5 });
  assert.deepEqual(spread([7]), { p50: 7, p95: 7 });
});

test('names of the query are drawn with their neighbours, and lead to a panel of each entity', async (t) => {
  const page = await visit(t, '?q=what+did+Edvard+Lund+learn+in+Brask&modes=bm25&k=2');
  await becomes(() => page.locator('#names .names a').allTextContents(), ['Edvard Lund', 'Brask']);
  const figure = page.locator('#names svg');
  await becomes(() => figure.locator('.term').evaluateAll((all) => all.map((node) => node.getAttribute('aria-label'))), ['Edvard Lund', 'Brask']);
  assert.ok(await figure.locator('path').count() >= 6, 'lines from names to neighbours, and to the sections that join them');
  await page.locator('#names .names a').first().click();
  const panel = page.locator('#entity');
  await becomes(() => panel.locator('h2').textContent(), 'Edvard Lund');
  await becomes(() => page.evaluate(() => document.activeElement?.id), 'entity-name');
  assert.match((await panel.textContent()) ?? '', /Neighbours.*Brask \d+ “The float gauge was designed by Edvard Lund.* in Brask\..*”.*Passages.*“The float gauge was designed by Edvard Lund/s);
  const passages = await panel.locator('ul').last().locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.ok(passages.some((href) => href?.includes('/gauge.html#')), `a link to the page that tells of him: ${passages}`);
  await screenshot(page, 'playground-entity');
  assert.deepEqual(await violations(page), []);
  await panel.locator('ul').first().getByRole('link', { name: 'Brask', exact: true }).click();
  await becomes(() => panel.locator('h2').textContent(), 'Brask');
  await page.goBack();
  await becomes(() => panel.locator('h2').textContent(), 'Edvard Lund');
  await panel.getByText('Close').click();
  await becomes(() => panel.textContent(), '');
  await page.goto(`${address}#entity=Martin%20Aas`);
  await page.reload();
  await becomes(() => panel.locator('h2').textContent(), 'Martin Aas', 'an address of an entity opens its panel');
  await page.goto(`${address}#entity=Nobody`);
  await becomes(() => page.locator('#status').textContent(), /No document names “Nobody”/);
});
