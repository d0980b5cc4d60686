/** VitePress's own starter with vitepress-plugin-mycel. */

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
  await site.sh(`npm init -y && npm install --save-dev vitepress@1 && npm pkg set type=module
    node -e "import('vitepress').then(({ scaffold }) => scaffold({ root: './docs', title: 'Bread', description: 'On bread', theme: 'default theme', useTs: true, injectNpmScripts: true }))"`);
  // As a site has them: pages and settings in folders of their own, a base, a second language, a page longer than the screen.
  await site.sh('mkdir docs/text && mv docs/*.md docs/text/');
  await site.edit('docs/mycel.yml', () => 'pages: [{glob: "**/salz*", boost: 2}]\n');
  await site.edit('docs/.vitepress/config.ts', (text) => text.replace('title:', "base: '/sub/', srcDir: 'text', locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' } }, title:"));
  await site.edit('docs/text/guide/oven.md', () => `# The oven\n\n${'Bricks keep the heat of the fire.\n\n'.repeat(60)}## Poolish\n\nA poolish is a wet starter dough.\n\n${'Wait.\n\n'.repeat(60)}`);
  await site.edit('docs/text/de/salz.md', () => '# Salz\n\nSalz bremst die Hefe.\n');
  await site.edit('docs/text/de/ofen.md', () => `# Der Ofen\n\n${'Steine halten die Hitze.\n\n'.repeat(60)}## Poolish auf Deutsch\n\nEin Poolish ist ein nasser Vorteig.\n`);
  // What a maintainer does.
  await site.sh('npm install --save-dev vitepress-plugin-mycel');
  await site.edit('docs/.vitepress/config.ts', (text) => `import mycel from 'vitepress-plugin-mycel'\n${text.replace('title:', "vite: { plugins: [mycel({ args: ['--config', 'mycel.yml'] })] }, title:")}`);
});

const poolish = { query: 'poolish', name: 'Poolish', leads: /\/guide\/oven(\.html)?#poolish$/, routed: true };

test('built, below a base: the theme\'s button searches, and the router follows results to their heading', async (t) => {
  await site.sh('npm run docs:build');
  const url = await serveBelow(t, `${site.folder}/docs/.vitepress/dist`, { inlineStyles: true });
  const page = await visitor(t, browser);
  await page.goto(`${url}markdown-examples.html`);
  await searchAndFollow(page, { ...poolish, picture: 'vitepress' });
});

test('built, in the dark', async (t) => {
  const url = await serveBelow(t, `${site.folder}/docs/.vitepress/dist`, { inlineStyles: true });
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(`${url}markdown-examples.html`);
  await searchAndFollow(page, { ...poolish, dark: true, picture: 'vitepress-dark' });
});

/** What a reader of the German pages finds. */
const german = { query: 'poolish', name: 'Poolish auf Deutsch', leads: /\/de\/ofen(\.html)?#poolish-auf-deutsch$/, routed: true };

test('a reader of the German pages finds these', async (t) => {
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, `${site.folder}/docs/.vitepress/dist`, { inlineStyles: true })}de/salz.html`);
  await searchAndFollow(page, { ...german, picture: 'vitepress-de' });
});

test('in development, from Markdown', async (t) => {
  const url = await site.start('npx vitepress dev docs --port 0', site.folder, /http:\/\/localhost:\d+\/sub\//);
  const page = await visitor(t, browser);
  await page.goto(`${url}markdown-examples.html`);
  await page.waitForLoadState('networkidle');
  await searchAndFollow(page, { ...poolish, picture: 'vitepress-dev' });
  await page.goto(`${url}de/salz.html`);
  await page.waitForLoadState('networkidle');
  await searchAndFollow(page, { ...german, picture: 'vitepress-dev-de' });
});
