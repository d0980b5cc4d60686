import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerChannel } from '../src/worker/channel.js';
import { open } from '../src/index.js';
import { version } from '../src/version.js';
import { builtBundle } from './support/files.js';
import { rejects } from './support/errors.js';
import * as server from './support/server.js';
import { tinyBundle } from './support/tinybundle.js';
import { useWorkers, WebWorker } from './support/webworker.js';
import { until } from './support/until.js';

/** @param {import('node:test').TestContext} t */
async function site(t) {
  return server.serve(t, await tinyBundle(t));
}

/**
 * The same promises hold with and without a worker.
 * @type {[name: string, worker: boolean][]}
 */
const places = [['in a worker', true], ['in process', false]];

for (const [name, worker] of places) {
  test(`${name}: open, search, status, close`, async (t) => {
    if (worker) useWorkers(t);
    const { url } = await site(t);
    /** @type {string[]} */
    const phases = [];
    const search = await open(url.slice(0, -1), { worker, onProgress: ({ phase }) => phases.push(phase) });
    t.after(() => search.close());
    assert.equal(search.url, url);
    assert.equal(search.info.sections, 6);
    assert.equal(phases.at(-1), 'start');
    const { hits } = await search.search('wood chips', { k: 1, mode: 'bm25' });
    assert.deepEqual(hits.map((hit) => hit.url), ['garden/soil.html#feeding-the-fungi']);
    assert.ok(hits[0].excerpt);
    const status = search.status();
    assert.equal(status.worker, worker);
    assert.equal(status.state, 'open');
    assert.equal(status.version, version);
    assert.equal(status.partsLoaded > 0, true);
    search.close();
    search.close();
    assert.equal(search.status().state, 'closed');
    await rejects(search.search('x'), 'closed');
  });

  test(`${name}: errors of opening keep their code`, async (t) => {
    if (worker) useWorkers(t);
    const { url, on } = await site(t);
    on(/index/, server.status(404));
    await rejects(open(url, { worker }), 'not-found', /index/);
  });

  test(`${name}: opening can be aborted`, async (t) => {
    if (worker) useWorkers(t);
    const { url, on } = await site(t);
    on(/index/, server.held());
    await rejects(open(url, { worker, signal: AbortSignal.abort() }), 'aborted');
    await rejects(open(url, { worker, signal: AbortSignal.timeout(30) }), 'aborted');
  });

  test(`${name}: of searches typed in a row only the last delivers`, async (t) => {
    if (worker) useWorkers(t);
    const search = await open((await site(t)).url, { worker });
    t.after(() => search.close());
    /** @type {string[]} */
    const delivered = [];
    let controller = new AbortController();
    const all = ['!slow', 'm', 'mu', 'mulch'].map((query) => {
      controller.abort();
      controller = new AbortController();
      return search.search(query, { signal: controller.signal }).then((result) => delivered.push(result.query));
    });
    const outcomes = await Promise.allSettled(all);
    assert.deepEqual(delivered, ['mulch']);
    for (const outcome of outcomes.slice(0, -1)) {
      assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'aborted');
    }
  });

  test(`${name}: hits are told before their texts, unless the search was aborted`, async (t) => {
    if (worker) useWorkers(t);
    const { url, on } = await site(t);
    const gate = server.held();
    on(/text/, gate);
    const search = await open(url, { worker });
    t.after(() => search.close());
    /** @type {string[]} */
    const told = [];
    const controller = new AbortController();
    const ask = (/** @type {AbortSignal | undefined} */ signal) =>
      new Promise((resolve, reject) => {
        search.search('mulch', { signal, onRanked: ({ hits }) => (told.push(...hits.map((hit) => hit.url)), resolve(undefined)) }).catch(reject);
      });
    const aborted = ask(controller.signal);
    controller.abort();
    await rejects(aborted, 'aborted');
    assert.deepEqual(told, []);
    await ask(undefined);
    assert.equal(told.length, 3);
    gate.release();
  });

  test(`${name}: closing rejects what is under way`, async (t) => {
    if (worker) useWorkers(t);
    const { url, on } = await site(t);
    const search = await open(url, { worker });
    on(/text/, server.held());
    const waiting = search.search('mulch');
    search.close();
    await rejects(waiting, 'closed');
  });

  test(`${name}: a query that stops the engine fails alone`, async (t) => {
    if (worker) useWorkers(t);
    const search = await open((await site(t)).url, { worker });
    t.after(() => search.close());
    const [bad, good] = await Promise.allSettled([search.search('!throw'), search.search('roots')]);
    assert.equal(bad.status === 'rejected' && bad.reason.code, 'crashed');
    assert.equal(good.status === 'fulfilled' && good.value.hits.length, 2);
    assert.equal(search.status().restarts, 2);
  });
}

test('a search aborted in its place in the queue never begins', async (t) => {
  useWorkers(t);
  const search = await open((await site(t)).url);
  t.after(() => search.close());
  const controller = new AbortController();
  const first = search.search('!slow');
  const second = search.search('!panic', { signal: controller.signal });
  controller.abort();
  await rejects(second, 'aborted');
  await first;
  await search.search('roots');
  assert.equal(search.status().restarts, 0, 'the query that panics was skipped');
});

test('a worker that dies is replaced and its searches are answered', async (t) => {
  useWorkers(t);
  const search = await open((await site(t)).url);
  t.after(() => search.close());
  const pending = [search.search('!slow'), search.search('roots')];
  WebWorker.started[0].fail('out of memory');
  const [, roots] = await Promise.all(pending);
  assert.equal(roots.hits.length, 2);
  assert.equal(WebWorker.started.length, 2, 'one new worker for both searches');
  assert.equal(search.status().restarts, 1);
});

test('a worker that dies twice on one search fails that search', async (t) => {
  useWorkers(t);
  const search = await open((await site(t)).url);
  t.after(() => search.close());
  const doomed = search.search('!slow');
  WebWorker.started[0].fail('first');
  await until(() => WebWorker.started.length >= 2);
  WebWorker.started[1].fail('before it said hello');
  await rejects(doomed, 'crashed', /cannot be started again/);
  assert.equal((await search.search('roots')).hits.length, 2, 'and the next search starts another');
});

for (const [failures, outcome] of /** @type {const} */ ([[2, 'answered'], [3, 'told']])) {
  test(`a new worker whose script does not load ${failures} times: the search is ${outcome}`, async (t) => {
    let down = 0;
    useWorkers(t, class extends WebWorker {
      /** @param {URL} url */
      constructor(url) {
        super(url);
        if (down-- > 0) setTimeout(() => this.fail(''));
      }
    });
    const search = await open((await site(t)).url);
    t.after(() => search.close());
    down = failures;
    WebWorker.started[0].fail('out of memory');
    const answer = search.search('roots');
    if (outcome === 'told') await rejects(answer, 'network', /script of the worker does not load/);
    assert.equal((await (outcome === 'told' ? search.search('roots') : answer)).hits.length, 2);
  });
}

test('a worker of another version is refused', async (t) => {
  useWorkers(t, class extends WebWorker {
    constructor() {
      super(new URL(`data:text/javascript,postMessage({type:'hello',version:'0.0.1'})`));
    }
  });
  await rejects(open((await site(t)).url), 'version', /worker.js has version 0.0.1/);
});

/** @type {[name: string, implementation: unknown][]} */
const noWorkers = [
  ['are none', undefined],
  ['are forbidden', class { constructor() { throw new Error('SecurityError'); } }],
  ['fail to load', class extends WebWorker { constructor() { super(new URL('data:text/javascript,throw new Error()')); } }],
];
for (const [name, implementation] of noWorkers) {
  test(`where workers ${name} the engine runs in process`, async (t) => {
    if (implementation) useWorkers(t, implementation);
    const search = await open((await site(t)).url, { worker: true });
    t.after(() => search.close());
    assert.equal(search.status().worker, false);
    assert.equal((await search.search('roots')).hits.length, 2);
  });
}

test('a fetch of the caller is used for every file, without a worker', async (t) => {
  useWorkers(t);
  /** @type {string[]} */
  const asked = [];
  const search = await open((await site(t)).url, {
    fetch: (input, init) => {
      asked.push(new URL(String(input)).pathname.replace(/[.].*/, ''));
      return fetch(input, init);
    },
  });
  await search.search('frost');
  assert.deepEqual(asked.sort(), ['/index', '/mycel', '/mycel', '/packs/text']);
  assert.equal(WebWorker.started.length, 0);
});

for (const [name, worker] of places) {
  test(`${name}: the built engine answers from the built bundle`, async (t) => {
    if (worker) useWorkers(t);
    const { url } = await server.serve(t, await builtBundle());
    const search = await open(url, { worker });
    t.after(() => search.close());
    assert.ok(search.info.sections > 0 && search.info.blocks > 0);
    const any = await search.search('the');
    const word = any.hits[0]?.heading || any.hits[0]?.title || (await search.search('a')).hits[0].title;
    const { hits, missing } = await search.search(word);
    assert.ok(hits.length > 0);
    assert.equal(missing, undefined);
    for (const hit of hits) {
      const { text, matches } = /** @type {import('../src/types.js').Excerpt} */ (hit.excerpt);
      assert.ok(text.length > 0);
      for (const [start, end] of matches) assert.ok(0 <= start && start < end && end <= text.length);
      for (const term of hit.why.terms) assert.ok(term < word.length);
    }
  });
}

test('the built engine tells how it read the words of a query', async (t) => {
  const { url } = await server.serve(t, await builtBundle());
  const search = await open(url, { worker: false });
  t.after(() => search.close());
  const misspelt = await search.search('keepr gauge');
  assert.equal(misspelt.didYouMean, 'keeper gauge');
  assert.deepEqual(misspelt.terms.map(({ read }) => read), ['typo', 'exact']);
  assert.equal(misspelt.terms[0].as?.[0], 'keeper');
  const begun = await search.search('gauge calib');
  assert.equal(begun.didYouMean, undefined);
  assert.deepEqual(begun.terms[1].as, ['calibration']);
  const phrase = await search.search('"painted ring" -drum');
  assert.equal(phrase.missing, undefined);
  assert.deepEqual(phrase.hits.map(({ heading }) => heading), ['Storms']);
  assert.equal(phrase.terms[2].excluded, true);
  const strict = await search.search('keepr', { params: { noTypos: true, prefix: 'never' } });
  assert.deepEqual(strict.hits, []);
  assert.equal((await search.search('the float gauge')).hits[0].why.exact, 'title');
});

test('a worker that never says anything is ended', async (t) => {
  let ended = 0;
  useWorkers(t, class { terminate() { ended++; } });
  await rejects(WorkerChannel.start(undefined, { wait: 20 }), 'network', /nothing came/);
  assert.equal(ended, 1);
});

test('closing while a worker is being replaced ends the new one, too', async (t) => {
  let ended = 0;
  useWorkers(t, class extends WebWorker { terminate() { ended++; super.terminate(); } });
  const { url, on, requests } = await site(t);
  const search = await open(url);
  const waiting = search.search('!slow');
  on(/index/, server.held());
  const asked = requests.length;
  WebWorker.started[0].fail('out of memory');
  await until(() => requests.slice(asked).some((path) => path.includes('index')));
  assert.deepEqual([WebWorker.started.length, ended], [2, 1]);
  search.close();
  await rejects(waiting, 'closed');
  await until(() => ended >= 2);
});
