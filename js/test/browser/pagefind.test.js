/** Pagefind's own user interfaces in Chromium, on a bundle in the place of Pagefind's. */

import { cp, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import { launch, newPage } from '../support/browser.js';
import { follow } from '../support/recipe.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { policy } from '../support/sites.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let address;
const scope = fileScope();
before(async () => {
  const folder = `${await follow(scope, 'plain', 'mycel build --site public --output-path public/pagefind')}/public`;
  for (const [name, entry] of [['default-ui', 'ui-core'], ['component-ui', 'component-ui']]) {
    const source = dirname(dirname(fileURLToPath(import.meta.resolve(`@pagefind/${name}`))));
    await cp(`${source}/mjs/${entry}.mjs`, `${folder}/${name}.js`);
  }
  await writeFile(`${folder}/default.js`, `import { PagefindUI } from './default-ui.js';
new PagefindUI({ element: '#search', showSubResults: document.location.search === '?sub', showImages: false, debounceTimeoutMs: 10 });`);
  await writeFile(`${folder}/default.html`, '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>x</title><div id="search"></div><script type="module" src="default.js"></script>');
  await writeFile(`${folder}/component.html`, '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>x</title><pagefind-config bundle-path="/pagefind/"></pagefind-config><pagefind-input></pagefind-input><pagefind-summary></pagefind-summary><pagefind-results></pagefind-results><script type="module" src="component-ui.js"></script>');
  await writeFile(`${folder}/module.html`, '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>x</title><p id="out"></p><script type="module" src="module.js"></script>');
  await writeFile(`${folder}/module.js`, `import { open } from './pagefind/client/index.js';
const { hits } = await (await open('./pagefind/')).search('steam');
document.getElementById('out').textContent = hits[0].heading;`);
  // Both interfaces write style attributes.
  const headers = { 'Content-Security-Policy': policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace("img-src 'self'", "img-src 'self' data:") };
  address = (await server.serve(scope, folder, headers)).url;
  browser = await launch(scope);
});

test('the default UI answers what is typed', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${address}default.html`);
  await page.locator('.pagefind-ui__search-input').pressSequentially('rye sugar', { delay: 20 });
  await page.getByText('1 result for rye sugar').waitFor();
  await page.locator('.pagefind-ui__result-excerpt mark', { hasText: 'sugar' }).waitFor();
  await becomes(() => page.textContent('.pagefind-ui__result-link'), 'Sourdough starter');
  await becomes(() => page.locator('.pagefind-ui__result-excerpt mark').allTextContents(), ['rye', 'sugar']);
  await becomes(() => page.textContent('.pagefind-ui__result-excerpt'), /rye flour & water, never <b>sugar<\/b>/);
  await becomes(() => page.locator('.pagefind-ui__result-excerpt b').count(), 0, 'text of the page became an element');
});

test('the default UI lists sections, whose links lead to them', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${address}default.html?sub`);
  await page.locator('.pagefind-ui__search-input').fill('steam crust');
  const section = page.locator('.pagefind-ui__result-nested a');
  await page.getByText('1 result for steam crust').waitFor();
  await section.waitFor();
  await becomes(() => section.textContent(), 'Steam');
  await section.click();
  await page.waitForURL(`${address}oven/#steam`);
  await becomes(() => page.textContent(':target'), 'Steam');
});

test('the default UI says that nothing was found', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${address}default.html`);
  await page.locator('.pagefind-ui__search-input').pressSequentially('xyzzy');
  await page.getByText('No results for xyzzy').waitFor();
});

test('the component UI answers what is typed', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${address}component.html`);
  await page.locator('pagefind-input input').pressSequentially('steam crust', { delay: 20 });
  await page.locator('pagefind-results mark', { hasText: 'crust' }).first().waitFor();
  const link = page.locator('pagefind-results a').first();
  await becomes(() => page.locator('pagefind-results').textContent(), /The oven[\s\S]*Steam in the first ten minutes/);
  await becomes(() => link.getAttribute('href'), /\/oven\//);
});

test('a module script opens the bundle without a bundler', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${address}module.html`);
  await page.getByText('Steam').waitFor();
});
