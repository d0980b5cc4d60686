import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../src/index.js';
import { checkSearch } from '../src/api/options.js';
import { rejects } from './support/errors.js';

/** @type {[options: any, message: RegExp][]} */
const badSearch = [
  [{ limit: 3 }, /search has no option "limit"; it has k, mode, excerpts, nestedExcerpts, params, filters, sort, language, shared, explain, signal/],
  [{ explain: 1 }, /explain/],
  [{ nestedExcerpts: 'yes' }, /nestedExcerpts/],
  [{ k: 0 }, /k: got 0, want an integer from 1 to 100/],
  [{ k: 101 }, /k: got 101/],
  [{ k: 2.5 }, /k: got 2.5/],
  [{ k: '3' }, /k: got "3"/],
  [{ mode: 'best' }, /mode: got "best", want one of auto, bm25, bridge/],
  [{ params: 3 }, /params: got 3, want an object/],
  [{ params: { hops: [2] } }, /params.hops: got an array, want a number, a string or a boolean/],
  [{ params: { k: 2 } }, /k is an option of its own/],
  [{ filters: 'a' }, /filters: got "a", want an object of keys and values/],
  [{ filters: { a: 1 } }, /filters.a: got 1, want a string, an array, or an object of any, all, none, not/],
  [{ filters: { a: { b: 'c' } } }, /filters.a: got "b", want one of any, all, none, not/],
  [{ filters: { any: ['a'] } }, /filters.any\[0\]: got "a", want an object, or an array of objects/],
  [{ filters: { a: ['b', null] } }, /filters.a\[1\]: got null/],
  [{ filters: { a: [[[[[[[[[['b']]]]]]]]]] } }, /conditions at most 8 deep/],
  [{ filters: new Date() }, /filters: got a Date, want an object of keys and values/],
  [{ filters: new Map([['a', 'b']]) }, /filters: got a Map, want/],
  [{ filters: { a: new Set(['b']) } }, /filters.a: got a Set, want/],
  [{ sort: '' }, /sort: got "", want a key, or one key with 'asc' or 'desc'/],
  [{ sort: { a: 'up' } }, /sort: got an object/],
  [{ sort: { a: 'asc', b: 'asc' } }, /sort: got an object/],
  [{ excerpts: 3 }, /excerpts: got 3, want an array of positions of hits/],
  [{ excerpts: [0, 100] }, /excerpts: got 100, want integers from 0 to 99/],
  [{ params: { excerpts: 2 } }, /excerpts is an option of its own/],
  [{ signal: {} }, /signal: got an object, want an AbortSignal/],
  [null, /options: got null, want an object/],
];
for (const [options, message] of badSearch) {
  test(`search refuses ${JSON.stringify(options)}`, () => {
    assert.throws(() => checkSearch('q', options), { name: 'MycelError', code: 'request', message });
  });
}

test('search refuses a query that is no string', () => {
  assert.throws(() => checkSearch(/** @type {any} */ (7), {}), { code: 'request', message: /query: got 7, want a string/ });
});

test('search passes on what was given, without the signal', () => {
  const sent = (/** @type {string} */ query, /** @type {any} */ options) => JSON.parse(JSON.stringify(checkSearch(query, options)));
  assert.deepEqual(sent('q', { k: 100, mode: 'bm25', signal: new AbortController().signal }), { query: 'q', k: 100, mode: 'bm25' });
  assert.deepEqual(sent('q', {}), { query: 'q' });
  assert.deepEqual(sent('데이터'.normalize('NFD'), {}), { query: '데이터' }, 'the engine reads composed text');
  const filters = { a: 'b', c: ['d', 'e'], f: { none: ['g'] }, any: [{ h: 'i' }, { not: { j: 'k' } }] };
  assert.deepEqual(sent('q', { filters, sort: 'day' }), { query: 'q', filters, sort: 'day' });
  assert.deepEqual(sent('q', { sort: { day: 'desc' } }), { query: 'q', sort: 'day:desc' });
  assert.deepEqual(sent('q', { params: { hops: 2, similarity: 'words' } }), { query: 'q', params: { hops: 2, similarity: 'words' } });
});

test('excerpts of chosen hits are bits, the lowest of a byte first', () => {
  const { excerpts } = checkSearch('q', { excerpts: [9, 0, 99] });
  assert.deepEqual([...(excerpts ?? [])], [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8]);
  assert.ok(checkSearch('q', { excerpts: [] }).excerpts?.every((bits) => bits === 0));
});

/** @type {[options: any, message: RegExp][]} */
const badOpen = [
  [{ wroker: true }, /open has no option "wroker"/],
  [{ worker: 'yes' }, /worker: got "yes", want a boolean/],
  [{ fetch: 'x' }, /fetch: got "x", want a function/],
  [{ onProgress: 1 }, /onProgress: got 1, want a function/],
  [{ expect: 'tides' }, /expect: got "tides", want a query and its options/],
  [{ expect: {} }, /query: got undefined, want a string/],
  [{ expect: { query: 'tides', k: 0 } }, /k: got 0, want an integer/],
  [{ fetch, worker: true }, /exclude each other/],
];
for (const [options, message] of badOpen) {
  test(`open refuses ${Object.keys(options)}: ${message.source}`, () => rejects(open('http://127.0.0.1/', options), 'request', message));
}

test('open refuses a URL that cannot be resolved', () => rejects(open('bundle/'), 'request', /url: got "bundle\/"/));
