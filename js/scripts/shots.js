/**
 * Pictures of the interface in its states, to be looked at: npm run shots, after make site.
 * Writes build/shots/STATE-SCREEN-SCHEME.png, and a contact sheet for each screen and scheme.
 *
 *   node scripts/shots.js [STATE…]
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium, devices } from 'playwright-core';
import { executable, flags } from '../test/support/browser.js';
import { root } from '../test/support/files.js';
import { held, serve, status } from '../test/support/server.js';
/** @typedef {import('playwright-core').Page} Page */

const folder = `${root}build/shots`;
const start = 'demo/pkg/io.html';
const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { ...devices['iPhone 13'], viewport: { width: 390, height: 844 }, defaultBrowserType: undefined },
};

/** @type {(() => unknown)[]} */
const ends = [];
const site = await serve(/** @type {any} */ ({ after: (/** @type {() => unknown} */ end) => ends.push(end) }), `${root}build/demo/`);
const wanted = process.argv.slice(2);

/**
 * Opens the dialog and asks.
 * @param {Page} page
 * @param {string} [query]
 */
async function ask(page, query) {
  await page.evaluate(() => {
    const trigger = /** @type {any} */ (document.querySelector('mycel-search-trigger'));
    trigger.modal.open();
  });
  await page.waitForSelector('.mycel-results', { state: 'attached' });
  if (!query) return page.waitForTimeout(400);
  await page.locator('mycel-search-modal .mycel-input').fill(query);
  await page.waitForURL((url) => url.searchParams.get('q') === query);
  await page.waitForSelector('mycel-search-modal .mycel-results[aria-busy=false]', { state: 'attached' });
  await page.waitForTimeout(500);
}

/** What is drawn, by name. @type {Record<string, (page: Page) => Promise<unknown>>} */
const states = {
  empty: (page) => ask(page),
  recents: async (page) => {
    await page.evaluate(() => {
      for (const key of ['mycel-recent:/demo/mycel/']) localStorage.setItem(key, JSON.stringify(['random number for passwords', 'WaitGroup', 'read a file line by line']));
    });
    await ask(page);
  },
  loading: async (page) => {
    site.on(/wasm/, held());
    await page.evaluate(() => /** @type {any} */ (document.querySelector('mycel-search-trigger')).modal.open('read a file'));
    await page.waitForTimeout(1200);
  },
  results: (page) => ask(page, 'read a file'),
  grouped: (page) => ask(page, 'regular expression syntax'),
  symbol: (page) => ask(page, 'WaitGroup'),
  typo: (page) => ask(page, 'regluar expresion'),
  none: (page) => ask(page, 'zeppelin'),
  partly: (page) => ask(page, 'zeppelin goroutine'),
  error: async (page) => {
    site.on(/mycel\.json/, status(404));
    await page.evaluate(() => /** @type {any} */ (document.querySelector('mycel-search-trigger')).modal.open('read'));
    await page.waitForSelector('.mycel-problem');
  },
  filters: async (page) => {
    await ask(page, 'random number');
    await page.locator('.mycel-filter').first().click();
    await page.waitForTimeout(300);
  },
  chosen: async (page) => {
    await ask(page, 'random number');
    await page.locator('.mycel-filter').first().click();
    await page.locator('.mycel-values:not([hidden]) input').nth(1).check();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  },
  why: async (page) => {
    await page.evaluate(() => document.querySelector('mycel-search-trigger')?.setAttribute('mode', 'bridge'));
    await ask(page, 'which function does the type that copies until EOF call');
    await page.locator('.mycel-why summary').first().click({ force: true });
    await page.waitForTimeout(400);
  },
  page: async (page) => {
    await page.goto(`${site.url}demo/mycel/?q=stop+a+goroutine`);
    await page.waitForSelector('.mycel-option');
    await page.waitForTimeout(500);
  },
  playground: async (page) => {
    await page.goto(`${site.url}demo/mycel/playground/?q=random+number+that+is+safe+for+passwords`);
    await page.waitForFunction(() => document.querySelectorAll('#columns .hits').length > 5);
    await page.waitForTimeout(500);
  },
  map: async (page) => {
    await page.goto(`${site.url}demo/mycel/map/`);
    await page.waitForSelector('.mycel-group');
    await page.waitForTimeout(300);
  },
  topic: async (page) => {
    await page.goto(`${site.url}demo/mycel/map/`);
    await page.locator('.mycel-group').first().click();
    await page.waitForTimeout(300);
  },
  home: (page) => page.goto(site.url),
  article: (page) => page.goto(`${site.url}docs/component.html`),
};

const browser = await chromium.launch({ executablePath: executable, args: flags });
await mkdir(folder, { recursive: true });
for (const [screen, options] of Object.entries(screens)) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    /** @type {string[]} */
    const names = [];
    for (const [state, show] of Object.entries(states)) {
      if (wanted.length > 0 && !wanted.includes(state)) continue;
      const context = await browser.newContext({ ...options, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(site.url + start);
      await page.waitForFunction(() => customElements.get('mycel-search-trigger'));
      const name = `${state}-${screen}-${colorScheme}.png`;
      try {
        await show(page);
      } catch (error) {
        console.error(`${name}: ${error}`);
      }
      await page.screenshot({ path: `${folder}/${name}` });
      names.push(name);
      site.restore();
      await context.close();
    }
    await sheet(names, screen, colorScheme);
  }
}
await browser.close();
for (const end of ends) await end();

/**
 * All pictures of one kind on one.
 * @param {string[]} names
 * @param {string} screen
 * @param {string} scheme
 */
async function sheet(names, screen, scheme) {
  const figures = await Promise.all(names.map(async (name) => {
    const picture = (await readFile(`${folder}/${name}`)).toString('base64');
    return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture}"></figure>`;
  }));
  const width = screen === 'phone' ? 300 : 760;
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.setContent(`<style>body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#888;font:13px sans-serif}figure{margin:0}img{width:${width}px;display:block}</style>${figures.join('')}`);
  await page.screenshot({ path: `${folder}/sheet-${screen}-${scheme}.png`, fullPage: true });
  await page.close();
  await writeFile(`${folder}/index.html`, names.map((name) => `<figure><figcaption>${name}</figcaption><img src="${name}" width="${width}"></figure>`).join('\n'));
}
