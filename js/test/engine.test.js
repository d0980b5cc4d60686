import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from '../src/engine/engine.js';
import { tinyEngine, tinyIndex, tinyText } from './support/tinybundle.js';

const module = new WebAssembly.Module(await tinyEngine());

async function opened() {
  const engine = await Engine.start(module);
  const info = engine.open(tinyIndex());
  return { engine, info };
}

test('open tells what is in the index', async () => {
  const { info } = await opened();
  assert.equal(info.documents, 4);
  assert.equal(info.sections, 6);
  assert.equal(info.blocks, 3);
});

test('a search names the text it lacks, and has its excerpts once it was given', async () => {
  const { engine } = await opened();
  const request = { query: 'Fungi chips mulch' };
  const first = engine.search(request);
  assert.deepEqual(first.missing, [0, 2]);
  assert.ok(first.hits.every((hit) => hit.excerpt === undefined));
  for (const block of first.missing) engine.addPart(block, tinyText()[block]);
  const second = engine.search(request);
  assert.equal(second.missing, undefined);
  assert.deepEqual(second.hits.map((hit) => hit.section), first.hits.map((hit) => hit.section));
  const { text, matches } = /** @type {import('../src/types.js').Excerpt} */ (second.hits[0].excerpt);
  assert.deepEqual(matches.map(([start, end]) => text.slice(start, end).toLowerCase()), ['fungi', 'chips', 'mulch']);
});

test('offsets count UTF-16 code units', async () => {
  const { engine } = await opened();
  const { terms, query } = engine.search({ query: '🌱 café water' });
  assert.deepEqual(terms.map(({ start, end }) => query.slice(start, end)), ['🌱', 'café', 'water']);
});

test('k limits the hits', async () => {
  const { engine } = await opened();
  assert.equal(engine.search({ query: 'mulch', k: 1 }).hits.length, 1);
});

test('answers are right after memory has moved', async () => {
  const { engine } = await opened();
  assert.equal(engine.search({ query: '!grow' }).query, '!grow');
  assert.equal(engine.search({ query: 'roots' }).hits.length, 2);
});

test('an empty buffer and a large one', async () => {
  const engine = await Engine.start(module);
  assert.throws(() => engine.open(new Uint8Array(0)), { code: 'format' });
  assert.throws(() => engine.open(new Uint8Array(50 << 20)), { code: 'format' });
  assert.equal(engine.alive, true);
});

/** @type {[name: string, call: (engine: Engine) => unknown, code: string][]} */
const refusals = [
  ['an index that is none', (engine) => engine.open(Buffer.from('other')), 'format'],
  ['text of an unknown block', (engine) => engine.addPart(9, Buffer.from('')), 'request'],
  ['damaged text', (engine) => engine.addPart(0, Buffer.from('x')), 'part'],
  ['a bad option', (engine) => engine.search({ query: 'q', k: 1000 }), 'request'],
  ['a value that cannot be encoded', (engine) => engine.search({ query: 'q', k: -1 }), 'request'],
];
for (const [name, call, code] of refusals) {
  test(`${name} is refused with ${code} and does no harm`, async () => {
    const { engine } = await opened();
    assert.throws(() => call(engine), { name: 'MycelError', code });
    assert.equal(engine.alive, true);
    assert.equal(engine.search({ query: 'roots' }).hits.length, 2);
  });
}

test('search before open is refused with state', async () => {
  const engine = await Engine.start(module);
  assert.throws(() => engine.search({ query: 'q' }), { code: 'state' });
});

/** @type {[query: string, message: RegExp][]} */
const deaths = [
  ['!panic', /panic on request/],
  ['!throw', /exit code 2[^]*unlock of unlocked mutex/],
  ['!overflow', /call stack/],
];
for (const [query, message] of deaths) {
  test(`${query} ends the instance with code panic`, async () => {
    const { engine } = await opened();
    assert.throws(() => engine.search({ query }), { code: 'panic', message });
    assert.equal(engine.alive, false);
    assert.throws(() => engine.search({ query: 'roots' }), { code: 'panic', message: /has stopped/ });
  });
}

test('mycel_crash panics', async () => {
  const { engine } = await opened();
  assert.throws(() => engine.crash(), { code: 'panic', message: /crash on request/ });
  assert.equal(engine.alive, false);
});

test('a module that is no engine is refused with format', async () => {
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  await assert.rejects(Engine.start(empty), { code: 'format', message: /does not export mycel_alloc/ });
});
