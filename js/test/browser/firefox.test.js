/**
 * The search elements in Firefox, where it is installed: that they load, answer, filter
 * and explain. What they do in detail is tested in Chromium.
 */

import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { adoptedSite, html } from '../support/adopted.js';
import { builtBundle } from '../support/files.js';
import { deepQueries } from '../support/browser.js';
import { serve } from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes, patience } from '../support/until.js';

/** $FIREFOX names another one. */
const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const skip = await access(firefox).then(() => false, () => `${firefox} is not there: install Firefox, or name it in $FIREFOX`);

/**
 * Waits for an element. Selectors of Puppeteer are tried again when the document changes, and not when a shadow root does.
 * @param {import('puppeteer-core').Page} page
 * @param {string} selector
 */
const shown = (page, selector) => page.waitForFunction((name) => Boolean(deep(name)), {}, selector);

test('a query in Firefox: typed, answered, explained, closed; nothing is reported on the console', { skip }, async (t) => {
  const site = await adoptedSite(t, { 'index.html': html('<mycel-search-trigger mode="bridge"></mycel-search-trigger>') }, { built: true });
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true, timeout: 0, protocolTimeout: 0 });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(deepQueries);
  await page.goto(site.url);
  await shown(page, '.mycel-trigger');
  await page.keyboard.press('/');
  await becomes(() => page.evaluate(() => deepActive()?.className), 'mycel-input');
  const question = 'Which town did the designer of the float gauge learn clockmaking in?';
  await page.keyboard.type(question);
  // The beginning of the question is answered, too, where the machine is slow, and its rows go when the whole is.
  await page.waitForFunction((whole) => new URLSearchParams(location.search).get('q') === whole && deep('.mycel-results')?.getAttribute('aria-busy') === 'false', {}, question);
  await page.waitForFunction(() => deep('[aria-selected=true] .mycel-name')?.textContent === 'Brask' && /^\d+\+? results$/.test(deep('.mycel-status')?.textContent ?? '')); // 10+ until all are counted
  for (const stop of ['Clear', 'Close', 'Why this result?']) {
    await page.keyboard.press('Tab');
    await becomes(() => page.evaluate(() => /** @type {HTMLElement | null} */ (deepActive())?.title || deepActive()?.textContent), stop);
  }
  await page.keyboard.press('Enter');
  await shown(page, '.mycel-figure');
  await becomes(() => page.$$eval('pierce/.mycel-step .mycel-kind', (all) => all.map((node) => node.textContent)), ['Query', 'Name', 'Sentence', 'Name', 'This section']);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide`);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !/** @type {HTMLDialogElement | null} */ (deep('dialog'))?.open && deepActive()?.className === 'mycel-trigger' && !location.search);
  assert.deepEqual(complaints, []);
});

test('the search page in Firefox: what its head asks for is fetched once, also from a host that forbids keeping it', { skip }, async (t) => {
  const site = await serve(t, await builtBundle(), { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true, timeout: 0, protocolTimeout: 0 });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.evaluateOnNewDocument(deepQueries);
  await page.goto(`${site.url}?q=stilling+well`);
  await shown(page, '.mycel-excerpt');
  const files = site.requests.filter((path) => /gz$|json$|js$/.test(path));
  assert.ok(files.some((path) => path.includes('mycel-core')));
  assert.deepEqual(files, [...new Set(files)]);
});
