import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @import {Manifest} from '../../src/files/manifest.js' */
/** @import {Handler} from './server.js' */

/**
 * @param {Manifest} manifest
 * @param {number} number
 */
export function part({ parts }, number) {
  const file = parts.at(number);
  if (!file) throw new Error(`there is no part ${number}`);
  return file;
}

/**
 * A pack, as builds make it: a slot for each part, and behind them the parts that do not fit.
 * @param {Uint8Array[]} parts compressed
 * @param {number} slot bytes
 */
export function makePack(parts, slot) {
  const slots = Buffer.alloc(parts.length * slot);
  const rest = /** @type {Buffer[]} */ ([]);
  let end = slots.length;
  parts.forEach((part, n) => {
    slots.writeUInt32LE(part.length, n * slot);
    if (4 + part.length <= slot) return slots.set(part, n * slot + 4);
    slots.writeUInt32LE(end, n * slot + 4);
    rest.push(Buffer.from(part));
    end += part.length;
  });
  return Buffer.concat([slots, ...rest]);
}

/**
 * Puts the parts of a bundle into packs, a group into each. Its service worker keeps the core of the index alone.
 * @param {string} folder
 * @param {number} slot bytes
 */
export async function packBundle(folder, slot) {
  const manifest = JSON.parse(await readFile(join(folder, 'mycel.json'), 'utf8'));
  for (const name of ['texts', 'parts']) {
    const packs = [];
    const groups = Buffer.from(manifest[name].groups, 'base64');
    for (let at = 0; at < groups.length; at += 5) {
      const group = join(folder, name, groups.toString('hex', at + 1, at + 5));
      const parts = await Promise.all(Array.from({ length: groups[at] }, (_, n) => readFile(join(group, `${n}.gz`))));
      await rm(group, { recursive: true });
      await writeFile(`${group}.pack`, makePack(parts, slot));
      packs.push([at / 5, at / 5 + 1, slot, parts.length]);
      groups[at] = 0;
    }
    if (packs.length > 0) Object.assign(manifest[name], { packs, groups: groups.toString('base64') });
  }
  const row = manifest.files.find((/** @type {{path: string}} */ { path }) => path === 'precache.json');
  if (row) {
    const list = JSON.parse(await readFile(join(folder, row.path), 'utf8'));
    const precache = JSON.stringify({ ...list, index: list.index.filter((/** @type {{url: string}} */ { url }) => url === manifest.index.path), text: [] });
    row.sha256 = createHash('sha256').update(precache).digest('hex');
    await writeFile(join(folder, row.path), precache);
  }
  await writeFile(join(folder, 'mycel.json'), JSON.stringify(manifest));
}

/**
 * Handler: the range that is asked for; 416 without one.
 * @type {Handler}
 */
export function ranged(response, content) {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(response.req.headers.range ?? '')?.map(Number) ?? [];
  if (!(end < content.length)) return void response.writeHead(416).end();
  response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${content.length}`, 'Content-Type': 'application/octet-stream' });
  response.end(content.subarray(start, end + 1));
}
