/** Where there are no locks, a worker lives without. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdWorkerLock, watchWorkerLock } from '../src/worker/lock.js';

for (const [name, descriptor] of /** @type {[string, PropertyDescriptor][]} */ ([
  ['are none', { value: undefined }],
  ['may not be asked for', { get: () => { throw new DOMException('not here', 'SecurityError'); } }],
  ['are refused', { value: { request: async () => { throw new DOMException('not here', 'SecurityError'); } } }],
])) {
  test(`a thread is not watched where locks ${name}`, async (t) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: Object.defineProperty({}, 'locks', descriptor), configurable: true });
    t.after(() => (before ? Object.defineProperty(globalThis, 'navigator', before) : Reflect.deleteProperty(globalThis, 'navigator')));
    assert.equal(await holdWorkerLock(), undefined);
    watchWorkerLock('mycel:1', () => assert.fail('it has not ended'))();
  });
}
