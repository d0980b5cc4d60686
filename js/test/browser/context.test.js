/** A search begins with the language and the version of the page, in Chromium, on a built bundle. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { options, type, visitSite } from '../support/element.js';
import { bundleOf } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let bundle;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  bundle = await bundleOf(scope, documents);
});

/** Two versions of the docs, one of them translated, pages in two ways of writing Chinese, and a blog without a version and a language. */
const documents = [
  { _id: 'one', title: 'Firing in version one', text: 'A kiln of bricks is fired with oak.', filters: { version: '1.0', language: 'en' } },
  { _id: 'next', title: 'Firing in the next version', text: 'The kiln takes gas through two valves and a die.', filters: { version: 'next', language: 'en' } },
  { _id: 'eins', title: 'Brennen mit Version eins', text: 'Der Kiln wird mit Eiche befeuert.', filters: { version: '1.0', language: 'de' } },
  { _id: 'cn', title: '烧制', text: 'Kiln 用橡木加热。', filters: { language: 'zh-CN' } },
  { _id: 'tw', title: '燒製', text: 'Kiln 用橡木加熱。', filters: { language: 'zh-TW' } },
  { _id: 'blog', title: 'Our year', text: 'We bought a kiln.' },
].map((document) => ({ ...document, lang: document.filters?.language, url: `${document._id}.html` }));

const trigger = '<mycel-search-trigger></mycel-search-trigger>';
/** @param {string} version */
const meta = (version) => `<meta name="docsearch:version" content="${version}">`;

/**
 * The titles that are found on a page, sorted.
 * @param {import('node:test').TestContext} t
 * @param {string} body
 * @param {{attributes?: string, address?: string}} options
 */
async function found(t, body, { attributes, address }) {
  const { page } = await visitSite(t, browser, body, { bundle, attributes, address });
  await page.keyboard.press('/');
  await type(page, 'kiln');
  return { page, titles: (await options(page)).sort() };
}

const english = ['Firing in the next version', 'Firing in version one', 'Our year'];

test('in the language of the page, and in all after the reader has said so', async (t) => {
  const { page, titles } = await found(t, trigger, { attributes: 'lang="en-GB"' });
  assert.deepEqual(titles, english);
  await page.locator('.mycel-clear').first().click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get('q.language') === null);
  await page.locator('.mycel-option', { hasText: 'Brennen' }).waitFor();
  const german = await found(t, trigger, { attributes: 'lang="de"' });
  assert.deepEqual(german.titles, ['Brennen mit Version eins', 'Our year']);
});

test('in all languages, where the page has another one or asks for all', async (t) => {
  assert.equal((await found(t, trigger, { attributes: 'lang="fr"' })).titles.length, documents.length);
  assert.equal((await found(t, '<mycel-search-trigger scope="all"></mycel-search-trigger>', { attributes: 'lang="de"' })).titles.length, documents.length);
});

test('in the script of the page, or else in another of its language', async (t) => {
  for (const [lang, title] of [['zh-TW', '燒製'], ['zh-Hant', '燒製'], ['zh-HK', '燒製'], ['zh', '烧制']]) {
    assert.deepEqual((await found(t, trigger, { attributes: `lang="${lang}"` })).titles, ['Our year', title], lang);
  }
});

test('with the function words of this language, whose name is said where it has nothing', async (t) => {
  const { page } = await found(t, trigger, { attributes: 'lang="de"' });
  assert.equal(await page.locator('.mycel-option', { hasText: 'Brennen' }).getAttribute('lang'), 'de');
  const stops = (/** @type {string} */ query) => page.evaluate((text) => new Promise((resolve) => {
    const input = /** @type {HTMLInputElement} */ (deep('.mycel-input'));
    document.addEventListener('results', (event) => resolve(/** @type {any} */ (event).detail.result.terms.map((/** @type {any} */ { stop }) => stop)), { once: true });
    input.value = text;
    input.dispatchEvent(new InputEvent('input'));
  }), query);
  assert.deepEqual(await stops('die kiln '), [true, false]);
  await page.locator('.mycel-input').fill('valves ');
  await page.getByRole('button', { name: 'Alles in Deutsch' }).waitFor();
});

test('where filters are not offered, too', async (t) => {
  const { page, titles } = await found(t, '<mycel-search-trigger filters="off"></mycel-search-trigger>', { attributes: 'lang="en"' });
  assert.deepEqual(titles, english);
  await becomes(() => page.locator('.mycel-filter').count(), 0);
});

test('in the version of the page, with what has no version', async (t) => {
  assert.deepEqual((await found(t, trigger + meta('1.0'), { attributes: 'lang="en"' })).titles, ['Firing in version one', 'Our year']);
  assert.deepEqual((await found(t, trigger + meta('9.9'), { attributes: 'lang="en"' })).titles, english);
  const given = '<mycel-search-trigger filter="version:next"></mycel-search-trigger>';
  assert.deepEqual((await found(t, given + meta('1.0'), { attributes: 'lang="en"' })).titles, ['Firing in the next version'], 'an attribute says it exactly');
});
