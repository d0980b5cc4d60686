/** Debian's MkDocs with Material, and Sphinx with the theme of Read the Docs, each with the wheel. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { launch } from '../support/browser.js';
import { root, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { edit, place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

const exec = promisify(execFile);

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {NodeJS.ProcessEnv} */
let env;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  folder = await temporary(scope, 'python');
  const wheel = (await readdir(`${root}build/wheels`)).find((name) => name.includes('manylinux_2_17_x86_64'));
  assert.ok(wheel, 'no wheel: run make wheels');
  // As pip installs into Debian's Python, which refuses it outside a folder.
  await exec('/usr/bin/python3', ['-m', 'pip', 'install', '--no-index', '--target', join(folder, 'packages'), `${root}build/wheels/${wheel}`]);
  env = { ...process.env, PYTHONPATH: join(folder, 'packages') };
});

const lines = (/** @type {string} */ text) => `${text}\n\n`.repeat(60);

test('pip installs the command', async () => {
  const { stdout } = await exec('/usr/bin/python3', ['-c', 'import mycel, subprocess; print(subprocess.run([mycel.command(), "version"], capture_output=True, text=True).stdout)'], { env });
  assert.match(stdout, /^mycel \d/);
});

test('MkDocs with Material, with instant navigation, in the dark', async (t) => {
  const site = join(folder, 'material');
  await exec('/usr/bin/mkdocs', ['new', site], { env });
  await edit(join(site, 'docs/oven.md'), () => `# The oven\n\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
  await edit(join(site, 'mkdocs.yml'), (text) => `${text}site_url: http://127.0.0.1/sub/\ntheme:\n  name: material\n  features: [navigation.instant]\n  palette: {scheme: slate}\n  font: false\n`);
  await edit(join(site, 'mkdocs.yml'), (text) => `${text}plugins: [mycel]\n`);
  await exec('/usr/bin/mkdocs', ['build'], { cwd: site, env });
  const page = await visitor(t, browser);
  await page.goto(await serveBelow(t, join(site, 'site')));
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/oven\/#poolish/, routed: true, dark: true, picture: 'mkdocs' });
});

test('MkDocs in two languages, each with a configuration, as Material recommends', async (t) => {
  const site = join(folder, 'material');
  await edit(join(site, 'docs-de/index.md'), () => '# Willkommen\n\nHier wird Brot gebacken.\n');
  await edit(join(site, 'docs-de/ofen.md'), () => `# Der Ofen\n\n${lines('Steine halten die Hitze.')}## Nasser Poolish\n\nEin Poolish ist ein nasser Vorteig.\n\n${lines('Warten.')}`);
  await edit(join(site, 'mkdocs.de.yml'), () => 'site_name: Brot\nsite_url: http://127.0.0.1/sub/de/\ndocs_dir: docs-de\nsite_dir: site/de\ntheme:\n  name: material\n  language: de\n  font: false\nplugins: [mycel]\n');
  await exec('/usr/bin/mkdocs', ['build', '--config-file', 'mkdocs.de.yml'], { cwd: site, env });
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, join(site, 'site'))}de/`);
  assert.equal((await page.locator('mycel-search-trigger button').textContent())?.slice(0, 6), 'Suchen');
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/sub\/de\/ofen\/#nasser-poolish/, picture: 'mkdocs-de' });
});

test('MkDocs in development', async (t) => {
  const { start } = await place(t);
  const url = await start(`env PYTHONPATH=${env.PYTHONPATH} /usr/bin/mkdocs serve --dev-addr 127.0.0.1:8934`, join(folder, 'material'), /http:\/\/127\.0\.0\.1:\d+\/sub\//);
  const page = await visitor(t, browser, { allow: /EMPTY_RESPONSE/ }); // of MkDocs' script that waits for changes, at the end
  await page.goto(url);
  await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/oven\/#poolish/, routed: true, dark: true, picture: 'mkdocs-dev' });
});

test('MkDocs with its own themes', async (t) => {
  for (const theme of ['mkdocs', 'readthedocs']) {
    const site = join(folder, `site-${theme}`);
    await exec('/usr/bin/mkdocs', ['new', site], { env });
    await edit(join(site, 'docs/oven.md'), () => `# The oven\n\n${lines('Bricks keep the heat of the fire.')}## Poolish\n\nA poolish is a wet starter dough.\n\n${lines('Wait.')}`);
    await edit(join(site, 'mkdocs.yml'), (text) => `${text}theme:\n  name: ${theme}\n  highlightjs: false\nplugins: [mycel]\n`);
    await exec('/usr/bin/mkdocs', ['build'], { cwd: site, env });
    const page = await visitor(t, browser, { allow: /404|jQuery/ }); // of the theme, whose jQuery Debian keeps in a package of its own
    await page.goto(await serveBelow(t, join(site, 'site'), { inlineStyles: true }));
    await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /\/sub\/oven\/#poolish/, picture: `mkdocs-${theme}` });
  }
});

test('Sphinx with the theme of Read the Docs, with Furo, and with its own', async (t) => {
  for (const theme of ['sphinx_rtd_theme', 'furo', 'alabaster']) {
    const site = join(folder, `site-${theme}`);
    await exec('/usr/bin/sphinx-quickstart', ['--quiet', '--no-sep', '--project', 'Bread', '--author', 'us', '--makefile', site], { env });
    await edit(join(site, 'index.rst'), (text) => text.replace(':caption: Contents:\n', ':caption: Contents:\n\n   oven\n'));
    await edit(join(site, 'oven.rst'), () => `The oven\n========\n\n${lines('Bricks keep the heat of the fire.')}.. py:function:: knead(dough)\n\n   Kneads a wet starter dough.\n\n${lines('Wait.')}`);
    await edit(join(site, 'conf.py'), (text) => `${text.replace(/html_theme = .*/, `html_theme = "${theme}"`)}\nextensions = ["mycel.sphinx"]\n`);
    await exec('/usr/bin/make', ['html'], { cwd: site, env: { ...env, SPHINXBUILD: '/usr/bin/sphinx-build' } });
    const isFuro = theme === 'furo';
    const page = await visitor(t, browser, isFuro ? { allow: /404|import statement/ } : {}); // of Furo's styles and scripts in Debian
    await page.goto(await serveBelow(t, join(site, '_build/html'), { inlineStyles: isFuro }));
    await page.keyboard.press('/'); // Sphinx has this key, too
    await page.locator('.mycel-input').waitFor();
    await page.keyboard.press('Escape');
    await searchAndFollow(page, { query: 'knead', name: 'knead', leads: /\/sub\/oven\.html#knead/, picture: `sphinx-${theme}` });
  }
});

test('Sphinx in two languages, the second by translations, in the dark', async (t) => {
  const site = join(folder, 'site-alabaster');
  const message = (/** @type {string} */ id, /** @type {string} */ text) => `msgid "${id}"\nmsgstr "${text}"\n\n`;
  await edit(join(site, 'locale/de/LC_MESSAGES/oven.po'), () => message('', 'Content-Type: text/plain; charset=UTF-8\\n') + message('The oven', 'Der Ofen') + message('Bricks keep the heat of the fire.', 'Steine halten die Hitze.') + message('Kneads a wet starter dough.', 'Knetet einen nassen Vorteig.'));
  await edit(join(site, '_static/dark.css'), () => ':root { color-scheme: dark; } body, div.body, div.document { background: #111 !important; color: #eee !important; }');
  await edit(join(site, 'conf.py'), (text) => `${text}\nlocale_dirs = ["locale"]\nhtml_css_files = ["dark.css"]\n`);
  await exec('/usr/bin/sphinx-build', ['-D', 'language=de', '.', '_build/html/de'], { cwd: site, env });
  const page = await visitor(t, browser, { allow: /EvalError/ }); // of Sphinx, which makes a function of its translations
  await page.goto(`${await serveBelow(t, join(site, '_build/html'))}de/index.html`);
  await searchAndFollow(page, { query: 'vorteig', name: 'knead', leads: /\/sub\/de\/oven\.html#knead/, dark: true, picture: 'sphinx-de' });
});
