/** The API with Pagefind's shape, in Node, on bundles with the true engine. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { createPagefind } from '../src/pagefind.js';
import { builtBundle, builtCommand } from './support/files.js';
import { rejects } from './support/errors.js';
import { follow } from './support/recipe.js';
import * as server from './support/server.js';
/** @import {TestContext} from 'node:test' */

/**
 * The API on the plain example, whose site lies at /.
 * @param {TestContext} t
 */
async function plain(t) {
  const folder = await follow(t, 'plain', 'mycel build --site public --output-path public/pagefind');
  const site = await server.serve(t, `${folder}/public`);
  const pagefind = createPagefind(`${site.url}pagefind/`);
  t.after(() => pagefind.destroy());
  return { site, pagefind };
}

test('what user interfaces call is there', async () => {
  const names = ['createInstance', 'debouncedSearch', 'destroy', 'filters', 'init', 'mergeIndex', 'options', 'preload', 'search'];
  assert.deepEqual(Object.keys(createPagefind('http://127.0.0.1/')).sort(), names);
  const exported = (await readFile(new URL('../../site/page/pagefind.js', import.meta.url), 'utf8')).match(/export const \{(.*)\}/)?.[1] ?? '';
  assert.deepEqual(exported.trim().split(', ').sort(), names);
});

test('no term and no filters list the documents of a bundle without filters', async (t) => {
  const { pagefind } = await plain(t);
  for (const search of [undefined, {}, { filters: {} }, { filters: { flour: [] } }]) {
    const { results, unfilteredResultCount } = await pagefind.search(null, search);
    assert.equal(results.length, 3);
    assert.equal(unfilteredResultCount, 3);
  }
});

test('pages with their sections, as text and as HTML', async (t) => {
  const { pagefind } = await plain(t);
  const { results, unfilteredResultCount, filters, totalFilters, timings } = await pagefind.search('rye sugar');
  assert.equal(results.length, 1);
  assert.equal(unfilteredResultCount, 1);
  assert.deepEqual([filters, totalFilters], [{}, {}]);
  assert.deepEqual(Object.keys(timings), ['preload', 'search', 'total']);
  assert.equal(results[0].id, 'starter.html');
  assert.ok(results[0].score > 0);
  const page = await results[0].data();
  assert.equal(page.url, '/starter.html');
  assert.deepEqual(page.meta, { title: 'Sourdough starter' });
  assert.deepEqual(page.sub_results.map(({ title, url }) => [title, url]), [['Feeding', '/starter.html#feeding']]);
  assert.match(page.excerpt, /<mark>rye<\/mark> flour &amp; water, never &lt;b&gt;<mark>sugar<\/mark>&lt;\/b&gt;/);
  assert.match(page.plain_excerpt, /rye flour & water, never <b>sugar<\/b>/);
  assert.equal(page.locations.length, 2);
});

test('a search fetches no text; pages fetch theirs, together', async (t) => {
  const { pagefind, site } = await plain(t);
  const texts = () => site.requests.filter((path) => path.includes('/packs/text.')).length;
  const { results } = await pagefind.search('water loaf stone');
  assert.ok(results.length > 1);
  assert.equal(texts(), 0);
  const pages = await Promise.all(results.map((result) => result.data()));
  assert.ok(texts() > 0);
  assert.ok(pages.every(({ excerpt }) => excerpt.includes('<mark>')));
  assert.equal(await results[0].data(), pages[0], 'a page is described once');
});

test('text that cannot be had leaves the page, and may come later', async (t) => {
  const { pagefind, site } = await plain(t);
  const { results } = await pagefind.search('rye');
  site.on(/text/, server.status(500));
  const { url, excerpt } = await results[0].data();
  assert.deepEqual([url, excerpt], ['/starter.html', '']);
  site.restore();
  const again = await pagefind.search('rye');
  assert.match((await again.results[0].data()).excerpt, /<mark>rye/);
});

test('only the last of several debounced searches is answered', async (t) => {
  const { pagefind } = await plain(t);
  const answers = await Promise.all(['r', 'ry', 'rye'].map((term) => pagefind.debouncedSearch(term, {}, 20)));
  assert.deepEqual(answers.map((answer) => answer && answer.results.length), [null, null, 1]);
  const pending = pagefind.debouncedSearch('rye', {}, 20);
  await pagefind.destroy();
  assert.equal(await pending, null);
});

test('options: length of excerpts, base, words for the page', async (t) => {
  const { pagefind } = await plain(t);
  await pagefind.options({ excerptLength: 4, baseUrl: '/bread/', highlightParam: 'q', ranking: { pageLength: 1 } });
  const { results } = await pagefind.search('rye');
  const page = await results[0].data();
  assert.equal(page.plain_excerpt.split(' ').length, 4);
  assert.match(page.plain_excerpt, /rye/);
  assert.equal(page.url, '/bread/starter.html?q=rye');
  assert.equal(page.raw_url, '/starter.html');
});

test('a bundle elsewhere, and instances that do not share options', async (t) => {
  const { pagefind, site } = await plain(t);
  const other = pagefind.createInstance({ bundlePath: `${site.url}pagefind/`, baseUrl: '/other/' });
  t.after(() => other.destroy());
  const [a, b] = await Promise.all([pagefind, other].map(async ({ search }) => (await (await search('rye')).results[0].data()).url));
  assert.deepEqual([a, b], ['/starter.html', '/other/starter.html']);
});

test('a bundle that cannot be opened fails the search, not preload, and may come later', async (t) => {
  const { pagefind, site } = await plain(t);
  site.on(/mycel\.json/, server.status(404));
  await pagefind.preload();
  await rejects(pagefind.search('rye'), 'not-found', /mycel\.json/);
  site.restore();
  assert.equal((await pagefind.search('rye')).results.length, 1);
});

test('bundles without filters have none, and pass filters and order over', async (t) => {
  const { pagefind } = await plain(t);
  assert.deepEqual(await pagefind.filters(), {});
  const { results } = await pagefind.search('rye', { filters: { tag: ['bread'] }, sort: { date: 'desc' } });
  assert.equal(results.length, 1);
});

test('nothing to search for finds nothing', async (t) => {
  const { pagefind } = await plain(t);
  for (const term of ['', 'xyzzy']) assert.deepEqual((await pagefind.search(term)).results, []);
});

/** @type {Record<string, string>} */
const marked = {
  'rye.html': '<h1>Rye</h1><p data-pagefind-filter="flour:dark" data-pagefind-sort="date:2024-01-02" data-pagefind-meta="author:Ada">Bread of rye.</p>',
  'oat.html': '<h1>Oat</h1><p data-pagefind-filter="flour:light" data-pagefind-sort="date:2025-01-02">Bread of oat.</p>',
};

test('pages are filtered, counted, sorted and described by what they say of themselves', async (t) => {
  const folder = await follow(t, 'plain', 'rm -r public/* && mkdir -p public');
  for (const [name, content] of Object.entries(marked)) await writeFile(`${folder}/public/${name}`, `<main>${content}</main>`);
  await promisify(execFile)(await builtCommand(), ['build', '--quiet', '--site', `${folder}/public`, '--output-path', `${folder}/public/pagefind`]);
  const site = await server.serve(t, `${folder}/public`);
  const pagefind = createPagefind(`${site.url}pagefind/`);
  t.after(() => pagefind.destroy());
  assert.deepEqual(await pagefind.filters(), { flour: { dark: 1, light: 1 } });
  const dark = await pagefind.search('bread', { filters: { flour: ['dark'] } });
  assert.deepEqual(dark.results.map(({ id }) => id), ['rye.html']);
  assert.equal(dark.unfilteredResultCount, 2);
  assert.deepEqual(dark.filters, { flour: { dark: 1, light: 0 } });
  assert.deepEqual(dark.totalFilters, { flour: { dark: 1, light: 1 } });
  assert.deepEqual((await dark.results[0].data()).meta, { author: 'Ada', title: 'Rye' });
  for (const term of ['bread', null]) {
    const { results } = await pagefind.search(term, { sort: { date: 'desc' } });
    assert.deepEqual(results.map(({ id }) => id), ['oat.html', 'rye.html']);
  }
  assert.equal((await pagefind.search(null)).results.length, 2);
  const none = await pagefind.search(null, { filters: { flour: { none: ['dark'] } } });
  assert.deepEqual([none.results.map(({ id }) => id), none.unfilteredResultCount], [['oat.html'], 2]);
  await rejects(pagefind.search('bread', { filters: { colour: 'red' } }), 'request', /colour/);
});

test('indexes are merged', async (t) => {
  const { pagefind, site } = await plain(t);
  const alone = await pagefind.search('water');
  const other = await server.serve(t, await builtBundle());
  await pagefind.mergeIndex(other.url);
  const { results } = await pagefind.search('water');
  assert.ok(results.length > alone.results.length);
  assert.equal(new Set(results.map(({ id }) => id)).size, results.length);
  const pages = await Promise.all(results.map((result) => result.data()));
  assert.ok(pages.every(({ excerpt }) => excerpt.includes('<mark>')));
  const hosts = new Set(pages.map(({ url }) => new URL(url, site.url).host));
  assert.deepEqual([...hosts].sort(), [new URL(site.url).host, new URL(other.url).host].sort());
  for (const [i, { score }] of results.entries()) assert.ok(i === 0 || score <= results[i - 1].score);
});

test('an index that cannot be merged is not searched, and the others are', async (t) => {
  const { pagefind, site } = await plain(t);
  const before = await pagefind.search('rye sugar');
  await rejects(pagefind.mergeIndex(`${site.url}nowhere/`), 'not-found', /nowhere/);
  await rejects(pagefind.mergeIndex(site.url, { mergeFilter: { a: 'b' } }), 'unsupported', /mergeFilter/);
  assert.deepEqual((await pagefind.search('rye sugar')).results.map(({ id }) => id), before.results.map(({ id }) => id));
});

test('every bundle has it', async () => {
  const manifest = JSON.parse(await readFile(`${await builtBundle()}mycel.json`, 'utf8'));
  const paths = manifest.files.map((/** @type {{path: string}} */ { path }) => path);
  for (const path of ['pagefind.js', 'client/pagefind.js']) assert.ok(paths.includes(path), `${path} is not in the bundle`);
});
