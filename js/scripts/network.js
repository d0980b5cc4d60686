/**
 * The first search over a slow link, in Chromium: from the navigation to the search page
 * with a query in its address until the first excerpt is shown.
 *
 *     node scripts/network.js BUNDLE OTHER QUERY...
 *
 * OTHER is an earlier build of the bundle, with the same engine and another index.
 *
 * The link is emulated by the server: every answer begins LATENCY after its request, and
 * all of them share one pipe. DevTools would give the page and its worker a pipe each.
 * Texts are sent compressed and with the headers of docs/hosting.md.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const latency = Number(process.env.LATENCY ?? 150); // ms
const rate = (Number(process.env.MBITS ?? 1.6) * 1e6) / 8 / 1000; // bytes a millisecond
const slice = 1460; // bytes that pass at once
const rounds = 5;

const [bundle, other, ...queries] = process.argv.slice(2);
if (queries.length === 0) {
  console.error('usage: node scripts/network.js BUNDLE OTHER QUERY...');
  process.exit(2);
}

/** @type {Record<string, string>} */
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json', gz: 'application/gzip' };
const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

let folder = bundle;
let sent = 0;
let requests = 0;

/** Answers that wait for the pipe, each with what is left of it. @type {{response: import('node:http').ServerResponse, rest: Buffer}[]} */
const waiting = [];

/** The pipe: a slice of each answer in turn. */
async function pump() {
  let budget = 0;
  let last = performance.now();
  for (;;) {
    await sleep(4);
    const now = performance.now();
    budget = waiting.length === 0 ? 0 : budget + (now - last) * rate;
    last = now;
    while (budget >= slice && waiting.length > 0) {
      const next = /** @type {typeof waiting[0]} */ (waiting.shift());
      const piece = next.rest.subarray(0, slice);
      next.rest = next.rest.subarray(piece.length);
      budget -= piece.length;
      sent += piece.length;
      next.response.write(piece);
      if (next.rest.length > 0) waiting.push(next);
      else next.response.end();
    }
  }
}

const server = createServer(async (request, response) => {
  requests++;
  const path = new URL(request.url ?? '/', 'http://local').pathname;
  const name = path.endsWith('/') ? `${path}index.html` : path;
  const content = await readFile(join(folder, name)).catch(() => undefined);
  await sleep(latency);
  if (!content) return response.writeHead(404).end();
  const extension = /** @type {string} */ (name.split('.').pop());
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
  const named = /\.([0-9a-f]{16}|[A-Z2-7]{8})\./.test(name);
  const headers = { ETag: etag, 'Cache-Control': named ? 'public, max-age=31536000, immutable' : 'no-cache' };
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, headers).end();
  const packed = extension === 'gz' ? content : gzipSync(content);
  response.writeHead(200, { ...headers, 'Content-Type': types[extension] ?? 'application/octet-stream', ...(extension !== 'gz' && { 'Content-Encoding': 'gzip' }) });
  response.flushHeaders();
  waiting.push({ response, rest: packed });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
void pump();
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const site = `http://127.0.0.1:${port}/`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'] });

/** Notes when the first result, and the first excerpt, are there. */
const watch = () => {
  const times = /** @type {any} */ (globalThis).mycelTimes ?? {};
  Object.assign(globalThis, { mycelTimes: times });
  new MutationObserver(() => {
    if (document.querySelector('a.mycel-option')) times.result ??= performance.now();
    if (document.querySelector('.mycel-excerpt')) times.excerpt ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
};

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} query
 * @returns {Promise<{result: number, excerpt: number, bytes: number, requests: number}>}
 */
async function visit(context, query) {
  const page = await context.newPage();
  await page.addInitScript(watch);
  sent = requests = 0;
  await page.goto(`${site}?q=${encodeURIComponent(query)}`, { waitUntil: 'commit' });
  await page.waitForSelector('.mycel-excerpt', { timeout: 120_000 });
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).mycelTimes);
  const seen = { ...times, bytes: sent, requests };
  await sleep(500); // until everything is in the caches
  await page.close();
  return seen;
}

/** @type {Record<string, Awaited<ReturnType<typeof visit>>[]>} */
const results = { cold: [], warm: [], 'engine kept': [] };
for (let round = 0; round < rounds; round++) {
  const query = queries[round % queries.length];
  const context = await browser.newContext();
  folder = bundle;
  results.cold.push(await visit(context, query));
  results.warm.push(await visit(context, query));
  await context.close();
  const known = await browser.newContext();
  folder = other;
  await visit(known, query);
  folder = bundle;
  results['engine kept'].push(await visit(known, query));
  await known.close();
}
await browser.close();
server.closeAllConnections();
server.close();

const median = (/** @type {number[]} */ numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log(`${latency} ms a request, ${(rate * 8) / 1000} Mbit/s; medians of ${rounds}; seconds from navigation`);
console.log('caches        first result  first excerpt  requests      kB');
for (const [name, runs] of Object.entries(results)) {
  const of = (/** @type {'result' | 'excerpt' | 'bytes' | 'requests'} */ key) => median(runs.map((run) => run[key]));
  const cells = [(of('result') / 1000).toFixed(2).padStart(12), (of('excerpt') / 1000).toFixed(2).padStart(13), String(of('requests')).padStart(8), (of('bytes') / 1000).toFixed(0).padStart(6)];
  console.log(`${name.padEnd(12)}  ${cells.join('  ')}`);
}
process.exit(0);
