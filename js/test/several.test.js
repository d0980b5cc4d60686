/** Several bundles searched as one, in Node, with the true engine. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { open } from '../src/index.js';
import { joinEvidence } from '../src/api/joined.js';
import { merge } from '../src/api/merge.js';
import { builtCommand } from './support/files.js';
import { rejects } from './support/errors.js';
import { body, serve, status } from './support/server.js';
/** @import {TestContext} from 'node:test' */

/** Pages of two sites: in one the word lamp says little, in the other wick does. */
const sites = {
  lamps: [
    ['oil lamp', 'The oil lamp burns with a wick of cotton.'],
    ['gas lamp', 'The gas lamp of the pier has a mantle and a valve.'],
    ['arc lamp', 'The arc lamp of the tower has two rods of carbon.'],
    ['signal lamp', 'The signal lamp stands on the bridge of the ship.'],
    ['hand lamp', 'The hand lamp is filled every evening by the keeper.'],
  ],
  candles: [
    ['tallow', 'A tallow candle has a wick of linen, and smells.'],
    ['beeswax', 'A beeswax candle has a wick of cotton that needs no trimming.'],
    ['rushlight', 'A rushlight has the pith of a rush as its wick.'],
    ['chandler', 'The chandler dips each wick a dozen times, and sells a lamp now and then.'],
  ],
};

/** A site whose index is too large to lie in one file with its core: a search fetches parts of it. */
const library = Array.from({ length: 600 }, (_, i) => [
  `volume ${i}`,
  `${Array.from({ length: 60 }, (__, k) => `w${(i * 61 + k * 7919) % 30011}`).join(' ')}${i === 7 ? ' a wick of cotton' : ''}`,
]);

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'several-'));
  /** @type {[string, string[][]][]} */
  const builds = [...Object.entries(sites), ['both', Object.values(sites).flat()], ['library', library]];
  for (const [name, pages] of builds) {
    const docs = join(folder, name, 'docs');
    await mkdir(docs, { recursive: true });
    for (const [title, text] of pages) {
      const kind = title.includes('lamp') ? 'lamp' : 'candle';
      await writeFile(join(docs, `${title.replace(' ', '-')}.html`), `<title>${title}</title><main><h1>${title}</h1><p>${text}</p><p hidden data-mycel-filter="kind">${kind}</p></main>`);
    }
    await promisify(execFile)(await builtCommand(), ['build', '--quiet', '--site', docs, '--output-path', join(folder, name, 'docs', 'mycel')]);
  }
});
after(() => rm(folder, { recursive: true }));

/**
 * @param {TestContext} t
 * @param {string} name
 */
const site = (t, name) => serve(t, join(folder, name, 'docs'));

/** @param {TestContext} t */
async function both(t) {
  const [lamps, candles] = [await site(t, 'lamps'), await site(t, 'candles')];
  const search = await open([`${lamps.url}mycel/`, { url: `${candles.url}mycel/` }]);
  t.after(() => search.close());
  return { lamps, candles, search };
}

test('the order is that of one bundle of all pages', async (t) => {
  const { search } = await both(t);
  const whole = await open(`${(await site(t, 'both')).url}mycel/`);
  t.after(() => whole.close());
  for (const query of ['lamp wick', 'linen wick', 'lamp', 'carbon', 'chandler lamp', 'oil lamp', 'keeper evening']) {
    const [got, want] = [await search.search(query, { k: 20 }), await whole.search(query, { k: 20 })];
    const names = (/** @type {{document: string}[]} */ hits) => hits.map(({ document }) => document);
    // Levels of words are relative to the mean length of a bundle's pages: pages that are equally good in one need not be in another.
    const best = want.hits.filter(({ score }) => score === want.hits[0].score);
    assert.ok(names(best).includes(got.hits[0].document), `${query}: ${names(got.hits)} | ${names(want.hits)}`);
    assert.deepEqual(names(got.hits).sort(), names(want.hits).sort(), query);
  }
});

test('hits say where they are from, with absolute addresses; words and filters are of all', async (t) => {
  const { lamps, candles, search } = await both(t);
  const { hits, terms, filters, failures } = await search.search('lamp wick', { k: 3, filters: {} });
  assert.equal(hits.length, 3);
  for (const { bundle, url, document, excerpt, why } of hits) {
    const from = bundle?.startsWith(lamps.url) ? lamps : candles;
    assert.equal(bundle, `${from.url}mycel/`);
    assert.equal(url.split('#')[0], from.url + document);
    assert.ok(excerpt && excerpt.text.length > 0);
    assert.ok(why.terms.every((i) => excerpt.text.toLowerCase().includes(terms[i].word)));
  }
  assert.deepEqual(terms.map(({ word, chunks }) => [word, chunks]), [['lamp', 6], ['wick', 5]]);
  const source = { [new URL(lamps.url).host]: 5, [new URL(candles.url).host]: 4 };
  assert.deepEqual(filters, { source, kind: { lamp: 5, candle: 4 } });
  assert.deepEqual(search.filters(), { source, kind: { lamp: 5, candle: 4 } });
  const [first, second] = Object.keys(source);
  for (const condition of [second, [second], { any: [second] }, { none: first }, { not: first }, { all: [second] }]) {
    const one = await search.search('wick', { filters: { source: condition } });
    assert.deepEqual([...new Set(one.hits.map(({ bundle }) => bundle))], [`${candles.url}mycel/`], JSON.stringify(condition));
    assert.deepEqual(one.filters?.source, { [first]: 0, [second]: 4 });
  }
  await rejects(search.search('wick', { filters: { source: 'none' } }), 'request', /want some of 127/);
  assert.equal(failures, undefined);
  const only = await search.search('wick', { filters: { kind: 'lamp' } });
  assert.deepEqual(only.hits.map(({ document }) => document), ['oil-lamp.html']);
  assert.equal(search.info.documents, 9);
});

test('excerpts are of the merged list, and the list comes before them', async (t) => {
  const { search } = await both(t);
  /** @type {string[][]} */
  const ranked = [];
  const onRanked = (/** @type {import('../src/types.js').Result} */ { hits }) => void ranked.push(hits.map(({ document, score, excerpt }) => `${document} ${score} ${Boolean(excerpt)}`));
  const { hits, terms } = await search.search('wick cotton', { k: 4, excerpts: [1, 9], onRanked });
  assert.deepEqual(hits.map(({ excerpt }) => Boolean(excerpt)), [false, true, false, false]);
  assert.deepEqual(ranked, [hits.map(({ document, score }) => `${document} ${score} false`)]);
  assert.ok(hits.every(({ document, why }) => why.terms.some((i) => terms[i].word === 'cotton') === /oil|beeswax/.test(document)), 'words of passages whose texts are not there');
  for (const query of ['wick cotton', 'carbon lamp with a wick of linen', 'keeper lamp tallow']) {
    const [all, first] = await Promise.all([20, 1].map((k) => search.search(query, { k })));
    assert.deepEqual(first.hits, all.hits.slice(0, 1), query);
  }
  assert.ok((await search.search('wick cotton', { excerpts: [] })).hits.every(({ excerpt }) => !excerpt));
});

test('one context has passages of all bundles, numbered through, within the budget', async (t) => {
  const { lamps, candles, search } = await both(t);
  const query = 'carbon lamp with a wick of linen';
  const evidence = await search.retrieve(query, { tokenBudget: 200 });
  const { passages, citations, context, tokens, coverage, trace } = evidence;
  assert.deepEqual(passages.map(({ n }) => n), passages.map((_, i) => i + 1));
  assert.deepEqual(context.match(/^\[\d+\] .*/gm), passages.map(({ n, title }) => `[${n}] ${title}`));
  assert.ok(passages.every(({ text }) => context.includes(text)) && tokens > 50 && tokens <= 200, `${tokens}`);
  const from = (/** @type {string | undefined} */ bundle) => (bundle === `${lamps.url}mycel/` ? lamps : candles).url;
  assert.deepEqual([...new Set(passages.map(({ bundle }) => from(bundle)))].sort(), [lamps.url, candles.url].sort());
  assert.equal(passages[0].bundle, (await search.search(query)).hits[0].bundle, 'the bundle of the best hit is first');
  for (const [i, { n, bundle, url, document, quote }] of citations.entries()) {
    assert.deepEqual([n, url.split('#')[0]], [i + 1, from(bundle) + document]);
    assert.ok(passages[i].text.includes(quote));
  }
  assert.deepEqual([coverage.uncovered, coverage.terms], [[], 1]);
  for (const { passage, document } of trace.items.filter(({ passage }) => passage)) assert.equal(passages[passage - 1].document, document);
  for (const tokenBudget of [1, 10, 30, 60, 100]) assert.ok((await search.retrieve(query, { tokenBudget })).tokens <= tokenBudget, `${tokenBudget}`);
  const counted = await search.retrieve(query, { tokenBudget: 90, countTokens: (text) => text.length / 2 });
  assert.ok(counted.tokens <= 90 && counted.tokens === counted.context.length / 2 && counted.passages.length > 0, `${counted.tokens}`);
  const only = await search.retrieve('wick', { filters: { source: new URL(candles.url).host } });
  assert.deepEqual([...new Set(only.passages.map(({ bundle }) => from(bundle)))], [candles.url]);
  const none = await search.retrieve('zeppelin');
  assert.deepEqual([Boolean(none.reason), none.context, none.tokens, none.coverage.terms], [true, '', 0, 0]);
});

test('lines of a text that look like the head of a passage keep their number', () => {
  const evidence = (/** @type {string} */ text) => /** @type {any} */ ({
    query: 'a', context: `[1] A\n${text}\n\n[2] B\nend`, tokens: 9, truncated: false, coverage: { terms: 1, entities: 0, uncovered: [] },
    passages: [{ n: 1, url: 'a', text }, { n: 2, url: 'b', text: 'end' }], citations: [],
    trace: { mode: 'bm25', reason: '', terms: [], entities: [], stats: { postings: 0, edges: 0, chunks: 0 }, lists: [], items: [] },
  });
  const part = { bundle: 'https://a/mycel/', site: 'https://a/', weight: 1, chunks: 1 };
  const { context } = joinEvidence([{ ...part, evidence: evidence('x\n[2] y') }, { ...part, evidence: evidence('[2] z\n[1] z') }]);
  assert.equal(context, '[1] A\nx\n[2] y\n\n[2] B\nend\n\n[3] A\n[2] z\n[1] z\n\n[4] B\nend');
});

test('a weight lifts a bundle', async (t) => {
  const [lamps, candles] = [await site(t, 'lamps'), await site(t, 'candles')];
  const first = async (/** @type {number} */ weight) => {
    const search = await open([{ url: `${lamps.url}mycel/`, site: 'https://lamps.example/docs/', weight }, `${candles.url}mycel/`]);
    t.after(() => search.close());
    return (await search.search('cotton wick needs trimming')).hits[0];
  };
  assert.equal((await first(1)).document, 'beeswax.html');
  assert.equal((await first(100)).url.split('#')[0], 'https://lamps.example/docs/oil-lamp.html');
});

test('a bundle that cannot be opened is left out, and the status says why', async (t) => {
  const [lamps, candles] = [await site(t, 'lamps'), await site(t, 'candles')];
  candles.on(/mycel\.json$/, body('no manifest'));
  const search = await open([`${lamps.url}mycel/`, `${candles.url}mycel/`, `${lamps.url}nowhere/`]);
  t.after(() => search.close());
  assert.equal((await search.search('wick')).hits[0].document, 'oil-lamp.html');
  const { bundles, fallbacks } = search.status();
  assert.deepEqual(bundles.map(({ error }) => error?.code), [undefined, 'format', 'not-found']);
  assert.match(fallbacks.join('\n'), /nowhere\/ is not searched: .*does not exist/);
  await rejects(open([`${lamps.url}nowhere/`, `${lamps.url}gone/`]), 'not-found', /nowhere/);
});

test('a bundle that fails at a search is left out of its answer, which says why', async (t) => {
  const [lamps, books] = [await site(t, 'lamps'), await site(t, 'library')];
  const search = await open([`${lamps.url}mycel/`, `${books.url}mycel/`]);
  t.after(() => search.close());
  books.on(/\/packs\//, status(500));
  const { hits, failures } = await search.search('wick cotton');
  assert.deepEqual(hits.map(({ document }) => document), ['oil-lamp.html']);
  assert.deepEqual(failures?.map(({ bundle, error }) => [bundle, error.code]), [[`${books.url}mycel/`, 'network']]);
  books.restore();
  const again = await search.search('wick cotton');
  assert.ok(again.hits.length > 1 && !again.failures);
});

test('what is of one bundle alone is refused', async (t) => {
  const { search } = await both(t);
  await rejects(search.overview(), 'unsupported', /overview.*several/);

  await rejects(search.retrieve('wick', { sort: { date: 'desc' } }), 'unsupported', /sort/);
  await rejects(search.search('wick', { sort: 'date' }), 'unsupported', /sort/);
  await rejects(open([]), 'request', /empty array/);
  await rejects(open([{ url: 'http://127.0.0.1/', weight: 0 }]), 'request', /url\[0\]\.weight/);
  // @ts-expect-error a wrong type
  await rejects(open([null]), 'request', /url\[0\]/);
  search.close();
  await rejects(search.search('wick'), 'closed');
});

test('scores count words that their bundle does not know', () => {
  const hit = (/** @type {string} */ document, /** @type {number[]} */ terms) => ({ document, title: '', heading: '', breadcrumb: [], url: document, anchor: '', section: 0, chunk: 0, score: 1, why: { source: 'words', terms, entities: [] } });
  const part = (/** @type {string} */ bundle, /** @type {number} */ b, /** @type {ReturnType<typeof hit>[]} */ hits) => ({
    bundle, site: `https://${bundle}/`, weight: 1, chunks: 100,
    result: {
      query: 'a b', mode: /** @type {const} */ ('bm25'), reason: '', entities: [], hits, stats: { postings: 1, edges: 0, chunks: 1 },
      terms: [{ word: 'a', start: 0, end: 1, known: true, stop: false, chunks: 10 }, { word: 'b', start: 2, end: 3, known: b > 0, stop: false, ...(b > 0 && { chunks: b }) }],
    },
  });
  const { result } = merge([part('x', 0, [hit('x1', [0])]), part('y', 10, [hit('y1', [0, 1]), hit('y2', [0])])], 10);
  assert.deepEqual(result.hits.map(({ url }) => url), ['https://y/y1', 'https://y/y2', 'https://x/x1']);
  // Both have all words that their own bundle knows, which in x are less than half of the query's weight.
  const [y, , x] = result.hits;
  assert.ok(Math.abs(y.score - 1) < 1e-9 && x.score < 0.5, `${y.score} ${x.score}`);
  assert.deepEqual(result.terms.map(({ chunks }) => chunks), [20, 10]);
});
