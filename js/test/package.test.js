import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { version } from '../src/version.js';
import { clientSource, root } from './support/files.js';

test('one version everywhere', async () => {
  const want = (await readFile(`${root}version.txt`, 'utf8')).trim();
  const manifest = JSON.parse(await readFile(`${root}js/package.json`, 'utf8'));
  const lock = JSON.parse(await readFile(`${root}js/package-lock.json`, 'utf8'));
  assert.equal(version, want);
  assert.equal(manifest.version, want);
  assert.equal(lock.version, want);
});

test('no runtime dependencies, no registry in the lock file', async () => {
  const manifest = JSON.parse(await readFile(`${root}js/package.json`, 'utf8'));
  assert.equal(manifest.dependencies, undefined);
  assert.doesNotMatch(await readFile(`${root}js/package-lock.json`, 'utf8'), /"resolved"/);
});

test('the client imports only its own modules and sets no global', async () => {
  for (const name of await readdir(clientSource)) {
    const code = await readFile(clientSource + name, 'utf8');
    for (const [, from] of code.matchAll(/^(?:import|export) .*from '(.*)';$/gm)) {
      assert.match(from, /^\.\/[a-z]+\.js$/, `${name} imports ${from}`);
    }
    assert.doesNotMatch(code, /globalThis(\.\w+|\[.*\]) =[^=]/, `${name} sets a global`);
  }
});
