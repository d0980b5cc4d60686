/** Debian's Jekyll with its starter's theme, and the lines of docs/plugins.md. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let jekyll;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let site;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  jekyll = await place(scope);
  site = join(jekyll.folder, 'site');
  await jekyll.sh('jekyll new --skip-bundle site && rm site/Gemfile');
  await jekyll.edit('site/_config.yml', (text) => text.replace('baseurl: ""', 'baseurl: "/sub"'));
  const lines = (/** @type {string} */ text) => `${text}\n\n`.repeat(60);
  await jekyll.edit('site/_posts/2026-01-02-oven.md', () => `---\ntitle: The oven\nlayout: post\n---\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
  // What a maintainer does.
  await jekyll.edit('site/_config.yml', (text) => `${text}\nkeep_files: [mycel]\n`);
  await jekyll.sh('cp -r "$(ruby -e \'puts Gem::Specification.find_by_name("minima").gem_dir\')/_includes" .', site);
  await jekyll.edit('site/_includes/header.html', (text) => text.replace('</header>', `<script type="module" src="{{ '/mycel/client/ui/define.js' | relative_url }}"></script>\n<mycel-search-trigger></mycel-search-trigger></header>`));
  await jekyll.sh('jekyll build --quiet && npx mycel --site _site', site);
});

test('built, below a base; init finds it, and the next build of the site leaves the bundle there', async (t) => {
  assert.match(await jekyll.sh('npx mycel init', site), /^Found Jekyll: _config\.yml\./);
  await jekyll.sh('jekyll build --quiet', site);
  assert.ok((await readdir(join(site, '_site'))).includes('mycel'));
  const page = await visitor(t, browser);
  await page.goto(await serveBelow(t, join(site, '_site')));
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/2026\/01\/02\/oven\.html#poolish/, picture: 'jekyll' });
});
