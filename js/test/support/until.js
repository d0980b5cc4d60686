/** Tests wait for states: those that wait for times fail where the machine is busy. */

import assert from 'node:assert/strict';

/** Milliseconds until a state is given up: a machine with ten others at work may take long. */
export const patience = 120_000;

const { setTimeout } = globalThis; // a test may stop the clock of the others

/**
 * Waits for a state.
 * @template T
 * @param {() => T | Promise<T>} state asked again and again
 * @returns {Promise<NonNullable<T>>} its first value that is true
 */
export async function until(state) {
  for (const end = Date.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const value = await state();
    if (value) return /** @type {NonNullable<T>} */ (value);
    assert.ok(Date.now() < end, `waited in vain for ${state}`);
  }
}

/**
 * Waits until a value is the expected one. A key or a click has no effect yet when Playwright has sent it.
 * @param {() => unknown} read without an effect of its own
 * @param {unknown} expected a value that is deeply equal, or a pattern of the text
 * @param {string} [message]
 */
export async function becomes(read, expected, message) {
  const check = (/** @type {unknown} */ value) => {
    if (expected instanceof RegExp) assert.match(String(value ?? ''), expected, message);
    else assert.deepEqual(value, expected, message);
  };
  for (const end = Date.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const value = await read();
    try {
      return check(value);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
