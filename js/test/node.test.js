/** What the npm package has for plugins of site tools. */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { middleware, withButton } from '../node/index.js';

const button = '<mycel-search-trigger></mycel-search-trigger>';

test('the button comes at the end of the header of a page', () => {
  const page = (/** @type {string} */ header, contents = '<main><h1>Bread</h1></main>') => `<!doctype html><html><head></head><body class="wide">${header}${contents}</body></html>`;
  for (const [html, want] of [
    [page('<header><a href="/">Home</a></header>'), page(`<header><a href="/">Home</a>${button}</header>`)],
    [page('<HEADER></HEADER >'), page(`<HEADER>${button}</HEADER >`)],
    [page(''), page(button)],
    [page('', '<article><header>By Ann</header></article>'), page(button, '<article><header>By Ann</header></article>')],
    [page('<script>dark()</script><header></header>'), page(`<script>dark()</script><header>${button}</header>`)],
  ]) assert.equal(withButton(html), want);
  for (const same of [page(`<nav>${button}</nav><header></header>`), page('<mycel-search></mycel-search>'), '<p>A piece of a page.</p>', ''])
    assert.equal(withButton(same), same);
});

test('a development server sends files of the bundle and no others', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'site-'));
  t.after(() => rm(home, { recursive: true }));
  await mkdir(join(home, 'mycel'));
  await writeFile(join(home, 'mycel', 'mycel.json'), '{}');
  await writeFile(join(home, 'secret.json'), 'secret');
  const serve = middleware('/sub/', 'mycel', () => join(home, 'mycel'));
  const ask = async (/** @type {string} */ url) => {
    let sent = '';
    const response = { setHeader() {}, end: (/** @type {Buffer} */ content) => (sent = String(content)) };
    await serve(/** @type {any} */ ({ url }), /** @type {any} */ (response), () => (sent = 'passed on'));
    return sent;
  };
  for (const url of ['/sub/mycel/mycel.json', '/mycel/mycel.json?v=1', '/sub/mycel/%6dycel.json']) assert.equal(await ask(url), '{}', url);
  for (const url of ['/sub/mycel/../secret.json', '/sub/mycel/%2e%2e/secret.json', '/sub/mycel/..', '/sub/mycel/none.json', '/sub/mycel/', '/sub/mycel/%E0%A4%A', '/other'])
    assert.equal(await ask(url), 'passed on', url);
});
