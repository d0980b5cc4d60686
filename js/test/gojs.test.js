import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Program } from '../src/engine/gojs.js';
import { tinyEngine } from './support/tinybundle.js';

const module = new WebAssembly.Module(await tinyEngine());

test('starts a Go program and leaves it waiting for calls', async () => {
  const program = await Program.start(module);
  assert.equal(program.exitCode, undefined);
  assert.equal(program.output, '');
  const alloc = /** @type {(n: number) => number} */ (program.exports.mycel_alloc);
  const pointer = alloc(3);
  assert.ok(pointer > 0);
  assert.deepEqual([...program.bytes(pointer, 3)], [0, 0, 0]);
});

test('sets no globals', async () => {
  const before = Reflect.ownKeys(globalThis);
  await Program.start(module);
  assert.deepEqual(Reflect.ownKeys(globalThis), before);
});

test('views follow memory that grows', async () => {
  const program = await Program.start(module);
  const alloc = /** @type {(n: number) => number} */ (program.exports.mycel_alloc);
  const memory = /** @type {WebAssembly.Memory} */ (program.exports.mem);
  const before = memory.buffer.byteLength;
  const size = 100 << 20;
  const pointer = alloc(size);
  assert.ok(memory.buffer.byteLength > before);
  program.bytes(pointer, size).fill(1);
});

test('instances of one module have their own memory and random seed', async () => {
  const [a, b] = await Promise.all([Program.start(module), Program.start(module)]);
  assert.notEqual(a.exports.mem, b.exports.mem);
});

test('refuses a module that wants other imports', async () => {
  // (module (import "gojs" "syscall/js.valueGet" (func)))
  const name = 'syscall/js.valueGet';
  const entry = [4, ...Buffer.from('gojs'), name.length, ...Buffer.from(name), 0, 0];
  const other = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, entry.length + 1, 1, ...entry));
  await assert.rejects(Program.start(other), WebAssembly.LinkError);
});
