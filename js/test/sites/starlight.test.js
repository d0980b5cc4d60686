/** Starlight with starlight-mycel. */

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
  // Starlight's own starter is fetched from a Git host; these are its files.
  await site.sh('npm init -y && npm pkg set type=module && npm install astro @astrojs/starlight sharp');
  await site.edit('astro.config.mjs', () => `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';

export default defineConfig({
  base: '/sub',
  integrations: [starlight({ title: 'Bread', locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } } })],
});
`);
  await site.edit('src/content.config.ts', () => `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`);
  const lines = (/** @type {string} */ text, n = 60) => `${text}\n\n`.repeat(n);
  await site.edit('src/content/docs/index.md', () => '---\ntitle: Welcome\n---\n\nBread is made here.\n');
  await site.edit('src/content/docs/guide/oven.md', () => `---\ntitle: The oven\n---\n\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
  await site.edit('src/content/docs/de/index.md', () => '---\ntitle: Willkommen\n---\n\nHier wird Brot gebacken.\n');
  await site.edit('src/content/docs/de/guide/oven.md', () => `---\ntitle: Der Ofen\n---\n\n${lines('Steine halten die Hitze.')}## Nasser Poolish\n\nEin Poolish ist ein nasser Vorteig.\n\n${lines('Warten.')}`);
  // What a maintainer does.
  await site.sh('npm install starlight-mycel');
  await site.edit('astro.config.mjs', (text) => `import mycel from 'starlight-mycel';\n${text.replace("starlight({", 'starlight({ plugins: [mycel()],')}`);
});

const poolish = { query: 'poolish', name: 'Poolish', leads: /\/sub\/guide\/oven\/#poolish/ };

test('built, below a base, in the dark', async (t) => {
  const said = await site.sh('npx astro build');
  assert.doesNotMatch(said, /pagefind/i);
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(await serveBelow(t, `${site.folder}/dist`, { inlineStyles: true }));
  await searchAndFollow(page, { ...poolish, dark: true, picture: 'starlight' });
});

test('a reader of the German pages finds these', async (t) => {
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, `${site.folder}/dist`, { inlineStyles: true })}de/`);
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/sub\/de\/guide\/oven\/#nasser-poolish/, picture: 'starlight-de' });
});

test('in development, from the last build', async (t) => {
  const url = await site.start('npx astro dev --port 0', site.folder, /http:\/\/localhost:\d+\/sub/);
  const page = await visitor(t, browser);
  await page.goto(`${url}/`);
  await page.waitForLoadState('networkidle');
  await searchAndFollow(page, { ...poolish, picture: 'starlight-dev' });
});

test('built, with view transitions: results open without a new page', async (t) => {
  await site.edit('src/Head.astro', () => `---
import { ClientRouter } from 'astro:transitions';
import Default from '@astrojs/starlight/components/Head.astro';
---
<Default />
<ClientRouter />
`);
  await site.edit('astro.config.mjs', (text) => text.replace('starlight({', "starlight({ components: { Head: './src/Head.astro' },"));
  await site.sh('npx astro build');
  const page = await visitor(t, browser);
  await page.goto(await serveBelow(t, `${site.folder}/dist`, { inlineStyles: true }));
  await searchAndFollow(page, { ...poolish, routed: true, picture: 'starlight-router' });
});
