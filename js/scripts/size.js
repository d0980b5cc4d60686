/**
 * What a reader downloads for the engine. Prints the sizes of each and exits with 1
 * if one is above its budget.
 *
 *     node size.js FILE BUDGET [FILE BUDGET …]     (bytes as shipped)
 *
 * Beside FILE lies FILE.gz, the file that ships. It has the code in columns, compressed with Zopfli.
 */

import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { argv, exit } from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const engines = argv.slice(2);
if (engines.length === 0 || engines.some((word, i) => i % 2 === 1 && !(Number(word) > 0)) || engines.length % 2 === 1) {
  console.error('usage: node size.js FILE BUDGET [FILE BUDGET …]');
  exit(2);
}

/** @param {Buffer} raw */
const brotli = (raw) =>
  brotliCompressSync(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  });

let over = false;
for (let i = 0; i < engines.length; i += 2) {
  const [file, budget] = [engines[i], Number(engines[i + 1])];
  const raw = await readFile(file);
  const gzip = gzipSync(raw, { level: 9 }).length;
  const shipped = (await stat(`${file}.gz`)).size;
  over ||= shipped > budget;
  /** @type {[name: string, size: number, note?: string][]} */
  const sizes = [
    ['raw', raw.length],
    ['gzip -9', gzip],
    ['shipped', shipped, `budget ${budget.toLocaleString('en')}${shipped > budget ? '  EXCEEDED' : ''}`],
    ['brotli -11', brotli(raw).length],
  ];
  console.log(basename(file));
  for (const [name, size, note = ''] of sizes) {
    console.log(`  ${name.padEnd(12)}${size.toLocaleString('en').padStart(12)}  ${note}`.trimEnd());
  }
}
if (over) exit(1);
