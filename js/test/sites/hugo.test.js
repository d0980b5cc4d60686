/** Debian's Hugo, with the command and the module of docs/plugins.md. */

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { root } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let hugo;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let site;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  hugo = await place(scope);
  site = join(hugo.folder, 'site');
  // Hugo's starter has no theme: one with a search of its own, and two languages.
  await hugo.sh('hugo new site site && rm -f site/config.toml');
  await hugo.edit('site/hugo.toml', () => `baseURL = 'http://127.0.0.1/sub/'
title = 'Bread'
defaultContentLanguage = 'en'
[module]
[[module.imports]]
path = 'docs'
[languages.en]
[languages.de]
contentDir = 'content-de'
`);
  await hugo.edit('site/themes/docs/layouts/_default/baseof.html', () => '<!doctype html><html lang="{{ .Site.Language.Lang }}"><head><meta name="color-scheme" content="light dark"><title>{{ .Title }}</title></head><body><header>{{ partial "search.html" . }}</header><main>{{ block "main" . }}{{ end }}</main></body></html>');
  await hugo.edit('site/themes/docs/layouts/_default/single.html', () => '{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ end }}');
  await hugo.edit('site/themes/docs/layouts/_default/list.html', () => '{{ define "main" }}<h1>{{ .Title }}</h1>{{ range .Pages }}<p><a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ .Summary }}</p>{{ end }}{{ end }}');
  await hugo.edit('site/themes/docs/layouts/partials/search.html', () => '<p>The search of the theme</p>');
  const lines = (/** @type {string} */ text) => `${text}\n\n`.repeat(60);
  await hugo.edit('site/content/posts/oven.md', () => `---\ntitle: The oven\ntags: [heat, hot stones]\n---\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
  await hugo.edit('site/content/posts/salt.md', () => '---\ntitle: Salt\ntags: [heat]\n---\nSalt slows the yeast.\n');
  await hugo.edit('site/content-de/posts/ofen.md', () => `---\ntitle: Der Ofen\n---\n${lines('Steine halten die Hitze.')}## Nasser Poolish\n\nEin Poolish ist ein nasser Vorteig.\n`);
  // What a maintainer does.
  await hugo.edit('site/hugo.toml', (text) => text.replace('[module]', `[module]\nreplacements = 'mycel/hugo -> ${root}hugo'\n[[module.imports]]\npath = 'mycel/hugo'`));
  await hugo.sh('hugo --quiet && npx mycel --site public 2>log', site);
});

test('built, below a base', async (t) => {
  const page = await visitor(t, browser);
  await page.goto(await serveBelow(t, join(site, 'public')));
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/posts\/oven\/#poolish/, picture: 'hugo' });
});

test('a reader of the German pages finds these, in the dark', async (t) => {
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(`${await serveBelow(t, join(site, 'public'))}de/`);
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/sub\/de\/posts\/ofen\/#nasser-poolish/, dark: true, picture: 'hugo-de' });
});

test('lists by tag are left out', async () => {
  assert.ok((await readdir(join(site, 'public/tags'))).includes('hot-stones'), 'Hugo made the lists');
  const listed = JSON.parse(await hugo.sh('npx mycel build --json --site public --output-path ../again', site));
  const reason = listed.notices.find((/** @type {{message: string}} */ { message }) => message.startsWith('lists pages by tag'));
  assert.equal(reason.count, 3);
});

test('in development, from the last build', async (t) => {
  const url = await hugo.start('hugo server --renderToDisk --port 8935', site, /http:\/\/localhost:\d+\/sub\//);
  const page = await visitor(t, browser, { allow: /WebSocket/ });
  await page.goto(url);
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/posts\/oven\/#poolish/, picture: 'hugo-dev' });
});
