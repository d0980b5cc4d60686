/** Deno, on a machine or deployed: `deno run --allow-net examples/edge/deno.js https://example.org/`. */

import { answer } from './search.js';

const [site] = Deno.args;
Deno.serve({ hostname: '127.0.0.1', port: 8000 }, (request) => answer(request, site));
