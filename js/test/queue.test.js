import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Queue } from '../src/session/queue.js';
import { rejects } from './support/errors.js';
import { until } from './support/until.js';

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test('tasks run in order, never two at a time', async () => {
  const queue = new Queue();
  /** @type {string[]} */
  const log = [];
  const task = (/** @type {string} */ name, /** @type {number} */ ms) => async () => {
    log.push(`${name} begins`);
    await sleep(ms);
    log.push(`${name} ends`);
    return name;
  };
  const all = [queue.add(task('a', 20), undefined, 'a'), queue.add(task('b', 1), undefined, 'b')];
  assert.deepEqual(await Promise.all(all), ['a', 'b']);
  assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a task that fails does not stop the next', async () => {
  const queue = new Queue();
  const first = queue.add(async () => { throw new Error('first'); }, undefined, 'first');
  const second = queue.add(async () => 2, undefined, 'second');
  await assert.rejects(first, /first/);
  assert.equal(await second, 2);
});

test('a task aborted before its turn is skipped and rejects at once', async () => {
  const queue = new Queue();
  const controller = new AbortController();
  let began = false;
  /** @type {(value: number) => void} */
  let finish = () => {};
  const gate = new Promise((resolve) => (finish = resolve));
  const first = queue.add(() => gate, undefined, 'first');
  const second = queue.add(async () => (began = true), controller.signal, 'second');
  controller.abort('typed on');
  await rejects(second, 'aborted', /second was aborted/);
  finish(1);
  assert.equal(await first, 1);
  await queue.add(async () => {}, undefined, 'last');
  assert.equal(began, false);
});

test('a running task that is aborted does not deliver', async () => {
  const queue = new Queue();
  const controller = new AbortController();
  /** @type {(text: string) => void} */
  let finish = () => {};
  let began = false;
  const task = queue.add(() => new Promise((resolve) => ([began, finish] = [true, resolve])), controller.signal, 'task');
  await until(() => began);
  controller.abort();
  finish('late');
  await rejects(task, 'aborted');
});

test('an abort that waits as an event is seen between two tasks that block the thread', async () => {
  const queue = new Queue();
  const controller = new AbortController();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => controller.abort();
  let began = false;
  const first = queue.add(async () => {
    port2.postMessage(null); // arrives while this task still holds the thread
    for (const end = performance.now() + 20; performance.now() < end; );
  }, undefined, 'first');
  const second = queue.add(async () => { began = true; }, controller.signal, 'second');
  await first;
  await rejects(second, 'aborted');
  port1.close();
  assert.equal(began, false);
});
