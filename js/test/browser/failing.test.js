/**
 * Each file that a page loads fails in turn, in the ways that files fail: the search page's
 * in all of them, those of other pages in two, or with MYCEL_SOAK=1 in all. The page must
 * end in an answer, or in a message with a way to try again that works once the file is
 * there.
 */

import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { deepQueries, launch, newPage, screenshot, violations } from '../support/browser.js';
import { builtBundle, root, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes, patience } from '../support/until.js';
/** @import {Browser, BrowserContext, Frame, Page} from 'playwright-core' */
/** @import {TestContext} from 'node:test' */

/** Pages that are open at the same time. */
const atOnce = 6;

/** @param {string} path */
const typed = (path) => ({ 'Content-Type': server.typeOf(path) });

/** How files fail. @type {[name: string, handler: server.Handler][]} */
const faults = [
  ['404', server.status(404)],
  ['500', server.status(500)],
  ['another page', server.body('<!doctype html><title>App</title><p>Log in', { 'Content-Type': 'text/html; charset=utf-8' })],
  ['cut', server.cut],
  ['half of it', (response, content, path = '') => response.writeHead(200, typed(path)).end(content.subarray(0, content.length >> 1))],
  ['wrong bytes', (response, content, path = '') => response.writeHead(200, typed(path)).end(content.map((byte, i) => (2 * i > content.length ? byte ^ 0x95 : byte)))],
  ['dropped', (response) => response.destroy()],
];

/**
 * A page, and which of its files fail: those that match, each pattern at least one.
 * @typedef {object} Visit
 * @property {string} name
 * @property {string} address
 * @property {RegExp[]} files
 * @property {RegExp} script those without which the page's own script does not run
 * @property {boolean} [all] whether each file fails in all ways
 */

/** @type {Visit[]} */
const visits = [
  {
    name: 'the search page',
    address: 'mycel/',
    files: [/\/page\.\w+\.js$/, /page\.\w+\.css$/, /worker\.\w+\.js$/, /mycel-core\..*gz$/, /index\..*gz$/, /packs\//, /mycel\.json$/],
    script: /\/page\.\w+\.js$/,
    all: true,
  },
  { name: 'the search page in German', address: 'mycel/german.html', files: [/strings\.\w+\.pack$/], script: /^$/ },
  { name: 'the search page with a mode of the whole engine', address: 'mycel/?mode=graph', files: [/mycel\.\w+\.wasm\.gz$/], script: /^$/ },
  {
    name: 'a page of the site',
    address: 'site.html',
    files: [/define\.js$/, /panel\.\w+\.js$/, /client\/index\.js$/, /strings\.\w+\.pack$/],
    script: /^$/,
  },
  { name: 'the playground', address: 'mycel/playground/', files: [/playground\.js$/, /playground\.css$/, /client\/index\.js$/], script: /(playground|client\/index)\.js$/ },
];

/** @type {Browser} */
let browser;
/** @type {string} */
let folder;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  folder = await temporary(scope, 'failing');
  const bundle = join(folder, 'mycel');
  await cp(await builtBundle(), bundle, { recursive: true });
  await cp(`${root}site/dist/playground`, join(bundle, 'playground'), { recursive: true });
  const page = await readFile(join(bundle, 'index.html'), 'utf8');
  await writeFile(join(bundle, 'german.html'), page.replace('lang="en"', 'lang="de"'));
  const head = '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">';
  const script = '<script type="module" src="mycel/client/ui/define.js"></script>';
  await writeFile(join(folder, 'site.html'), `${head}${script}<mycel-search-trigger><a href="mycel/">Search</a></mycel-search-trigger>`);
  await writeFile(join(folder, 'frame.html'), `${head}<iframe sandbox="allow-scripts" src="mycel/"></iframe>`);
});

/** @param {TestContext} t */
const serveSite = (t) => server.serve(t, folder, { 'Content-Security-Policy': policy.replace("img-src 'self'", "img-src 'self' data:").concat("; frame-src 'self'") });

/**
 * Loads a page, and where the reader has to ask for it, searches.
 * @param {Page} page
 * @param {string} address
 */
async function visit(page, address) {
  const url = new URL(address);
  if (!url.pathname.endsWith('site.html')) url.searchParams.set('q', 'stilling well');
  await page.goto(url.href);
  if (url.pathname.endsWith('site.html')) await searchSite(page);
}

/**
 * Opens the dialog and types; where the elements are not there the link leads on.
 * @param {Page} page
 */
async function searchSite(page) {
  await page.getByText('Search', { exact: true }).click();
  const input = page.locator('.mycel-input');
  await input.waitFor();
  await input.fill('stilling well');
}

/**
 * How a visit ends.
 * @param {Page | Frame} page
 * @param {boolean} withScript whether the page's own script comes
 * @returns {Promise<'answer' | 'problem' | 'stuck' | 'failed' | 'not opened'>}
 */
async function endOf(page, withScript) {
  // Nobody waits here until the page says by itself that its script does not come.
  if (!withScript) await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  const end = await page.waitForFunction((withScript) => {
    const shown = (/** @type {string} */ selector) => deep(selector)?.checkVisibility({ visibilityProperty: true });
    if (shown('a.mycel-option') || shown('#columns ol > li')) return 'answer';
    if (shown('.mycel-problem button')) return 'problem';
    if (!withScript && (shown('.stuck a') || shown('#status a'))) return 'stuck';
    if (shown('.failed')) return 'failed';
    return /cannot be opened.*Reload/s.test(document.getElementById('status')?.textContent ?? '') && 'not opened';
  }, withScript);
  return /** @type {any} */ (await end.jsonValue());
}

/**
 * Takes the way out that a page offers.
 * @param {Page} page
 * @param {Awaited<ReturnType<typeof endOf>>} end
 */
async function tryAgain(page, end) {
  if (end === 'problem') return page.locator('.mycel-problem button').click();
  if (end === 'stuck') return page.getByRole('link', { name: 'Try again' }).click();
  await page.reload();
  if (end === 'failed') await searchSite(page);
}

/**
 * @param {TestContext} t
 * @param {BrowserContext} context
 * @param {Visit} visit
 * @param {string} file path of the one that fails
 * @param {server.Handler} fault
 * @returns {Promise<string>} how the visit ended
 */
async function visitWithout(t, context, { address, script }, file, fault) {
  const site = await serveSite(t); // at an address of its own nothing is cached
  const page = await context.newPage();
  await page.addInitScript(deepQueries);
  try {
    site.on(new RegExp(`^${file.replaceAll('.', '\\.')}$`), fault);
    await visit(page, site.url + address);
    const end = await endOf(page, !script.test(file));
    if (end === 'answer') return end;
    site.restore();
    await tryAgain(page, end);
    const second = await endOf(page, true);
    return second === 'answer' ? end : `${end}, and ${second} after another try`;
  } catch (error) {
    return `dead: ${/** @type {Error} */ (error).message.split('\n')[0]}: ${await page.evaluate(() => document.body.innerText).catch(() => '')}`;
  } finally {
    await page.close();
  }
}

for (const [n, kind] of visits.entries()) {
  test(`no file that fails leaves a dead page: ${kind.name}`, async (t) => {
    const context = await browser.newContext();
    context.setDefaultTimeout(patience);
    t.after(() => context.close());
    const site = await serveSite(t);
    const page = await context.newPage();
    await page.addInitScript(deepQueries);
    await visit(page, site.url + kind.address);
    assert.equal(await endOf(page, true), 'answer');
    // A result is shown with its title as soon as that is known, and its excerpt may still be on the way.
    await becomes(() => kind.files.filter((file) => !site.requests.some((path) => file.test(path))).map(String), []);
    await page.close();
    const failing = [...new Set(site.requests)].filter((path) => kind.files.some((file) => file.test(path)));
    const all = kind.all || process.env.MYCEL_SOAK;
    const cases = failing.flatMap((file, i) => faults.filter((_, fault) => all || (i + n + fault) % 4 === 0).map(([fault, handler]) => ({ file, fault, handler })));
    /** @type {Record<string, string>} */
    const ends = {};
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (let next = cases.shift(); next; next = cases.shift()) {
        ends[`${next.file}, ${next.fault}`] = await visitWithout(t, context, kind, next.file, next.handler);
      }
    }));
    t.diagnostic(JSON.stringify(ends));
    assert.deepEqual(Object.entries(ends).filter(([, end]) => !/^(answer|problem|stuck|failed|not opened)$/.test(end)), []);
  });
}

/** @param {Page | Frame} page */
const stuckIsShown = (page) => page.locator('.stuck').isVisible();

test('a script that is late: the page says so after ten seconds at most, until it comes', async (t) => {
  const page = await newPage(t, browser);
  const site = await serveSite(t);
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  site.on(/page\.\w+\.js$/, (response, content, path = '') => void released.then(() => response.writeHead(200, typed(path)).end(content)));
  await page.goto(`${site.url}mycel/?q=stilling+well`, { waitUntil: 'commit' });
  await page.locator('.stuck').waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    for (const animation of document.getAnimations()) {
      animation.pause(); // where the machine is slow the ten seconds may have passed
      animation.currentTime = 0;
    }
    return document.getAnimations().length > 0;
  });
  assert.equal(await stuckIsShown(page), false);
  assert.ok(await page.evaluate(() => document.getAnimations().every(({ effect }) => Number(effect?.getTiming().duration) <= 10_000)));
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await becomes(() => stuckIsShown(page), true);
  assert.deepEqual(await violations(page), []);
  await screenshot(page, 'stuck');
  release();
  assert.equal(await endOf(page, true), 'answer');
  await becomes(() => page.locator('.stuck').count(), 0);
});

test('a browser that runs no scripts says what to do', async (t) => {
  const page = await newPage(t, browser, { javaScriptEnabled: false });
  const site = await serveSite(t);
  await page.goto(`${site.url}mycel/`);
  await becomes(() => stuckIsShown(page), false);
  assert.ok(await page.locator('noscript p').isVisible());
});

test('a frame that may load no scripts of its origin says what to do', async (t) => {
  const page = await newPage(t, browser, { allow: /CORS|ERR_FAILED/ });
  const site = await serveSite(t);
  await page.goto(`${site.url}frame.html`);
  const [, frame] = page.frames();
  assert.equal(await endOf(frame, false), 'stuck');
  await becomes(() => frame.getByRole('link', { name: 'open it by itself' }).getAttribute('target'), '_blank');
});
