/**
 * Runs the command compiled for WASI: node wasi.js mycel.wasm ARGUMENTS. It sees the whole file system, as a native binary
 * does, and has one thread and no network.
 *
 * @module
 */

import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';

process.removeAllListeners('warning'); // of node:wasi, that it is experimental
const { WASI } = await import('node:wasi');

const [file, ...args] = process.argv.slice(2);
const cwd = process.cwd();
const { root } = parse(cwd);
const wasi = new WASI({
  version: 'preview1',
  args: ['mycel', ...args],
  env: { ...process.env, PWD: `/${cwd.slice(root.length).replaceAll('\\', '/')}` },
  preopens: { '/': root },
});
const { instance } = await WebAssembly.instantiate(await readFile(file), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
