/** The map of the demo in Chromium, as `make site` leaves it, under a strict policy. */

import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { launch, newPage, screenshot, violations } from '../support/browser.js';
import { root } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { serve, status } from '../support/server.js';
import { policy } from '../support/sites.js';
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('../support/server.js').Server} */
let site;
const scope = fileScope();
const folder = `${root}build/demo/demo/`;
before(async () => {
  await access(`${folder}mycel/map/map.json`).catch(() => assert.fail(`${folder}mycel/map is not there; run "make site" first`));
  site = await serve(scope, folder, { 'Content-Security-Policy': policy });
  browser = await launch(scope);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof newPage>[2]} [options]
 */
async function visit(t, options) {
  const page = await newPage(t, browser, { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, ...options });
  await page.goto(`${site.url}mycel/map/`);
  await page.waitForSelector('.mycel-group');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page;
}

const heading = (/** @type {Page} */ page) => page.textContent('.mycel-heading');
/** Colours that are drawn, in 64 steps. @param {Page} page */
const drawn = (page) => page.evaluate(() => {
  const canvas = /** @type {HTMLCanvasElement} */ (deep('.mycel-canvas'));
  const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 4) colours.add(`${data[i] >> 2} ${data[i + 1] >> 2} ${data[i + 2] >> 2}`);
  return colours.size;
});

test('the list leads by keyboard from the whole to a topic and its pages', async (t) => {
  const page = await visit(t);
  const data = JSON.parse(await readFile(`${folder}mycel/map/map.json`, 'utf8'));
  assert.equal(await heading(page), data.title);
  assert.equal(await page.locator('.mycel-group').count(), data.groups.filter((/** @type {any} */ { parent }) => parent < 0).length);
  const first = data.groups[0];
  await page.locator('.mycel-group').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await heading(page), first.name);
  assert.equal(await page.evaluate(() => deepActive()?.className), 'mycel-heading', 'the focus stays in the list');
  assert.deepEqual(await page.locator('.mycel-text').allTextContents(), first.text);
  const links = page.locator('.mycel-link');
  assert.equal(await links.first().textContent(), data.pages.title[first.first]);
  const leadsTo = await links.first().getAttribute('href');
  assert.equal(leadsTo, new URL(data.pages.url[first.first], site.url).href);
  await page.locator('.mycel-step').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await heading(page), data.title);
});

test('a click on the canvas chooses a topic, then a page; a search finds titles', async (t) => {
  const page = await visit(t);
  assert.ok((await drawn(page)) > 50, 'the map is drawn');
  const data = JSON.parse(await readFile(`${folder}mycel/map/map.json`, 'utf8'));
  const stage = /** @type {{x: number, y: number, width: number, height: number}} */ (await page.locator('.mycel-canvas').boundingBox());
  const scale = Math.min(stage.width / data.width, stage.height / data.height);
  const place = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {[number, number]} */ ([stage.x + stage.width / 2 + (x - data.width / 2) * scale, stage.y + stage.height / 2 + (y - data.height / 2) * scale]);
  const group = data.groups[1];
  // Between the pages in the middle and the edge of the circle there is none.
  await page.mouse.click(...place(group.x + group.r * 0.97, group.y));
  await page.waitForFunction((name) => deep('.mycel-heading')?.textContent === name, group.name);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.mouse.click(...place(data.pages.x[group.first], data.pages.y[group.first]));
  await page.waitForFunction((name) => deep('.mycel-heading')?.textContent === name, data.pages.title[group.first]);
  const near = data.pages.near[group.first].map((/** @type {number} */ at) => data.pages.title[at]);
  assert.deepEqual((await page.locator('.mycel-link').allTextContents()).slice(1), near);
  await page.getByRole('textbox', { name: 'Find a page' }).fill('CRYPTO/r');
  const found = data.pages.title.filter((/** @type {string} */ title) => title.includes('crypto/r'));
  assert.deepEqual((await page.locator('.mycel-link').allTextContents()).sort(), found.sort());
  await page.keyboard.press('Escape');
  assert.equal(await heading(page), data.title);
});

test('the address holds the chosen topic or page, and leads back to it', async (t) => {
  const page = await visit(t);
  const { groups, pages } = JSON.parse(await readFile(`${folder}mycel/map/map.json`, 'utf8'));
  const at = () => new URL(page.url()).searchParams.get('at');
  const again = async () => {
    await page.reload();
    await page.waitForSelector('.mycel-heading');
  };
  await page.locator('.mycel-group').nth(1).click();
  const name = await heading(page);
  assert.equal(at(), name);
  await again();
  assert.equal(await heading(page), name);
  const last = pages.url.length - 1;
  await page.goto(`${site.url}mycel/map/?at=${encodeURIComponent(pages.url[last])}`);
  await page.waitForSelector('.mycel-heading');
  assert.equal(await heading(page), pages.title[last]);
  await page.locator('.mycel-step').last().click();
  const around = groups.filter((/** @type {any} */ { first, end }) => first <= last && last < end);
  assert.equal(at(), around.map((/** @type {any} */ group) => group.name || '-').join(' › '));
  await page.getByRole('button', { name: 'Show all' }).click();
  assert.equal(at(), null);
  await page.goto(`${site.url}mycel/map/?at=nothing`);
  await page.waitForSelector('.mycel-heading');
  assert.equal(await heading(page), await page.evaluate(() => Reflect.get(/** @type {Element} */ (document.querySelector('mycel-map')), 'data').title));
});

test('the wheel and the buttons zoom, and one button shows all again', async (t) => {
  const page = await visit(t);
  await page.evaluate(() => {
    const pixels = () => {
      const canvas = /** @type {HTMLCanvasElement} */ (deep('.mycel-canvas'));
      return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const whole = pixels();
    // Letters may be drawn a shade otherwise at another time.
    Object.assign(globalThis, { changed: () => pixels().reduce((n, value, i) => n + Number(Math.abs(value - whole[i]) > 40), 0) / whole.length });
  });
  const until = (/** @type {number} */ least, /** @type {number} */ most) =>
    page.waitForFunction(([least, most]) => {
      const share = Reflect.get(globalThis, 'changed')();
      return share >= least && share <= most;
    }, [least, most]);
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, -600);
  await until(0.05, 1);
  await page.mouse.move(1200, 10);
  await page.getByRole('button', { name: 'Show all' }).click();
  await until(0, 0.005);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await until(0.05, 1);
});

test('a map that is not there is an error in words, and an event', async (t) => {
  const page = await newPage(t, browser, { allow: /404/ });
  site.on(/map\.json/, status(404));
  t.after(() => site.restore());
  await page.goto(`${site.url}mycel/map/`);
  await page.waitForFunction(() => deep('.mycel-status')?.textContent === 'The map could not be loaded.');
});

for (const [name, options] of Object.entries({
  desktop: {}, dark: { colorScheme: /** @type {const} */ ('dark') }, phone: { viewport: { width: 390, height: 844 } },
  forced: { forcedColors: /** @type {const} */ ('active') }, zoomed: { viewport: { width: 320, height: 256 } },
})) {
  test(`accessible, and no wider than the screen: ${name}`, async (t) => {
    const page = await visit(t, options);
    assert.deepEqual(await violations(page), []);
    await page.locator('.mycel-group').first().click();
    assert.deepEqual(await violations(page), []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    await screenshot(page, `map-${name}`);
  });
}
