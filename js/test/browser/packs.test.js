/** A bundle whose parts are in packs, in Chromium: from a host with ranges and from one without, and offline. */

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ask, launch, links, newPage } from '../support/browser.js';
import { builtBundle } from '../support/files.js';
import { packBundle, ranged } from '../support/packs.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';

/** @import {Page} from 'playwright-core' */

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

/** Bytes of a slot: some parts of the bundle fit, some do not. */
const slot = 1024;

/**
 * @param {import('node:test').TestContext} t
 * @param {{packs: boolean, ranges?: boolean}} options
 */
async function setup(t, { packs, ranges }) {
  const folder = await mkdtemp(join(tmpdir(), 'packs-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(await builtBundle(), folder, { recursive: true });
  if (packs) await packBundle(folder, slot);
  const site = await server.serve(t, folder, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  if (ranges) site.on(/\.pack$/, ranged);
  const page = await newPage(t, browser, { allow: /Failed to load resource|ERR_/ });
  await page.goto(site.url);
  return { site, page };
}

/**
 * @param {Page} page
 * @param {string} query
 */
async function found(page, query) {
  await ask(page, query);
  return [await links(page), await page.locator('.mycel-excerpt').allTextContents()];
}

for (const ranges of [true, false]) {
  test(`a host ${ranges ? 'with' : 'without'} ranges`, async (t) => {
    const whole = await found((await setup(t, { packs: false })).page, 'stilling well inlet');
    const { site, page } = await setup(t, { packs: true, ranges });
    assert.deepEqual(await found(page, 'stilling well inlet'), whole);
    const asked = site.requests.filter((path) => path.endsWith('.pack'));
    assert.ok(asked.length > 0);
    assert.ok(!site.requests.some((path) => /\/\d+\.gz$/.test(path)), String(site.requests));
    // The next visit finds its parts in the browser.
    await page.waitForFunction(async () => {
      const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      // What an answer needs is kept before what the quiet after it leaves.
      return [/\/texts\/.*\.pack\?\d+$/, /\?unpacked$/].every((kind) => keys.flat().some(({ url }) => kind.test(url)));
    });
    await page.goto(`${site.url}?q=stilling+well+inlet`);
    await page.waitForSelector('.mycel-excerpt:not(:empty)');
    assert.equal(site.requests.filter((path) => /texts.*\.pack$/.test(path)).length, asked.filter((path) => /texts/.test(path)).length);
  });

  test(`a service worker keeps what comes from a host ${ranges ? 'with' : 'without'} ranges`, async (t) => {
    const { site, page } = await setup(t, { packs: true, ranges });
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('mycel-sw.js');
      await navigator.serviceWorker.ready;
    });
    assert.ok(!site.requests.some((path) => path.endsWith('.pack')), 'no pack is kept before it is read');
    await page.reload();
    const online = await found(page, 'stilling well inlet');
    assert.ok(site.requests.some((path) => path.endsWith('.pack')));
    site.on(/./, (response) => response.destroy());
    await page.goto(`${site.url}?q=stilling+well+inlet`);
    await page.waitForSelector('.mycel-excerpt:not(:empty)');
    assert.deepEqual(await found(page, 'stilling well inlet'), online);
  });
}
