import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, temporary } from './files.js';

const run = promisify(execFile);

/**
 * A folder of somebody's project into which the package has been installed as it
 * would be published.
 * @param {{after(fn: () => unknown): void}} t deletes it when done
 * @returns {Promise<{folder: string, files: string[]}>} the files of the package, sorted
 */
export async function installed(t) {
  const folder = await temporary(t, 'consumer');
  const { stdout } = await run('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { cwd: `${root}js` });
  // Scripts that ran before say so on the same stream.
  const [{ name, filename, files }] = JSON.parse(stdout.slice(stdout.search(/^\[$/m)));
  const target = join(folder, 'node_modules', name);
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  return { folder, files: files.map((/** @type {{path: string}} */ { path }) => path).sort() };
}
