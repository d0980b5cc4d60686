/**
 * Mycel beside MiniSearch and Pagefind on short queries that one page alone answers with all words:
 *
 *     node scripts/short.js LIBRARIES OUT NAME=SITE [NAME=SITE ...]
 *
 * SITE is a folder of HTML as `mycel-lab html` renders it, with a Mycel bundle in mycel/ and Pagefind's in pagefind/.
 * LIBRARIES is a folder with node_modules that has MiniSearch and Pagefind. The table takes the place of the one in OUT, between its comments.
 *
 * The queries are words of running text that stand near each other. Words are compared by their first letters, so that
 * no stemmer takes two of them for one. MiniSearch gets a section from each heading to the next, as VitePress gives it.
 */

import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { executable, flags } from '../test/support/browser.js';
import { insert, measured } from './insert.js';
import { Link } from './link.js';

const [, , libraries, out, ...sites] = process.argv;
if (sites.length === 0 || sites.some((site) => site.split('=').length !== 2)) throw new Error('usage: node scripts/short.js LIBRARIES OUT NAME=SITE...');
const load = createRequire(`${resolve(libraries)}/`);
const { default: MiniSearch } = await import(pathToFileURL(load.resolve('minisearch')).href);
/** Queries of each kind and site. */
const most = 100;

/** @typedef {{id: number, page: string, title: string, titles: string, text: string, prose: string}} Section */
/** @typedef {{at: number, word: string}} Word in a section's prose */

/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** Marks within a word leave it whole. */
const plain = (/** @type {string} */ html) => html.replace(/<\/?(a|em|strong)\b[^>]*>/g, '').replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);

/**
 * The sections of a site's pages. Prose is the text of paragraphs without code.
 * @param {string} folder
 */
async function sectionsOf(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html') && !/^(mycel|pagefind)\//.test(name)).sort();
  /** @type {Section[]} */
  const sections = [];
  for (const page of names) {
    const main = /<main>([^]*)<\/main>/.exec(await readFile(join(folder, page), 'utf8'))?.[1] ?? '';
    let top = '';
    for (const html of main.split(/(?=<h[1-6][ >])/)) {
      const [heading = '', text = html] = /^<h[1-6][^]*?<\/h[1-6]>/.exec(html)?.map((tag) => [tag, html.slice(tag.length)])[0] ?? [];
      const paragraphs = [...text.matchAll(/<p>([^]*?)<\/p>/g)].map(([, p]) => plain(p.replace(/<code>[^]*?<\/code>/g, ' / ')));
      sections.push({ id: sections.length, page, title: plain(heading).trim(), titles: top, text: plain(text), prose: paragraphs.join('\n') });
      top ||= plain(heading).trim();
    }
  }
  return sections;
}

/**
 * Short queries, each with the page that has all of its words: `t2` has a common word and one of a single section, `t3` two
 * common words and one of a single section, `m2` two words of five pages or more, which stand together on one page alone.
 * @param {Section[]} sections
 */
function queriesOf(sections) {
  /** Sections and pages by the first letters of their words. @type {[Map<string, Set<number>>, Map<string, Set<string>>]} */
  const [inSections, onPages] = [new Map(), new Map()];
  /** @template T @param {Map<string, Set<T>>} map @param {string} key @param {T} value */
  const add = (map, key, value) => void (map.get(key) ?? map.set(key, new Set()).get(key))?.add(value);
  for (const { id, page, title, text } of sections) {
    const all = `${title}\n${text}`;
    for (const [word] of `${all}\n${all.replace(/([a-z])(?=[A-Z])/g, '$1 ')}`.matchAll(/[A-Za-z]{3,}/g)) {
      add(inSections, word.slice(0, 6).toLowerCase(), id);
      add(onPages, word.slice(0, 5).toLowerCase(), page);
    }
  }
  const third = new Set(sections.map(({ page }) => page)).size / 3;
  const pages = (/** @type {Word} */ { word }) => [...(onPages.get(word.slice(0, 5)) ?? [])];
  const count = (/** @type {Word} */ { word }) => inSections.get(word.slice(0, 6))?.size ?? 0;
  const rare = (/** @type {Word} */ w) => w.word.length > 6 && count(w) === 1;
  // Words of more than a third of the pages, function words among them, are not asked for.
  const common = (/** @type {Word} */ w) => w.word.length <= 12 && count(w) >= 20 && pages(w).length <= third;
  const middle = (/** @type {Word} */ w) => w.word.length > 4 && pages(w).length >= 5 && pages(w).length <= third;
  const differ = (/** @type {Word} */ a, /** @type {Word} */ b) => a.word.slice(0, 5) !== b.word.slice(0, 5);
  const together = (/** @type {Word} */ a, /** @type {Word} */ b) => pages(a).filter((page) => pages(b).includes(page)).length;
  /** @type {Record<string, {query: string, page: string}[]>} */
  const kinds = { t2: [], t3: [], m2: [] };
  for (const { page, prose } of sections) {
    const words = [...prose.matchAll(/(?<![\w\['’./-])[a-z]{4,16}(?![\w\]'’/-]|\.\w)/g)].map(({ 0: word, index }) => ({ at: index, word }));
    /** Words of a sort before another, the nearest first. */
    const before = (/** @type {Word} */ last, /** @type {number} */ characters, /** @type {(word: Word) => boolean} */ sort) =>
      words.filter((w) => w.at < last.at && last.at - w.at <= characters && sort(w) && differ(w, last)).reverse();
    /** Adds the first query of the section. */
    const ask = (/** @type {string} */ kind, /** @type {(last: Word) => (Word | undefined)[]} */ make) => {
      const query = words.map(make).find((query) => query.length > 0 && query.every(Boolean));
      if (query) kinds[kind].push({ query: query.map((w) => w?.word).join(' '), page });
    };
    ask('t2', (last) => (rare(last) ? [before(last, 120, common)[0], last] : []));
    ask('t3', (last) => {
      const [near, ...others] = rare(last) ? before(last, 200, common) : [];
      return near ? [others.find((w) => differ(w, near)), near, last] : [];
    });
    ask('m2', (last) => (middle(last) ? [before(last, 200, middle).find((w) => together(w, last) === 1), last] : []));
  }
  return Object.entries(kinds).map(([kind, all]) => ({ kind, asked: all.filter((_, i) => i % Math.ceil(all.length / most) === 0) }));
}

/** Programs of a page, each a script that makes a function from a query to the address of the first result. */
const programs = {
  Mycel: `
    const { open } = await import('/mycel/client/index.js');
    const bundle = await open('/mycel/');
    globalThis.first = async (query) => (await bundle.search(query, { k: 1 })).hits[0]?.url;`,
  Pagefind: `
    const pagefind = await import('/pagefind/pagefind.js');
    globalThis.first = async (query) => (await (await pagefind.search(query)).results[0]?.data())?.url;`,
};

/** @typedef {(query: string) => Promise<string | undefined>} First the page of the first result */

const browser = await chromium.launch({ executablePath: executable, args: flags });
/** Of each site. @type {string[]} */
const titles = [];
/** Of each program, how often the right page is first, by site and kind. @type {Record<string, string>} */
const rows = {};
for (const site of sites) {
  const [name, folder] = site.split('=');
  const link = await new Link(0, 1000).listen();
  link.folder = folder;
  link.pages['/empty.html'] = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';
  const sections = await sectionsOf(folder);
  const index = new MiniSearch({ fields: ['title', 'titles', 'text'], searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } } });
  index.addAll(sections);
  /** @type {Record<string, First>} */
  const firsts = { MiniSearch: async (query) => sections[index.search(query)[0]?.id]?.page };
  for (const [program, begin] of Object.entries(programs)) {
    const page = await browser.newPage();
    await page.goto(`${link.url}empty.html`);
    await page.evaluate(`(async () => {${begin}})()`);
    firsts[program] = async (query) => {
      const url = await page.evaluate((query) => /** @type {any} */ (globalThis).first(query), query);
      return url && decodeURI(new URL(url, link.url).pathname.slice(1));
    };
  }
  const kinds = queriesOf(sections);
  titles.push(`${name}: ${kinds.map(({ asked }) => asked.length).join(', ')}`);
  for (const [program, first] of Object.entries(firsts)) {
    const counts = [];
    for (const { asked } of kinds) {
      let right = 0;
      for (const { query, page } of asked) right += Number((await first(query)) === page);
      counts.push(right);
    }
    rows[program] = `${rows[program] ?? `| ${program} |`} ${counts.join(', ')} |`;
  }
  link.close();
}
await browser.close();

const version = async (/** @type {string} */ name) => JSON.parse(await readFile(join(libraries, 'node_modules', name, 'package.json'), 'utf8')).version;
const table = `| t2, t3, m2 | ${titles.join(' | ')} |
|---|${'--:|'.repeat(titles.length)}
${Object.values(rows).join('\n')}

${measured}: minisearch ${await version('minisearch')}, pagefind ${await version('pagefind')}.`;
await insert(out, 'short queries', table);
console.log(table);
