/** The search elements of the npm package in webpack and esbuild, in development and built; Vite has a test of its own. */

import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let site;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} a site with its bundle, without scripts */
let pages;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  site = await place(scope);
  await site.sh('npm init -y && npm pkg set type=module && npm install --save-dev webpack webpack-cli webpack-dev-server esbuild mycel');
  await site.edit('src/search.js', () => "import 'mycel/ui/define.js';\n");
  pages = join(site.folder, 'pages/sub');
  await mkdir(pages, { recursive: true });
  const lines = (/** @type {string} */ text) => `<p>${text}</p>`.repeat(60);
  await writeFile(join(pages, 'index.html'), `<!doctype html><html lang="en"><head><title>Bread</title><link rel="icon" href="data:,"><script type="module" src="/sub/search.js"></script></head>
<body><mycel-search-trigger bundle="/sub/mycel/"></mycel-search-trigger><main><h1>Bread</h1>${lines('Bricks keep the heat of the fire.')}<h2 id="poolish">Poolish</h2><p>A poolish is a wet starter dough.</p>${lines('Wait.')}</main></body></html>`);
  await site.sh(`npx mycel --site ${pages}`);
});

/**
 * Searches by the elements of the npm package, and sees their worker.
 * @param {import('node:test').TestContext} t
 * @param {string} address
 * @param {string} picture
 */
async function search(t, address, picture) {
  const page = await visitor(t, browser);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /#poolish/, routed: true, picture });
  assert.equal(page.workers().length, 1, 'the engine runs on the thread of the page');
}

const webpack = '--entry ./src/search.js --output-filename search.js --output-public-path /sub/';

test('webpack', async (t) => {
  const out = join(site.folder, 'webpack');
  await cp(pages, out, { recursive: true });
  await site.sh(`npx webpack --mode production ${webpack} --output-path ${out}`);
  await search(t, await serveBelow(t, out), 'webpack');
});

test('webpack in development', async (t) => {
  const url = await site.start(`npx webpack serve --mode development --devtool source-map ${webpack} --static ${join(pages, '..')} --host 127.0.0.1 --port 8931 --no-open --no-hot --no-live-reload`, site.folder, /http:\/\/127\.0\.0\.1:\d+\//);
  await search(t, `${url}sub/`, 'webpack-dev');
});

// docs/javascript.md has this command.
const esbuild = 'src/search.js worker=mycel/worker.js --bundle --splitting --format=esm';

test('esbuild', async (t) => {
  const out = join(site.folder, 'esbuild');
  await cp(pages, out, { recursive: true });
  await site.sh(`npx esbuild ${esbuild} --minify --outdir=${out}`);
  await search(t, await serveBelow(t, out), 'esbuild');
});

test('esbuild in development', async (t) => {
  const out = join(site.folder, 'esbuild-dev');
  await cp(pages, join(out, 'sub'), { recursive: true });
  const url = await site.start(`tail -f /dev/null | npx esbuild ${esbuild} --outdir=${join(out, 'sub')} --serve=127.0.0.1:8932 --servedir=${out}`, site.folder, /http:\/\/127\.0\.0\.1:\d+\//);
  await search(t, `${url}sub/`, 'esbuild-dev');
});
