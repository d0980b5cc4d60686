/** Vite's own starter with vite-plugin-mycel: the elements of the bundle, and those of the npm package. */

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
/** @type {string} */
let app;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  site = await place(scope);
  app = join(site.folder, 'app');
  await site.sh('npm create -y vite@latest app -- --template vanilla --no-interactive && cd app && npm install');
  const page = (/** @type {string} */ body) => `<!doctype html><html lang="en"><head><meta name="color-scheme" content="light dark"><title>Bread</title></head><body><main><h1>Bread</h1>${'<p>Bricks keep the heat of the fire.</p>'.repeat(60)}<h2 id="poolish">Poolish</h2><p>A poolish is a wet starter dough.</p>${'<p>Wait.</p>'.repeat(60)}</main>${body}</body></html>`;
  // What a maintainer does.
  await site.sh('npm install --save-dev vite-plugin-mycel mycel', app);
  await site.edit('app/vite.config.js', () => `import mycel from 'vite-plugin-mycel';
export default { base: '/sub/', plugins: [mycel()], build: { rollupOptions: { input: ['index.html', 'npm.html', 'de.html'] } } };
`);
  await site.edit('app/index.html', () => page(''));
  await site.edit('app/de.html', () => page('').replace('lang="en"', 'lang="de"').replaceAll('Bricks keep the heat of the fire.', 'Steine halten die Hitze.').replace('>Poolish<', '>Nasser Poolish<').replace('A poolish is a wet starter dough.', 'Ein Poolish ist ein nasser Vorteig.'));
  await site.edit('app/npm.html', () => page('<script type="module" src="/src/search.js"></script>').replace('<main>', '<mycel-search-trigger bundle="/sub/mycel/"></mycel-search-trigger><main>'));
  await site.edit('app/src/search.js', () => "import 'mycel/ui/define.js';\n");
});

const poolish = { query: 'poolish', name: 'Poolish', leads: /#poolish/ };

/**
 * Searches on a page by the elements of the npm package, and sees their worker.
 * @param {import('node:test').TestContext} t
 * @param {string} address
 * @param {string} picture
 */
async function searchByPackage(t, address, picture) {
  const page = await visitor(t, browser);
  // The plugin's own script, which would be there first.
  await page.route('**/mycel/client/**', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(`${address}npm.html`);
  await page.locator('mycel-search-trigger').click();
  await page.locator('.mycel-input').last().fill('poolish');
  await page.locator('a.mycel-option').first().waitFor();
  assert.equal(page.workers().length, 1, 'the engine runs on the thread of the page');
  await page.screenshot({ path: join(site.folder, `${picture}.png`) });
}

test('built, below a base', async (t) => {
  await site.sh('npm run build', app);
  const url = await serveBelow(t, join(app, 'dist'));
  const page = await visitor(t, browser);
  await page.goto(url);
  await searchAndFollow(page, { ...poolish, picture: 'vite' });
  await searchByPackage(t, url, 'vite-npm');
});

test('a reader of the German page finds it, in the dark', async (t) => {
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(`${await serveBelow(t, join(app, 'dist'))}de.html`);
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /de\.html#poolish/, routed: true, dark: true, picture: 'vite-de' });
});

test('in development, from the last build', async (t) => {
  const url = await site.start('npx vite --port 0 --host 127.0.0.1', app, /http:\/\/127\.0\.0\.1:\d+\/sub\//);
  const page = await visitor(t, browser);
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await searchAndFollow(page, { ...poolish, picture: 'vite-dev' });
  await searchByPackage(t, url, 'vite-npm-dev');
});
