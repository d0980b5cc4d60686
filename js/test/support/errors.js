import assert from 'node:assert/strict';
import { MycelError } from '../../src/errors.js';

/**
 * Asserts that a promise rejects with a MycelError of this code whose message matches.
 * @param {Promise<unknown> | (() => Promise<unknown>)} promise
 * @param {string} code
 * @param {RegExp} [message]
 */
export async function rejects(promise, code, message = /./) {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof MycelError, `got ${error}, want a MycelError`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
}
