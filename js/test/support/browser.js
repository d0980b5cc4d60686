import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { root } from './files.js';
import { patience } from './until.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} BrowserContextOptions */

/** $CHROMIUM, or the Chromium without a desktop's windows where it is there: tests take half the processor time in it. */
export const executable = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/** Nothing of the browser's own goes over the network. */
export const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/**
 * Starts a headless Chromium for a test file; $CHROMIUM names another one.
 * @param {import('node:test').TestContext} t
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launch(t) {
  const browser = await chromium.launch({ executablePath: executable, args: flags, timeout: patience });
  t.after(() => browser.close());
  return browser;
}

/**
 * A page in a context of its own. When the test ends, nothing may have been
 * reported on the console beyond what it allows: no error, no violation of
 * the Content-Security-Policy.
 * @param {import('node:test').TestContext} t
 * @param {import('playwright-core').Browser} browser
 * @param {BrowserContextOptions & {allow?: RegExp}} [options] `allow`: errors that belong to the test
 * @returns {Promise<Page>}
 */
export async function newPage(t, browser, { allow, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.addInitScript(deepQueries);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => void (allow?.test(String(error)) || complaints.push(String(error))));
  page.on('console', (message) => {
    if (message.type() === 'error' && !allow?.test(message.text())) complaints.push(message.text());
  });
  t.after(async () => {
    await context.close();
    if (complaints.length > 0) throw new Error(`the console reported:\n${complaints.join('\n')}`);
  });
  return page;
}

/** Gives pages queries that look into shadow roots, as Playwright's selectors do. */
export function deepQueries() {
  /** @type {(root: Document | ShadowRoot, selector: string) => Element[]} */
  const search = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? search(shadowRoot, selector) : [])),
  ];
  const deepActive = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  Object.assign(globalThis, { deepAll: (/** @type {string} */ selector) => search(document, selector), deep: (/** @type {string} */ selector) => search(document, selector)[0] ?? null, deepActive });
}

/**
 * Keeps a picture of the page under build/screenshots, for people to look at.
 * @param {Page} page
 * @param {string} name
 */
export async function screenshot(page, name) {
  const folder = `${root}build/screenshots`;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** @type {string | undefined} */
let axe;

/**
 * The accessibility violations that axe finds, of any impact.
 * @param {Page} page
 * @returns {Promise<string[]>} one line each
 */
export async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
  }
  return page.evaluate(async () => {
    // Only violations are listed node by node, and only they leave the page.
    const { violations } = await /** @type {any} */ (globalThis).axe.run({ resultTypes: ['violations'] });
    return violations.flatMap((/** @type {any} */ { id, nodes }) => nodes.map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
  });
}

/**
 * Types a query and waits for its answer.
 * @param {Page} page
 * @param {string} query
 */
export async function ask(page, query) {
  await page.fill('.mycel-input', query);
  await answered(page, query);
}

/**
 * Waits until the address and the results are those of the query.
 * @param {Page} page
 * @param {string} query
 */
export async function answered(page, query) {
  await page.waitForURL((url) => url.searchParams.get('q') === query);
  await page.waitForSelector('.mycel-results[aria-busy=false]', { state: 'attached' });
}

/** Waits until the page has been drawn with all that is known now. @param {Page} page */
export const frames = (page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
/** @param {Page} page */
export const links = (page) => page.locator('a.mycel-option .mycel-name').allTextContents();
/** @param {Page} page */
export const status = (page) => page.textContent('.mycel-status');
/** The name of the active result. @param {Page} page */
export const active = (page) => page.textContent('[aria-selected=true] .mycel-name');
