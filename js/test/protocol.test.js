import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MycelError } from '../src/errors.js';
import { checkHello, hello } from '../src/worker/protocol.js';

test('a worker of the same version is accepted', () => {
  checkHello(hello());
});

for (const message of [undefined, 'hi', { type: 'hello' }, { type: 'hello', version: '0.0.1' }, { type: 'answer', id: 1 }]) {
  test(`first message ${JSON.stringify(message)} is refused`, () => {
    assert.throws(() => checkHello(message), { code: 'version', message: /reload the page/ });
  });
}

test('errors survive the way through a message', () => {
  const error = new MycelError('not-found', 'no such file', { cause: new Error('x') });
  const copy = MycelError.fromJSON(structuredClone(error.toJSON()));
  assert.ok(copy instanceof MycelError);
  assert.equal(copy.code, 'not-found');
  assert.equal(copy.message, 'no such file');
});
