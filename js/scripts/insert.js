/**
 * Tables of scripts in documents.
 *
 * @module
 */

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';

/** How the line below a table begins: today, and the commit. */
export const measured = `Measured on ${new Date().toISOString().slice(0, 10)} at ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}`;

/**
 * Puts a table between the comments `<!-- NAME -->` and `<!-- end NAME -->` of a document, in the place of the one there.
 * @param {string} file
 * @param {string} name
 * @param {string} table
 */
export async function insert(file, name, table) {
  const text = await readFile(file, 'utf8');
  const [head, tail] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
  if (!text.includes(head) || !text.includes(tail)) throw new Error(`${file} has no ${head} and ${tail}`);
  await writeFile(file, `${text.slice(0, text.indexOf(head) + head.length)}\n\n${table}\n\n${text.slice(text.indexOf(tail))}`);
}
