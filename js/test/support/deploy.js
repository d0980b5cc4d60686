/** What tests do with a site that gets another bundle. */

import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtCommand, root } from './files.js';
import { becomes } from './until.js';
/** @import {Page} from 'playwright-core' */
/** @import {Server} from './server.js' */

/**
 * Builds the fixture documents anew, so that every address differs.
 * @param {string} folder
 * @param {string} [docs] others
 * @param {string} [name] what addresses begin with
 */
export async function rebuild(folder, docs = `${root}builder/testdata/handbook`, name = 'new') {
  const flags = ['build', '--quiet', '--docs', docs, '--base-url', `/${name}/`, '--output-path', folder];
  await promisify(execFile)(await builtCommand(), flags);
}

/**
 * Puts a build of changed documents in the place of the one in a folder, as a host does
 * that keeps nothing of it.
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {string} [name] what addresses begin with
 */
export async function redeploy(t, folder, name = 'new') {
  const docs = await mkdtemp(join(tmpdir(), 'docs-'));
  t.after(() => rm(docs, { recursive: true }));
  await cp(`${root}builder/testdata/handbook`, docs, { recursive: true });
  await appendFile(join(docs, 'gauge.md'), `\nThe gauge was painted green since: ${name}.\n`);
  await rm(folder, { recursive: true });
  await rebuild(folder, docs, name);
}

/** The first result with its excerpt, once it is one of the build that {@link redeploy} makes. @param {Page} page */
export const redeployed = (page) => page.waitForSelector('a.mycel-option[href*="/new/"] + .mycel-excerpt:not(:empty)');

/**
 * Waits until the browser keeps all files of mycel/ that the server has been asked for.
 * @param {Page} page
 * @param {Pick<Server, 'url' | 'requests'>} site
 * @param {{rest?: boolean}} [options] `rest`: and, whole, the one pack of a small bundle, which is the last that a visit leaves
 */
export async function kept(page, site, { rest = false } = {}) {
  const addresses = () => ['/mycel/mycel.json', ...site.requests.filter((path) => /\/mycel\/(packs\/.*\.pack|[^/]*\.gz)$/.test(path))];
  const missing = () => page.evaluate(async ([rest, name, ...ends]) => {
    const cache = await caches.open(name);
    const copies = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    // The client's copies have a length, those that a test has damaged have none.
    const found = (await cache.keys()).filter((_, i) => copies[i]?.headers.has('Content-Length')).map(({ url }) => url);
    if (rest && !found.some((url) => url.endsWith('.pack'))) return ['the rest'];
    return ends.filter((end) => !found.some((url) => url.endsWith(end) || url.includes(`${end}?`)));
  }, [rest ? 'rest' : '', `mycel:${site.url}mycel/`, ...addresses()]);
  await becomes(missing, []);
}

/**
 * Opens the bundle in the page and searches.
 * @param {Page} page
 * @param {Server} site
 * @param {string} query
 * @param {{told?: boolean}} [options] `told`: waits until the status says what had to be done without
 */
export function search(page, site, query, { told = false } = {}) {
  return page.evaluate(async ({ url, query, told }) => {
    const { open } = await import(`${url}mycel/client/index.js`);
    const bundle = await open(`${url}mycel/`);
    const { hits } = await bundle.search(query);
    while (told && bundle.status().fallbacks.length === 0) await bundle.search(query); // the status is that of the last answer
    const { fallbacks, filesKept, restarts } = bundle.status();
    bundle.close();
    return { found: hits.length > 0, excerpt: Boolean(hits[0]?.excerpt), fallbacks, filesKept, restarts };
  }, { url: site.url, query, told });
}
