import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { untilAborted } from '../src/util/abort.js';
import { open } from '../src/index.js';
import { rejects } from './support/errors.js';
import * as server from './support/server.js';
import { tinyBundle } from './support/tinybundle.js';
import { useWorkers } from './support/webworker.js';

/** @param {import('node:test').TestContext} t */
function warningsOf(t) {
  /** @type {string[]} */
  const warnings = [];
  const note = (/** @type {Error} */ { name }) => void warnings.push(name);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  return warnings;
}

for (const worker of [true, false]) {
  test(`a thousand searches at once, ${worker ? 'in a worker' : 'in process'}: no warning, no listener left`, async (t) => {
    if (worker) useWorkers(t);
    const warnings = warningsOf(t);
    const { url } = await server.serve(t, await tinyBundle(t));
    const bundle = await open(url, { worker });
    t.after(() => bundle.close());
    const { signal } = new AbortController();
    const searches = Array.from({ length: 1000 }, (_, i) => bundle.search('mulch', { k: 1, ...(i % 2 === 0 && { signal }) }));
    for (const { hits } of await Promise.all(searches)) assert.equal(hits.length, 1);
    await new Promise((resolve) => setImmediate(resolve)); // warnings are events
    assert.deepEqual(warnings, []);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
}

test('an abort ends all that waits for its signal, and nothing that has ended before', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  assert.equal(await untilAborted(Promise.resolve(1), signal, 'this'), 1);
  const never = new Promise(() => {});
  const waiting = Array.from({ length: 20 }, () => untilAborted(never, signal, 'that'));
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  controller.abort();
  for (const promise of waiting) await rejects(promise, 'aborted', /that was aborted/);
  await rejects(untilAborted(never, signal, 'that'), 'aborted');
});
