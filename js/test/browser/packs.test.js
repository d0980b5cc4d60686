/** A bundle in Chromium, small, with an index in packs, and with slots: from a host with ranges and from one without, and offline. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ask, launch, links, newPage } from '../support/browser.js';
import { builtBundle, packedBundle } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';
import { until } from '../support/until.js';

/** @import {Page} from 'playwright-core' */

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {{slot?: number, ranges: boolean}} options `slot`: bytes of slots, 0 for none; undefined: the bundle as it was built
 */
async function setup(t, { slot, ranges }) {
  const folder = slot === undefined ? await builtBundle() : await packedBundle(t, { slot });
  const site = await server.serve(t, folder, { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  if (!ranges) site.on(/\.pack$/, (response, content) => void response.writeHead(200).end(content));
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

/**
 * Waits until the browser keeps texts, whole or a part of them.
 * @param {Page} page
 * @param {RegExp} name
 */
async function keptTexts(page, name) {
  await page.waitForFunction(async (name) => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().some(({ url }) => name.test(url));
  }, name);
}

const query = 'stilling well inlet';

// Some parts of the bundle fit into slots of 1,024 bytes, some do not.
for (const [slot, ranges] of /** @type {[number, boolean][]} */ ([[0, true], [0, false], [1024, true], [1024, false]])) {
  const host = `a host ${ranges ? 'with' : 'without'} ranges, ${slot ? 'slots' : 'no slots'}`;
  test(host, async (t) => {
    const small = await found((await setup(t, { ranges: true })).page, query);
    const { site, page } = await setup(t, { slot, ranges });
    assert.deepEqual(await found(page, query), small);
    // The next visit finds its parts in the browser.
    await keptTexts(page, /\/text\..*\.pack$/); // the last that a visit leaves
    const asked = site.requests.filter((path) => path.endsWith('.pack'));
    assert.ok(asked.length > 0);
    await page.goto(`${site.url}?q=${query}`);
    await page.waitForSelector('.mycel-excerpt:not(:empty)');
    assert.deepEqual(site.requests.filter((path) => path.endsWith('.pack')), asked);
  });

  test(`a service worker, ${host}`, async (t) => {
    const { site, page } = await setup(t, { slot, ranges });
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('mycel-sw.js');
      await navigator.serviceWorker.ready;
    });
    const kinds = () => new Set(site.requests.map((path) => /packs\/(\w+)/.exec(path)?.[1]).filter(Boolean));
    assert.deepEqual([...kinds()], slot ? [] : ['index'], 'what is kept before it is read');
    await page.reload();
    const online = await found(page, query);
    assert.ok(kinds().has('text'));
    await keptTexts(page, /\/text\..*\.pack/);
    site.on(/./, (response) => response.destroy());
    await page.goto(`${site.url}?q=${query}`);
    await page.waitForSelector('.mycel-excerpt:not(:empty)');
    assert.deepEqual(await found(page, query), online);
  });
}

test('the rest of a small index comes whole when nobody asks', async (t) => {
  const { site, page } = await setup(t, { slot: 0, ranges: true });
  await found(page, query);
  const whole = () =>
    page.evaluate(async () => {
      const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().filter(({ url }) => url.endsWith('.pack')).length;
    });
  const { texts, parts } = JSON.parse(await (await fetch(`${site.url}mycel.json`)).text());
  const packs = [texts, parts].reduce((sum, { names }) => sum + Buffer.from(names, 'base64').length / 8, 0);
  await until(async () => (await whole()) === packs);
  const asked = site.requests.length;
  await found(page, 'float gauge');
  await found(page, 'lamp oil');
  assert.equal(site.requests.length, asked);
});
