import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { builtCommand, root, temporary } from './files.js';

/**
 * Runs a shell command in a copy of an example.
 * @param {{after(fn: () => unknown): void}} t deletes the copy when done
 * @param {string} example a folder of examples/
 * @param {string} command in which `mycel` is the built one
 * @returns {Promise<string>} the copy
 */
export async function follow(t, example, command) {
  const folder = await temporary(t, 'example');
  await cp(`${root}examples/${example}`, folder, { recursive: true });
  const PATH = `${dirname(await builtCommand())}:${process.env.PATH}`;
  await promisify(execFile)('sh', ['-ec', command], { cwd: folder, env: { ...process.env, PATH } });
  return folder;
}
