import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { joinColumns } from '../src/files/columns.js';

// The tests of the package wasm/columns write these files.
const folder = new URL('../../wasm/columns/testdata/', import.meta.url);
const [wasm, columns] = await Promise.all(['every.wasm', 'every.columns'].map(async (name) => new Uint8Array(await readFile(new URL(name, folder)))));

/**
 * @param {Uint8Array} file
 * @param {number} [size] bytes of a piece
 */
async function join(file, size = file.length + 1) {
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < file.length; at += size) controller.enqueue(new Uint8Array(file.subarray(at, at + size)));
      controller.close();
    },
  });
  return new Uint8Array(await new Response(joinColumns(pieces)).arrayBuffer());
}

test('columns become the module that they were made from, in whatever pieces they arrive', async () => {
  for (const size of [undefined, 1, 3, 1000, 5000]) assert.deepEqual(await join(columns, size), wasm, `pieces of ${size} bytes`);
});

test('a module without columns stays as it is', async () => {
  for (const size of [undefined, 1, 7]) assert.deepEqual(await join(wasm, size), wasm);
  for (const short of [[], [0], [0, 0x63, 0x6f]]) assert.deepEqual(await join(Uint8Array.from(short), 1), Uint8Array.from(short));
});

test('engines that ship become the modules that were compiled', async () => {
  for (const name of ['mycel-core', 'mycel']) {
    const shipped = gunzipSync(await readFile(new URL(`../../site/dist/${name}.wasm.gz`, import.meta.url)));
    const compiled = await readFile(new URL(`../../build/${name}.wasm`, import.meta.url));
    assert.ok(shipped.length < 0.9 * compiled.length, `${name} is not in columns`);
    assert.equal(Buffer.compare(await join(shipped, 50_000), compiled), 0, name);
  }
});

test('damaged columns are refused, or become about as much other code', async () => {
  let refused = 0;
  for (let n = 0; n < 600; n++) {
    const damaged = columns.slice();
    damaged[(n * 104729) % 2000] ^= 1 << n % 8;
    await join(damaged).then(
      ({ length }) => assert.ok(length < 2 * wasm.length),
      (error) => {
        assert.equal(error.code, 'format');
        assert.match(error.message, /columns of the engine are damaged/);
        refused++;
      },
    );
  }
  assert.ok(refused > 75, `${refused} of 600 were refused`);
});

test('columns that end too early are refused', async () => {
  for (let n = 5; n < columns.length - 2 ** 14; n += 29) await assert.rejects(join(columns.slice(0, n)), { code: 'format' }, `${n} bytes`);
});
