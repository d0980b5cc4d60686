/**
 * The picture of the README: a reader asks a question on this documentation, looks why a result is
 * there, and opens it. It is recorded from the real thing in Chromium.
 *
 *     node scripts/picture.js SITE OUT
 *
 * SITE is the documentation with its bundle in mycel/. OUT becomes an animated WebP of 500 kB at most. `make picture` installs
 * sharp, which writes it.
 */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { executable, flags } from '../test/support/browser.js';
import { root } from '../test/support/files.js';
import { serve } from '../test/support/server.js';

const [, , folder, out] = process.argv;
if (!folder || !out) throw new Error('usage: node scripts/picture.js SITE OUT');
const sharp = createRequire(`${root}build/picture/tools/`)('sharp');

const size = { width: 880, height: 560 };
const query = 'what happens to misspelled words';
const budget = 500_000;

/** @type {(() => unknown)[]} */
const ends = [];
const site = await serve(/** @type {any} */ ({ after: (/** @type {() => unknown} */ end) => ends.push(end) }), `${resolve(folder)}/`);
const browser = await chromium.launch({ executablePath: executable, args: flags });
const page = await browser.newPage({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' });

/** Pictures of the screen, and how many milliseconds each stands. @type {{shot: Buffer, ms: number}[]} */
const frames = [];

/**
 * Adds a picture of the screen, or lets the last one stand longer if nothing has changed.
 * @param {number} ms
 */
async function frame(ms) {
  const shot = await page.screenshot();
  const last = frames.at(-1);
  if (last?.shot.equals(shot)) last.ms += ms;
  else frames.push({ shot, ms });
}

await page.goto(`${site.url}docs/quick-start.html`);
await frame(900);
await page.locator('mycel-search-trigger').first().click();
const input = page.locator('.mycel-input').last();
await input.waitFor();
await page.waitForTimeout(300);
await frame(500);
for (const word of query.split(/(?<= )/)) {
  for (const part of [word.slice(0, 2), word.slice(2)]) {
    await input.pressSequentially(part);
    await page.waitForTimeout(200);
    await frame(part.length * 70);
  }
}
await page.waitForTimeout(1200);
await frame(1500);
await page.locator('.mycel-why summary').first().click();
await page.waitForTimeout(800);
await frame(2600);
await page.locator('a.mycel-option').first().click();
await page.waitForLoadState('networkidle');
await page.waitForTimeout(600);
await frame(2400);
await browser.close();
for (const end of ends) await end();

const { data } = await sharp(frames.map(({ shot }) => shot), { join: { animated: true } })
  .webp({ delay: frames.map(({ ms }) => ms), loop: 0, quality: 50, effort: 6, minSize: true })
  .toBuffer({ resolveWithObject: true });
assert.ok(data.length <= budget, `the picture is ${data.length} bytes, want at most ${budget}`);
await writeFile(out, data);
console.log(`${out}: ${frames.length} frames, ${data.length} bytes`);
