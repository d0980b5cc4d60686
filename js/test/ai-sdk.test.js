import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { retrieveTool } from '../src/adapters/ai-sdk.js';
import { open } from '../src/index.js';
import { endless } from './support/endless.js';
import { rejects } from './support/errors.js';
import { builtBundle } from './support/files.js';
import * as server from './support/server.js';
/** @import {RetrieverOptions} from '../src/adapters/options.js' */

const question = 'Which town did the designer of the float gauge learn clockmaking in?';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/**
 * A model that calls the tool once, and then ends.
 * @param {string} input what it gives the tool, as JSON
 */
function caller(input) {
  return new MockLanguageModelV3({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'search', input }],
        finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [],
      },
      {
        content: [{ type: 'text', text: 'Brask [1].' }],
        finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [],
      },
    ],
  });
}

/**
 * @param {RetrieverOptions & {description?: string}} options
 * @param {string} input
 * @param {AbortSignal} [abortSignal]
 */
async function converse(options, input, abortSignal) {
  const model = caller(input);
  const { steps } = await generateText({ model, prompt: question, tools: { search: retrieveTool(options) }, stopWhen: stepCountIs(2), abortSignal });
  const [offered] = model.doGenerateCalls[0].tools ?? [];
  const seen = model.doGenerateCalls[1].prompt.findLast(({ role }) => role === 'tool')?.content[0];
  return { offered, content: steps[0].content, seen: /** @type {any} */ (seen).output };
}

/** @param {import('node:test').TestContext} t */
async function openBuilt(t) {
  const { url } = await server.serve(t, await builtBundle());
  const search = await open(url, { worker: false });
  t.after(() => search.close());
  return search;
}

test('the model is given the context, the program also the sources', async (t) => {
  const search = await openBuilt(t);
  const { offered, content, seen } = await converse({ search, k: 5, tokenBudget: 300, siteRoot: 'https://example.org/' }, JSON.stringify({ query: question }));
  const evidence = await search.retrieve(question, { k: 5, tokenBudget: 300 });
  assert.deepEqual(seen, { type: 'text', value: evidence.context });
  const result = /** @type {any} */ (content.find(({ type }) => type === 'tool-result')).output;
  assert.equal(result.context, evidence.context);
  assert.equal(result.reason, undefined);
  assert.equal(result.sources.length, evidence.citations.length);
  for (const [i, { n, url }] of evidence.citations.entries()) {
    const { type, sourceType, id, title } = result.sources[i];
    assert.deepEqual({ type, sourceType, id }, { type: 'source', sourceType: 'url', id: String(n) });
    assert.equal(result.sources[i].url, `https://example.org/${url}`);
    assert.ok(evidence.context.includes(`[${n}] ${title}\n`), title);
  }
  assert.match(offered.type === 'function' ? offered.description ?? '' : '', /cite them as \[n\]/);
  assert.deepEqual(offered.type === 'function' && offered.inputSchema.required, ['query']);
});

test('a document without an address is a source too', async () => {
  const citation = { n: 1, document: 'log-7', title: 'Log', heading: '', url: '', quote: 'x', start: 0, end: 1, score: 1 };
  const search = { retrieve: async () => /** @type {any} */ ({ context: '[1] Log\nx', citations: [citation] }) };
  const { content } = await converse({ search, siteRoot: 'https://example.org/' }, '{"query":"x"}');
  assert.deepEqual(/** @type {any} */ (content.at(-1)).output.sources, [
    { type: 'source', sourceType: 'document', id: '1', mediaType: 'text/plain', title: 'Log', filename: 'log-7' },
  ]);
});

test('finding nothing is said to the model', async (t) => {
  const search = await openBuilt(t);
  const { content, seen } = await converse({ search }, '{"query":"zzzzzz"}');
  assert.deepEqual(seen, { type: 'text', value: "Nothing was found: no document has any of the query's words." });
  const { output } = /** @type {any} */ (content.at(-1));
  assert.deepEqual(output, { context: '', sources: [], reason: "no document has any of the query's words" });
});

for (const input of ['{}', '{"query":7}', '{"query":["a"]}', 'null', '"q"', '{"query":']) {
  test(`a model that calls it with ${input} is told so`, async (t) => {
    const { search, signals } = endless(t);
    const { content, seen } = await converse({ search }, input);
    assert.equal(content.at(-1)?.type, 'tool-error');
    assert.match(seen.value, /Invalid input for tool search/);
    assert.equal(signals.length, 0);
  });
}

test('errors of the search are errors of the tool', async (t) => {
  const search = await openBuilt(t);
  search.close();
  const { content, seen } = await converse({ search }, '{"query":"x"}');
  const failed = content.at(-1);
  assert.ok(failed?.type === 'tool-error');
  assert.equal(/** @type {any} */ (failed.error).code, 'closed');
  assert.equal(seen.type, 'error-text');
  assert.match(seen.value, /the search was closed$/);
});

test('the abort signal of the generation ends the search', async (t) => {
  const { search, signals, asked } = endless(t);
  const controller = new AbortController();
  const stopped = converse({ search }, '{"query":"x"}', controller.signal);
  await asked(1);
  controller.abort();
  await stopped.catch(() => {});
  assert.equal(signals[0]?.aborted, true);
  const { execute } = retrieveTool({ search });
  const call = /** @type {any} */ ({ toolCallId: '1', messages: [], abortSignal: AbortSignal.abort() });
  await rejects(async () => execute?.({ query: 'x' }, call), 'aborted', /retrieve was aborted/);
});

test('options are checked when the tool is made', async (t) => {
  const { search } = endless(t);
  /** @type {[options: any, message: RegExp][]} */
  const bad = [
    [undefined, /search: got undefined/],
    [{ search: null }, /search: got null, want what open\(\) resolves to/],
    [{ search, tokenBudget: 0 }, /tokenBudget: got 0/],
    [{ search, maxSteps: 3 }, /no option "maxSteps"/],
    [{ search, description: 3 }, /description: got 3/],
    [{ search, siteRoot: '/docs' }, /siteRoot: got "\/docs"/],
  ];
  for (const [options, message] of bad) {
    assert.throws(() => retrieveTool(options), { name: 'MycelError', code: 'request', message });
  }
});
