/** go install of a release, from a module proxy in a folder. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root, temporary } from '../support/files.js';
import { version } from '../../src/version.js';

const run = promisify(execFile);
const module = 'example.org/mycel';

test('go install makes a command with the browser\'s files', async (t) => {
  const folder = await temporary(t, 'goinstall');
  const at = join(folder, module, '@v');
  await mkdir(at, { recursive: true });
  const author = { GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test', GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test' };
  const commit = (await run(`${root}release/tag.sh`, [module], { env: { ...process.env, ...author } })).stdout.trim();
  const file = (/** @type {string} */ name) => join(at, `v${version}.${name}`);
  // A module's archive has no other module.
  await run('git', ['archive', '--format=zip', `--prefix=${module}@v${version}/`, '-o', file('zip'), commit, ':!hugo', ':!beam'], { cwd: root });
  await writeFile(join(at, 'list'), `v${version}\n`);
  await writeFile(file('info'), JSON.stringify({ Version: `v${version}`, Time: '2026-01-01T00:00:00Z' }));
  assert.match((await run('git', ['show', `${commit}:hugo/go.mod`], { cwd: root })).stdout, /^module example\.org\/mycel\/hugo\n/);
  await writeFile(file('mod'), (await run('git', ['show', `${commit}:go.mod`], { cwd: root })).stdout);
  const cache = (await run('go', ['env', 'GOMODCACHE'])).stdout.trim();
  const env = { ...process.env, GOBIN: folder, GOPROXY: `file://${folder},file://${cache}/cache/download`, GOSUMDB: 'off', GOFLAGS: '-trimpath -modcacherw', CGO_ENABLED: '0' };
  await run('go', ['install', `${module}/cmd/mycel@v${version}`], { env, cwd: folder });
  t.after(() => Promise.all([rm(join(cache, 'cache/download', module), { recursive: true, force: true }), rm(join(cache, `${module}@v${version}`), { recursive: true, force: true })]));
  assert.match((await run(join(folder, 'mycel'), ['version'])).stdout, new RegExp(`mycel ${version}`));
  await run(join(folder, 'mycel'), ['--quiet', '--site', `${root}examples/plain/public`, '--output-path', join(folder, 'bundle')]);
  assert.ok((await readdir(join(folder, 'bundle'))).includes('client'));
});
