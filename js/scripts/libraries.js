/**
 * Mycel beside search libraries that a page gives its documents: how well each ranks pages for
 * questions that people have asked, and what a reader downloads before the first answer.
 *
 *     node scripts/libraries.js DATA BINARY LIBRARIES OUT
 *
 * DATA is a folder with questions.jsonl (site, query, pages that answer, half) and a folder of Markdown for each site. BINARY
 * is the mycel command, LIBRARIES a folder with node_modules that has MiniSearch, Lunr, FlexSearch, Orama and
 * esbuild: `make compare` installs them. The tables take the place of those in OUT, between its comments.
 *
 * All get the same sections of the same Markdown, a section from each heading to the next. A page ranks as its
 * best section.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { open } from '../src/index.js';
import { insert, measured } from './insert.js';

const exec = promisify(execFile);
const [, , data, binary, libraries, out] = process.argv;
if (!out) throw new Error('usage: node scripts/libraries.js DATA BINARY LIBRARIES OUT');
const load = createRequire(`${resolve(libraries)}/`);
const kB = (/** @type {number} */ bytes) => Math.round(bytes / 1000).toLocaleString('en');

/** @typedef {{id: number, page: string, title: string, titles: string, text: string}} Section */

/**
 * The sections of a page of Markdown or MDX.
 * @param {string} page
 * @param {string} source
 * @returns {Omit<Section, 'id'>[]}
 */
function sectionsOf(page, source) {
  const front = /^---\n([^]*?)\n---\n/.exec(source);
  const name = /^title: *['"]?(.*?)['"]? *$/m.exec(front?.[1] ?? '')?.[1];
  const body = source.slice(front?.[0].length ?? 0).replace(/^(import|export) .*$/gm, '').replace(/<\/?[A-Za-z][^>]*>/g, ' ');
  /** @type {Omit<Section, 'id'>[]} */
  const all = [{ page, title: name ?? '', titles: '', text: '' }];
  let code = false;
  for (const line of body.split('\n')) {
    if (/^ *(```|~~~)/.test(line)) code = !code;
    const heading = code ? null : /^#{1,6} +(.*?)( *\{#.*\})?$/.exec(line);
    const last = all[all.length - 1];
    if (heading && !last.text.trim() && !last.title) last.title = heading[1];
    else if (heading) all.push({ page, title: heading[1], titles: all[0].title, text: '' });
    else last.text += `${line}\n`;
  }
  return all;
}

/**
 * A library: makes an index, says its size as a page would fetch it, and answers with sections, best first.
 * @typedef {object} Library
 * @property {string} name
 * @property {string} code what a page imports
 * @property {(sections: Section[]) => Promise<{stored: () => Promise<string>, ask: (query: string) => Promise<number[]>}>} index
 */

/** @type {Library[]} */
const all = [
  {
    name: 'MiniSearch, as VitePress sets it', code: "import MiniSearch from 'minisearch'; globalThis.x = MiniSearch;",
    async index(sections) {
      const { default: MiniSearch } = await import(pathToFileURL(load.resolve('minisearch')).href);
      const index = new MiniSearch({ fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'], searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } } });
      index.addAll(sections);
      return { stored: async () => JSON.stringify(index), ask: async (query) => index.search(query).map((/** @type {any} */ { id }) => id) };
    },
  },
  {
    name: 'Lunr, titles ten times', code: "import lunr from 'lunr'; globalThis.x = lunr;",
    async index(sections) {
      const lunr = load('lunr');
      const builder = new lunr.Builder();
      // As lunr() sets a builder.
      builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer);
      builder.searchPipeline.add(lunr.stemmer);
      builder.ref('id');
      builder.field('title', { boost: 10 });
      builder.field('titles');
      builder.field('text');
      for (const section of sections) builder.add(section);
      const index = builder.build();
      const ask = async (/** @type {string} */ query) => index.query((/** @type {any} */ q) => {
        for (const token of lunr.tokenizer(query)) q.term(token.toString(), {});
      }).map((/** @type {any} */ { ref }) => Number(ref));
      return { stored: async () => JSON.stringify(index), ask };
    },
  },
  {
    name: 'FlexSearch, forward tokens', code: "import { Document } from 'flexsearch'; globalThis.x = Document;",
    async index(sections) {
      const { Document } = load('flexsearch');
      const index = new Document({ tokenize: 'forward', document: { id: 'id', index: ['title', 'titles', 'text'] } });
      for (const section of sections) index.add(section);
      const stored = async () => {
        /** @type {string[]} */
        const parts = [];
        await index.export((/** @type {string} */ key, /** @type {string} */ part) => void parts.push(key, part ?? ''));
        return parts.join('\n');
      };
      const ask = async (/** @type {string} */ query) => {
        const fields = index.search(query, { limit: 100, suggest: true });
        return fields.flatMap((/** @type {{result: number[]}} */ { result }) => result);
      };
      return { stored, ask };
    },
  },
  {
    name: 'Orama, as it comes', code: "import { create, search, load } from '@orama/orama'; globalThis.x = [create, search, load];",
    async index(sections) {
      const { create, insertMultiple, save, search } = await import(pathToFileURL(load.resolve('@orama/orama')).href);
      const index = create({ schema: { title: 'string', titles: 'string', text: 'string' } });
      await insertMultiple(index, sections.map(({ id, ...section }) => ({ id: String(id), ...section })), 500);
      const ask = async (/** @type {string} */ query) => (await search(index, { term: query, limit: 100, boost: { title: 2 } })).hits.map((/** @type {any} */ { id }) => Number(id));
      return { stored: async () => JSON.stringify(save(index)), ask };
    },
  },
];

/** What esbuild makes of a program, in bytes after gzip. @param {string} code */
async function weight(code) {
  const child = exec(load.resolve('esbuild/bin/esbuild'), ['--bundle', '--minify', '--format=esm', '--loader=js'], { cwd: libraries, maxBuffer: 1 << 26 });
  child.child.stdin?.end(code);
  return gzipSync((await child).stdout, { level: 9 }).length;
}

/** @type {{corpus: string, query: string, want: string[], parts?: string[][]}[]} */
const questions = (await readFile(join(data, 'questions.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line)).filter(({ parts }) => !parts);
const sites = [...new Set(questions.map(({ corpus }) => corpus))].sort();

/**
 * Of a ranking of pages, where the first is that answers: 0 for none.
 * @param {string[]} pages each once, best first
 * @param {string[]} want
 */
const rankOf = (pages, want) => pages.findIndex((page) => want.includes(page)) + 1;

/**
 * @typedef {object} Row
 * @property {number[]} ranks of all questions
 * @property {number[]} bytes before the first answer, of each site
 */
/** @type {Map<string, Row>} */
const rows = new Map();
const row = (/** @type {string} */ name) => rows.get(name) ?? rows.set(name, { ranks: [], bytes: [] }).get(name) ?? /** @type {never} */ (undefined);

const place = await mkdtemp(join(tmpdir(), 'libraries-'));
for (const site of sites) {
  const asked = questions.filter(({ corpus }) => corpus === site);
  const files = (await readdir(join(data, site), { recursive: true })).filter((name) => /\.mdx?$/.test(name) && name !== 'SUMMARY.md').sort();
  /** @type {Section[]} */
  const sections = [];
  for (const file of files) for (const section of sectionsOf(file, await readFile(join(data, site, file), 'utf8'))) sections.push({ id: sections.length, ...section });

  const folder = join(place, site);
  await exec(binary, ['build', '--quiet', '--docs', join(data, site), '--url-style', 'source', '--output-path', folder]);
  const fetch = async (/** @type {RequestInfo | URL} */ url, /** @type {RequestInit} */ { headers } = {}) => {
    const content = await readFile(new URL(String(url))).catch(() => null);
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get('Range') ?? '') ?? [];
    if (!content || !last) return new Response(content);
    return new Response(content.subarray(+from, +last + 1), { status: 206, headers: { 'Content-Range': `bytes ${from}-${last}/${content.length}` } });
  };
  const begin = () => open(`${pathToFileURL(folder).href}/`, { fetch: /** @type {typeof globalThis.fetch} */ (fetch) });
  const bundle = await begin();
  const mycel = row('Mycel');
  for (const { query, want } of asked) {
    const { hits } = await bundle.search(query, { k: 100, excerpts: [] });
    mycel.ranks.push(rankOf([...new Set(hits.map(({ url }) => decodeURI(url.split('#')[0])))], want));
  }
  bundle.close();
  const firsts = [];
  for (const { query } of asked.slice(0, 10)) {
    const fresh = await begin();
    await fresh.search(query, { k: 10 });
    firsts.push(fresh.status().bytesLoaded);
    fresh.close();
  }
  mycel.bytes.push(firsts.sort((a, b) => a - b)[firsts.length >> 1]);

  for (const library of all) {
    const index = await library.index(sections);
    const { ranks, bytes } = row(library.name);
    for (const { query, want } of asked) ranks.push(rankOf([...new Set((await index.ask(query)).map((id) => sections[id].page))], want));
    bytes.push((await weight(library.code)) + gzipSync(await index.stored(), { level: 9 }).length);
  }
  console.error(`${site}: ${asked.length} questions, ${sections.length} sections`);
}
await rm(place, { recursive: true });

const mean = (/** @type {number[]} */ numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const lines = [`| | Success@1 | Success@5 | MRR@10 | first answer, kB: ${sites.join(' / ')} |`, '|---|--:|--:|--:|--:|'];
for (const [name, { ranks, bytes }] of rows) {
  const share = (/** @type {number} */ k) => mean(ranks.map((rank) => Number(rank > 0 && rank <= k))).toFixed(3);
  lines.push(`| ${name} | ${share(1)} | ${share(5)} | ${mean(ranks.map((rank) => (rank > 0 && rank <= 10 ? 1 / rank : 0))).toFixed(3)} | ${bytes.map(kB).join(' / ')} |`);
}
const versions = ['minisearch', 'lunr', 'flexsearch', '@orama/orama'].map(async (name) => `${name} ${JSON.parse(await readFile(join(libraries, 'node_modules', name, 'package.json'), 'utf8')).version}`);
const table = `${lines.join('\n')}

${measured} with \`make compare\`, on ${cpus().length} CPUs (${cpus()[0]?.model.trim()}), Node ${process.versions.node}:
${questions.length} questions over ${sites.length} sites; ${(await Promise.all(versions)).join(', ')}.`;
await insert(out, 'libraries', table);
console.log(table);
