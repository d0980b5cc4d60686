/** Pages of an answer in Pagefind's shape, while the site is updated. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesOf } from '../src/pagefind/pages.js';
import { rejects } from './support/errors.js';
/** @import {Hit, Result} from '../src/types.js' */

/**
 * An answer that lists one section of each document.
 * @param {string[]} documents
 * @param {number[]} [excerpts]
 * @returns {Result}
 */
const answer = (documents, excerpts = []) => /** @type {Result} */ (/** @type {unknown} */ ({
  terms: [],
  hits: documents.map((document, i) => /** @type {Hit} */ ({
    document, title: document, heading: '', breadcrumb: [], url: `${document}.html`, anchor: '', section: 0, chunk: 0, score: 1,
    why: { source: 'words', terms: [], entities: [] },
    ...(excerpts.includes(i) && { excerpt: { text: `text of ${document}`, matches: [], cutStart: false, cutEnd: false } }),
  })),
}));

test('a page that stands elsewhere in a newer bundle comes with its own text, one that is gone is an error', async () => {
  /** @type {number[][]} */
  const asked = [];
  const pages = pagesOf(answer(['oil', 'rye', 'oat']), 'http://x/mycel/', {}, async (excerpts) => {
    asked.push(excerpts);
    return answer(['new', 'oil', 'rye'], excerpts);
  });
  const [oil, rye, oat] = pages;
  const all = await Promise.allSettled([oil.data(), rye.data(), oat.data()]);
  assert.deepEqual(all.slice(0, 2).map((outcome) => outcome.status === 'fulfilled' && outcome.value.plain_excerpt), ['text of oil', 'text of rye']);
  await rejects(oat.data(), 'not-found', /oat is not found any more/);
  assert.deepEqual(asked, [[0, 1, 2], [1, 2], [2]]);
});
