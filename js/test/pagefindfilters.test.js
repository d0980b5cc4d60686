import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countValues, filterOption, languageFilter, sortOption } from '../src/pagefind/filters.js';

const without = /** @type {any} */ ({});
const info = /** @type {any} */ ({ filters: { tags: { rye: 3, oat: 1 } }, sorts: ['date'] });

test('filters are handed over where the bundle has some', () => {
  assert.deepEqual(filterOption(info, { tags: { any: ['rye'] } }), { filters: { tags: { any: ['rye'] } } });
  assert.equal(filterOption(info, {}), undefined);
  assert.equal(filterOption(info, undefined), undefined);
  assert.equal(filterOption(without, { tags: ['rye'] }), undefined);
});

test('one sort key is handed over where the bundle has some', () => {
  assert.deepEqual(sortOption(info, { date: 'desc', title: 'asc' }), { sort: { date: 'desc' } });
  assert.equal(sortOption(info, {}), undefined);
  assert.equal(sortOption(without, { date: 'asc' }), undefined);
});

test('every value is counted, those of no document as 0', () => {
  assert.deepEqual(countValues(info, info), info.filters);
  assert.deepEqual(countValues(info, { filters: { tags: { rye: 2 } } }), { tags: { rye: 2, oat: 0 } });
  assert.deepEqual(countValues(info, {}), { tags: { rye: 0, oat: 0 } });
  assert.deepEqual(countValues(without, {}), {});
});

test('documents in other languages than the page are left out, unless a language is chosen', () => {
  const several = /** @type {any} */ ({ filters: { language: { de: 2, en: 5, 'pt-BR': 1 } } });
  assert.deepEqual(languageFilter(several, 'en-GB', undefined), { language: { none: ['de', 'pt-BR'] } });
  assert.deepEqual(languageFilter(several, 'pt', { tags: ['rye'] }), { language: { none: ['de', 'en'] } });
  assert.equal(languageFilter(several, 'en', { language: ['de'] }), undefined);
  assert.equal(languageFilter(several, 'fr', undefined), undefined, 'a page in none of the languages');
  assert.equal(languageFilter(several, undefined, undefined), undefined);
  assert.equal(languageFilter(info, 'en', undefined), undefined);
  assert.equal(languageFilter(without, 'en', undefined), undefined);
});
