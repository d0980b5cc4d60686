/** What tests do with a site that gets another bundle. */

import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtCommand, root } from './files.js';
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
 * Opens the bundle in the page and searches.
 * @param {Page} page
 * @param {Server} site
 * @param {string} query
 */
export function search(page, site, query) {
  return page.evaluate(async ({ url, query }) => {
    const { open } = await import(`${url}mycel/client/index.js`);
    const bundle = await open(`${url}mycel/`);
    const { hits } = await bundle.search(query);
    const { fallbacks, filesKept, restarts } = bundle.status();
    bundle.close();
    return { found: hits.length > 0, excerpt: Boolean(hits[0]?.excerpt), fallbacks, filesKept, restarts };
  }, { url: site.url, query });
}
