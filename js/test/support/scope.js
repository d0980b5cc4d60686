import { after } from 'node:test';

/**
 * Stands for the context of a test where something is made for all tests of a file: what is given
 * to `after` runs behind the last test, the newest first.
 * @returns {import('node:test').TestContext}
 */
export function fileScope() {
  /** @type {(() => unknown)[]} */
  const cleanups = [];
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });
  return /** @type {any} */ ({ after: (/** @type {() => unknown} */ fn) => cleanups.push(fn) });
}
