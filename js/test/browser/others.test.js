/**
 * The dialog, the search page and the playground in Firefox and in WebKit, where these are
 * installed, by keyboard and pointer. Chromium's tests have the details.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adoptedSite, html } from '../support/adopted.js';
import { serveBuilt } from '../support/command.js';
import { builtBundle } from '../support/files.js';
import { others } from '../support/others.js';
import * as server from '../support/server.js';
import { policy, tinySite } from '../support/sites.js';
import { becomes } from '../support/until.js';
/** @import {Visitor} from '../support/others.js' */

const trigger = '<p>Text.</p><mycel-search-trigger></mycel-search-trigger>';
const question = 'Which town did the designer of the float gauge learn clockmaking in?';

/** What has the focus, by the name that a reader hears. @param {Visitor} page */
const focused = (page) => page.evaluate(() => /** @type {HTMLElement | null} */ (deepActive())?.title || deepActive()?.textContent || deepActive()?.className);

/** @param {Visitor} page */
const isOpen = (page) => page.evaluate(() => /** @type {HTMLDialogElement | null} */ (deep('dialog'))?.open ?? false);

/** @param {Visitor} page */
const names = (page) => page.evaluate(() => deepAll('.mycel-option .mycel-name').map(({ textContent }) => textContent));

/** Opens the dialog by its key, which the elements hear once they are there. @param {Visitor} page */
async function open(page) {
  await page.waitFor(() => deep('.mycel-trigger'));
  await page.press('/');
  await becomes(() => page.evaluate(() => deepActive()?.className), 'mycel-input');
}

/**
 * Types a query and waits for its whole answer.
 * @param {Visitor} page
 * @param {string} query
 */
async function ask(page, query) {
  await page.type(query);
  await page.waitFor((whole) => new URLSearchParams(location.search).get('q') === whole && deep('.mycel-results')?.getAttribute('aria-busy') === 'false', query);
}

/** How many pixels the page is too wide. @param {Visitor} page */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { name, visit, skip } of others) {
  test(`a query in ${name}: typed, answered, explained, closed; nothing is reported on the console`, { skip }, async (t) => {
    const site = await adoptedSite(t, { 'index.html': html('<mycel-search-trigger mode="bridge"></mycel-search-trigger>') }, { built: true });
    const page = await visit(t);
    await page.goto(site.url);
    await open(page);
    await ask(page, question);
    await page.waitFor(() => deep('[aria-selected=true] .mycel-name')?.textContent === 'Brask' && /^\d+\+? results$/.test(deep('.mycel-status')?.textContent ?? '')); // 10+ until all are counted
    for (const stop of ['Clear', 'Close', 'Why this result?']) {
      await page.press('Tab');
      await becomes(() => focused(page), stop);
    }
    await page.press('Enter');
    await page.waitFor(() => deep('.mycel-figure'));
    await becomes(() => page.evaluate(() => deepAll('.mycel-step .mycel-kind').map((node) => node.textContent)), ['Query', 'Name', 'Sentence', 'Name', 'This section']);
    assert.ok((await overflow(page)) <= 0);
    await page.press('Escape');
    await page.waitFor(() => !/** @type {HTMLDialogElement | null} */ (deep('dialog'))?.open && deepActive()?.className === 'mycel-trigger' && !location.search);
    assert.deepEqual(page.complaints(), []);
  });

  test(`the dialog in ${name}: arrows, a followed result, Back and Forward; it holds the page still and is as high as its content`, { skip }, async (t) => {
    const site = await adoptedSite(t, { 'index.html': html('<p>Text.</p>'.repeat(200) + trigger) });
    const page = await visit(t);
    await page.goto(site.url);
    await open(page);
    await ask(page, 'fungi');
    await page.waitFor(() => deepAll('.mycel-option').length > 1);
    const [first, second] = await names(page);
    const active = () => page.evaluate(() => deepAll('[aria-selected=true] .mycel-name').map(({ textContent }) => textContent));
    await becomes(active, [first]);
    await page.press('ArrowDown');
    await becomes(active, [second]);
    await page.press('ArrowUp');
    await becomes(active, [first]);
    const shape = await page.evaluate(() => ({ overflow: getComputedStyle(document.documentElement).overflow, height: deep('dialog')?.clientHeight ?? 0, screen: innerHeight, wide: (deep('.mycel-body')?.scrollWidth ?? 0) - (deep('.mycel-body')?.clientWidth ?? 0) }));
    assert.equal(shape.overflow, 'hidden');
    assert.ok(shape.height >= 200 && shape.height < shape.screen * 0.7, `${shape.height} of ${shape.screen} px for two results`);
    assert.ok(shape.wide <= 0);
    await page.press('Enter');
    await page.waitFor(() => /\.html$/.test(location.pathname));
    await page.back();
    await becomes(() => isOpen(page), true);
    await becomes(() => names(page), [first, second]);
    await page.forward();
    await page.waitFor(() => /\.html$/.test(location.pathname));
    assert.equal(await isOpen(page), false);
    assert.deepEqual(page.complaints(), []);
  });

  test(`the dialog in ${name}: a section of the page that is open is entered in place, and Back opens the dialog again`, { skip }, async (t) => {
    const site = await adoptedSite(t, { 'notes/mulch.html': html('<p>Text.</p>'.repeat(200) + trigger) });
    const page = await visit(t);
    await page.goto(`${site.url}notes/mulch.html`);
    await page.evaluate(() => void Object.assign(globalThis, { kept: true }));
    await open(page);
    await ask(page, 'frost');
    await page.click('.mycel-option');
    await page.waitFor(() => location.hash === '#when-not-to-mulch' && !location.search && scrollY > 1000);
    await becomes(() => isOpen(page), false);
    await page.back();
    await becomes(() => isOpen(page), true);
    await becomes(() => names(page), ['When not to mulch']);
    assert.equal(await page.evaluate(() => new URLSearchParams(location.search).get('q')), 'frost');
    await page.forward();
    await becomes(() => isOpen(page), false);
    assert.equal(await page.evaluate(() => 'kept' in globalThis), true, 'the page was loaded anew');
    assert.deepEqual(page.complaints(), []);
  });

  test(`the dialog in ${name}: no results offer ways out; an engine that does not come is told, with a button that helps`, { skip }, async (t) => {
    const site = await adoptedSite(t, { 'index.html': html(trigger) });
    const page = await visit(t);
    site.on(/wasm/, server.status(503));
    await page.goto(site.url);
    await open(page);
    await page.type('zeppelin');
    await page.waitFor(() => deep('.mycel-problem')?.getAttribute('role') === 'alert');
    site.restore();
    await page.click('.mycel-problem > button');
    await page.waitFor(() => deep('.mycel-headline') && deep('.mycel-ways button'));
    await page.click('.mycel-ways button:last-child');
    await page.waitFor(() => /** @type {HTMLInputElement} */ (deep('.mycel-input')).value === '' && deepActive()?.className === 'mycel-input');
    await ask(page, 'frost');
    await becomes(() => names(page), ['When not to mulch']);
  });

  test(`the search page in ${name}: what its head asks for is fetched once, also from a host that forbids keeping it`, { skip }, async (t) => {
    const site = await server.serve(t, await builtBundle(), { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
    const page = await visit(t);
    await page.goto(`${site.url}?q=stilling+well`);
    await page.waitFor(() => deep('.mycel-excerpt'));
    const files = site.requests.filter((path) => /gz$|json$|js$/.test(path));
    assert.ok(files.some((path) => path.includes('mycel-core')));
    assert.deepEqual(files, [...new Set(files)]);
  });

  test(`the search page in ${name}: a query, another ranking, a result that leads to its page`, { skip }, async (t) => {
    const site = await tinySite(t);
    const page = await visit(t);
    await page.goto(site.url);
    await page.waitFor(() => /searched on your device/.test(document.getElementById('note')?.textContent ?? '') && deepActive()?.matches('.mycel-input'));
    await ask(page, 'feeding fungi');
    await becomes(() => names(page), ['Living soil', 'Feeding the fungi']);
    await page.click('#advanced summary');
    await page.click('#modes label:last-child');
    await page.waitFor(() => /[?&]mode=/.test(location.search) && deep('.mycel-results[aria-busy=false]'));
    assert.ok((await overflow(page)) <= 0);
    await page.click('.mycel-option');
    await page.waitFor(() => /\.html$/.test(location.pathname));
    assert.deepEqual(page.complaints(), []);
  });

  test(`the playground in ${name}: two modes answer side by side, a third joins them, and nothing is too wide`, { skip }, async (t) => {
    const address = `${await serveBuilt(t, '--playground')}playground/`;
    const page = await visit(t);
    await page.goto(address);
    await page.waitFor(() => document.querySelectorAll('#modes input:checked').length === 2);
    await page.click('#query');
    await page.type('tide gauge');
    const columns = () => page.evaluate(() => [...document.querySelectorAll('#columns section:has(.hits) h2')].map(({ textContent }) => textContent));
    await becomes(columns, ['bm25', 'bridge']);
    await page.click('#modes input[value=auto]');
    await becomes(columns, ['auto', 'bm25', 'bridge']);
    await page.waitFor(() => document.getElementById('status')?.textContent?.startsWith('“tide gauge” answered'));
    assert.ok((await overflow(page)) <= 0);
    assert.deepEqual(page.complaints(), []);
  });
}
