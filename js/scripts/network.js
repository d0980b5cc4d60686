/**
 * The first search over a slow link, in Chromium: from the navigation to the search page
 * with a query in its address until the first result, and the first excerpt, have been
 * painted; and on a page with the component: from the query on, pasted when the reader has pointed
 * at its button before; and from the last key on, when the reader has opened the dialog two seconds before the first.
 *
 *     node scripts/network.js [--waterfall] [--rounds N] [--rows full,preloaded] BUNDLE OTHER QUERY...
 *
 * OTHER is an earlier build of the bundle, with the same engine and another index. With
 * --waterfall every request of one visit of each kind is listed; with --rows only these
 * rows are measured, with --rounds so often.
 *
 * A reader searches in a window that stands there already: the navigation begins when the
 * browser has put up its own. Until the answer is there nothing is asked of the page, since
 * what asks runs on its thread: it says so itself, by a line to the console.
 *
 * The link has LATENCY milliseconds and MBITS megabits a second; see link.js.
 */

import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { executable } from '../test/support/browser.js';
import { Link, sleep } from './link.js';

const latency = Number(process.env.LATENCY ?? 150); // ms
const mbits = Number(process.env.MBITS ?? 1.6);
const windowPause = 1500; // ms that a new window of the browser takes at most

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { waterfall: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' }, rows: { type: 'string', default: 'empty,full,service worker,engine kept,preloaded,typed' } },
});
const { waterfall } = values;
const rounds = waterfall ? 1 : Number(values.rounds);
const chosen = values.rows.split(',');
const [bundle, other, ...queries] = positionals;
if (queries.length === 0) {
  console.error('usage: node scripts/network.js [--waterfall] [--rounds N] [--rows ROW,ROW] BUNDLE OTHER QUERY...');
  process.exit(2);
}

/** Served beside the bundle's own files. */
const componentPage = 'component.html';
const component = '<!doctype html><title>Component</title><script type="module" src="./client/ui/define.js"></script><mycel-search-trigger></mycel-search-trigger>';

const link = await new Link(latency, mbits).listen();
link.pages[`/${componentPage}`] = component;
const site = link.url;

const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'] });

/** What a page says when the first excerpt is there. */
const done = 'the first excerpt is there';

/** Likewise, when all excerpts of a query that is typed are. */
const typedDone = 'the whole list is there';

/**
 * Notes when the first result, and the first excerpt, have been painted: a task that is
 * queued when a frame begins runs when it is done. Results stand in shadow roots.
 * @param {string} done
 */
const watch = (done) => {
  const times = /** @type {any} */ (globalThis).mycelTimes ?? {};
  Object.assign(globalThis, { mycelTimes: times });
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [];
  const note = (/** @type {string} */ what, /** @type {string} */ selector) => {
    if (seen.has(what) || !roots.some((root) => root.querySelector(selector))) return;
    seen.add(what);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        times[what] = performance.now();
        if (what === 'excerpt') console.debug(done);
      };
      port2.postMessage(null);
    });
  };
  const changed = new MutationObserver(() => {
    note('result', 'a.mycel-option');
    note('excerpt', '.mycel-excerpt');
  });
  const observe = (/** @type {Document | ShadowRoot} */ root) => {
    roots.push(root);
    changed.observe(root, { childList: true, subtree: true });
  };
  observe(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    observe(root);
    return root;
  };
};

/**
 * A window to search in.
 * @param {import('playwright-core').BrowserContext} context
 */
async function newWindow(context) {
  const page = await context.newPage();
  await page.addInitScript(watch, done);
  await sleep(windowPause);
  return page;
}

/**
 * What a reader waited for.
 * @typedef {object} Visit
 * @property {number} result milliseconds until the first result was shown
 * @property {number} excerpt until the first excerpt was
 * @property {number} bytes sent until then
 * @property {number} requests until then
 */

/**
 * Has something searched for, waits for the first excerpt, and closes the page when
 * everything is in the caches.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} search
 * @param {string} name of the visit, for the waterfall
 * @param {string} [end] the line of the page after which no more is waited for
 * @returns {Promise<Visit>}
 */
async function answered(page, search, name, end = done) {
  const said = page.waitForEvent('console', { predicate: (message) => message.text() === end, timeout: 120_000 });
  link.forget();
  await search();
  await said;
  const { start = 0, result, excerpt } = await page.evaluate(() => /** @type {any} */ (globalThis).mycelTimes);
  const visit = { result: result - start, excerpt: excerpt - start, bytes: link.sent, requests: link.rows.length };
  if (waterfall) printWaterfall(name, visit);
  await link.quiet();
  await page.close();
  return visit;
}

/**
 * The search page, with a query in its address.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} query
 * @param {string} name
 */
async function visit(context, query, name) {
  const page = await newWindow(context);
  return answered(page, () => page.goto(`${site}?q=${encodeURIComponent(query)}`, { waitUntil: 'commit' }), name);
}

/**
 * Registers the bundle's service worker, and waits until it has all files.
 * @param {import('playwright-core').BrowserContext} context
 */
async function register(context) {
  const page = await context.newPage();
  await page.goto(site);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('./mycel-sw.js');
    await navigator.serviceWorker.ready;
  });
  await link.quiet();
  await page.close();
}

/**
 * A page with the component, whose button the reader has pointed at long enough for all
 * that it loads then; timed from the query on, as if it had been pasted.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} query
 * @param {string} name
 */
async function hovered(context, query, name) {
  const page = await newWindow(context);
  await page.goto(`${site}${componentPage}`);
  await page.hover('mycel-search-trigger');
  await page.waitForSelector('.mycel-body', { state: 'attached' });
  await link.quiet();
  const search = () =>
    page.evaluate((text) => {
      /** @type {any} */ (globalThis).mycelTimes.start = performance.now();
      /** @type {any} */ (document.querySelector('mycel-search-modal')).open(text);
    }, query);
  return answered(page, search, name);
}

/** Milliseconds until a reader who has opened the dialog types, and between two keys. */
const [pause, key] = [2000, 120];

/**
 * A page with the component, whose dialog the reader opens, and types a query there; timed from the last key until
 * the list of the whole query is there, and all of its excerpts.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} query
 * @param {string} name
 */
async function typed(context, query, name) {
  const page = await newWindow(context);
  await page.goto(`${site}${componentPage}`);
  await page.evaluate(
    ([query, done]) => {
      /** @type {Record<string, number>} */
      const times = (/** @type {any} */ (globalThis).mycelTimes = {});
      const note = (/** @type {string[]} */ ...names) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          for (const name of names) times[name] ??= performance.now();
          if (times.excerpt) console.debug(done);
        };
        requestAnimationFrame(() => port2.postMessage(null));
      };
      addEventListener('keydown', () => (times.start = performance.now()), { capture: true });
      addEventListener('ranked', (event) => /** @type {CustomEvent} */ (event).detail.query === query && note('result'));
      addEventListener('results', (event) => /** @type {CustomEvent} */ (event).detail.query === query && note('result', 'excerpt'));
    },
    [query, typedDone],
  );
  await page.click('mycel-search-trigger');
  await sleep(pause);
  return answered(page, () => page.keyboard.type(query, { delay: key }), name, typedDone);
}

/**
 * Every request of a visit until the first excerpt. The wave of a request is how many
 * others, one after the other, had ended when it came, itself included.
 * @param {string} name
 * @param {Visit} visit
 */
function printWaterfall(name, { result, excerpt }) {
  /** @type {number[]} */
  const waves = [];
  const { rows } = link;
  for (const { start } of rows) waves.push(1 + Math.max(0, ...waves.filter((_, i) => rows[i].end <= start)));
  console.log(`\n${name}: first result at ${result.toFixed(0)} ms, first excerpt at ${excerpt.toFixed(0)} ms`);
  console.log('wave  start    end  status    bytes  file');
  for (const [i, { path, start, end, status, bytes }] of rows.entries()) {
    const since = (/** @type {number} */ at) => (at === Infinity ? '…' : (at - rows[0].start).toFixed(0)).padStart(5);
    console.log(`${String(waves[i]).padStart(4)}  ${since(start)}  ${since(end)}  ${String(status).padStart(6)}  ${String(bytes).padStart(7)}  ${path}`);
  }
}

/** @type {Record<string, Visit[]>} */
const results = { empty: [], full: [], 'service worker': [], 'engine kept': [], preloaded: [], typed: [] };
for (let round = 0; round < rounds; round++) {
  const query = queries[round % queries.length];
  if (chosen.some((row) => ['empty', 'full', 'service worker'].includes(row))) {
    const context = await browser.newContext();
    link.folder = bundle;
    results.empty.push(await visit(context, query, 'empty'));
    if (chosen.includes('full')) results.full.push(await visit(context, query, 'full'));
    if (chosen.includes('service worker')) {
      await register(context);
      results['service worker'].push(await visit(context, query, 'service worker'));
    }
    await context.close();
  }
  if (chosen.includes('engine kept')) {
    const known = await browser.newContext();
    link.folder = other;
    await visit(known, query, 'other index');
    link.folder = bundle;
    results['engine kept'].push(await visit(known, query, 'engine kept'));
    await known.close();
  }
  if (chosen.includes('preloaded')) {
    const fresh = await browser.newContext();
    link.folder = bundle;
    results.preloaded.push(await hovered(fresh, query, 'preloaded'));
    await fresh.close();
  }
  if (chosen.includes('typed')) {
    const fresh = await browser.newContext();
    link.folder = bundle;
    results.typed.push(await typed(fresh, query, 'typed'));
    await fresh.close();
  }
}
await browser.close();
link.close();

const median = (/** @type {number[]} */ numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log(`\n${latency} ms a request, ${mbits} Mbit/s; medians of ${rounds}; seconds from navigation, preloaded from the query, typed from its last key (requests and bytes from the first)`);
console.log('caches          first result  first excerpt  requests      kB');
for (const [name, runs] of Object.entries(results)) {
  if (runs.length === 0) continue;
  const of = (/** @type {keyof Visit} */ key) => median(runs.map((run) => run[key]));
  const cells = [(of('result') / 1000).toFixed(2).padStart(12), (of('excerpt') / 1000).toFixed(2).padStart(13), String(of('requests')).padStart(8), (of('bytes') / 1000).toFixed(0).padStart(6)];
  console.log(`${name.padEnd(14)}  ${cells.join('  ')}`);
}
process.exit(0);
