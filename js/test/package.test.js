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
  assert.match(await readFile(`${root}action/action.yml`, 'utf8'), new RegExp(`^    default: ${want.replaceAll('.', '\\.')}$`, 'm'));
});

test('no runtime dependencies, no registry in the lock file', async () => {
  const manifest = JSON.parse(await readFile(`${root}js/package.json`, 'utf8'));
  assert.equal(manifest.dependencies, undefined);
  assert.doesNotMatch(await readFile(`${root}js/package-lock.json`, 'utf8'), /"resolved"/);
});

test('the client imports only its own modules and sets no global', async () => {
  for (const name of await readdir(clientSource, { recursive: true })) {
    if (!name.endsWith('.js') || name.startsWith('adapters')) continue;
    const code = await readFile(clientSource + name, 'utf8');
    for (const [, from] of code.matchAll(/^(?:import|export) .*from '(.*)';$/gm)) {
      assert.match(from, /^\.\.?\/(?:[a-z]+\/)?[a-z]+\.js$/, `${name} imports ${from}`);
    }
    assert.doesNotMatch(code, /globalThis(\.\w+|\[.*\]) =[^=]/, `${name} sets a global`);
  }
});

test('adapters need their packages, and nobody else does', async () => {
  const manifest = JSON.parse(await readFile(`${root}js/package.json`, 'utf8'));
  for (const name of Object.keys(manifest.peerDependencies)) {
    assert.ok(manifest.peerDependenciesMeta[name].optional, `${name} is installed with the client`);
    assert.ok(manifest.devDependencies[name], `${name} is not tested with`);
  }
  for (const name of await readdir(`${clientSource}adapters`)) {
    const code = await readFile(`${clientSource}adapters/${name}`, 'utf8');
    for (const [, from] of code.matchAll(/^import .*from '([^.].*)';$/gm)) {
      assert.ok(Object.keys(manifest.peerDependencies).some((peer) => from === peer || from.startsWith(`${peer}/`)), `${name} imports ${from}`);
    }
  }
});

test('every entry of the package leads to a module, and says first where its types are', async () => {
  const manifest = JSON.parse(await readFile(`${root}js/package.json`, 'utf8'));
  for (const [entry, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue;
    assert.deepEqual(Object.keys(target), ['types', 'default']);
    assert.equal(target.types, target.default.replace(/^.\/(?:src\/)?(.*).js$/, './types/$1.d.ts'));
    assert.equal(await import(`mycel${entry.slice(1)}`), await import(new URL(target.default, new URL('js/', `file://${root}`)).href));
  }
});
