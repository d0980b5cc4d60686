/** Debian's mdBook, with the backend of docs/plugins.md. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch } from '../support/browser.js';
import { root } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let book;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let mdbook;

/** The lines of docs/plugins.md. */
const backend = '\n[output.html.search]\nenable = false\n\n[output.mycel]\ncommand = "npx -y mycel mdbook"\n';

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  book = await place(scope);
  mdbook = (await promisify(execFile)(`${root}.ci/mdbook`)).stdout.trim();
  await book.sh(`${mdbook} init --title Bread --ignore none .`);
  // As a book has them: a folder of chapters, one longer than the screen.
  const lines = (/** @type {string} */ text) => `${text}\n\n`.repeat(60);
  await book.edit('src/SUMMARY.md', () => '# Summary\n\n- [Welcome](./welcome.md)\n- [The oven](./guide/oven.md)\n');
  await book.edit('src/welcome.md', () => '# Welcome\n\nBread is made here.\n');
  await book.edit('src/guide/oven.md', () => `# The oven\n\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
  // What a maintainer does.
  await book.edit('book.toml', (text) => text + backend);
});

/** Debian's package has neither the book's own scripts nor its fonts. */
const incomplete = { allow: /404/ };
const inlineStyles = { inlineStyles: true };
const poolish = { query: 'poolish', name: 'Poolish', leads: /\/guide\/oven\.html#poolish/ };

test('built, below a base', async (t) => {
  await book.sh(`${mdbook} build`);
  const page = await visitor(t, browser, incomplete);
  await page.goto(await serveBelow(t, `${book.folder}/book/html`, inlineStyles));
  await searchAndFollow(page, { ...poolish, picture: 'mdbook' });
});

test('in a dark theme, from a chapter in a folder', async (t) => {
  const page = await visitor(t, browser, incomplete);
  const url = await serveBelow(t, `${book.folder}/book/html`, inlineStyles);
  await page.goto(url);
  await page.evaluate(() => localStorage.setItem('mdbook-theme', 'navy'));
  await page.goto(`${url}guide/oven.html`);
  await page.locator('mycel-search-trigger').waitFor();
  const [button, text] = await page.evaluate(() => ['mycel-search-trigger', 'main'].map((name) => getComputedStyle(/** @type {Element} */ (document.querySelector(name))).color));
  assert.equal(button, text, 'the colour of icons is too weak for words');
  await searchAndFollow(page, { ...poolish, routed: true, dark: true, picture: 'mdbook-navy' });
});

test('a book in German is searched in German', async (t) => {
  await book.sh(`${mdbook} init --title Brot --ignore none de`);
  await book.edit('de/src/chapter_1.md', () => '# Der Ofen\n\nSteine halten die Hitze.\n\n## Nasser Poolish\n\nEin Poolish ist ein nasser Vorteig.\n');
  await book.edit('de/book.toml', (text) => text.replace('language = "en"', 'language = "de"') + backend);
  await book.sh(`${mdbook} build de`);
  const page = await visitor(t, browser, incomplete);
  await page.goto(await serveBelow(t, `${book.folder}/de/book/html`, inlineStyles));
  assert.equal((await page.locator('mycel-search-trigger button').textContent())?.slice(0, 6), 'Suchen');
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/chapter_1\.html#nasser-poolish/, picture: 'mdbook-de' });
});

test('in development', async (t) => {
  const url = await book.start(`${mdbook} serve --port 8933`, book.folder, /http:\/\/localhost:\d+/);
  const page = await visitor(t, browser, incomplete);
  await page.goto(url);
  await searchAndFollow(page, { ...poolish, picture: 'mdbook-dev' });
});
