/** Eleventy with eleventy-plugin-mycel. */

import assert from 'node:assert/strict';
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
  // Eleventy has no starter of its own: a layout and two pages.
  await site.sh('npm init -y && npm install @11ty/eleventy@3');
  await site.edit('_includes/layout.njk', () => '<!doctype html><html lang="{{ lang or \'en\' }}"><head><meta name="color-scheme" content="light dark"><title>{{ title }}</title></head><body><header></header><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>');
  const lines = (/** @type {string} */ text) => `<p>${text}</p>\n`.repeat(60);
  await site.edit('index.html', () => '---\nlayout: layout.njk\ntitle: Welcome\n---\n<p>Bread is made here.</p>{% mycel %}<ol class="postlist"><li><a href="/oven/">Poolish, and other news</a></li></ol>\n');
  await site.edit('oven.html', () => `---\nlayout: layout.njk\ntitle: The oven\n---\n${lines('Bricks keep the heat of the fire.')}<h2 id="poolish">Poolish</h2><p>A poolish is a wet starter dough.</p>\n${lines('Wait.')}`);
  await site.edit('de/index.html', () => '---\nlayout: layout.njk\nlang: de\ntitle: Willkommen\n---\n<p>Hier wird Brot gebacken.</p>\n');
  await site.edit('de/ofen.html', () => `---\nlayout: layout.njk\nlang: de\ntitle: Der Ofen\n---\n${lines('Steine halten die Hitze.')}<h2 id="poolish">Nasser Poolish</h2><p>Ein Poolish ist ein nasser Vorteig.</p>\n`);
  // What a maintainer does.
  await site.sh('npm install --save-dev eleventy-plugin-mycel');
  await site.edit('eleventy.config.mjs', () => "import mycel from 'eleventy-plugin-mycel';\nexport default (eleventyConfig) => eleventyConfig.addPlugin(mycel);\n");
});

const poolish = { query: 'poolish', name: 'Poolish', leads: /\/sub\/oven\/(index\.html)?#poolish/ };

test('built, below a base', async (t) => {
  await site.sh('npx eleventy --pathprefix=/sub/');
  const { hits } = JSON.parse(await site.sh('npx mycel query --bundle _site/mycel --json news'));
  assert.deepEqual(hits, [], 'lists of posts repeat them');
  const page = await visitor(t, browser);
  await page.goto(await serveBelow(t, `${site.folder}/_site`));
  await searchAndFollow(page, { ...poolish, picture: 'eleventy' });
});

test('a reader of the German pages finds these, in the dark', async (t) => {
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(`${await serveBelow(t, `${site.folder}/_site`)}de/`);
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/sub\/de\/ofen\/(index\.html)?#poolish/, dark: true, picture: 'eleventy-de' });
});

test('in development', async (t) => {
  const url = await site.start('npx eleventy --serve --pathprefix=/sub/ --port=8917', site.folder, /http:\/\/localhost:\d+\/sub\//);
  const page = await visitor(t, browser);
  await page.goto(url);
  await searchAndFollow(page, { ...poolish, picture: 'eleventy-dev' });
});
