/** The filters of the search elements in Chromium: chosen by keyboard, with counts, on a built bundle. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { launch, screenshot, violations } from '../support/browser.js';
import { isOpen, options, overflow, type, visitSite } from '../support/element.js';
import { bundleOf } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { becomes } from '../support/until.js';
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let bundle;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  bundle = await bundleOf(scope, documents);
});

const long = `a_very_long_name_${'without_any_space_'.repeat(12)}`;

/** Of each page its own: of pages that are nearly the same one would stand for all. */
const facts = [
  'Bricks of the kiln are laid dry and settle in the first winter.', 'Oak burns long, birch burns hot, and pine leaves soot on every glaze.', 'A cone bends when its shelf is warm enough for stoneware.',
  'Gas arrives through two valves with a lever between them.', 'Our thermometer counts by tens, so look at it twice.', 'Salt thrown at noon makes an orange skin.',
  'Electric coils want a fuse of forty amperes and a lid that closes.', 'Programs are written on a card, one ramp a line.', 'Ash is carried to the garden, where beans like it.',
];

/** Three versions of three pages, one of them with names that fit nowhere; sixteen values of one key. */
const documents = ['1.9', '1.10', '2.0'].flatMap((version, v) =>
  ['Install', 'Configure', 'Remove'].map((title, i) => ({
    _id: `${version}-${title}`, url: `${version}/${title.toLowerCase()}.html`,
    title: `${title} the kiln (${version})`,
    text: `How to ${title.toLowerCase()} a kiln. ${facts[v * 3 + i]} ${i === 2 ? `${long} الفرن الكبير في المصنع القديم` : ''}`,
    filters: { version, language: v === 0 ? 'de' : 'en', license: 'MIT', part: Array.from({ length: 16 }, (_, n) => `part ${n} of ${title}`).slice(0, i === 0 ? 16 : 1) },
  })),
);

const trigger = '<mycel-search-trigger scope="all"></mycel-search-trigger>';

/**
 * Opens the dialog, with the filters there.
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof visitSite>[3] & {body?: string}} [options]
 */
async function opened(t, { body = trigger, ...options } = {}) {
  const { page } = await visitSite(t, browser, body, { bundle, ...options });
  if (!options.address) await page.keyboard.press('/');
  await page.waitForSelector('.mycel-filters:not([hidden])');
  return page;
}

/** @param {Page} page */
const buttons = (page) => page.locator('.mycel-filter').allTextContents();
/** @param {Page} page */
const counts = (page) => page.locator('.mycel-values:not([hidden]) label:not([hidden])').allTextContents();
/** @param {Page} page */
const focused = (page) => page.evaluate(() => {
  const node = /** @type {HTMLElement | null | undefined} */ (deepActive()?.closest('label, button'));
  return node?.title || node?.textContent;
});
/**
 * @param {Page} page
 * @param {number} n
 */
const found = (page, n) => page.waitForFunction((count) => deep('.mycel-status')?.textContent?.startsWith(`${count} `), n);

for (const width of [390, 1280]) {
  test(`the filters move nothing when they arrive, ${width} px`, async (t) => {
    const { page } = await visitSite(t, browser, trigger, { bundle, viewport: { width, height: 800 }, isMobile: width === 390, hasTouch: width === 390 });
    await page.evaluate(() => /** @type {any} */ (document.querySelector('mycel-search-trigger')).modal.load());
    const top = () => page.evaluate(() => deep('.mycel-body')?.getBoundingClientRect().top);
    const tops = [];
    await page.keyboard.press('/');
    await page.waitForSelector('.mycel-body', { state: 'attached' });
    await page.locator('.mycel-filters').evaluate((node) => node.setAttribute('hidden', ''));
    tops.push(await top());
    await page.locator('.mycel-filters').evaluate((node) => node.removeAttribute('hidden'));
    await page.waitForSelector('.mycel-filter');
    tops.push(await top());
    assert.equal(tops[0], tops[1]);
  });
}

test('filters are those of several values; they are chosen by keyboard and narrow the list', async (t) => {
  const page = await opened(t);
  await becomes(() => buttons(page), ['Language', 'Part', 'Version'], 'one value, as of license, is no choice');
  await type(page, 'kiln', 9);
  for (const name of ['Clear', 'Close', 'Language', 'Part', 'Version']) {
    await page.keyboard.press('Tab');
    await becomes(() => focused(page), name);
  }
  await page.keyboard.press('Enter');
  await becomes(() => counts(page), ['2.03', '1.103', '1.93'], 'the newest first');
  await page.keyboard.press('Tab');
  await becomes(() => focused(page), '2.03');
  await page.keyboard.press('Space');
  await found(page, 3);
  await becomes(async () => (await options(page)).map((name) => name.slice(-5)), ['(2.0)', '(2.0)', '(2.0)']);
  await becomes(() => buttons(page), ['Language', 'Part', 'Version: 2.0']);
  await becomes(() => counts(page), ['2.03', '1.103', '1.93'], 'what the other values would add');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await found(page, 6);
  assert.equal(new URL(page.url()).search, '?q=kiln&q.version=2.0&q.version=1.10');
  await page.keyboard.press('Escape');
  await becomes(() => isOpen(page), true, 'Escape folds the values first');
  await becomes(() => focused(page), 'Version: 2.0, 1.10');
  await becomes(() => counts(page), []);
  await page.getByRole('button', { name: 'Language' }).click();
  await becomes(() => counts(page), ['English6', 'German0'], 'what is left by the other filters');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await becomes(() => isOpen(page), false);
});

test('the address restores query and filters; clearing them gives the focus a place', async (t) => {
  const page = await opened(t, { address: '?q=kiln&q.version=1.9&q.version=7&q.language=de' });
  await found(page, 3);
  await becomes(() => buttons(page), ['Language: German', 'Part', 'Version: 1.9'], 'a value that is not there is passed over');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await found(page, 9);
  await becomes(() => focused(page), 'Version');
  assert.equal(new URL(page.url()).search, '?q=kiln');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !location.search);
});

test('attributes choose the filters and their first values, or leave them out', async (t) => {
  const asked = await opened(t, { body: '<mycel-search-trigger scope="all" filters="license version" filter="version:1.10"></mycel-search-trigger>' });
  await becomes(() => buttons(asked), ['License', 'Version: 1.10']);
  await asked.keyboard.insertText('kiln');
  await asked.waitForURL(/q=kiln&q\.version=1\.10/);
  await found(asked, 3);
  await asked.keyboard.press('Control+A');
  await asked.keyboard.press('Delete');
  await asked.waitForFunction(() => !deep('.mycel-option'));
  await asked.getByRole('button', { name: 'Version' }).click();
  await asked.getByRole('checkbox', { name: '2.0' }).check();
  await found(asked, 6); // without a query they list documents
  const { page } = await visitSite(t, browser, '<mycel-searchbox scope="all" filters="off"></mycel-searchbox>', { bundle });
  await page.focus('.mycel-input');
  await type(page, 'kiln', 9);
  await becomes(() => page.locator('.mycel-filters').isVisible(), false);
});

test('many values: the most frequent, and a button for the others', async (t) => {
  const page = await opened(t);
  await page.getByRole('button', { name: 'Part' }).click();
  await becomes(async () => (await counts(page)).length, 12);
  await page.getByRole('button', { name: '6 more' }).click();
  await becomes(async () => (await counts(page)).length, 18);
  await becomes(() => focused(page), /^part/);
});

test('the accessibility tree of the open dialog, with filters and a reason', async (t) => {
  const page = await opened(t);
  await type(page, 'Install the kiln (2.0)');
  await page.getByRole('button', { name: 'Version' }).click();
  await page.getByRole('checkbox', { name: '2.0' }).check();
  await found(page, 3);
  await page.keyboard.press('Escape'); // the values lie over the results
  await page.locator('.mycel-why summary').first().click();
  await page.waitForSelector('.mycel-why-text');
  const tree = await page.locator('dialog').ariaSnapshot();
  t.diagnostic(tree);
  assert.match(tree, /\n  - status: 3 results\n  - group "Filters":\n    - button "Language"\n    - button "Part"\n    - 'button "Version: 2\.0"( \[expanded\])?'\n    - button "Clear filters"\n/);
  assert.match(tree, /\n  - listbox "Search results":\n    - group "Install the kiln \(2\.0\)"/);
  assert.match(tree, /Matches\n.*- mark: kiln\n.*Its title is what you searched for\./s);
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [name, attributes] of /** @type {const} */ ([['ltr', 'lang="en"'], ['rtl', 'lang="ar" dir="rtl"']])) {
    test(`accessible with filters and reasons open, nothing too wide: ${colorScheme}, ${name}, 375 px`, async (t) => {
      const page = await opened(t, { colorScheme, attributes, viewport: { width: 375, height: 760 }, reducedMotion: 'reduce' });
      await type(page, 'remove', 3);
      await page.locator('.mycel-filter').last().click();
      await page.locator('.mycel-values:not([hidden]) input').first().check();
      await page.waitForFunction(() => deepAll('.mycel-option').length === 1);
      await page.keyboard.press('Escape'); // the values lie over the results
  await page.locator('.mycel-why summary').first().click();
      await page.waitForSelector('.mycel-why-text');
      assert.deepEqual(await violations(page), []);
      assert.ok((await overflow(page)) <= 0);
      await screenshot(page, `component-filters-${colorScheme}-${name}`);
    });
  }
}

test('what is chosen is seen where colours are forced', async (t) => {
  const page = await opened(t, { forcedColors: 'active' });
  await type(page, 'kiln', 9);
  await page.getByRole('button', { name: 'Version' }).click();
  await page.getByRole('checkbox', { name: '2.0' }).check();
  await found(page, 3);
  const outline = await page.locator('.mycel-hit:has([aria-selected=true])').evaluate((node) => getComputedStyle(node).outlineStyle);
  assert.equal(outline, 'solid');
  await screenshot(page, 'component-filters-forced-colors');
});

test('fields may be called like what every object has', async (t) => {
  const named = ['a', 'b'].map((value, i) => ({ _id: value, url: `${value}.html`, title: value, text: facts[i], filters: { constructor: value, toString: value } }));
  const { page } = await visitSite(t, browser, '<mycel-searchbox></mycel-searchbox>', { bundle: await bundleOf(t, named) });
  await page.locator('.mycel-input').fill('kiln');
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.locator('.mycel-filter').allTextContents(), ['Constructor', 'ToString']);
});

test('values with levels stand below what they are in, and results can be put in order', async (t) => {
  const loaves = [['Rye', 'Bread > Rye', 2], ['Wheat', 'Bread > Wheat', 10], ['Brie', 'Cheese', 7]];
  const records = loaves.map(([title, kind, days]) => ({ _id: title, url: `${title}.html`, title, text: `Butter goes with ${title}.`, filters: { kind }, sort: { days } }));
  const { page } = await visitSite(t, browser, '<mycel-search-trigger></mycel-search-trigger>', { bundle: await bundleOf(t, records) });
  await page.keyboard.press('Control+K');
  await type(page, 'butter', 3);
  await page.getByRole('combobox', { name: 'Rank by' }).selectOption({ label: 'days ↓' });
  await becomes(() => options(page), ['Wheat', 'Brie', 'Rye']);
  await page.getByRole('combobox', { name: 'Rank by' }).selectOption({ label: 'days ↑' });
  await becomes(() => options(page), ['Rye', 'Brie', 'Wheat']);
  await page.locator('.mycel-filter').click();
  await becomes(() => page.locator('.mycel-value span[dir]').allTextContents(), ['Bread', 'Rye', 'Wheat', 'Cheese']);
  const [bread, rye] = await page.locator('.mycel-value span[dir]').evaluateAll((all) => all.map((node) => node.getBoundingClientRect().left));
  assert.ok(rye > bread + 10);
  await page.locator('.mycel-value', { hasText: 'Bread' }).click();
  await becomes(() => options(page), ['Rye', 'Wheat']);
  await screenshot(page, 'levels');
  assert.deepEqual(await violations(page), []);
});

test('pictures, dates and badges of pages stand in their results, and a site shows them its own way', async (t) => {
  const meta = { image: 'icon.svg', date: '2025-06-15', badge: 'New', author: '<b>Lund</b>' };
  const records = [{ _id: 'a', url: 'a.html', title: 'Rye', text: 'Butter goes with rye.', metadata: meta }, { _id: 'b', url: 'b.html', title: 'Wheat', text: 'Butter on wheat.', metadata: { image: 'javascript:alert(1)' } }];
  const bundle = await bundleOf(t, records, ['--set', 'meta-fields=image,date,badge,author']);
  const { page, site } = await visitSite(t, browser, '<mycel-search-modal></mycel-search-modal>', { bundle });
  site.on(/icon\.svg/, (response) => response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>'));
  await page.keyboard.press('Control+K');
  await type(page, 'butter', 2);
  await becomes(() => page.locator('.mycel-image').evaluateAll((all) => all.map((image) => /** @type {HTMLImageElement} */ (image).src)), [`${site.url}icon.svg`]);
  await becomes(() => page.locator('.mycel-date, .mycel-badge').allTextContents(), ['New', '2025-06-15']);
  await screenshot(page, 'pictures');
  assert.deepEqual(await violations(page), []);
  const own = page.locator('.mycel-own');
  await page.evaluate(() => {
    const template = document.createElement('template');
    template.innerHTML = '<img src="{image}" alt=""><i title="{title}">{author} on {heading}{title}: {excerpt}</i>';
    document.querySelector('mycel-search-modal')?.append(template);
  });
  await page.fill('.mycel-input', 'butter rye');
  await becomes(() => own.first().textContent(), '<b>Lund</b> on Rye: Butter goes with rye.');
  await becomes(() => own.first().locator('i').getAttribute('title'), 'Rye');
  await becomes(() => own.locator('img').evaluateAll((all) => all.map((image) => /** @type {HTMLImageElement} */ (image).src)), [`${site.url}icon.svg`], 'and no script');
  await page.evaluate(() => Object.assign(/** @type {object} */ (document.querySelector('mycel-search-modal')), { hit: (/** @type {any} */ hit) => (hit.title === 'Rye' ? 'mine' : undefined) }));
  await page.fill('.mycel-input', 'butter');
  await becomes(() => own.allTextContents().then((all) => all.includes('mine') && all.length === 2), true);
});
