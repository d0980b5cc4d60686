/**
 * What a reader downloads for the engine. Prints its sizes and exits with 1 if
 * one is above its budget.
 *
 *     node size.js FILE GZIP_BUDGET BROTLI_BUDGET     (budgets in bytes)
 */

import { readFile } from 'node:fs/promises';
import { argv, exit } from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [, , file, ...budgets] = argv;
const [gzipBudget, brotliBudget] = budgets.map(Number);
if (!file || !(gzipBudget > 0) || !(brotliBudget > 0)) {
  console.error('usage: node size.js FILE GZIP_BUDGET BROTLI_BUDGET');
  exit(2);
}

const raw = await readFile(file);
const brotli = brotliCompressSync(raw, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  },
});
/** @type {[name: string, size: number, budget: number][]} */
const sizes = [
  ['raw', raw.length, Infinity],
  ['gzip -9', gzipSync(raw, { level: 9 }).length, gzipBudget],
  ['brotli -11', brotli.length, brotliBudget],
];
let over = false;
for (const [name, size, budget] of sizes) {
  over ||= size > budget;
  const verdict = budget === Infinity ? '' : `budget ${budget.toLocaleString('en')}${size > budget ? '  EXCEEDED' : ''}`;
  console.log(`${name.padEnd(12)}${size.toLocaleString('en').padStart(12)}  ${verdict}`.trimEnd());
}
if (over) exit(1);
