import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../src/index.js';
import { checkSearch } from '../src/options.js';
import { rejects } from './support/errors.js';

/** @type {[options: any, message: RegExp][]} */
const badSearch = [
  [{ limit: 3 }, /search has no option "limit"; it has k, mode, parameters, signal/],
  [{ k: 0 }, /k: got 0, want an integer from 1 to 100/],
  [{ k: 101 }, /k: got 101/],
  [{ k: 2.5 }, /k: got 2.5/],
  [{ k: '3' }, /k: got "3"/],
  [{ mode: 'best' }, /mode: got "best", want one of auto, bm25, e2graph/],
  [{ parameters: 3 }, /parameters: got 3, want an object/],
  [{ parameters: { hops: [2] } }, /parameters.hops: got an array, want a number, a string or a boolean/],
  [{ parameters: { k: 2 } }, /k is an option of its own/],
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
  assert.deepEqual(checkSearch('q', { k: 100, mode: 'bm25', signal: new AbortController().signal }), { query: 'q', k: 100, mode: 'bm25' });
  assert.deepEqual(checkSearch('q', {}), { query: 'q' });
  assert.deepEqual(checkSearch('q', { parameters: { hops: 2, solver: 'power' } }), { query: 'q', parameters: { hops: 2, solver: 'power' } });
});

/** @type {[options: any, message: RegExp][]} */
const badOpen = [
  [{ wroker: true }, /open has no option "wroker"/],
  [{ worker: 'yes' }, /worker: got "yes", want a boolean/],
  [{ fetch: 'x' }, /fetch: got "x", want a function/],
  [{ onProgress: 1 }, /onProgress: got 1, want a function/],
  [{ fetch, worker: true }, /exclude each other/],
];
for (const [options, message] of badOpen) {
  test(`open refuses ${Object.keys(options)}: ${message.source}`, () => rejects(open('http://127.0.0.1/', options), 'request', message));
}

test('open refuses a URL that cannot be resolved', () => rejects(open('bundle/'), 'request', /url: got "bundle\/"/));
