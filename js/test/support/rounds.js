import assert from 'node:assert/strict';
import { serve, typeOf } from './server.js';
import { becomes } from './until.js';

/** Names that change with their content. */
const hashed = /\.([0-9a-f]{16}|[A-Z2-7]{8})\./;

/**
 * A site that answers when it is told to, a round of requests at a time, and sends the
 * headers of docs/hosting.md.
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 */
export async function rounds(t, folder) {
  const site = await serve(t, folder);
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  /** What is answered at once. */
  let free = /^$/;
  site.on(/./, (response, content, path = '') => {
    const caching = hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
    // Browsers ask for icons when they like.
    const answer = () => void response.writeHead(content.length > 0 ? 200 : 404, { 'Content-Type': typeOf(path), 'Cache-Control': caching }).end(content);
    if (free.test(path) || /\/icon\./.test(path)) answer();
    else waiting.set(path, answer);
  });
  return {
    url: site.url,
    requests: site.requests,

    /**
     * Waits until all of these are asked for, while none of them is answered.
     * @param {RegExp[]} wanted
     * @returns {Promise<void>} fails if anything else is asked for
     */
    async asked(wanted) {
      const missing = () => wanted.filter((pattern) => ![...waiting.keys()].some((path) => pattern.test(path)));
      await becomes(missing, []);
      assert.deepEqual([...waiting.keys()].filter((path) => !wanted.some((pattern) => pattern.test(path))), []);
    },

    /** Answers what is waiting. */
    answer() {
      const all = [...waiting.values()];
      waiting.clear();
      for (const answer of all) answer();
    },

    /** Answers what is waiting, and all that comes later at once. */
    free() {
      free = /./;
      this.answer();
    },

    /** @param {RegExp} [but] all that is still answered before the next word */
    hold(but = /^$/) {
      free = but;
      site.requests.length = 0;
    },
  };
}
