/**
 * Times of frames while the map of a bundle is moved: the pointer drags it, the wheel zooms in and out, and a
 * topic of the list leads inwards, at every depth of the largest topic. Chromium draws without a graphics card
 * here, so a reader's machine is faster.
 *
 *   mycel overview --bundle OUT --html map.html
 *   node scripts/frames.js map.html [PICTURES]
 *
 * PICTURES is a folder for a picture of each depth.
 */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { executable, flags } from '../test/support/browser.js';

const [file, pictures] = process.argv.slice(2);
if (!file) throw new Error('want the page of a map');

const browser = await chromium.launch({ executablePath: executable, args: flags });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(pathToFileURL(resolve(file)).href);
await page.waitForFunction(() => document.querySelector('mycel-map')?.shadowRoot?.querySelector('.mycel-group'));
await page.waitForTimeout(500);
const box = await page.locator('mycel-map canvas').boundingBox();
if (!box) throw new Error('the map has no canvas');
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

// Every frame is counted, whether it draws or not, and how long its scripts take.
await page.evaluate(() => {
  const times = /** @type {{frames: number[], scripts: number[]}} */ ({ frames: [], scripts: [] });
  Object.assign(window, { times });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => request((now) => {
    const start = performance.now();
    draw(now);
    times.scripts.push(performance.now() - start);
  });
  let before = performance.now();
  const count = () => {
    const now = performance.now();
    times.frames.push(now - before);
    before = now;
    request(count);
  };
  request(count);
});

/**
 * What frames take while something moves.
 * @param {string} name
 * @param {() => Promise<void>} move
 */
async function measure(name, move) {
  await page.evaluate(() => Object.assign(/** @type {any} */ (window).times, { frames: [], scripts: [] }));
  await move();
  const { frames, scripts } = await page.evaluate(() => /** @type {{times: {frames: number[], scripts: number[]}}} */ (/** @type {any} */ (window)).times);
  console.log(`${name.padEnd(24)} ${String(frames.length).padStart(4)} frames, ${say(frames)}; drawing ${say(scripts)}`);
}

/** Median and 95th percentile. @param {number[]} times milliseconds */
function say(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => (sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

/** Drags the map around and back to where it was. */
async function drag() {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step <= 90; step++) {
    await page.mouse.move(x + 160 * Math.sin((step * Math.PI) / 15), y + 120 * Math.sin((step * Math.PI) / 9));
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
}

/** Zooms in, and out again. */
async function zoom() {
  await page.mouse.move(x, y);
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, step < 30 ? -30 : 30);
    await page.waitForTimeout(16);
  }
}

for (let depth = 0; ; depth++) {
  if (pictures) await page.screenshot({ path: `${pictures}/${depth}.png` });
  await measure(`depth ${depth}: drag`, drag);
  await measure(`depth ${depth}: zoom`, zoom);
  const inside = page.locator('mycel-map .mycel-part:first-of-type + ul .mycel-group');
  const name = await page.locator('mycel-map .mycel-part').first().textContent();
  if (!name?.startsWith('Topics') || (await inside.count()) === 0) break;
  await measure(`depth ${depth}: travel in`, async () => {
    await inside.first().click();
    await page.waitForTimeout(800);
  });
}
await browser.close();
