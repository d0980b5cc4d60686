import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragment } from '../src/pagefind/fragment.js';
/** @import {Hit, Term} from '../src/types.js' */

const folder = 'http://example.org/docs/pagefind/';

/**
 * @param {Partial<Hit>} hit
 * @returns {Hit}
 */
const hit = (hit) => ({
  document: 'oil.html', title: 'Oil', heading: '', breadcrumb: ['Oil'], url: 'oil.html', anchor: '', section: 0, chunk: 0, score: 1,
  why: { source: 'words', terms: [], entities: [] },
  ...hit,
});

/** @type {Hit[]} */
const hits = [
  hit({ heading: 'Press', url: 'oil.html#press', anchor: 'press', section: 2, score: 3, excerpt: { text: 'Press the <olives> cold.', matches: [[11, 17]], cutStart: false, cutEnd: false } }),
  hit({ score: 2, excerpt: { text: 'Oil of olives.', matches: [[7, 13]], cutStart: false, cutEnd: false } }),
];

test('a page stands with its best section, and lists its sections in reading order', () => {
  const page = fragment(hits, [], folder, {});
  assert.equal(page.url, '/docs/oil.html');
  assert.equal(page.raw_url, '/oil.html');
  assert.equal(page.excerpt, 'Press the &lt;<mark>olives</mark>&gt; cold.');
  assert.equal(page.plain_excerpt, 'Press the <olives> cold.');
  assert.deepEqual(page.meta, { title: 'Oil' });
  assert.deepEqual(page.sub_results.map(({ title, url, anchor }) => [title, url, anchor?.id]), [
    ['Oil', '/docs/oil.html', undefined],
    ['Press', '/docs/oil.html#press', 'press'],
  ]);
  assert.deepEqual(page.anchors, [{ element: 'h2', id: 'press', text: 'Press', location: 3 }]);
});

test('locations are numbers of words in the content', () => {
  const { content, word_count, locations, sub_results } = fragment(hits, [], folder, {});
  assert.equal(word_count, content.split(' ').length);
  assert.deepEqual(locations.map((at) => content.split(' ')[at]), ['olives.', '<olives>']);
  assert.deepEqual(sub_results.map((sub) => sub.locations), [[2], [5]]);
  assert.deepEqual(sub_results[1].weighted_locations, [{ weight: 1, balanced_score: 3, location: 5 }]);
});

test('a page without texts is still a page', () => {
  const page = fragment([hit({})], [], folder, {});
  assert.equal(page.excerpt, '');
  assert.equal(page.word_count, 0);
  assert.equal(page.sub_results.length, 1);
});

for (const [raw, baseUrl, want] of /** @type {[string, string | undefined, string][]} */ ([
  ['a/', undefined, '/docs/a/'],
  ['/a/', undefined, '/a/'],
  ['/a/', '/base', '/base/a/'],
  ['a/?v=1', '/base/', '/base/a/?v=1'],
  ['a/', 'https://elsewhere.example/', 'https://elsewhere.example/a/'],
  ['https://elsewhere.example/a/', '/base', 'https://elsewhere.example/a/'],
])) {
  test(`address ${raw} with the base ${baseUrl}`, () => assert.equal(fragment([hit({ url: raw })], [], folder, { baseUrl }).url, want));
}

test('words of the query are handed on to the page, before the fragment', () => {
  const term = (/** @type {string} */ word, rest = {}) => /** @type {Term} */ ({ word, start: 0, end: 0, known: true, stop: false, ...rest });
  const terms = [term('olive oil'), term('the', { stop: true }), term('xyzzy', { known: false })];
  const { sub_results } = fragment(hits, terms, folder, { highlightParam: 'h' });
  assert.equal(sub_results[1].url, '/docs/oil.html?h=olive+oil#press');
});

test('other fields of a document are in meta, which cannot take its title', () => {
  const rich = /** @type {Hit} */ ({ ...hit({}), meta: { title: 'no', image: '/oil.png' } });
  assert.deepEqual(fragment([rich], [], folder, {}).meta, { title: 'Oil', image: '/oil.png' });
});

test('a document cannot make a link that runs a script, or one that leads nowhere an error', () => {
  for (const url of ['javascript:alert(1)', 'JavaScript:alert(1)#press', 'data:text/html,<p>', 'http://[']) {
    const page = fragment([hit({ url, heading: 'Press', anchor: 'press' })], [], folder, {});
    assert.deepEqual([page.url, page.sub_results[0].url], ['#', '#']);
  }
  const meta = (/** @type {string} */ url) => fragment([hit({ meta: { author: 'Ada', url } })], [], folder, {}).meta;
  assert.deepEqual(meta('javascript:alert(1)'), { author: 'Ada', title: 'Oil' });
  for (const url of ['/oil', 'https://example.org/oil']) assert.deepEqual(meta(url), { author: 'Ada', url, title: 'Oil' });
});

test('the sections below a hit are sections of its page', () => {
  const below = { heading: 'Mill', url: 'oil.html#mill', anchor: 'mill', section: 1, chunk: 1, score: 0.5, headingMatches: [] };
  const page = fragment([{ ...hits[0], nested: [{ ...below, excerpt: { text: 'Olives are milled.', matches: [[0, 6]], cutStart: false, cutEnd: false } }, { ...below, heading: 'Jar', section: 4, url: 'oil.html#jar', anchor: 'jar' }] }], [], folder, {});
  assert.equal(page.excerpt, 'Press the &lt;<mark>olives</mark>&gt; cold.');
  assert.deepEqual(page.sub_results.map(({ title, url, excerpt }) => [title, url, excerpt]), [
    ['Mill', '/docs/oil.html#mill', '<mark>Olives</mark> are milled.'],
    ['Press', '/docs/oil.html#press', 'Press the &lt;<mark>olives</mark>&gt; cold.'],
    ['Jar', '/docs/oil.html#jar', ''],
  ]);
});
