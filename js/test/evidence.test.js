import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOverview, checkRelated, checkRetrieve, fit } from '../src/api/ask.js';
import { Session } from '../src/session/session.js';
import { open } from '../src/index.js';
import { builtBundle } from './support/files.js';
import { rejects } from './support/errors.js';
import * as server from './support/server.js';
import { textPath, tinyBundle } from './support/tinybundle.js';
import { useWorkers } from './support/webworker.js';
/** @import {Evidence} from '../src/evidence.js' */

/** @type {[options: any, message: RegExp][]} */
const badRetrieve = [
  [{ budget: 3 }, /retrieve has no option "budget"; it has k, mode, params, tokenBudget/],
  [{ tokenBudget: 0 }, /tokenBudget: got 0, want an integer from 1 to/],
  [{ tokenBudget: -1 }, /tokenBudget: got -1/],
  [{ tokenBudget: 1.5 }, /tokenBudget: got 1.5/],
  [{ k: 101 }, /k: got 101/],
  [{ minScore: 2 }, /minScore: got 2, want a number from 0 to 1/],
  [{ minScore: NaN }, /minScore: got NaN/],
  [{ mode: 'best' }, /mode: got "best"/],
  [{ countTokens: 7 }, /countTokens: got 7, want a function/],
  [{ signal: {} }, /signal: got an object/],
];
for (const [options, message] of badRetrieve) {
  test(`retrieve refuses ${JSON.stringify(options)}`, () => {
    assert.throws(() => checkRetrieve('q', options), { code: 'request', message });
  });
}

test('overview and related check what they are given', () => {
  assert.throws(() => checkOverview('t', /** @type {any} */ ({ k: 1 })), { code: 'request', message: /overview has no option "k"/ });
  assert.throws(() => checkOverview(/** @type {any} */ (7), {}), { code: 'request', message: /topic: got 7/ });
  assert.throws(() => checkRelated('related', 'd', { k: 0 }), { code: 'request', message: /k: got 0/ });
  assert.throws(() => checkRelated('related', /** @type {any} */ (undefined), {}), { code: 'request', message: /of: got undefined/ });
});

/**
 * Evidence of an engine whose context grows by a letter at every third token.
 * @param {number} size letters there are
 * @param {number[]} asked budgets it was asked for
 */
function letters(size, asked) {
  return async (/** @type {number} */ budget) => {
    asked.push(budget);
    const n = Math.min(size, Math.floor(budget / 3));
    const next = n < size ? { next: 3 * (n + 1) } : {};
    return /** @type {Evidence} */ ({ context: 'x'.repeat(n), tokens: 3 * n, truncated: n < size, ...next });
  };
}

for (const [size, budget, want] of [[100, 50, 50], [100, 1, 1], [30, 50, 30], [0, 5, 0], [5000, 1700, 1700]]) {
  test(`a caller's counter: ${want} of ${size} letters fit into ${budget}`, async () => {
    /** @type {number[]} */
    const asked = [];
    const evidence = await fit(letters(size, asked), (context) => context.length, budget);
    assert.equal(evidence.context.length, want);
    assert.equal(evidence.tokens, want);
    assert.ok(asked.length <= 16, `asked for ${asked}`);
    assert.ok(asked.every((n) => n >= 1));
  });
}

test("a caller's counter may be slow, and must count", async () => {
  const evidence = await fit(letters(100, []), async (context) => 2 * context.length, 51);
  assert.equal(evidence.context.length, 25);
  await rejects(fit(letters(9, []), () => /** @type {any} */ ('many'), 5), 'request', /countTokens: got "many"/);
  const none = await fit(letters(100, []), () => 1e9, 10);
  assert.equal(none.context, '');
});

test('text that cannot be had fails what needs all of it', async (t) => {
  const site = await server.serve(t, await tinyBundle(t));
  const host = await Session.open(site.url);
  t.after(() => host.close());
  site.on(new RegExp(textPath(2)), server.status(404));
  await rejects(host.ask('retrieve', { query: 'mulch' }), 'not-found', new RegExp(textPath(2)));
  site.restore();
  assert.equal((await host.ask('retrieve', { query: 'mulch' })).missing, undefined);
});

/** @type {[name: string, worker: boolean][]} */
const places = [['in a worker', true], ['in process', false]];

for (const [name, worker] of places) {
  test(`${name}: evidence, an overview and neighbours from the built bundle`, async (t) => {
    if (worker) useWorkers(t);
    const { url } = await server.serve(t, await builtBundle());
    const search = await open(url, { worker });
    t.after(() => search.close());

    const lund = await search.entity('edvard lund', { k: 3 });
    assert.deepEqual([lund.name, lund.type, lund.near.length, lund.passages.length], ['Edvard Lund', 'name', 3, 3]);
    assert.ok(lund.near.some(({ path, from }) => path?.[0] === 'Brask' && from?.sentence.includes('Edvard Lund')), JSON.stringify(lund.near));
    assert.match(lund.passages[0].reasons?.[0].from?.sentence ?? '', /Edvard Lund|Lund/);
    await rejects(search.entity('nobody at all'), 'request', /got "nobody at all"/);

    const evidence = await search.retrieve('Which town did the designer of the float gauge learn clockmaking in?', { tokenBudget: 400 });
    assert.ok(evidence.tokens <= 400);
    assert.match(evidence.context, /^\[1\] .*\n[^]*Brask/);
    assert.equal(evidence.reason, undefined);
    assert.equal(evidence.citations.length, evidence.passages.length);
    for (const [i, citation] of evidence.citations.entries()) {
      assert.equal(citation.n, i + 1);
      assert.ok(evidence.passages[i].text.includes(citation.quote));
      assert.equal(citation.end - citation.start, new TextEncoder().encode(citation.quote).length);
      assert.match(citation.url, /:~:text=/);
    }
    assert.ok(evidence.coverage.terms > 0.5);

    const counted = await search.retrieve('float gauge', { tokenBudget: 300, countTokens: (text) => text.length });
    assert.ok(counted.context.length <= 300 && counted.tokens === counted.context.length);

    const nothing = await search.retrieve('zzzzzz');
    assert.equal(nothing.context, '');
    assert.match(nothing.reason ?? '', /no document has any of the query's words/);
    assert.deepEqual(nothing.coverage, { terms: 0, entities: 0, uncovered: [] });

    const related = await search.related('gauge.md', { k: 3 });
    assert.ok(related.neighbours.length > 0 && related.neighbours.length <= 3);
    assert.ok(related.neighbours[0].entities.length > 0);
    await rejects(search.related('nowhere.md'), 'request', /got "nowhere.md"/);

    const overview = await search.overview('gauge');
    assert.equal(overview.reason === undefined, overview.summaries.length > 0);
    await rejects(search.retrieve('x', { signal: AbortSignal.abort() }), 'aborted');
    search.close();
    await rejects(search.retrieve('x'), 'closed');
  });
}

test('the core of the engine searches, the whole is loaded when more is asked', async (t) => {
  const { url, requests } = await server.serve(t, await builtBundle());
  const loads = () => requests.filter((path) => path.endsWith('.wasm.gz')).map((path) => path.replace(/^\/|\.[0-9a-f]{16}\.wasm\.gz$/g, ''));
  const host = await Session.open(url);
  t.after(() => host.close());
  const question = { query: 'Which town did the designer of the float gauge learn clockmaking in?' };
  const before = await host.search(question);
  assert.deepEqual(loads(), ['mycel-core']);
  assert.deepEqual(host.info.modes, ['auto', 'bm25', 'bridge']);

  const evidence = /** @type {Evidence} */ (await host.ask('retrieve', { ...question, tokenBudget: 200 }));
  assert.ok(evidence.citations.length > 0);
  assert.deepEqual(loads(), ['mycel-core', 'mycel']);
  assert.ok(host.info.modes.length > 3);
  assert.deepEqual(await host.search(question), before);
  assert.equal((await host.search({ ...question, mode: 'e2graph' })).mode, 'e2graph');
  assert.deepEqual(loads(), ['mycel-core', 'mycel']);
  assert.equal(host.status().restarts, 0);

  const graph = await Session.open(url);
  t.after(() => graph.close());
  assert.equal((await graph.search({ ...question, mode: 'e2graph' })).mode, 'e2graph');
  assert.equal(loads().length, 4);
});
