/** The Python package, installed with pip from its wheel into an environment of its own: runs python/test. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root, temporary } from './support/files.js';

const run = promisify(execFile);

test('the wheel builds bundles of pages in memory, and answers', async (t) => {
  const folder = await temporary(t, 'wheel');
  try {
    await run('python3', ['-m', 'venv', join(folder, 'env')]);
  } catch (error) {
    return t.skip(`no virtual environment: ${/** @type {Error} */ (error).message}`);
  }
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  await run('python3', [`${root}release/wheels.py`, join(folder, 'wheels'), platform]);
  const [wheel] = await readdir(join(folder, 'wheels'));
  const python = join(folder, 'env/bin/python');
  await run(python, ['-m', 'pip', 'install', '--no-index', '--disable-pip-version-check', join(folder, 'wheels', wheel)]);
  const { MYCEL_BINARY, PYTHONPATH, ...env } = process.env;
  const { stderr } = await run(python, ['-W', 'error::ResourceWarning', `${root}python/test/test_mycel.py`], { cwd: folder, env });
  assert.match(stderr, /Ran \d+ tests/);

  // Type checkers read the package's own types, where one is installed.
  await writeFile(join(folder, 'use.py'), 'import mycel\n\nquote: str = mycel.retrieve("b", "q")["citations"][0]["quote"]\nscore: str = mycel.search("b", "q")["hits"][0]["score"]\n');
  await run('mypy', ['--version']).then(
    () => assert.rejects(run('mypy', ['--strict', '--python-executable', python, 'use.py'], { cwd: folder }), { stdout: /^use\.py:4: error: Incompatible types .* "float", .* "str"\)[^\n]*\nFound 1 error/ }),
    () => t.diagnostic('no mypy'),
  );
});
