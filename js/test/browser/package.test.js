/** The npm package in Chromium without a bundler: named by an import map, and from another origin, as from a CDN. */

import { before, test } from 'node:test';
import { cp, writeFile } from 'node:fs/promises';
import { launch, newPage } from '../support/browser.js';
import { installed } from '../support/pack.js';
import { follow } from '../support/recipe.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { becomes } from '../support/until.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} the site of an example, with its bundle */
let site;
/** @type {string} where the package lies */
let cdn;
const scope = fileScope();

/** @param {string} from the module that is imported */
const page = (from, head = '') => `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>x</title>${head}<p id="out"></p>
<script type="module">
  import { open } from '${from}';
  const bundle = await open('./mycel/');
  const { hits } = await bundle.search('steam');
  document.getElementById('out').textContent = hits[0].heading + ', worker: ' + bundle.status().worker;
</script>`;

before(async () => {
  const { folder } = await installed(scope);
  const example = `${await follow(scope, 'plain', 'mycel build --site public --output-path public/mycel')}/public`;
  cdn = (await server.serve(/** @type {any} */ (scope), `${folder}/node_modules`, { 'Access-Control-Allow-Origin': '*' })).url;
  await writeFile(`${example}/cdn.html`, page(`${cdn}mycel/src/index.js`));
  const map = JSON.stringify({ imports: { mycel: './node_modules/mycel/src/index.js' } });
  await writeFile(`${example}/map.html`, page('mycel', `<script type="importmap">${map}</script>`));
  await cp(`${folder}/node_modules`, `${example}/node_modules`, { recursive: true });
  site = (await server.serve(/** @type {any} */ (scope), example)).url;
  browser = await launch(/** @type {any} */ (scope));
});

test('by its name, with an import map: the engine runs in a worker', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${site}map.html`);
  await page.waitForSelector('#out:not(:empty)');
  await becomes(() => page.textContent('#out'), 'Steam, worker: true');
});

test('from another origin: the engine runs on the page\'s thread', async (t) => {
  const page = await newPage(t, browser);
  await page.goto(`${site}cdn.html`);
  await page.waitForSelector('#out:not(:empty)');
  await becomes(() => page.textContent('#out'), 'Steam, worker: false');
});
