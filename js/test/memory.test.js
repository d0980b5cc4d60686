/** Bundles of pages in memory: mycel/node's createIndex. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CallError, close, CommandError, createIndex, run } from '../node/index.js';
import { root } from './support/files.js';

process.env.MYCEL_BINARY = `${root}bin/mycel`;

const home = await mkdtemp(join(tmpdir(), 'memory-'));
after(() => rm(home, { recursive: true }));

const page = (/** @type {string} */ title, text = `All about ${title}.`) => `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;

/** @param {string} bundle @param {string} words */
const find = async (bundle, words) => JSON.parse(await run(['query', '--bundle', bundle, '--json', words])).hits.map((/** @type {{url: string}} */ hit) => hit.url);

test('pages and records become a bundle, in a folder and in memory', async () => {
  const { index, errors } = await createIndex({ noRuntime: true, excludeSelectors: ['.menu', '.foot'], forceLanguage: undefined });
  assert.deepEqual(errors, []);
  assert.deepEqual(await index.addHTMLFile({ url: '/bread/', content: page('Bread').replace('<p>', '<p class="menu">Contents</p><p>') }), { errors: [], file: { id: 'bread/index.html', url: '/bread/', title: 'Bread', language: 'en' } });
  assert.equal((await index.addHTMLFile({ sourcePath: 'oven/index.html', content: page('Oven') })).file.url, 'oven/');
  assert.equal((await index.addMarkdownFile({ url: '/rye', content: '# Rye\n\nA cereal.' })).file.title, 'Rye');
  const { file } = await index.addCustomRecord({ url: '/r/1', content: 'Wild yeast.', language: 'en', meta: { title: 'Sourdough', image: 's.png' }, filters: { kind: 'note', year: ['2024', '2025'] }, sort: { date: 5 } });
  assert.deepEqual(file, { id: 'r/1', url: '/r/1', title: 'Sourdough', language: 'en' });
  assert.deepEqual((await index.addHTMLFile({ url: '/draft/', content: '<meta name="robots" content="noindex"><p>Draft' })).errors, ['draft/index.html: asks not to be indexed (meta robots)']);
  const outputPath = join(home, 'bundle');
  const { report, ...written } = await index.writeFiles({ outputPath });
  assert.deepEqual(written, { errors: ['draft/index.html: asks not to be indexed (meta robots)'], outputPath });
  assert.equal(report.counts.documents, 4);
  const { files } = await index.getFiles();
  assert.deepEqual(files.map(({ path }) => path).sort(), (await readdir(outputPath, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(outputPath.length + 1)).sort());
  for (const { path, content } of files) assert.deepEqual(Buffer.from(content), await readFile(join(outputPath, path)), path);
  assert.deepEqual(await find(outputPath, 'wild yeast'), ['/r/1']);
  assert.deepEqual(await find(outputPath, 'contents'), []);

  // A page of the same address takes the place of the earlier one.
  await index.addHTMLFile({ url: '/bread/', content: page('Bread', 'Now with buckwheat.') });
  await index.writeFiles({ outputPath });
  assert.deepEqual(await find(outputPath, 'buckwheat'), ['/bread/']);
  await index.deleteIndex();
  await assert.rejects(index.getFiles(), /the index is closed/);
});

test('a folder is added, as far as a pattern goes', async () => {
  const folder = join(home, 'site');
  await mkdir(join(folder, 'guide'), { recursive: true });
  await Promise.all([writeFile(join(folder, 'index.html'), page('Home')), writeFile(join(folder, 'guide/a.html'), page('A guide')), writeFile(join(folder, 'guide/b.html'), '<main></main>')]);
  const { index } = await createIndex();
  assert.deepEqual(await index.addDirectory({ path: folder, glob: 'guide/**/*.html' }), { errors: ['guide/b.html: has no text in its main content'], page_count: 1 });
  assert.equal((await index.addDirectory({ path: folder })).page_count, 2);
  await assert.rejects(index.addDirectory({ path: join(home, 'none') }), (/** @type {CallError} */ error) => error instanceof CallError && error.code === 1 && /no such folder: .*none/.test(error.message));
  await index.deleteIndex();
});

test('errors name the page or setting, and the cause', async () => {
  await assert.rejects(createIndex({ rootSelektor: 'main' }), (/** @type {CommandError} */ error) => error instanceof CommandError && error.code === 2 && /root-selektor=main: there is no such setting; did you mean.*root-selector/.test(error.message));
  await assert.rejects(createIndex({ site: 'public' }), /site is no setting here/);
  const { index } = await createIndex();
  const wrong = /** @type {any} */ ({ url: '/a', content: 5 });
  await assert.rejects(index.addHTMLFile(wrong), /page \/a: .*number/);
  await assert.rejects(index.addHTMLFile({ content: 'x' }), /neither url nor path/);
  await assert.rejects(index.writeFiles({ outputPath: join(home, 'empty') }), /nothing to index/);
  await writeFile(join(home, 'file'), '');
  await index.addHTMLFile({ url: '/a', content: page('A') });
  await assert.rejects(index.writeFiles({ outputPath: join(home, 'file') }), /file is a file, want a folder/);
  await index.deleteIndex();
  process.env.MYCEL_BINARY = join(home, 'nowhere');
  await assert.rejects(createIndex(), /ENOENT/);
  process.env.MYCEL_BINARY = `${root}bin/mycel`;
});

test('indexes are apart, and answer at the same time', async () => {
  const indexes = await Promise.all(['Rye', 'Oats', 'Spelt'].map(async (title) => {
    const { index } = await createIndex({ noRuntime: true });
    await Promise.all(Array.from({ length: 50 }, (_, i) => index.addHTMLFile({ url: `/${i}/`, content: page(`${title} ${i}`) })));
    return index;
  }));
  const built = await Promise.all(indexes.map((index) => index.getFiles()));
  assert.deepEqual(built.map(({ report }) => report.counts.documents), [50, 50, 50]);
  assert.equal(new Set(built.map(({ files }) => JSON.stringify(files.map(({ path }) => path)))).size, 3);
  const waiting = assert.rejects(indexes[0].getFiles(), /the index is closed/);
  await close();
  await waiting;
});

test('a page of 10 MB is added', async () => {
  const { index } = await createIndex({ noRuntime: true });
  const { errors } = await index.addHTMLFile({ url: '/large/', content: page('Large', 'Many words, "quoted"\n\u0001 & é. '.repeat(350_000)) });
  assert.deepEqual(errors, []);
  await index.deleteIndex();
});

test('a command that is killed rejects every call', async (t) => {
  const child = join(home, 'slow.mjs');
  await writeFile(child, `#!${process.execPath}\nprocess.stderr.write('out of memory');\nlet first = true;\nprocess.stdin.on('data', () => first ? (first = false, console.log('{"id":0,"result":"0"}')) : process.kill(process.pid, 'SIGKILL'));`, { mode: 0o755 });
  process.env.MYCEL_BINARY = child;
  t.after(() => (process.env.MYCEL_BINARY = `${root}bin/mycel`));
  const { index } = await createIndex();
  const calls = [index.addHTMLFile({ url: '/a', content: page('A') }), index.getFiles()];
  for (const call of calls) await assert.rejects(call, (/** @type {CommandError} */ error) => error instanceof CommandError && /out of memory/.test(error.message));
  await assert.rejects(index.getFiles(), /out of memory/);
  await index.deleteIndex();
});

test('Node ends, and with it the command, though nobody has closed the index', async () => {
  const script = `
    const { createIndex } = await import(${JSON.stringify(`${root}js/node/index.js`)});
    const { index } = await createIndex();
    await index.addHTMLFile({ url: '/a', content: '<p>Text.' });
    console.log('added');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(out, 'added\n');
  assert.equal(code, 0);
});
