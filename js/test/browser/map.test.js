/** The map of the demo in Chromium, as `make site` leaves it, under a strict policy. */

import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { frames, launch, newPage, screenshot, violations } from '../support/browser.js';
import { root } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { serve, status } from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes, until } from '../support/until.js';
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
  await frames(page);
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
  await becomes(() => heading(page), data.title);
  await becomes(() => page.locator('.mycel-group').count(), data.groups.filter((/** @type {any} */ { parent }) => parent < 0).length);
  const first = data.groups[0];
  await page.locator('.mycel-group').first().focus();
  await page.keyboard.press('Enter');
  await becomes(() => heading(page), first.name);
  await becomes(() => page.evaluate(() => deepActive()?.className), 'mycel-heading', 'the focus stays in the list');
  await becomes(() => page.locator('.mycel-text').allTextContents(), first.text);
  const links = page.locator('.mycel-link');
  await becomes(() => links.first().textContent(), data.pages.title[first.first]);
  const leadsTo = await links.first().getAttribute('href');
  assert.equal(leadsTo, new URL(data.pages.url[first.first], site.url).href);
  await page.locator('.mycel-step').first().focus();
  await page.keyboard.press('Enter');
  await becomes(() => heading(page), data.title);
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
  await becomes(async () => (await page.locator('.mycel-link').allTextContents()).slice(1), near);
  await page.getByRole('textbox', { name: 'Find a page' }).fill('CRYPTO/r');
  const found = data.pages.title.filter((/** @type {string} */ title) => title.includes('crypto/r'));
  await becomes(async () => (await page.locator('.mycel-link').allTextContents()).sort(), found.sort());
  await page.keyboard.press('Escape');
  await becomes(() => heading(page), data.title);
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
  const name = await until(at);
  await becomes(() => heading(page), name);
  await again();
  await becomes(() => heading(page), name);
  const last = pages.url.length - 1;
  await page.goto(`${site.url}mycel/map/?at=${encodeURIComponent(pages.url[last])}`);
  await page.waitForSelector('.mycel-heading');
  await becomes(() => heading(page), pages.title[last]);
  await page.locator('.mycel-step').last().click();
  const around = groups.filter((/** @type {any} */ { first, end }) => first <= last && last < end);
  await becomes(at, around.map((/** @type {any} */ group) => group.name || '-').join(' › '));
  await page.getByRole('button', { name: 'Show all' }).click();
  await becomes(at, null);
  await page.goto(`${site.url}mycel/map/?at=nothing`);
  await page.waitForSelector('.mycel-heading');
  await becomes(() => heading(page), await page.evaluate(() => Reflect.get(/** @type {Element} */ (document.querySelector('mycel-map')), 'data').title));
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

test('of 10,800 pages names that fit are whole, and titles keep their ends and lie on no dot', async (t) => {
  const each = 900;
  const [title, url, x, y, near] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([]), /** @type {number[]} */ ([]), /** @type {number[]} */ ([]), /** @type {number[][]} */ ([])];
  const names = ['security, certificate', 'management, MBean', 'channel, socket', 'time, date', 'org, W3C DOM', 'tree, kind', 'attribute, printer', 'image, 2D', 'detail message', 'annotation', 'RowSet, jshell', 'text'];
  const groups = names.map((name, at) => {
    const [cx, cy, r] = [2000 + (at % 4) * 4000, 2000 + Math.floor(at / 4) * 4000, 1760 + at * 17];
    for (let i = 0; i < each; i++) {
      const [turn, far] = [i * 2.399963, 57 * Math.sqrt(i)];
      title.push(`Uses of Class java.package.of.things.Thing${at * each + i}`);
      url.push(`${at}/${i}.html`);
      x.push(Math.round(cx + far * Math.cos(turn)));
      y.push(Math.round(cy + far * Math.sin(turn)));
      near.push([]);
    }
    return { parent: -1, name, terms: [], text: [], first: at * each, end: (at + 1) * each, x: cx, y: cy, r, near: [] };
  });
  const map = JSON.stringify({ format: 1, title: 'Things', language: 'en', width: 16000, height: 12000, groups, pages: { title, url, x, y, near } });
  const page = await newPage(t, browser, { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    const { fillText, drawImage, fillRect } = CanvasRenderingContext2D.prototype;
    const drawn = { texts: /** @type {{text: string, box: number[]}[]} */ ([]), dots: /** @type {number[][]} */ ([]) };
    Object.assign(globalThis, { drawn });
    Object.assign(CanvasRenderingContext2D.prototype, {
      /** @this {CanvasRenderingContext2D} @param {[string, number, number]} args */
      fillText(...args) {
        const [text, x, y] = args;
        const half = this.measureText(text).width / 2;
        drawn.texts.push({ text, box: [x - half, y - 5, x + half, y + 5] });
        fillText.apply(this, args);
      },
      /** @this {CanvasRenderingContext2D} @param {[CanvasImageSource, number, number, number, number]} args */
      drawImage(...args) {
        drawn.dots.push([args[1] + args[3] / 2, args[2] + args[4] / 2]);
        Reflect.apply(drawImage, this, args);
      },
      /** The ground of a new drawing. @this {CanvasRenderingContext2D} @param {[number, number, number, number]} args */
      fillRect(...args) {
        if (args[2] > 500) Object.assign(drawn, { texts: [], dots: [] });
        fillRect.apply(this, args);
      },
    });
  });
  site.on(/map\.json/, (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(map));
  t.after(() => site.restore());
  await page.goto(`${site.url}mycel/map/`);
  await page.waitForSelector('.mycel-group');
  const texts = () => page.evaluate(() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => told(Reflect.get(globalThis, 'drawn'))))));
  const whole = /** @type {{texts: {text: string}[]}} */ (await texts());
  assert.deepEqual(whole.texts.map(({ text }) => text).sort(), names.flatMap((name) => name.split(', ')).sort());
  await page.locator('.mycel-group').nth(2).click();
  await page.mouse.move(440, 400);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(() => Reflect.get(globalThis, 'drawn').texts.some((/** @type {{text: string}} */ { text }) => text.startsWith('Uses')));
  await page.mouse.move(1200, 10); // a title that is pointed at may lie anywhere
  const close = /** @type {{texts: {text: string, box: number[]}[], dots: number[][]}} */ (await texts());
  const titles = close.texts.filter(({ text }) => text.startsWith('Uses'));
  assert.ok(titles.length > 10, `${titles.length} titles`);
  for (const { text, box: [left, top, right, bottom] } of titles) {
    assert.match(text, /…\D*Thing\d+$/);
    assert.ok(!close.dots.some(([x, y]) => x > left && x < right && y > top && y < bottom), `${text} lies on a dot`);
  }
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
