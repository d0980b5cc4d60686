/** An embedder of a page in Chromium: the true engine in its worker, the model on the page. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { launch, newPage } from '../support/browser.js';
import { dims, modelBundle } from '../support/model.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

test('the vector of a query comes from the page', async (t) => {
  const page = await newPage(t, browser);
  const { url } = await server.serve(t, await modelBundle(t));
  await page.goto(url);
  const got = await page.evaluate(async ({ client, url, dims }) => {
    /** @type {typeof import('../../src/index.js')} */
    const { open } = await import(client);
    const search = await open(url);
    let refusal = '';
    try {
      search.setEmbedder({ id: 'another', dims, embed: () => [] });
    } catch (error) {
      refusal = /** @type {any} */ (error).code;
    }
    const ask = async () => (await search.search('zzz', { mode: 'dense', k: 3 })).hits.map((hit) => hit.heading);
    const without = await ask();
    const stillingWell = new Float32Array(dims); // axes 4 and 5 of the model
    stillingWell[4] = stillingWell[5] = 1;
    search.setEmbedder({ id: 'axes', dims, embed: async () => [stillingWell] });
    return { refusal, without, withVector: await ask(), status: search.status() };
  }, { client: `${url}client/index.js`, url, dims });
  assert.equal(got.refusal, 'embedder');
  assert.deepEqual(got.without, []);
  assert.ok(got.withVector.includes('The stilling well'), `got ${got.withVector}`);
  assert.equal(got.status.worker, true);
  assert.equal(got.status.embedder, 'axes');
});
