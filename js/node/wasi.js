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
const { fd_fdstat_set_flags: setFlags } = wasi.wasiImport;
// Go makes standard input and output not wait, and has nothing here to wait with: a read before the writer is an error then.
const imports = { ...wasi.wasiImport, fd_fdstat_set_flags: (/** @type {number} */ file, /** @type {number} */ flags) => (file <= 2 ? 0 : setFlags(file, flags)) };
const { instance } = await WebAssembly.instantiate(await readFile(file), { wasi_snapshot_preview1: imports });
process.exitCode = wasi.start(instance);
