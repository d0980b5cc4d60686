/** The package as it would be published. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { builtBundle, clientSource, root } from './support/files.js';
import { installed } from './support/pack.js';
import { fileScope } from './support/scope.js';

const run = promisify(execFile);

/** @type {string} */
let folder;
/** @type {string[]} */
let files;
const scope = fileScope();
before(async () => {
  ({ folder, files } = await installed(scope));
});

test('it holds the modules, their types, the style sheet, the command, and what says what it is: no engine, no tests', async () => {
  const sources = await readdir(clientSource, { recursive: true });
  const modules = sources.filter((path) => path.endsWith('.js'));
  const styles = sources.filter((path) => path.endsWith('.css'));
  const node = await readdir(`${root}js/node`);
  const want = [
    'LICENSE', 'README.md', 'package.json', 'bin/mycel.js',
    ...node.flatMap((path) => [`node/${path}`, `types/node/${path.replace(/\.js$/, '.d.ts')}`]),
    ...[...modules, ...styles].map((path) => `src/${path}`),
    ...modules.map((path) => `types/${path.replace(/\.js$/, '.d.ts')}`),
  ];
  assert.deepEqual(files, want.sort());
});

test('publint has nothing to say', async () => {
  const pkgDir = join(folder, 'node_modules/mycel');
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  const manifest = JSON.parse(await readFile(join(pkgDir, 'package.json'), 'utf8'));
  assert.deepEqual(messages.map((message) => formatMessage(message, manifest)), []);
});

const program = `
import { open, MycelError, errorCodes, version, type Hit, type Result, type SearchOptions } from 'mycel';
import { createPagefind, type PagefindFragment } from 'mycel/pagefind';

const options: SearchOptions = { k: 3, mode: 'bm25', excerpts: [0] };
const bundle = await open('/mycel/', { onProgress: ({ phase, loaded }) => console.log(phase, loaded.toFixed(1)) });
const result: Result = await bundle.search('rye', options);
const titles: string[] = result.hits.map((hit: Hit) => hit.title + (hit.excerpt?.text ?? ''));
const { context, citations } = await bundle.retrieve('rye', { tokenBudget: 500 });
const page: PagefindFragment | undefined = await (await createPagefind('/mycel/').search('rye')).results[0]?.data();
console.log(titles, context.length, citations[0]?.quote, page?.sub_results[0]?.anchor?.id, version, errorCodes.aborted);
if (new MycelError('closed', 'x').code === 'closed') bundle.close();

// @ts-expect-error k is a number
await bundle.search('rye', { k: 'three' });
// @ts-expect-error there is no such mode
await bundle.search('rye', { mode: 'best' });
// @ts-expect-error hits have no such field
result.hits[0].name;
`;

for (const [module, moduleResolution] of [['node16', 'node16'], ['nodenext', 'nodenext'], ['es2022', 'bundler']]) {
  test(`TypeScript finds the types, with moduleResolution ${moduleResolution}`, async () => {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'program.ts'), program);
    const compilerOptions = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], strict: true, noEmit: true, types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
    const { stdout } = await run(tsc, ['--project', folder]).catch((/** @type {any} */ error) => error);
    assert.equal(stdout, '');
  });
}

test('a program in Node imports it by its name, without a bundler', async () => {
  const bundle = pathToFileURL(await builtBundle());
  await writeFile(join(folder, 'program.mjs'), `
    import { readFile } from 'node:fs/promises';
    import { open } from 'mycel';
    const bundle = await open('${bundle}', { fetch: async (url) => new Response(await readFile(new URL(url))) });
    console.log((await bundle.search('stilling well')).hits[0].heading);`);
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder });
  assert.equal(stdout, 'The stilling well\n');
});

test('its licence is that of the project', async () => {
  assert.equal(await readFile(join(folder, 'node_modules/mycel/LICENSE'), 'utf8'), await readFile(`${root}LICENSE`, 'utf8'));
});
