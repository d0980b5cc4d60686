/** One file that holds everything, opened from the disk in Chromium. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ask, launch, links, newPage } from '../support/browser.js';
import { builtCommand, root } from '../support/files.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let folder;
before(async () => {
  browser = await launch(/** @type {any} */ ({ after: () => {} }));
  folder = await mkdtemp(join(tmpdir(), 'single-'));
  for (const name of ['search.html', 'search.js']) await build(`${root}builder/testdata/handbook`, name);
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/**
 * @param {string} docs
 * @param {string} name
 */
async function build(docs, name) {
  await promisify(execFile)(await builtCommand(), ['build', '--quiet', '--docs', docs, '--single-file', join(folder, name)]);
}

/** @param {string} name */
const address = (name) => pathToFileURL(join(folder, name)).href;

for (const worker of [true, false]) {
  test(`the search page answers from a file, ${worker ? 'in a worker' : 'where there are no workers'}`, async (t) => {
    const page = await newPage(t, browser);
    if (!worker) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
    /** @type {string[]} */
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address('search.html'));
    await ask(page, 'stilling well');
    assert.equal((await links(page))[0], 'The stilling well');
    assert.ok(await page.locator('.mycel-excerpt').first().textContent());
    await becomes(() => page.locator('a.mycel-option').first().getAttribute('href'), `${address('gauge.html')}#the-stilling-well`);
    assert.equal(page.workers().length, worker ? 1 : 0);
    assert.deepEqual(requests.filter((url) => !/^(blob|data):/.test(url)), [address('search.html')], 'nothing else is fetched');
    await becomes(() => page.evaluate(() => getComputedStyle(document.body).fontFamily !== ''), true);
    await page.goto(`${address('search.html')}?q=calibration`);
    await page.waitForSelector('a.mycel-option');
    assert.equal((await links(page))[0], 'Calibration');
  });
}

for (const [name, attributes, blob] of /** @type {[string, string, boolean][]} */ ([['blob', '', true], ['blob in a sandbox', 'sandbox="allow-scripts"', true], ['srcdoc', '', false]])) {
  test(`the search page answers in a frame, as previews show it: ${name}`, async (t) => {
    const page = await newPage(t, browser);
    await page.goto('about:blank');
    const html = await readFile(join(folder, 'search.html'), 'utf8');
    await page.setContent(`<!doctype html><iframe ${attributes}></iframe>`);
    await page.evaluate(({ html, blob }) => {
      const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
      if (blob) frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
      else frame.srcdoc = html;
    }, { html, blob });
    const frame = page.frameLocator('iframe');
    await frame.locator('.mycel-input').fill('stilling well');
    await frame.locator('.mycel-option').first().waitFor();
    await becomes(() => frame.locator('.mycel-option').first().textContent(), /The stilling well/);
    await frame.locator('#advanced summary').click();
    await frame.locator('input[value=bridge]').check({ force: true });
    await frame.locator('#how strong', { hasText: 'Connected' }).waitFor();
  });
}

test('the script brings the client and the elements to a page', async (t) => {
  const page = await newPage(t, browser);
  await writeFile(join(folder, 'own.html'), '<!doctype html><html lang="en"><title>Own</title><mycel-searchbox></mycel-searchbox><script src="search.js"></script>');
  await page.goto(address('own.html'));
  await page.fill('.mycel-input', 'stilling well');
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.locator('.mycel-option').first().textContent(), /The stilling well/);
  await becomes(() => page.evaluate(() => getComputedStyle(/** @type {Element} */ (deep('.mycel-option'))).display), 'grid', 'the style sheet is in the script');
  const found = await page.evaluate(async () => {
    const bundle = await /** @type {any} */ (globalThis).mycel.open();
    const { hits } = await bundle.search('calibration');
    const { worker, fallbacks } = bundle.status();
    return { heading: hits[0].heading, excerpt: Boolean(hits[0].excerpt), worker, fallbacks };
  });
  assert.deepEqual(found, { heading: 'Calibration', excerpt: true, worker: true, fallbacks: [] });
});

test('a page in another encoding than UTF-8 reads the script all the same', async (t) => {
  const page = await newPage(t, browser);
  await writeFile(join(folder, 'latin.html'), '<!doctype html><html lang="ja"><meta charset="windows-1252"><title>Own</title><mycel-searchbox></mycel-searchbox><script src="search.js"></script>');
  await page.goto(address('latin.html'));
  await becomes(() => page.getAttribute('.mycel-input', 'placeholder'), '検索');
  await page.fill('.mycel-input', 'stilling well');
  await page.waitForSelector('.mycel-option');
});

test('documents cannot end the script that they stand in, nor run one', async (t) => {
  const attack = '</script><script>document.title="run"</script><img src=x onerror=document.title="run">';
  await writeFile(join(folder, 'hostile.md'), `# ${attack} Walrus\n\nA walrus ${attack} of old.\n`);
  await build(folder, 'hostile.html');
  const page = await newPage(t, browser);
  await page.goto(address('hostile.html'));
  await ask(page, 'walrus');
  assert.equal((await links(page)).length, 1);
  await becomes(() => page.title(), 'Search');
  await becomes(() => page.locator('.mycel-results img, .mycel-results script').count(), 0);
});
