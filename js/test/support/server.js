import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.gz': 'application/gzip',
};

/**
 * Answers a request in the place of the file; gets its content and the path asked for.
 * @typedef {(response: import('node:http').ServerResponse, content: Buffer, path?: string) => void} Handler
 */

/**
 * @param {string} path
 * @returns {string} its content type
 */
export const typeOf = (path) => types[path.endsWith('/') ? '.html' : extname(path)] ?? 'application/octet-stream';

/**
 * A static file server whose answers a test can replace.
 * @typedef {object} Server
 * @property {string} url with a slash at the end
 * @property {string[]} requests paths asked for so far
 * @property {(pattern: RegExp, handler: Handler) => void} on replaces the
 *   answers for paths that match; the latest rule wins
 * @property {() => void} restore forgets all rules
 */

/**
 * @param {import('node:test').TestContext} t stops the server when done
 * @param {string} folder
 * @param {Record<string, string>} [headers] sent with every file
 * @returns {Promise<Server>}
 */
export async function serve(t, folder, headers = {}) {
  /** @type {{pattern: RegExp, handler: Handler}[]} */
  const rules = [];
  /** @type {string[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const content = await readFile(file).catch(() => undefined);
    requests.push(path); // only now: who waits for it finds it with its handler
    const rule = rules.find(({ pattern }) => pattern.test(path));
    if (rule) return rule.handler(response, content ?? Buffer.alloc(0), path);
    if (!content) return response.writeHead(404).end('not found');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? [];
    if (end < content.length) {
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${content.length}`, ...headers });
      return void response.end(content.subarray(start, end + 1));
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', ...headers });
    response.end(content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    on: (pattern, handler) => rules.unshift({ pattern, handler }),
    restore: () => (rules.length = 0),
  };
}

/**
 * Handler: a status and no file.
 * @param {number} code
 * @returns {Handler}
 */
export function status(code) {
  return (response) => response.writeHead(code).end('no');
}

/**
 * Handler: other content.
 * @param {string | Buffer} body
 * @param {Record<string, string>} [headers]
 * @returns {Handler}
 */
export function body(body, headers = {}) {
  return (response) => response.writeHead(200, headers).end(body);
}

/**
 * Handler: promises the whole file, sends half, drops the connection.
 * @type {Handler}
 */
export function cut(response, content) {
  response.writeHead(200, { 'Content-Length': content.length });
  response.write(content.subarray(0, content.length >> 1), () => response.destroy());
}

/**
 * Handler: sends half of the file as if it were all.
 * @type {Handler}
 */
export function half(response, content) {
  response.writeHead(200).end(content.subarray(0, content.length >> 1));
}

/**
 * Handler: never answers, until `release` is called; then at once.
 * @returns {Handler & {release: () => void}}
 */
export function held() {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  /** @type {Handler} */
  const wait = (response, content) => void released.then(() => response.writeHead(200).end(content));
  return Object.assign(wait, { release });
}
