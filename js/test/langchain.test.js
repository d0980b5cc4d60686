import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { RunnableLambda, RunnableSequence } from '@langchain/core/runnables';
import { MycelRetriever } from '../src/adapters/langchain.js';
import { open } from '../src/index.js';
import { rejects } from './support/errors.js';
import { builtBundle } from './support/files.js';
import { endless } from './support/endless.js';
import * as server from './support/server.js';

const question = 'Which town did the designer of the float gauge learn clockmaking in?';

/** @param {import('node:test').TestContext} t */
async function openBuilt(t) {
  const { url } = await server.serve(t, await builtBundle());
  const search = await open(url, { worker: false });
  t.after(() => search.close());
  return search;
}

test('passages become documents', async (t) => {
  const search = await openBuilt(t);
  const retriever = new MycelRetriever({ search, k: 5, tokenBudget: 300 });
  assert.ok(retriever instanceof BaseRetriever);
  const documents = await retriever.invoke(question);
  const { passages, citations } = await search.retrieve(question, { k: 5, tokenBudget: 300 });
  assert.ok(documents.length > 1);
  assert.deepEqual(documents.map((d) => d.pageContent), passages.map((p) => p.text));
  for (const [i, document] of documents.entries()) {
    assert.ok(document instanceof Document);
    assert.equal(document.metadata.source, passages[i].url);
    assert.equal(document.metadata.quoteUrl, citations[i].url);
    assert.ok(document.pageContent.includes(document.metadata.quote));
  }
  assert.equal(new Set(documents.map((d) => d.id)).size, documents.length);
  assert.deepEqual(await retriever.invoke('zzzzzz'), []);
});

test('k and tokenBudget reach the engine', async (t) => {
  const search = await openBuilt(t);
  const [one, ...more] = await new MycelRetriever({ search, k: 1 }).invoke(question);
  assert.ok(one);
  assert.deepEqual(more, []);
  const small = await new MycelRetriever({ search, tokenBudget: 40 }).invoke(question);
  const large = await new MycelRetriever({ search, tokenBudget: 800 }).invoke(question);
  assert.ok(small.length < large.length);
});

test('addresses become absolute', async (t) => {
  const search = await openBuilt(t);
  const documents = await new MycelRetriever({ search, siteRoot: 'https://example.org/docs' }).invoke(question);
  const sources = documents.map(({ metadata }) => metadata.source);
  assert.ok(sources.includes('https://example.org/docs/stations/brask.html#brask'), `got ${sources}`);
  for (const { metadata } of documents) assert.match(metadata.quoteUrl, /^https:\/\/example\.org\/docs\/.*#.*:~:text=/);
});

test('options are checked when the retriever is made', async (t) => {
  const search = await openBuilt(t);
  /** @type {[options: any, message: RegExp][]} */
  const bad = [
    [undefined, /search: got undefined, want what open\(\) resolves to/],
    [{ search: {} }, /search: got an object/],
    [{ search, k: 0 }, /k: got 0/],
    [{ search, tokenBudget: '9' }, /tokenBudget: got "9"/],
    [{ search, topK: 3 }, /no option "topK"/],
    [{ search, siteRoot: 'docs' }, /siteRoot: got "docs", want an absolute URL/],
  ];
  for (const [options, message] of bad) {
    assert.throws(() => new MycelRetriever(options), { name: 'MycelError', code: 'request', message });
  }
});

test('it is a step of a chain, and callbacks see the run', async (t) => {
  const search = await openBuilt(t);
  /** @type {string[]} */
  const seen = [];
  const retriever = new MycelRetriever({
    search,
    tags: ['docs'],
    callbacks: [{
      handleRetrieverStart: (_, query, __, ___, tags) => void seen.push(`start ${query} ${tags}`),
      handleRetrieverEnd: (documents) => void seen.push(`end ${documents.length > 0}`),
    }],
  });
  const chain = RunnableSequence.from([retriever, (/** @type {Document[]} */ documents) => documents.length]);
  assert.ok((await chain.invoke(question)) > 0);
  assert.deepEqual(seen, [`start ${question} docs`, 'end true']);
  const [first, second] = await retriever.batch([question, 'lighthouse keeper']);
  assert.notDeepEqual(first[0].id, second[0].id);
});

test('a signal ends the search itself', async (t) => {
  const { search, signals, asked } = endless(t);
  /** @type {unknown[]} */
  const failures = [];
  const retriever = new MycelRetriever({ search, callbacks: [{ handleRetrieverError: (error) => void failures.push(error) }] });
  const controller = new AbortController();
  const stopped = retriever.invoke('one', { signal: controller.signal });
  const other = retriever.invoke('two');
  await asked(2);
  controller.abort();
  await rejects(stopped, 'aborted', /retrieve was aborted/);
  assert.deepEqual(signals.map((s) => s?.aborted), [true, undefined]);
  assert.equal(failures.length, 1);
  await rejects(retriever.invoke('three', { timeout: 5 }), 'aborted');
  await rejects(retriever.invoke('four', { signal: AbortSignal.abort() }), 'aborted');
  assert.equal(await Promise.race([other, 'still running']), 'still running');
});

test('a signal of the chain around it reaches the search', async (t) => {
  const { search, signals, asked } = endless(t);
  const controller = new AbortController();
  const chain = RunnableLambda.from((/** @type {string} */ query, config) => new MycelRetriever({ search }).invoke(query, config));
  const stopped = chain.invoke('one', { signal: controller.signal });
  await asked(1);
  controller.abort();
  await assert.rejects(stopped);
  assert.equal(signals[0]?.aborted, true);
});

test('errors of the search come through', async (t) => {
  const search = await openBuilt(t);
  const retriever = new MycelRetriever({ search });
  await rejects(retriever.invoke(/** @type {any} */ (7)), 'request', /query: got 7/);
  search.close();
  await rejects(retriever.invoke(question), 'closed');
});
