/**
 * A slow link, emulated by a web server: every answer begins LATENCY after its request, and
 * all of them share one pipe. DevTools would give a page and its worker a pipe each. Texts
 * are sent compressed and with the headers of docs/hosting.md.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const slice = 1460; // bytes that pass at once

/** @type {Record<string, string>} */
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json', gz: 'application/gzip', wasm: 'application/wasm' };

/** Files that are compressed as they are stored, by the ends of their names. */
const packedFiles = /\.(gz|pack|pagefind|pf_\w+)$/;

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * One request as the server saw it, in milliseconds on its clock.
 * @typedef {object} Row
 * @property {string} path
 * @property {number} start when it came
 * @property {number} end when the last byte of its answer went out
 * @property {number} status
 * @property {number} bytes of the answer's body, as sent
 */

/** @typedef {{response: import('node:http').ServerResponse, rest: Buffer, row: Row}} Waiting */

/** A server at the other end of a slow link. */
export class Link {
  #latency;
  #rate;
  #server;
  /** Answers that wait for the pipe, each with what is left of it. @type {Waiting[]} */
  #waiting = [];

  /** What is served; an answer begun is not changed by another folder. */
  folder = '';
  /** Pages beside it, by path. @type {Record<string, string>} */
  pages = {};
  /** Requests since {@link Link.forget}. @type {Row[]} */
  rows = [];
  /** Bytes of bodies sent since then. */
  sent = 0;
  /** The address of the folder, once it listens; ends in a slash. */
  url = '';

  /**
   * @param {number} latency milliseconds
   * @param {number} mbits a second; Infinity for no limit
   */
  constructor(latency, mbits) {
    this.#latency = latency;
    this.#rate = (mbits * 1e6) / 8 / 1000;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts to serve on a port of its own. */
  async listen() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    this.url = `http://127.0.0.1:${port}/`;
    void this.#pump();
    return this;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Begins to count anew. */
  forget() {
    this.rows = [];
    this.sent = 0;
  }

  /** Until no request has been under way for a while. */
  async quiet() {
    for (let still = 0; still < 10; still++) {
      await sleep(100);
      if (this.rows.some(({ end }) => end === Infinity)) still = 0;
    }
  }

  /** The pipe: a slice of each answer in turn. */
  async #pump() {
    let budget = 0;
    let last = performance.now();
    while (this.#server.listening) {
      await sleep(4);
      const now = performance.now();
      budget = this.#waiting.length === 0 ? 0 : budget + (now - last) * this.#rate;
      last = now;
      while (budget >= slice && this.#waiting.length > 0) {
        const next = /** @type {Waiting} */ (this.#waiting.shift());
        if (next.response.destroyed) continue; // given up
        const piece = next.rest.subarray(0, slice);
        next.rest = next.rest.subarray(piece.length);
        budget -= piece.length;
        this.sent += piece.length;
        next.response.write(piece);
        if (next.rest.length > 0) this.#waiting.push(next);
        else finish(next.row, next.response);
      }
    }
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async #answer(request, response) {
    /** @type {Row} */
    const row = { path: request.url ?? '/', start: performance.now(), end: Infinity, status: 0, bytes: 0 };
    this.rows.push(row);
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const page = this.pages[name];
    const content = page === undefined ? await readFile(join(this.folder, name)).catch(() => undefined) : Buffer.from(page);
    await sleep(this.#latency);
    row.status = content ? 200 : 404;
    if (!content) return finish(row, response.writeHead(404));
    const extension = /** @type {string} */ (name.split('.').pop());
    const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
    const named = /\.([0-9a-f]{16}|[A-Z2-7]{8})\./.test(name);
    const headers = { ETag: etag, 'Cache-Control': named ? 'public, max-age=31536000, immutable' : 'no-cache' };
    if (request.headers['if-none-match'] === etag) {
      row.status = 304;
      return finish(row, response.writeHead(304, headers));
    }
    const stored = packedFiles.test(name);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? [];
    const ranged = stored && last < content.length;
    const packed = ranged ? content.subarray(first, last + 1) : stored ? content : gzipSync(content);
    if (ranged) Object.assign(headers, { 'Content-Range': `bytes ${first}-${last}/${content.length}` });
    row.status = ranged ? 206 : 200;
    response.writeHead(row.status, { ...headers, 'Content-Type': types[extension] ?? 'application/octet-stream', ...(!stored && { 'Content-Encoding': 'gzip' }) });
    response.flushHeaders();
    row.bytes = packed.length;
    this.#waiting.push({ response, rest: packed, row });
  }
}

/**
 * @param {Row} row
 * @param {import('node:http').ServerResponse} response
 */
function finish(row, response) {
  response.end();
  row.end = performance.now();
}
