/**
 * Bundles of pages that a program has in memory, in the manner of Pagefind's Node API.
 *
 *     import { createIndex } from 'mycel/node';
 *     const { index } = await createIndex();
 *     await index.addHTMLFile({ url: '/bread/', content: '<main><h1>Bread</h1>…</main>' });
 *     await index.writeFiles({ outputPath: 'public/mycel' });
 *     await index.deleteIndex();
 *
 * @module
 */

import { resolve } from 'node:path';
import { Pipe } from './pipe.js';

/**
 * Settings of `mycel build`, such as rootSelector, excludeSelectors, forceLanguage or baseUrl, but where pages and
 * bundles are. `cwd` is the folder in which the command looks for its configuration.
 * @typedef {{cwd?: string} & Record<string, string | number | boolean | readonly string[] | undefined>} IndexOptions
 */

/**
 * A page that was added.
 * @typedef {object} AddedPage
 * @property {string[]} errors why the page is left out, or what of it could not be read
 * @property {{id: string, url: string, title: string, language?: string}} file
 */

/**
 * @typedef {object} PageOptions
 * @property {string} [url] address of the page
 * @property {string} [sourcePath] path of its file below the site, from which its address follows; one of the two is required
 * @property {string} content
 * @property {string} [language] BCP 47 tag
 * @property {Record<string, string>} [meta] fields shown with results; `title` is the title
 * @property {Record<string, string | readonly string[]>} [filters]
 * @property {Record<string, string | number>} [sort]
 * @property {number} [boost] factor of its scores
 */

/** @type {Set<Pipe>} */
const open = new Set();

/**
 * Starts an index. Its pages are in the memory of a process of its own, which ends with `deleteIndex()`, `close()` or Node.
 * @param {IndexOptions} [options]
 * @returns {Promise<{index: MycelIndex, errors: string[]}>} no errors: those of settings are thrown
 * @throws {import('./index.js').CommandError} of a setting that does not exist or make sense
 */
export async function createIndex({ cwd, ...settings } = {}) {
  const args = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : ['--set', `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${value}`]));
  const pipe = new Pipe(args, { cwd });
  open.add(pipe);
  pipe.closed.then(() => open.delete(pipe));
  await pipe.call('version');
  return { index: new MycelIndex(pipe), errors: [] };
}

/** Ends all indexes. */
export async function close() {
  await Promise.all([...open].map((pipe) => pipe.close()));
}

/** @param {{path: string, line?: number, message: string, skipped?: boolean, faulty?: boolean}[]} warnings */
const errorsOf = (warnings) => warnings.filter(({ skipped, faulty }) => skipped || faulty).map(({ path, message }) => `${path}: ${message}`);

/** The pages of a bundle. A call that cannot be done throws; a page that is left out is no failure. */
export class MycelIndex {
  #pipe;

  /** @param {Pipe} pipe */
  constructor(pipe) {
    this.#pipe = pipe;
  }

  /**
   * Adds a page, in the place of an earlier page of the same address.
   * @param {PageOptions} page
   * @returns {Promise<AddedPage>}
   */
  addHTMLFile(page) {
    return this.#add('html', page);
  }

  /**
   * Adds a page of Markdown.
   * @param {PageOptions} page
   * @returns {Promise<AddedPage>}
   */
  addMarkdownFile(page) {
    return this.#add('markdown', page);
  }

  /**
   * Adds a page without markup.
   * @param {PageOptions} record
   * @returns {Promise<AddedPage>}
   */
  addCustomRecord(record) {
    return this.#add('text', record);
  }

  /**
   * @param {string} kind
   * @param {PageOptions} page
   */
  async #add(kind, { sourcePath, filters = {}, sort = {}, ...rest }) {
    const { page: file, warnings } = await this.#pipe.call('add', {
      page: {
        ...rest,
        kind,
        path: sourcePath,
        filters: Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, [value].flat()])),
        sort: Object.fromEntries(Object.entries(sort).map(([key, value]) => [key, String(value)])),
      },
    });
    return { errors: errorsOf(warnings), file };
  }

  /**
   * Adds the HTML, Markdown and text of a folder.
   * @param {{path: string, glob?: string}} folder glob: which paths, such as guide/**\/*.html
   * @returns {Promise<{errors: string[], page_count: number}>} the number of pages that are not left out
   */
  async addDirectory({ path, glob }) {
    const { pages, warnings } = await this.#pipe.call('addFolder', { path: resolve(path), glob });
    return { errors: errorsOf(warnings), page_count: pages };
  }

  /**
   * Writes the bundle of all pages that were added. An earlier bundle there is replaced.
   * @param {{outputPath: string}} options
   * @returns {Promise<{errors: string[], outputPath: string, report: any}>} report: that of `mycel build --json`
   */
  async writeFiles({ outputPath }) {
    const report = await this.#pipe.call('write', { output: resolve(outputPath) });
    return { errors: errorsOf(report.warnings), outputPath: report.output, report };
  }

  /**
   * The files of the bundle of all pages that were added, in memory.
   * @returns {Promise<{errors: string[], files: {path: string, content: Uint8Array<ArrayBuffer>}[], report: any}>}
   */
  async getFiles() {
    /** @type {{path: string, content: Uint8Array<ArrayBuffer>}[]} */
    const files = [];
    const report = await this.#pipe.call('files', {}, ({ path, content }) => files.push({ path, content: new Uint8Array(Buffer.from(content, 'base64')) }));
    return { errors: errorsOf(report.warnings), files, report };
  }

  /** Forgets the pages and ends their process. Calls without an answer are rejected. */
  async deleteIndex() {
    await this.#pipe.close();
  }
}
