/** What tests of the search elements do with a page. */

import { newPage } from './browser.js';
import { adoptedSite, html } from './adopted.js';
/** @typedef {import('playwright-core').Page} Page */

/**
 * A page of a site that has adopted the elements.
 * @param {import('node:test').TestContext} t
 * @param {import('playwright-core').Browser} browser
 * @param {string} body of the page
 * @param {{address?: string, attributes?: string, built?: boolean, bundle?: string} & Parameters<typeof newPage>[2]} [options]
 */
export async function visitSite(t, browser, body, { address = '', attributes, built, bundle, ...options } = {}) {
  const page = await newPage(t, browser, options); // first, so that it is closed before its site goes
  const site = await adoptedSite(t, { 'index.html': html(body, attributes) }, { built, bundle });
  await page.goto(site.url + address);
  return { page, site };
}

/** @param {Page} page */
export const options = (page) => page.locator('.mycel-option .mycel-name').allTextContents();
/** @param {Page} page */
export const isOpen = (page) => page.evaluate(() => /** @type {HTMLDialogElement | null} */ (deep('dialog'))?.open ?? false);

/**
 * Types, all at once, and waits until the list answers.
 * @param {Page} page
 * @param {string} query
 * @param {number} [count] options that are expected
 */
export async function type(page, query, count) {
  await page.keyboard.insertText(query);
  await page.waitForFunction((n) => {
    const typed = /** @type {HTMLInputElement} */ (deep('.mycel-input')).value.trim();
    const answered = new URLSearchParams(location.search).get('q') === typed && deep('.mycel-results[aria-busy=false]');
    const found = deepAll('.mycel-option').length;
    return answered && (n === undefined ? found > 0 : found === n);
  }, count);
}

/**
 * How many pixels the page, or the list, is too wide for its place.
 * @param {Page} page
 */
export const overflow = (page) => page.evaluate(() => Math.max(...['html', '.mycel-body'].map((at) => deep(at)).map((node) => (node ? node.scrollWidth - node.clientWidth : 0))));
