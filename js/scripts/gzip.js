/**
 * Compresses a file with Zopfli: a gzip stream a twentieth smaller than that of
 * gzip -9, for which a file that every reader downloads is worth a few seconds.
 *
 *     node gzip.js FILE OUT
 */

import { readFile, rename, writeFile } from 'node:fs/promises';
import { argv, exit } from 'node:process';
import { gzipAsync } from '@gfx/zopfli';

const [, , file, out] = argv;
if (!file || !out) {
  console.error('usage: node gzip.js FILE OUT');
  exit(2);
}
// More rounds than one gain a thousandth.
const packed = await gzipAsync(await readFile(file), { numiterations: 1 });
await writeFile(`${out}.new`, packed);
await rename(`${out}.new`, out);
