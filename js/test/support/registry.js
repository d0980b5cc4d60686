import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A package registry with the tarballs of a folder. Other packages are asked of `upstream`, or are not there.
 * @param {{after(fn: () => unknown): void}} t closes it when done
 * @param {string} folder
 * @param {string} [upstream] with a slash at its end
 * @returns {Promise<string>} its address
 */
export async function registry(t, folder, upstream) {
  /** @type {Map<string, Record<string, any>>} */
  const packages = new Map();
  let url = '';
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*/, ''));
    if (path.endsWith('.tgz') && !path.includes('/')) return response.end(await readFile(join(folder, path)));
    const document = packages.get(path);
    if (document) return response.end(JSON.stringify(document));
    if (upstream) return response.writeHead(302, { Location: upstream + request.url?.slice(1) }).end();
    response.writeHead(404).end('{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`;
  for (const file of await readdir(folder)) {
    const { stdout } = await run('tar', ['-xzOf', join(folder, file), 'package/package.json']);
    const manifest = JSON.parse(stdout);
    const integrity = `sha512-${createHash('sha512').update(await readFile(join(folder, file))).digest('base64')}`;
    const version = { ...manifest, dist: { tarball: url + file, integrity } };
    packages.set(manifest.name, { name: manifest.name, 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: version } });
  }
  return url;
}
