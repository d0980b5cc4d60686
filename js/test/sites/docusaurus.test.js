/** Docusaurus's own starter with docusaurus-plugin-mycel. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let site;
/** @type {import('playwright-core').Browser} */
let browser;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  site = await place(scope);
  await site.sh('npx create-docusaurus@latest site classic --javascript --skip-install && cd site && npm install');
  // As a site has them: a base, a second language, a released version, a page longer than the screen.
  await site.edit('site/docusaurus.config.js', (text) => text.replace("baseUrl: '/'", "baseUrl: '/sub/'").replace("locales: ['en']", "locales: ['en', 'de']"));
  const lines = (/** @type {string} */ text) => `${text}\n\n`.repeat(60);
  await site.edit('site/docs/oven.md', () => `# The oven\n\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
  await site.sh('npx docusaurus docs:version 1.0', join(site.folder, 'site'));
  await site.edit('site/docs/oven.md', (text) => text.replace('wet starter dough', 'wet starter dough, as of the next version'));
  await site.edit('site/i18n/de/docusaurus-plugin-content-docs/version-1.0/oven.md', () => `# Der Ofen\n\n${lines('Steine halten die Hitze.')}## Nasser Poolish\n\nEin Poolish ist ein nasser Vorteig.\n\n${lines('Warten.')}`);
  // What a maintainer does.
  await site.sh('npm install docusaurus-plugin-mycel', join(site.folder, 'site'));
  await site.edit('site/docusaurus.config.js', (text) => text.replace('presets: [', "plugins: ['docusaurus-plugin-mycel'],\n  presets: ["));
});

test('built, below a base: results of the released version open without a new page', async (t) => {
  await site.sh('npm run build', join(site.folder, 'site'));
  const found = JSON.parse(await site.sh('npx mycel query --bundle build/mycel --json --k 20 "create a blog post tagged Docusaurus"', join(site.folder, 'site')));
  const copies = found.hits.filter((/** @type {{url: string, heading: string}} */ { url, heading }) => /archive|\/tags\//.test(url) || (/\/(category|authors)\//.test(url) && /Blog Post$/.test(heading)));
  assert.deepEqual(copies, [], 'lists repeat pages');
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, `${site.folder}/site/build`, { inlineStyles: true })}docs/intro/`);
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/docs\/oven\/?#poolish$/, routed: true, picture: 'docusaurus' });
});

test('a reader of the next version stays in it; in the dark', async (t) => {
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(`${await serveBelow(t, `${site.folder}/site/build`, { inlineStyles: true })}docs/next/intro/`);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/docs\/next\/oven\/?#poolish$/, routed: true, dark: true, picture: 'docusaurus-next' });
});

test('a reader of the German pages finds these', async (t) => {
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, `${site.folder}/site/build`, { inlineStyles: true })}de/docs/intro/`);
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/sub\/de\/docs\/oven\/?#nasser-poolish$/, routed: true, picture: 'docusaurus-de' });
});

test('in development, from the last build', async (t) => {
  await site.start('npx docusaurus start --no-open --port 3917', join(site.folder, 'site'), /compiled successfully/i);
  const url = 'http://localhost:3917/sub/';
  const page = await visitor(t, browser, { allow: /WebSocket/ });
  await page.goto(`${url}docs/intro`);
  await page.waitForLoadState('networkidle');
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/docs\/oven\/?#poolish$/, routed: true, picture: 'docusaurus-dev' });
});
