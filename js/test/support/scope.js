import { after } from 'node:test';

/**
 * Stands for the context of a test where a file makes a browser or a folder for all its tests.
 * Functions given to `after` run behind the last test, the newest first.
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
