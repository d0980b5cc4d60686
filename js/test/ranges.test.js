/** Ranges and levels of filters, in Node, with the true engine. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../src/index.js';
import { bundleOf } from './support/files.js';
import { rejects } from './support/errors.js';
import { serve } from './support/server.js';

const loaves = [
  ['rye', 'Bread > Rye', '2024-11-30', '9'], ['wheat', 'Bread > Wheat', '2025-01-01', '10'], ['sourdough', 'Bread > Rye > Sour', '2025-06-15', '100'], ['brie', 'Cheese', '2026-02-01', '2'],
];

test('filters take ranges of dates and numbers, and a level has what is below it', async (t) => {
  const records = loaves.map(([name, kind, date, days]) => ({ _id: name, title: name, text: `Eaten with butter: ${name}.`, filters: { kind, date, days } }));
  const { url } = await serve(t, await bundleOf(t, records));
  const bundle = await open(url);
  t.after(() => bundle.close());
  const found = async (/** @type {import('../src/types.js').Filters} */ filters) => (await bundle.search('butter', { filters })).hits.map(({ document }) => document).sort();
  assert.deepEqual(await found({ date: { from: '2025' } }), ['brie', 'sourdough', 'wheat']);
  assert.deepEqual(await found({ date: { from: '2025', to: '2025' } }), ['sourdough', 'wheat'], 'the end of a range is whole');
  assert.deepEqual(await found({ date: { to: '2025-01-01' } }), ['rye', 'wheat']);
  assert.deepEqual(await found({ days: { from: 9, to: 10 } }), ['rye', 'wheat'], 'numbers are no words');
  assert.deepEqual(await found({ date: { from: '2030' } }), []);
  assert.deepEqual(await found({ kind: { from: 'Bread > S', any: ['Bread > Wheat', 'Bread > Rye'] } }), ['wheat'], 'both a range and a list hold');
  assert.deepEqual(await found({ any: [{ days: { to: 2 } }, { date: { to: '2024' } }] }), ['brie', 'rye']);
  assert.deepEqual(await found({ not: { days: { from: 10 } } }), ['brie', 'rye']);
  assert.deepEqual(await found({ kind: 'Bread' }), ['rye', 'sourdough', 'wheat']);
  assert.deepEqual(await found({ kind: 'Bread > Rye' }), ['rye', 'sourdough']);
  assert.equal(bundle.filters().kind.Bread, 3);
  const { passages } = await bundle.retrieve('butter', { filters: { date: { from: '2026' } } });
  assert.deepEqual(passages.map(({ title }) => title), ['brie']);
  await rejects(bundle.search('butter', { filters: { date: /** @type {any} */ ({ from: true }) } }), 'request', /filters\.date: .*both ends of a range/);
});
