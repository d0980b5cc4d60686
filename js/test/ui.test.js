/** The pure parts of the search elements. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chosenKeys, conditionOf, offeredKeys, orderedValues, readPairs, selectionOf } from '../src/ui/facets.js';
import { cut, figureOf, layOut } from '../src/ui/figure.js';
import { linkTo, matchedLine, toText } from '../src/ui/links.js';
import { pieces } from '../src/ui/marks.js';
import { above, byPage } from '../src/ui/pages.js';
import { fill, languageFor, languages, Strings } from '../src/ui/strings.js';
import { explain } from '../src/ui/why.js';
import { said } from '../../site/page/speak.js';
import { builtBundle, clientSource, pageSource } from './support/files.js';
/** @import {Hit, Range, Result} from '../src/types.js' */

/** What a page loads before anyone searches, in bytes after gzip -9. */
const budget = 2048;

test('what every page loads is small, and all of it is counted', async () => {
  const ui = `${await builtBundle()}client/ui/`;
  /** @type {Set<string>} */
  const loaded = new Set();
  let bytes = 0;
  /** @param {string} name */
  const load = async (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const code = await readFile(ui + name);
    bytes += gzipSync(code, { level: 9 }).length;
    for (const [, from] of String(code).matchAll(/(?:import|from) ?"\.\/([^"]+)"/g)) await load(from);
  };
  await load('define.js');
  assert.equal(loaded.size, 2);
  assert.match(await readFile(ui + [...loaded][1], 'utf8'), /mycel-input/);
  assert.ok(bytes <= budget, `${bytes} bytes, the budget is ${budget}`);
});

test('only define.js and whole programs do something when imported', async () => {
  const { sideEffects } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(sideEffects.filter((/** @type {string} */ name) => name.endsWith('.js')).sort(), ['./src/classic.js', './src/serviceworker.js', './src/ui/define.js', './src/worker.js']);
  for (const name of await readdir(`${clientSource}ui`)) {
    if (!name.endsWith('.js') || name === 'define.js') continue;
    assert.doesNotMatch(await readFile(`${clientSource}ui/${name}`, 'utf8'), /customElements/, name);
  }
});

test('the style sheet reads the same in every encoding of a page', async () => {
  const css = await readFile(`${clientSource}ui/mycel.css`, 'utf8');
  assert.match(css.replace(/\/\*[^]*?\*\//g, ''), /^[\0-\x7f]*$/);
});

test('matches are cut out of their text; ranges that cannot be are left out', () => {
  /** @param {Range[]} matches */
  const parts = (matches) => pieces('soil and fungi', matches).map(({ text, match }) => (match ? `[${text}]` : text));
  assert.deepEqual(parts([[0, 4], [9, 14]]), ['[soil]', ' and ', '[fungi]']);
  assert.deepEqual(parts([]), ['soil and fungi']);
  /** @type {any[]} */
  const hostile = [[9, 14], [0, 4], [3, 2], [-5, 2], [10, 99], [NaN, 3], ['0', {}]];
  assert.deepEqual(parts(hostile), ['soil and ', '[fungi]']);
  assert.deepEqual(pieces('', [[0, 1]]), []);
});

test('links lead to the web or nowhere', () => {
  const root = 'https://example.org/docs/';
  assert.equal(linkTo('a/b.html#c', root), 'https://example.org/docs/a/b.html#c');
  assert.equal(linkTo('/x', root), 'https://example.org/x');
  assert.equal(linkTo('https://other.example/x', root), 'https://other.example/x');
  for (const url of ['', '#7', 'javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:x', 'http://[']) {
    assert.equal(linkTo(url, root), undefined, JSON.stringify(url));
  }
});

test('text directives are written as the engine writes them', () => {
  // The expected addresses are those of engine/evidence for these quotes.
  assert.equal(toText('p.html#a', 'How much?'), 'p.html#a:~:text=How%20much%3F');
  assert.equal(toText('p.html', 'one-two, three & four'), 'p.html#:~:text=one%2Dtwo%2C%20three%20%26%20four');
  assert.equal(toText('p#a', 'a b c d e f g h i j k'), 'p#a:~:text=a%20b%20c%20d%20e,g%20h%20i%20j%20k');
  assert.equal(toText('p#a', '  '), 'p#a');
});

test('the line of the first match is what a link leads to', () => {
  const text = 'A heading\nFungi eat wood.\nThe end';
  assert.equal(matchedLine({ text, matches: [[10, 15]], cutStart: false, cutEnd: false }), 'Fungi eat wood.');
  assert.equal(matchedLine({ text, matches: [[27, 30]], cutStart: false, cutEnd: false }), 'The end');
  assert.equal(matchedLine({ text, matches: [], cutStart: false, cutEnd: false }), '');
  assert.equal(matchedLine(undefined), '');
});

/**
 * @param {Partial<Hit>} parts
 * @returns {Hit}
 */
const hit = (parts) => ({
  document: 'd', title: 'Document', heading: '', breadcrumb: [], url: 'd.html', anchor: '', section: 0, chunk: 0, score: 1,
  why: { source: 'words', terms: [], entities: [] }, ...parts,
});

test('sections stand under their page, pages in the order of their best', () => {
  const hits = [hit({ document: 'b', section: 4 }), hit({ document: 'a', section: 1 }), hit({ document: 'b', section: 2 })];
  assert.deepEqual(byPage(hits).map((page) => page.hits.map(({ section }) => section)), [[4, 2], [1]]);
  assert.deepEqual(above(hit({ title: 'T', heading: 'H', breadcrumb: ['T', 'U', 'H'] })), ['U']);
  assert.deepEqual(above(hit({ title: 'T', heading: 'H', breadcrumb: ['U', 'T'] })), ['U', 'T']);
});

/** A hit that a link led to: the words "gauge town" name the gauge, whose page names Brask. */
const chained = hit({
  title: 'Brask', url: 'brask.html',
  why: {
    source: 'bridge', terms: [1], entities: [],
    reasons: [{ kind: 'forward', path: ['Brask'], weight: 1, from: { title: 'Gauge', heading: 'Maker', url: 'gauge.html#maker', sentence: 'The gauge is from Brask.', covers: [1] } }],
  },
});
const start = hit({ title: 'Gauge', heading: 'Maker', url: 'gauge.html#maker', why: { source: 'bridge', terms: [0], entities: [] } });
/** @type {Result} */
const result = {
  query: 'gauge town', mode: 'bridge', reason: '', hits: [start, chained], stats: { postings: 0, edges: 0, chunks: 0 },
  terms: [{ word: 'gauge', start: 0, end: 5, known: true, stop: false }, { word: 'town', start: 6, end: 10, known: true, stop: false }],
  entities: [{ name: 'gauge', start: 0, end: 5, chunks: 2 }],
};

test('the way to a linked section: query, entity, sentence, entity, section', () => {
  const why = explain(chained, result);
  assert.deepEqual(why.words, ['town']);
  assert.deepEqual([why.source, why.rank, why.rankOfSource], ['bridge', 2, 2]);
  assert.deepEqual(why.steps, [
    { kind: 'query', text: 'gauge town' },
    { kind: 'entity', text: 'gauge' },
    { kind: 'sentence', text: 'The gauge is from Brask.', url: 'gauge.html#maker', source: 'Gauge › Maker' },
    { kind: 'entity', text: 'Brask' },
    { kind: 'section', text: 'Brask', url: 'brask.html' },
  ]);
  assert.deepEqual(explain(start, result).steps, [], 'words alone are no chain');
});

test('that it is what was asked for counts more than what found it', () => {
  /** @type {Hit['why']} */
  const why = { source: 'words', terms: [0], entities: [] };
  const hits = [hit({ why: { ...why, exact: 'title' } }), hit({ why }), hit({ why: { ...why, exact: 'title' } }), hit({ why })];
  const answer = { ...result, hits };
  assert.deepEqual(hits.map((one) => [explain(one, answer).exact, explain(one, answer).rankOfSource]), [['title', 1], [undefined, 1], ['title', 2], [undefined, 2]]);
});

test('the way over a pair, a walk, an entity, a summary', () => {
  /** @param {Partial<Hit['why']>} why */
  const kinds = (why) => {
    const found = hit({ why: { source: 'graph', terms: [], entities: [], ...why } });
    return explain(found, { ...result, hits: [found] }).steps.map(({ kind, text }) => `${kind} ${text}`);
  };
  assert.deepEqual(kinds({ reasons: [{ kind: 'pair', path: ['gauge', 'Brask'], weight: 1 }] }), ['query gauge town', 'entity gauge', 'entity Brask', 'section Document']);
  assert.deepEqual(kinds({ reasons: [{ kind: 'entities', path: ['Brask'] }] }), ['query gauge town', 'entity Brask', 'section Document']);
  assert.deepEqual(kinds({ entities: [{ entity: 0, count: 2 }] }), ['query gauge town', 'entity gauge', 'section Document']);
  assert.deepEqual(kinds({ reasons: [{ kind: 'summary', label: 'Towns', text: 'Of towns.' }] }), ['query gauge town', 'summary Towns', 'section Document']);
  assert.deepEqual(kinds({ entities: [{ entity: 9, count: 1 }] }), [], 'places that do not exist are no failure');
  assert.deepEqual(kinds({ reasons: [{ kind: 'moon' }] }), [], 'nor is a kind that is not known');
});

const community = { kind: 'community', label: 'chunks', path: ['Brask', 'Vimse'], weight: 0.5, figures: { k: 4, nodes: 6 } };

test('the way through things of other kinds: a keyword, a node, a community', () => {
  /** @param {import('../src/types.js').Reason[]} reasons */
  const ways = (...reasons) => {
    const found = hit({ excerpt: { text: 'Of Clockmaking.', matches: [], cutStart: false, cutEnd: false }, why: { source: 'node', terms: [], entities: [{ entity: 0, count: 1 }], reasons } });
    return explain(found, { ...result, hits: [found] }).steps.slice(1, -1).map(({ kind, text }) => `${kind} ${text}`);
  };
  assert.deepEqual(ways({ kind: 'keyword', label: 'clockmak' }), ['keyword Clockmaking'], 'a stem is shown as the word that has it');
  assert.deepEqual(ways({ kind: 'keyword', label: 'harbour' }), ['keyword harbour']);
  const over = { kind: 'entities', path: ['Brask'] };
  assert.deepEqual(ways({ kind: 'element', label: 'similarity', path: ['Brask', 'Lund'], weight: 1 }), ['element Brask, Lund']);
  assert.deepEqual(ways(over, { kind: 'attribute', label: 'expansion', path: ['Lund'], weight: 1 }), ['entity Brask', 'attribute Lund']);
  assert.deepEqual(ways(over, { kind: 'unit', label: 'walk', weight: 1, text: 'Lund left.' }), ['entity Brask', 'unit Lund left.']);
  assert.deepEqual(ways(over, { kind: 'unit', label: 'walk', weight: 1 }), ['entity Brask'], 'its text is the hit’s');
  assert.deepEqual(ways({ kind: 'text', label: 'similarity', weight: 1 }), []);
  assert.deepEqual(ways(community, over), ['community Brask, Vimse', 'entity Brask']);
});

test('the picture of such things: what led to the hit, and what else it led to', () => {
  /** @param {import('../src/types.js').Reason[]} reasons @param {Hit[]} others */
  const drawn = (reasons, ...others) => {
    const found = hit({ why: { source: 'graph', terms: [], entities: [], reasons } });
    const { nodes, lines } = figureOf(found, { ...result, hits: [found, ...others] });
    return lines.map(({ from, to }) => `${nodes[from].text} – ${nodes[to].text}`);
  };
  assert.deepEqual(drawn([{ kind: 'keyword', label: 'gaug' }]), ['gauge – gaug', 'gaug – Document']);
  assert.deepEqual(
    drawn([{ kind: 'entities', path: ['Brask'] }, { kind: 'relation', label: 'walk', path: ['Brask', 'Lund'], weight: 1 }]),
    ['Brask – Document', 'Brask – Brask, Lund', 'Brask, Lund – Document'],
  );
  /** @param {string} url @param {string[]} path */
  const member = (url, path) => hit({ title: url, url, why: { source: 'graph', terms: [], entities: [], reasons: [{ ...community, path }] } });
  assert.deepEqual(drawn([community], member('a', community.path), member('b', ['Lund'])), ['Brask, Vimse – Document', 'Brask, Vimse – a']);
});

test('the picture: words, entities, passages, and a line for each step', () => {
  const { nodes, lines } = figureOf(chained, result);
  assert.deepEqual(nodes.map(({ column, text }) => `${column} ${text}`), [
    'term town', 'term gauge', 'entity Brask', 'entity gauge', 'passage Brask', 'passage Gauge › Maker',
  ]);
  assert.deepEqual(lines.map(({ from, to, strength }) => [nodes[from].text, nodes[to].text, strength]), [
    ['town', 'Brask', 1],
    ['gauge', 'gauge', 1],
    ['gauge', 'Gauge › Maker', 1],
    ['Gauge › Maker', 'Brask', 1],
    ['Brask', 'Brask', 2],
  ]);
});

test('the layout keeps boxes apart and in the picture, and mirrors', () => {
  const figure = figureOf(chained, result);
  const layout = layOut(figure, false);
  for (const [i, box] of layout.boxes.entries()) {
    assert.ok(box.x >= 0 && box.x + box.width <= layout.width && box.y >= 0 && box.y + box.height <= layout.height, `box ${i}`);
    for (const other of layout.boxes.slice(i + 1)) {
      assert.ok(box.x !== other.x || Math.abs(box.y - other.y) >= box.height, 'boxes of a column do not overlap');
    }
  }
  const widths = layout.lines.map(({ width }) => width);
  assert.equal(Math.max(...widths), widths[4], 'the strongest line is the widest');
  assert.ok(Math.min(...widths) > 1);
  const mirrored = layOut(figure, true);
  assert.deepEqual(mirrored.boxes.map(({ x, width }) => mirrored.width - x - width), layout.boxes.map(({ x }) => x));
});

test('labels are cut by width, at characters', () => {
  assert.equal(cut('short', 10), 'short');
  assert.equal(cut('a long label', 6), 'a lon…');
  assert.equal(cut('検索検索検索', 6), '検索…');
  assert.equal(cut('🌱🌱🌱', 2), '🌱…');
});

test('filters that narrow nothing are not offered, unless they are asked for', () => {
  const counts = { version: { 1.0: 2, 2.0: 3 }, language: { en: 5 }, any: { a: 1, b: 1 } };
  assert.deepEqual(offeredKeys(counts, null), ['version'], 'one value is no choice; any is no name that a condition can have');
  assert.deepEqual(offeredKeys(counts, ' language  version none'), ['language', 'version']);
  assert.deepEqual(offeredKeys(counts, 'off'), []);
  assert.deepEqual(offeredKeys({}, null), []);
});

test('versions from the newest, other values from the most frequent, equal ones by name', () => {
  assert.deepEqual(orderedValues({ 'v1.9': 9, 'v1.10': 1, 'v1.2': 4 }, 'en'), ['v1.10', 'v1.9', 'v1.2']);
  assert.deepEqual(orderedValues({ b: 2, a: 2, c: 7 }, 'en'), ['c', 'a', 'b']);
});

/** A page without a language and a version. */
const none = new Map();

test('a choice is any of the values of each key, and knows only values that there are', () => {
  const counts = { version: { 1: 1, 2: 1 }, tags: { a: 1 } };
  const pairs = [...readPairs('version:1, version:2,tags:b,colon:,:x,none'), /** @type {[string, string]} */ (['version', 'constructor'])];
  const selection = selectionOf(pairs, ['version', 'tags'], counts);
  assert.deepEqual(conditionOf(selection, none), { version: { any: ['1', '2'] } });
  assert.deepEqual(chosenKeys(selection), ['version']);
  assert.equal(conditionOf(selection, none, 'version'), undefined);
  selection.get('tags')?.add('a');
  assert.deepEqual(conditionOf(selection, none, 'version'), { tags: { any: ['a'] } });
});

test('what the page has takes documents without a value along, and holds where no choice is offered', () => {
  const own = new Map([['language', { values: ['en'], others: ['de', 'fr'] }]]);
  const counts = { language: { en: 1, de: 1, fr: 1 } };
  const chosen = (/** @type {string} */ text) => selectionOf(readPairs(text), ['language'], counts);
  assert.deepEqual(conditionOf(chosen('language:en'), own), { language: { none: ['de', 'fr'] } });
  assert.deepEqual(conditionOf(chosen('language:de'), own), { language: { any: ['de'] } });
  assert.equal(conditionOf(chosen(''), own), undefined);
  assert.deepEqual(conditionOf(new Map(), own), { language: { none: ['de', 'fr'] } });
  assert.equal(conditionOf(new Map(), own, 'language'), undefined);
});

test('every language has every string, with the same gaps', async () => {
  /** @param {unknown} value */
  const gaps = (value) => [...new Set(JSON.stringify(value).match(/\{\w+\}/g))].sort();
  const english = (await Strings.load('en')).words;
  for (const language of languages) {
    const { words } = await Strings.load(language);
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), language);
    for (const [name, text] of Object.entries(english)) {
      const other = /** @type {any} */ (words)[name];
      assert.ok(JSON.stringify(other).length > 2, `${language} ${name}`);
      assert.deepEqual(gaps(other), gaps(text), `${language} ${name}`);
      if (['readers', 'exact', 'keys', 'page'].includes(name)) assert.deepEqual(Object.keys(other), Object.keys(text), language);
    }
    assert.deepEqual(Object.keys(words.page.modes), Object.keys(english.page.modes), language);
    assert.ok(Object.values(words.page).every((text) => JSON.stringify(text).length > 2), language);
  }
  assert.equal(languages.length, 10);
});

test('the search page is written in the English words', async () => {
  const strings = await Strings.load('en');
  const html = await readFile(`${pageSource}index.html`, 'utf8');
  const marked = [...html.matchAll(/data-say="(\w+)">([^<]*)</g)].map(([, name, text]) => [name, text]);
  assert.deepEqual(new Set(marked.map(([name]) => name)), new Set(Object.keys(said(strings))));
  for (const [name, text] of marked) assert.equal(text, said(strings)[name], name);
  const { label, placeholder } = strings.words.page;
  assert.ok(html.includes(`label="${label}" placeholder="${placeholder}"`));
});

test('the language is that of the page, or English', async () => {
  assert.deepEqual(['de-AT', 'PT', 'xx', ''].map(languageFor), ['de', 'pt', 'en', 'en']);
  const german = await Strings.load('de');
  assert.equal(german.list(['a', 'b', 'c']), 'a, b und c');
  const english = await Strings.load('en');
  assert.deepEqual([0, 1, 1234].map((n) => english.results(n)), ['0 results', '1 result', '1,234 results']);
  assert.equal((await Strings.load('ar')).results(2), 'نتيجتان');
  assert.equal(fill('{a} {b} {a}', { a: '{b}', b: '$&' }), '{b} $& {b}', 'what is filled in is not read again');
});
