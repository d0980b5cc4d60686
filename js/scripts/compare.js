/**
 * Mycel beside Pagefind on the same HTML: what a first query, later ones and a whole session
 * fetch, how long a first answer takes over a slow link, and what memory a session takes, in Chromium.
 *
 *     node scripts/compare.js OUT VERSION NAME=SITE=QUERIES [NAME=SITE=QUERIES ...]
 *
 * SITE is a folder of HTML with a Mycel bundle in mycel/ and Pagefind's in pagefind/; QUERIES
 * has a query a line; VERSION is Pagefind's. The table goes to the console, and as a page of docs to the file OUT.
 *
 * Both are used from a script of an empty page, through their own JavaScript interface, without
 * preloading: the answer is there when the first five hits have their excerpts. Both are
 * configured as they come. First queries are asked with empty caches, each in a browser
 * context of its own; the session asks all of them on one page.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpus, loadavg } from 'node:os';
import { argv, exit } from 'node:process';
import { chromium } from 'playwright-core';
import { executable } from '../test/support/browser.js';
import { measured } from './insert.js';
import { Link, sleep } from './link.js';

const latency = Number(process.env.LATENCY ?? 150); // ms
const mbits = Number(process.env.MBITS ?? 1.6);
/** Queries that are timed over the slow link; all are counted over a fast one. */
const most = 5;

const [, , out, version, ...sites] = argv;
if (sites.length === 0 || sites.some((site) => site.split('=').length !== 3)) {
  console.error('usage: node scripts/compare.js OUT VERSION NAME=SITE=QUERIES...');
  exit(2);
}

/**
 * The two programs, each as a script that makes a function from a query to the number of
 * hits whose excerpts are there, five at most.
 * @type {Record<string, string>}
 */
const programs = {
  Mycel: `
    const { open } = await import('/mycel/client/index.js');
    const bundle = await open('/mycel/');
    globalThis.ask = async (query) => (await bundle.search(query, { k: 5 })).hits.length;`,
  Pagefind: `
    const pagefind = await import('/pagefind/pagefind.js');
    globalThis.ask = async (query) => (await Promise.all((await pagefind.search(query)).results.slice(0, 5).map((result) => result.data()))).length;`,
};

const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--js-flags=--expose-gc'] });

/**
 * @typedef {object} Answer
 * @property {number} ms from the first line of the script on, or from the question
 * @property {number} bytes fetched for it
 * @property {number} requests until it was there
 * @property {number} later requests of the quiet after it
 * @property {number} hits
 */

/**
 * Bytes of memory that a browser counts as a tab's own: anonymous pages, in memory or swapped out, after a collection of
 * garbage on its page and in its workers; Linux alone tells.
 * @param {import('playwright-core').Page} page
 */
async function tabMemory(page) {
  await page.evaluate('gc()');
  for (const worker of page.workers()) await worker.evaluate('gc()');
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  await system.detach();
  let sum = 0;
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    for (const [, kilobytes] of status.matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB/gm)) sum += 1024 * Number(kilobytes);
  }
  return sum;
}

/**
 * Asks queries on one page, the first of them as soon as the page is there.
 * @param {Link} link
 * @param {string} program
 * @param {string[]} queries
 * @returns {Promise<{answers: Answer[], memory: number}>} with the bytes of memory that the tab has taken
 */
async function session(link, program, queries) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${link.url}empty.html`);
  const empty = await tabMemory(page);
  /** @type {Answer[]} */
  const answers = [];
  for (const [i, query] of queries.entries()) {
    link.forget();
    const [ms, hits] = await page.evaluate(
      async ([begin, query]) => {
        const start = performance.now();
        if (begin) await new (Object.getPrototypeOf(async () => {}).constructor)(begin)();
        const hits = await /** @type {any} */ (globalThis).ask(query);
        return [performance.now() - start, hits];
      },
      [i === 0 ? programs[program] : '', query],
    );
    const requests = link.rows.length;
    // Files that are fetched after an answer, for later ones, count too: Mycel waits until nobody has asked for a while.
    if (queries.length > 1) await (i === 0 ? sleep(10_000) : link.quiet());
    answers.push({ ms, hits, bytes: link.sent, requests, later: link.rows.length - requests });
  }
  const memory = (await tabMemory(page)) - empty;
  await context.close();
  return { answers, memory };
}

/**
 * @param {number[]} numbers
 * @param {number} share 0..1
 */
const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

/** @param {number} bytes */
const kB = (bytes) => (bytes / 1000).toLocaleString('en', { maximumFractionDigits: 0 });

/** @type {string[]} */
const lines = [];
for (const site of sites) {
  const [name, folder, file] = site.split('=');
  const queries = (await readFile(file, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'));
  const fast = await new Link(0, 1000).listen();
  const slow = await new Link(latency, mbits).listen();
  for (const link of [fast, slow]) {
    link.folder = folder;
    link.pages['/empty.html'] = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';
  }
  /** @type {Record<string, Answer[]>} */
  const timed = {};
  for (const query of queries.slice(0, most)) { // in turn: the machine may have other work
    for (const program of Object.keys(programs)) (timed[program] ??= []).push(...(await session(slow, program, [query])).answers);
  }
  for (const program of Object.keys(programs)) {
    const first = [];
    for (const query of queries) first.push(...(await session(fast, program, [query])).answers);
    const { answers: all, memory } = await session(fast, program, queries);
    const bytes = first.map(({ bytes }) => bytes);
    const cells = [
      `${kB(quantile(bytes, 0.5))} / ${kB(quantile(bytes, 0.95))}`,
      quantile(first.map(({ requests }) => requests), 0.5),
      kB(quantile(all.slice(1).map(({ bytes }) => bytes), 0.5)),
      kB(all.reduce((sum, { bytes }) => sum + bytes, 0)),
      `${all[0].requests + all[0].later} / ${all.slice(0, 10).reduce((sum, { requests, later }) => sum + requests + later, 0)}`,
      (await readdir(join(folder, program.toLowerCase()), { recursive: true, withFileTypes: true })).filter((file) => file.isFile()).length,
      (quantile(timed[program].map(({ ms }) => ms), 0.5) / 1000).toFixed(2),
      memory > 0 ? (memory / 1e6).toFixed(0) : '–',
      `${first.filter(({ hits }) => hits > 0).length} of ${first.length}`,
    ];
    lines.push(`| ${name}: ${program} | ${cells.join(' | ')} |`);
    console.log(lines.at(-1));
  }
  fast.close();
  slow.close();
}
await browser.close();

const page = `# Beside Pagefind

Mycel and [Pagefind](https://pagefind.app) ${version} search the same HTML, in Chromium, from one server. Both are used from
a script of an empty page through their own JavaScript interface, as they come, and nothing is preloaded. An answer is
there when its first five hits have their excerpts.

Bytes are those of all files, as sent: programs, index and texts. *First query*: with empty caches, median and 95th
percentile of the queries. *Later query*: the median of a session that asks all queries on one page. *Session*: all bytes
of it, among them what Mycel fetches after the first answer of a small index, so that later ones wait for nothing. *Requests*: those
of the session's first query and ten idle seconds; of its first ten queries. *Files*: of the bundle.
*Slow link*: seconds from the first line of the script to the first answer, ${latency} ms a request and ${mbits} Mbit/s,
median of the first ${most} queries, both programs in turn. *Memory*: MB that the session adds to an empty tab, as the browser's task manager counts, after a collection of garbage. *Answered*: queries with a hit.

| | first query, kB | its requests | later query, kB | session, kB | requests | files | slow link, s | memory, MB | answered |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${lines.join('\n')}

${measured} with \`make bench-network\`, on ${cpus().length} CPUs (${cpus()[0]?.model.trim()}) with a load of ${loadavg()[2].toFixed(0)}: compare seconds within a site.
The Rust book is rendered from its Markdown by \`mycel-lab html\`. Java is the API of Java 17, of Debian's package
openjdk-17-doc, where \`JAVA\` names its folder.
`;
await writeFile(out, page);
