/** A Cloudflare Worker: `npx wrangler deploy`, with SITE among its variables. */

import engine from './engine.wasm';
import { answer } from './search.js';

export default {
  /** @param {Request} request @param {{SITE: string}} env */
  fetch: (request, env) => answer(request, env.SITE, engine),
};
