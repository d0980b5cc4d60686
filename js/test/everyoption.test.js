/**
 * Every option of every call with every value, from the table that the tests in Go read
 * too: the call answers or is refused with a typed error, as the table says, and the engine
 * goes on.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { MycelError, open } from '../src/index.js';
import { modes } from '../src/params.js';
import { parameters } from '../../site/playground/parameters.js';
import { builtBundle, builtCommand, root, temporary } from './support/files.js';
/** @import {Search} from '../src/index.js' */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} kind
 * @property {number} [least]
 * @property {number} [most]
 * @property {string[]} [words]
 * @property {('search' | 'retrieve' | 'overview' | 'related')[]} calls
 * @property {string[]} in
 */

/** @type {{options: Option[], kinds: Record<string, {answered?: unknown[], either?: unknown[], full?: unknown[]}>, values: unknown[]}} */
const table = JSON.parse(await readFile(`${root}test/testdata/options.json`, 'utf8'));
const options = table.options.filter((option) => option.in.includes('js'));

/** What JSON has no word for; all of it is refused wherever it stands, but what a kind names. */
const others = [
  NaN, Infinity, Symbol('x'), 10n, () => 1, new Date(0), new Map([['tag', 'b']]), new Set(['b']), /x/, new Uint8Array(2), new Float32Array(2),
  Promise.resolve(), new Error('x'), new Proxy({}, {}), Object.create(null), new (class Filter {})(),
];

/**
 * @param {unknown} list
 * @param {unknown} value
 */
function contains(list, value) {
  const want = JSON.stringify(value);
  return Array.isArray(list) && list.some((one) => JSON.stringify(one) === want);
}

/**
 * What is to become of a value of an option.
 * @param {Option} option
 * @param {unknown} value
 * @param {boolean} full whether the bundle has every section
 * @returns {'answered' | 'refused' | 'either'}
 */
function verdict({ kind, least = 0, most = 0, words = [] }, value, full) {
  const taken = (/** @type {boolean} */ is) => (is ? 'answered' : 'refused');
  const { answered, either, full: ifFull } = table.kinds[kind] ?? {};
  const json = others.includes(value) ? undefined : value;
  switch (kind) {
    case 'text':
      return taken(typeof value === 'string');
    case 'whole':
      return taken(Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
    case 'number':
      return taken(typeof value === 'number' && value >= least && value <= most);
    case 'choice':
      return taken(words.includes(/** @type {string} */ (value)));
    case 'switch':
      return taken(typeof value === 'boolean');
    case 'mode':
      return words.includes(/** @type {string} */ (value)) ? 'either' : 'refused'; // not every bundle has every mode
    case 'function':
      return typeof value === 'function' ? 'either' : 'refused';
    default:
      // Objects without anything are filters in which nothing is chosen, whatever they are made of.
      if (json === undefined) return Object.prototype.toString.call(value) === '[object Object]' ? 'either' : 'refused';
      if (contains(either, json) || (!full && contains(ifFull, json))) return 'either';
      return taken(contains(answered, json) || contains(ifFull, json));
  }
}

/**
 * @param {Option} option
 * @returns {unknown[]}
 */
function valuesOf({ kind, least, most, words = [] }) {
  const bounds = least === undefined || most === undefined ? [] : [least, most, least - 1, most + 1];
  return [...table.values, ...(table.kinds[kind]?.full ?? []), ...words, ...bounds, ...others];
}

/**
 * @param {Search} bundle
 * @param {Option['calls'][number]} call
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} isParam
 */
function ask(bundle, call, name, value, isParam) {
  /** @type {any} */
  const given = isParam ? { params: { [name]: value } } : { [name]: value };
  const first = { search: 'query', retrieve: 'query', overview: 'topic', related: 'of' }[call];
  /** @type {any} */
  const what = name === first ? value : call === 'related' ? 'v2.0/gauge.md' : 'float gauge';
  return bundle[call](what, name === first ? {} : given);
}

/**
 * @param {Search} bundle
 * @param {Option} option
 * @param {boolean} full
 * @param {boolean} [isParam]
 */
async function hold(bundle, option, full, isParam = false) {
  for (const call of option.calls) {
    for (const value of valuesOf(option)) {
      const want = verdict(option, value, full);
      /** @type {unknown} */
      const error = await ask(bundle, call, option.name, value, isParam).then(() => undefined, (/** @type {unknown} */ e) => e);
      const what = `${call}, ${option.name}: ${typeof value} ${typeof value === 'symbol' ? '' : Object.prototype.toString.call(value)} ${typeof value === 'bigint' ? '' : JSON.stringify(value)}: ${error}`;
      // A document that only the whole bundle has is no fault of another option.
      const missing = call === 'related' && !full;
      if (error) {
        assert.ok(error instanceof MycelError && error.code === 'request', what);
        assert.ok(want !== 'answered' || missing, what);
      } else assert.notEqual(want, 'refused', what);
    }
  }
}

/** @param {string} folder */
async function opened(folder) {
  const fetch = async (/** @type {RequestInfo | URL} */ url) => new Response(await readFile(new URL(String(url))));
  return open(pathToFileURL(folder.endsWith('/') ? folder : `${folder}/`), { fetch: /** @type {typeof globalThis.fetch} */ (fetch) });
}

test('the table is that of the client', async () => {
  assert.deepEqual(options.find(({ kind }) => kind === 'mode')?.words, modes);
  const bundle = await opened(await builtBundle());
  for (const call of /** @type {const} */ (['search', 'retrieve', 'overview', 'related'])) {
    const refusal = await bundle[call]('x', /** @type {any} */ ({ nothing: 1 })).then(String, String);
    const has = (/it has ([^;]*)$/.exec(refusal)?.[1] ?? '').split(', ');
    const want = options.filter(({ name, calls }) => calls.includes(call) && !['query', 'topic', 'of'].includes(name)).map(({ name }) => name);
    assert.deepEqual(has.sort(), want.sort(), refusal);
  }
  for (const options of others) {
    if (Object.prototype.toString.call(options) === '[object Object]') continue;
    await assert.rejects(bundle.search('x', /** @type {any} */ (options)), { code: 'request' });
  }
  bundle.close();
});

test('every option with every value, on a bundle without filters and systems', async () => {
  const bundle = await opened(await builtBundle());
  const { hits } = await bundle.search('float gauge');
  assert.ok(hits.length > 0);
  for (const option of options) await hold(bundle, option, false);
  assert.deepEqual((await bundle.search('float gauge')).hits, hits);
  assert.equal(bundle.status().restarts, 0);
  bundle.close();
});

test('every option and every parameter with every value, on a bundle with everything', async (t) => {
  const folder = await temporary(t, 'mycel-options');
  const source = `${root}test/testdata/everything`;
  await promisify(execFile)(await builtCommand(), [
    'build', '--quiet', '--docs', `${source}/docs`, '--synonyms', `${source}/synonyms.txt`, '--vectors', '--with', 'ket,node,da', '--output-path', `${folder}/out`,
  ]);
  const bundle = await opened(`${folder}/out`);
  for (const option of options) await hold(bundle, option, true);
  for (const { name, words, least, most, whole } of /** @type {any[]} */ (parameters)) {
    const kind = words ? 'choice' : least === undefined ? 'switch' : whole ? 'whole' : 'number';
    await hold(bundle, { name, kind, words, least, most, calls: ['search', 'retrieve'], in: ['js'] }, true, true);
  }
  assert.ok((await bundle.search('float gauge')).hits.length > 0);
  bundle.close();
});
