/** The pure parts of the search elements. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chosenKeys, conditionOf, offeredKeys, orderedValues, readPairs, selectionOf } from '../src/ui/facets.js';
import { cut } from '../src/ui/cut.js';
import { figureOf, layOut, wrap } from '../src/ui/figure.js';
import { linkTo, matchedLine, toText } from '../src/ui/links.js';
import { nearMatch, partsOf, pieces, wholeWords } from '../src/ui/marks.js';
import { above, byPage, folder, pathOf } from '../src/ui/pages.js';
import { fill } from '../src/ui/fill.js';
import { isWritten } from '../src/ui/composition.js';
import { dictionaryIn } from '../src/ui/dictionaryfile.js';
import { joinPairs } from '../src/ui/pairs.js';
import { languages } from '../src/ui/dictionaries.js';
import { languageFor, Strings } from '../src/ui/strings.js';
import { setWords } from '../src/ui/words.js';
import { callsOf, explain } from '../src/ui/why.js';
import { said } from '../../site/page/speak.js';
import { builtBundle, clientSource, pageSource } from './support/files.js';
import { serve } from './support/server.js';
/** @import {Hit, Range, Result} from '../src/types.js' */

/** What a page loads before anyone searches, in bytes after gzip -9. */
const budget = 3000;
/** The dialog with its style, and the client: what a reader waits for before the first key. */
const dialogBudget = 30_000;

test('composed text is searched for as it is composed where it is what the reader writes', () => {
  const desktop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', languages: ['en-US'] };
  const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 16)', languages: ['de-DE', 'en'] };
  /** @type {[string, typeof desktop, boolean][]} */
  const cases = [
    ['ji suan', desktop, false], ['さんしゅつ', desktop, false], ['ｓ', desktop, false], ['算出', desktop, false], ['ㄐㄧ', desktop, false], ['', desktop, false],
    ['한', desktop, true], ['한ㄱ', desktop, true], ['ㅎ', desktop, true],
    ['Wort', phone, true], ['поиск', phone, true], ['', phone, true], ['한', phone, true],
    ['ji suan', { ...phone, languages: ['en', 'zh-CN'] }, false], ['sa', { ...phone, languages: ['ja'] }, false],
  ];
  for (const [text, reader, written] of cases) assert.equal(isWritten(text, reader), written, `${text} of ${reader.languages}`);
});

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
  assert.deepEqual([...loaded], ['define.js'], 'one file, with its style');
  assert.match(await readFile(`${ui}define.js`, 'utf8'), /mycel-input/);
  assert.ok(bytes <= budget, `${bytes} bytes, the budget is ${budget}`);
  bytes = 0;
  loaded.clear();
  const names = await readdir(ui);
  for (const name of [names.find((name) => name.startsWith('panel.')) ?? '', '../index.js']) await load(name);
  assert.equal(loaded.size, 2, 'two requests');
  assert.ok(bytes <= dialogBudget, `${bytes} bytes, the budget is ${dialogBudget}`);
});

test('every file finds in the shared one what it imports', async () => {
  const bundle = await builtBundle();
  const ui = `${bundle}client/ui/`;
  const names = await readdir(ui);
  const found = Object.keys(await import(pathToFileURL(`${bundle}client/index.js`).href));
  let imported = 0;
  for (const path of ['pagefind.js', 'client/pagefind.js', ...names.filter((name) => /^(session|several)\./.test(name)).map((name) => `client/ui/${name}`)]) {
    for (const [, list, from] of (await readFile(bundle + path, 'utf8')).matchAll(/(?:import|export) ?\{([^}]*)\} ?from ?"([^"]*)"/g)) {
      assert.equal(from.slice(from.lastIndexOf('/') + 1), 'index.js', path);
      for (const name of list.split(',')) assert.ok(found.includes(name.split(' as ')[0]), `${path}: ${name}`);
      imported++;
    }
  }
  assert.ok(imported > 15, `${imported} imports`);
});

test('only define.js, map.js and whole programs do something when imported', async () => {
  const { sideEffects } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(sideEffects.filter((/** @type {string} */ name) => name.endsWith('.js')).sort(), ['./src/classic.js', './src/serviceworker.js', './src/ui/define.js', './src/ui/map.js', './src/worker.js']);
  for (const name of await readdir(`${clientSource}ui`)) {
    if (!name.endsWith('.js') || name === 'define.js' || name === 'map.js') continue;
    assert.doesNotMatch(await readFile(`${clientSource}ui/${name}`, 'utf8'), /customElements/, name);
  }
});

test('the style sheet reads the same in every encoding of a page', async () => {
  for (const name of ['element', 'panel', 'map']) assert.match(await readFile(`${clientSource}ui/styles/${name}.js`, 'utf8'), /^[\0-\x7f]*$/, name);
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

test('a match is a word, in one piece', () => {
  /** @param {string} text @param {Range[]} matches */
  const marks = (text, matches) => wholeWords(text, matches).map(([start, end]) => text.slice(start, end));
  assert.deepEqual(marks('a HashMap here', [[2, 6], [6, 9]]), ['HashMap']);
  assert.deepEqual(marks('Let’s go', [[0, 3]]), ['Let’s']);
  assert.deepEqual(marks("'quoted' words", [[1, 7]]), ['quoted']);
  assert.deepEqual(marks('thread pool', [[0, 6], [7, 11]]), ['thread', 'pool']);
  assert.deepEqual(marks('全文検索の仕組み', [[2, 4]]), ['検索'], 'without spaces a word is what matched');
  assert.deepEqual(marks('short', [[3, 9], [-1, 2]]), []);
});

test('code is cut out of its text, and matches out of code', () => {
  /** @param {Range[]} matches @param {Range[]} [code] */
  const parts = (matches, code) => partsOf('use Arc<Mutex> here', matches, code)
    .map((part) => [part.code, part.pieces.map(({ text, match }) => (match ? `[${text}]` : text)).join('')]);
  assert.deepEqual(parts([[0, 3], [8, 13]], [[4, 14]]), [[false, '[use] '], [true, 'Arc<[Mutex]>'], [false, ' here']]);
  assert.deepEqual(parts([[0, 7]], [[4, 14]]), [[false, '[use ]'], [true, '[Arc]<Mutex>'], [false, ' here']]);
  assert.deepEqual(parts([[8, 13]]), [[false, 'use Arc<[Mutex]> here']]);
});

test('an excerpt for one line begins near its match', () => {
  const excerpt = {
    text: `${'word '.repeat(30)}match at the end`, matches: /** @type {Range[]} */ ([[150, 155]]), cutStart: false, cutEnd: false,
    code: /** @type {Range[]} */ ([[0, 4], [100, 160]]),
  };
  const near = nearMatch(excerpt, 40);
  assert.equal(near.text, 'word word word word match at the end');
  assert.deepEqual(near.matches.map(([start, end]) => near.text.slice(start, end)), ['match']);
  assert.deepEqual(near.code?.map(([start, end]) => near.text.slice(start, end)), ['word word word word match at t']);
  assert.equal(near.cutStart, true);
  assert.equal(nearMatch({ ...excerpt, matches: [[5, 9]] }, 40).text, excerpt.text);
  const begins = (/** @type {string} */ text) => nearMatch({ ...excerpt, text, cutStart: true }, 400).cutStart;
  assert.deepEqual(['that are', 'Words are', '«Words', '漢字'].map(begins), [true, false, false, false], 'a sentence begins where it begins');
});

test('the path of a hit tells pages of one title apart', () => {
  assert.deepEqual(['docs/api/use.html#a', 'docs/use/index.html', 'use/', 'https://example.org/a%20b/c.html', '%ff/x.html'].map(folder), ['docs / api', 'docs', '', 'a b', '%ff']);
  const section = hit({ title: 'Usage', heading: 'Flags', breadcrumb: ['Usage', 'Options', 'Flags'], url: 'cli/usage.html#flags' });
  assert.equal(pathOf(section, { grouped: false, ambiguous: false }), 'Usage › Options');
  assert.equal(pathOf(section, { grouped: false, ambiguous: true }), 'cli › Usage › Options');
  assert.equal(pathOf(section, { grouped: true, ambiguous: true }), 'Options');
  assert.equal(pathOf(hit({ title: 'Usage', url: 'cli/usage.html', version: '2.0' }), { grouped: false, ambiguous: false }), '2.0 › cli');
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
  assert.deepEqual(why.steps, [
    { kind: 'query', text: 'gauge town' },
    { kind: 'entity', text: 'gauge' },
    { kind: 'sentence', text: 'The gauge is from Brask.', url: 'gauge.html#maker', source: 'Gauge › Maker' },
    { kind: 'entity', text: 'Brask' },
    { kind: 'section', text: 'Brask', url: 'brask.html' },
  ]);
  assert.deepEqual(explain(start, result).steps, [], 'words alone are no chain');
});

test('what other pages call a section is no step of the way to it', () => {
  /** @type {import('../src/types.js').Reason} */
  const call = { kind: 'link', label: 'the town', from: { title: 'Gauge', heading: '', url: 'gauge.html', sentence: '', covers: [1] } };
  const called = hit({ ...chained, why: { ...chained.why, reasons: [...(chained.why.reasons ?? []), call, { kind: 'link', label: '', from: call.from }, { kind: 'link', label: 'x' }] } });
  assert.deepEqual(explain(called, { ...result, hits: [start, called] }).steps, explain(chained, result).steps);
  assert.deepEqual(callsOf(called), [call], 'a link without text or source is none');
  assert.deepEqual(figureOf(called, result), figureOf(chained, result));
});

test('the way over a pair, a walk, an entity, a summary', () => {
  /** @param {Partial<Hit['why']>} why */
  const kinds = (why) => {
    const found = hit({ why: { source: 'graph', terms: [], entities: [], ...why } });
    return explain(found, { ...result, hits: [found] }).steps.map(({ kind, text }) => `${kind} ${text}`);
  };
  assert.deepEqual(kinds({ reasons: [{ kind: 'pair', path: ['gauge', 'Brask'], weight: 1 }] }), ['query gauge town', 'entity gauge', 'entity Brask', 'section Document']);
  assert.deepEqual(kinds({ reasons: [{ kind: 'entities', path: ['Brask'] }] }), ['query gauge town', 'entity Brask', 'section Document']);
  assert.deepEqual(kinds({ entities: [{ entity: 0, count: 2 }] }), [], 'a name that it mentions is no way');
  assert.deepEqual(kinds({ reasons: [{ kind: 'summary', label: 'Towns', text: 'Of towns.' }] }), ['query gauge town', 'summary Towns', 'section Document']);
  assert.deepEqual(kinds({ reasons: [{ kind: 'moon' }] }), [], 'a kind that is not known is no failure');
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

test('a line that passes the names has a place between them', () => {
  const figure = figureOf(hit({ url: 'd.html', why: { source: 'graph', terms: [0, 1], entities: [{ entity: 0, count: 1 }] } }), result);
  const { boxes, lines } = layOut(figure, false);
  const names = figure.nodes.flatMap(({ column }, i) => (column === 'entity' ? [boxes[i]] : []));
  const passing = lines.filter(({ path }) => path.includes('H'));
  assert.equal(passing.length, 2, 'a line for each word');
  for (const { path } of passing) {
    const y = Number(/ ([\d.]+)H/.exec(path)?.[1]);
    for (const box of names) assert.ok(y < box.y || y > box.y + box.height, `${y} is behind ${box.y}`);
  }
});

test('labels have up to three lines of whole words', () => {
  assert.deepEqual(wrap('short', 10), ['short']);
  assert.deepEqual(wrap('From a Single-Threaded Server', 16), ['From a', 'Single-Threaded', 'Server']);
  assert.deepEqual(wrap('Storing Keys with Associated Values in Hash Maps', 16), ['Storing Keys', 'with Associated', 'Values in Hash…']);
  assert.deepEqual(wrap('a thread pool', 8), ['a thread', 'pool']);
  assert.deepEqual(wrap('Incomprehensibilities', 8), ['Incompr…']);
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

test('values of filters: chosen ones first, those of this query by their counts, empty ones last', () => {
  const all = { a: 9, b: 8, c: 7, d: 1 };
  assert.deepEqual(orderedValues(all, 'en', { c: 5, b: 2, d: 1 }, new Set(['d'])), ['d', 'c', 'b', 'a']);
  assert.deepEqual(orderedValues({ '1.0': 1, '2.0': 1, '3.0': 1 }, 'en', { '1.0': 4, '2.0': 1 }), ['2.0', '1.0', '3.0']);
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
  assert.equal(languages.length, 24);
});

test('a site has words of its own, and languages', async () => {
  setWords('nl-BE', { none: 'Niets over “{query}”', keys: { version: 'Editie' } });
  setWords('cy', { close: 'Cau' });
  const [belgian, dutch, welsh] = await Promise.all(['nl-BE', 'nl', 'cy-GB'].map((tag) => Strings.load(tag)));
  assert.deepEqual([belgian.words.none, belgian.words.keys.version, belgian.words.clear], ['Niets over “{query}”', 'Editie', 'Wissen']);
  assert.deepEqual([dutch.words.keys.version, welsh.language, welsh.words.close, welsh.words.clear], ['Versie', 'cy', 'Cau', 'Clear']);
});

test('words have the quotation marks of their language', async () => {
  const quoted = [];
  for (const tag of ['en', 'de', 'fr', 'ja', 'sv']) quoted.push((await Strings.load(tag)).quoted('a'));
  assert.deepEqual(quoted, ['“a”', '„a“', '«\u00a0a\u00a0»', '「a」', '”a”']);
  assert.deepEqual(['ar', 'fa', 'he', 'de'].map((language) => new Strings(language, /** @type {any} */ ({})).direction), ['rtl', 'rtl', 'rtl', 'ltr']);
});

test('pairs of characters that overlap in the query are one run of it', () => {
  assert.deepEqual(joinPairs(['响应', '应式', '式系', '系统', 'vue'], '响应式系统 vue'), ['响应式系统', 'vue']);
  assert.deepEqual(joinPairs(['しゅ', 'ゅつ'], 'さんしゅつ'), ['しゅつ']);
  assert.deepEqual(joinPairs(['เครื่', 'รื่อ', 'อง'], 'เครื่องมือ'), ['เครื่อง']);
  assert.deepEqual(joinPairs(['စာ', 'ာလ'], 'စာလုံး'), ['စာလ']);
  for (const [text, asked] of [['등대지기를 부르다', '등대지기'], ['မြန်မာဘာသာ', 'ဘာ'], ['ตารางน้ำ', 'ราง']]) {
    const start = text.indexOf(asked);
    assert.deepEqual(wholeWords(text, [[start, start + asked.length]]), [[start, start + asked.length]], `marks in ${text} end where the match ends`);
  }
  assert.deepEqual(joinPairs(['树的', '的树'], '树的 的树'), ['树的', '的树'], 'apart in the query');
  assert.deepEqual(joinPairs(['ab', 'bc', 'ab'], 'abc'), ['ab', 'bc'], 'words of letters');
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
  const tags = ['de-AT', 'PT', 'pt-BR', 'pt-PT', 'zh', 'zh-CN', 'zh-TW', 'zh-Hant-HK', 'zh-hk', 'iw', 'xx', ''];
  assert.deepEqual(tags.map(languageFor), ['de', 'pt', 'pt-br', 'pt', 'zh', 'zh', 'zh-hant', 'zh-hant', 'zh-hant', 'he', 'en', 'en']);
  const german = await Strings.load('de');
  assert.equal(german.list(['a', 'b', 'c']), 'a, b und c');
  const english = await Strings.load('en');
  assert.deepEqual([0, 1, 1234].map((n) => english.results(n)), ['0 results', '1 result', '1,234 results']);
  assert.equal((await Strings.load('ar')).results(2), 'نتيجتان');
  assert.equal(fill('{a} {b} {a}', { a: '{b}', b: '$&' }), '{b} $& {b}', 'what is filled in is not read again');
});

test('a bundle has the words of every language in one file, of which a page reads its language', async (t) => {
  const ui = `${await builtBundle()}client/ui/`;
  const names = await readdir(ui);
  const name = names.find((name) => /^strings\.\w+\.pack$/.test(name)) ?? '';
  const content = await readFile(ui + name);
  const head = content.subarray(0, content.indexOf('\n') + 1);
  const lengths = JSON.parse(String(head));
  assert.deepEqual(Object.keys(lengths), [...languages].sort());
  const panel = await readFile(ui + names.find((name) => name.startsWith('panel.')), 'utf8');
  assert.ok(panel.includes(`${name}`) && panel.includes(`,${head.length},`) && panel.includes(`{ar:${lengths.ar},`), 'the dialog knows where they are');
  const words = Object.fromEntries(await Promise.all(languages.map(async (language) => [language, (await import(`../src/ui/strings/${language}.js`)).default])));
  const site = await serve(t, ui);
  const read = (/** @type {string} */ language) => dictionaryIn(site.url + name, head.length, lengths, language);
  for (const language of languages) assert.deepEqual((await read(language)).default, words[language], language);
  site.on(/strings/, (response) => void response.writeHead(206, { 'Content-Range': `bytes 0-9/${content.length}` }).end(content.subarray(0, 10)));
  await assert.rejects(read('de'), 'neither the range nor the file');
  site.restore();
  site.requests.length = 0;
  for (const language of ['ar', 'pt', 'pt-br', 'zh-hant']) assert.deepEqual((await read(language)).default, words[language], language);
  assert.equal(site.requests.length, 4);
  site.on(/strings/, (response) => void (response.req.headers.range ? response.writeHead(416).end() : response.writeHead(200).end(content)));
  assert.deepEqual((await read('de')).default, words.de);
});
