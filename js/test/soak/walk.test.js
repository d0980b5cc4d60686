/**
 * Random walks: readers search in several tabs while the site is updated, the network
 * comes and goes, and the browser ends workers and forgets files. Every search must end in
 * an answer of one build; without network, or when the page has just been told so, in a message.
 *
 * WALKS and STEPS say how much, SEED where to begin.
 */

import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { deepQueries, launch } from '../support/browser.js';
import { redeploy } from '../support/deploy.js';
import { builtBundle, temporary } from '../support/files.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';
/** @import {CDPSession, Page} from 'playwright-core' */

const walks = Number(process.env.WALKS ?? 12);
const steps = Number(process.env.STEPS ?? 80);
const firstSeed = Number(process.env.SEED ?? 1);

const queries = ['stilling well', 'float gauge', 'keeper', 'storm relief', 'tide', 'harbour', 'calibration', 'clock', 'painted green', 'ice', 'wave', 'brask', 'records', 'tower keeper storm'];

/** @param {number} seed @returns {(n: number) => number} integers below n */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** Readers and their site. */
class Walk {
  /** @type {string[]} */
  log = [];
  /** @type {Page[]} */
  tabs = [];
  online = true;
  kept = false; // by a service worker
  edition = 0;

  /**
   * @param {import('node:test').TestContext} t
   * @param {import('playwright-core').BrowserContext} context
   * @param {server.Server} site
   * @param {string} folder
   * @param {(n: number) => number} roll
   */
  constructor(t, context, site, folder, roll) {
    this.t = t;
    this.context = context;
    this.site = site;
    this.folder = folder;
    this.roll = roll;
  }

  /** Whether a page can be loaded. */
  get reachable() {
    return this.online || this.kept;
  }

  get tab() {
    return this.tabs[this.roll(this.tabs.length)];
  }

  /** What may happen, and how often. @type {[weight: number, name: string, () => Promise<unknown>][]} */
  events = [
    [12, 'search', () => this.search(this.tab)],
    [2, 'redeploy', () => redeploy(this.t, join(this.folder, 'mycel'), `e${++this.edition}`)],
    [2, 'network', async () => this.plug(!this.online)],
    [2, 'new tab', async () => this.tabs.length < 3 && this.reachable && this.openTab()],
    [1, 'close tab', async () => this.tabs.length > 1 && this.tabs.shift()?.close()],
    [2, 'reload', async () => this.reachable && this.load(this.tab)],
    [2, 'end worker', () => this.endWorker()],
    [1, 'forget files', async () => this.kept || this.tab.evaluate(async () => { for (const name of await caches.keys()) await caches.delete(name); })],
    [1, 'little room', () => this.quota(1000)],
    [1, 'room', () => this.quota()],
    [1, 'service worker', async () => this.online && this.register()],
    [1, 'end service worker', () => this.send('ServiceWorker', (session) => session.send('ServiceWorker.stopAllWorkers'))],
  ];

  async step() {
    let at = this.roll(this.events.reduce((sum, [weight]) => sum + weight, 0));
    const [, name, run] = /** @type {Walk['events'][0]} */ (this.events.find(([weight]) => (at -= weight) < 0));
    this.log.push(name);
    await run();
  }

  /** @param {boolean} online */
  plug(online) {
    this.online = online;
    this.log.push(online ? 'online' : 'offline');
    if (online) this.site.restore();
    else this.site.on(/./, (response) => response.destroy());
  }

  async openTab() {
    const page = await this.context.newPage();
    this.tabs.push(page);
    await this.load(page);
  }

  /** @param {Page} page */
  async load(page) {
    await page.goto(`${this.site.url}mycel/`);
    await page.waitForSelector('.mycel-input');
  }

  async endWorker() {
    const [worker] = this.tab.workers();
    await worker?.evaluate(() => close()).catch(() => {}); // it may have just gone
  }

  /** @param {number} [quotaSize] bytes */
  quota(quotaSize) {
    return this.send(undefined, (session) => session.send('Storage.overrideQuotaForOrigin', { origin: new URL(this.site.url).origin, quotaSize }));
  }

  /** @param {'ServiceWorker' | undefined} domain @param {(session: CDPSession) => Promise<unknown>} say */
  async send(domain, say) {
    const session = await this.context.newCDPSession(this.tab);
    if (domain) await session.send(`${domain}.enable`);
    await say(session);
    await session.detach();
  }

  async register() {
    this.kept ||= await this.tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('mycel-sw.js').catch(() => undefined);
      const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
      while (worker && !['activated', 'redundant'].includes(worker.state)) await new Promise((resolve) => setTimeout(resolve, 20));
      return worker?.state === 'activated'; // not where there is no room
    });
    this.log.push(`kept: ${this.kept}`);
  }

  /** @param {Page} page */
  async search(page) {
    const query = queries[this.roll(queries.length)];
    await page.fill('.mycel-input', '');
    await page.waitForURL((url) => !url.searchParams.has('q')); // what the last search said is gone
    await page.fill('.mycel-input', query);
    await page.waitForURL((url) => url.searchParams.get('q') === query);
    await page.waitForSelector('.mycel-results[aria-busy=false]', { state: 'attached' });
    const { problem, links } = await page.evaluate(() => ({
      problem: deep('.mycel-problem')?.textContent,
      links: deepAll('a.mycel-option').map((link) => link.getAttribute('href') ?? ''),
    }));
    const editions = new Set(links.map((href) => /\/(e\d+)\//.exec(href)?.[1] ?? 'e0'));
    this.log.push(`${query}: ${problem ?? `${links.length} hits of ${[...editions]}`}`);
    assert.ok(editions.size <= 1, 'an answer is of one build');
    if (!this.online) return;
    assert.equal(problem, undefined, 'with a network there is an answer');
    assert.ok(links.length > 0, `something is found for ${query}`);
  }
}

for (let seed = firstSeed; seed < firstSeed + walks; seed++) {
  test(`random walk ${seed}`, async (t) => {
    const browser = await launch(t);
    const context = await browser.newContext();
    context.setDefaultTimeout(120_000); // which a busy machine may take
    await context.addInitScript(deepQueries);
    const folder = await temporary(t, 'walk');
    await cp(await builtBundle(), join(folder, 'mycel'), { recursive: true });
    const site = await server.serve(t, folder, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    const walk = new Walk(t, context, site, folder, dice(seed));
    try {
      await walk.openTab();
      for (let n = 0; n < steps; n++) await walk.step();
      walk.plug(true);
      for (const page of walk.tabs) await walk.search(page);
      t.diagnostic(walk.log.join(', '));
    } catch (error) {
      throw new Error(`${error}\nafter ${walk.log.join(', ')}`, { cause: error });
    }
  });
}
