import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clip, html, wordAt } from '../src/pagefind/marked.js';
/** @import {Range} from '../src/types.js' */

test('text becomes HTML whose only element is the mark', () => {
  const text = '<img src=x onerror="f()"> & \'tea\'';
  assert.equal(html(text, [[1, 4], [29, 32]]), '&lt;<mark>img</mark> src=x onerror=&quot;f()&quot;&gt; &amp; &#39;<mark>tea</mark>&#39;');
  assert.equal(html('</mark><b>', [[0, 10]]), '<mark>&lt;/mark&gt;&lt;b&gt;</mark>');
});

test('a place is that of the word it lies in', () => {
  const text = ' one (two) three';
  assert.deepEqual([1, 5, 6, 11, 12].map((place) => wordAt(text, place)), [0, 1, 1, 2, 2]);
  assert.equal(wordAt(text, text.length), 3);
  assert.equal(wordAt('', 0), 0);
});

test('an excerpt is cut to the words around most of its matches', () => {
  const text = 'a b c d e f g h';
  /** @type {Range[]} */
  const matches = [[0, 1], [8, 9], [10, 11]];
  assert.deepEqual(clip({ text, matches }, 4), { text: 'd e f g', matches: [[2, 3], [4, 5]] });
  assert.deepEqual(clip({ text, matches }, 8), { text, matches });
  assert.deepEqual(clip({ text, matches: [] }, 2), { text: 'd e', matches: [] });
});
