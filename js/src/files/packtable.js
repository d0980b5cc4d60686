/**
 * The table of packs: which parts of the index each pack has, and where. It stands in the index file, behind the
 * core and before the first pack: the parts that every first query reads, which lie there uncompressed. FORMAT.md
 * has its bytes; the native reader checks the same (packs.go).
 */

import { MycelError } from '../errors.js';
import { isText } from './manifest.js';
/** @import {Manifest} from './manifest.js' */

/**
 * Where a part lies.
 * @typedef {object} Place
 * @property {Pack} pack
 * @property {number} at first byte
 * @property {number} size bytes
 * @property {boolean} slot whether this is a slot: see packs.js
 * @property {number} unpacked bytes of its content at most
 * @property {Uint8Array} [inside] its content, if it lies in the index file
 */

/**
 * @typedef {object} Pack
 * @property {string} path
 * @property {number} bytes
 */

/**
 * Parts with successive numbers in a run of a pack.
 * @typedef {object} Sequence
 * @property {number} first
 * @property {number} count
 * @property {number} pack
 * @property {number} at where the run begins
 * @property {number} slot bytes of its slots; 0 if it has none
 * @property {number} turn the place of the sequence in the run, in which the parts of all sequences alternate
 * @property {number} turns how many sequences the run has
 * @property {Uint32Array} ends of the parts of the run, from its beginning on
 */

/** Limits, beyond those of any bundle. */
const most = { parts: 2 ** 20, bytes: 2 ** 28, slot: 2 ** 24, turns: 8 };

/** Bytes of which the length of a part in a pack without slots is a multiple; those in the index file are not compressed. */
const lengthUnit = 64;

export class PackTable {
  /** Ascending. @type {Sequence[]} */
  #sequences = [];
  /** @type {Pack[]} */
  #packs = [];
  #inside;
  #limits;

  /** How many parts there are. */
  length = 0;

  /**
   * @param {Uint8Array} bytes of the index file, behind the core
   * @param {Manifest} manifest
   * @throws {MycelError} code `format`
   */
  constructor(bytes, { index, packs, texts, parts }) {
    const damaged = () => new MycelError('format', `${index.path} is damaged: its table of packs`);
    let offset = 0;
    const number = () => {
      for (let value = 0, scale = 1; scale < 2 ** 35; scale *= 128) {
        const byte = bytes[offset++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
      throw damaged();
    };
    const paths = [index.path, ...packs];
    if (number() !== paths.length) throw damaged();
    for (const [pack, path] of paths.entries()) {
      const size = number();
      let at = 0;
      for (let runs = number(); runs > 0; runs--) {
        const [slot, count, turns] = [number(), number(), number()];
        if (turns < 1 || turns > most.turns || count < 1 || count > most.parts || slot > most.slot || (slot > 0 && (turns > 1 || slot < 64)) || (slot === 0 && count * turns > bytes.length)) throw damaged();
        const firsts = Array.from({ length: turns }, number);
        const ends = new Uint32Array(slot > 0 ? 0 : count * turns);
        let end = slot * count;
        for (let i = 0; i < ends.length; i++) {
          end += number() * (pack > 0 ? lengthUnit : 1);
          if (end > most.bytes) throw damaged();
          ends[i] = end;
        }
        for (const [turn, first] of firsts.entries()) this.#sequences.push({ first, count, pack, at, slot, turn, turns, ends });
        this.length += count * turns;
        if (at + end > size || (slot > 0 && at > 0)) throw damaged(); // places of parts behind the slots are those in the pack
        at = slot > 0 ? size : at + end;
      }
      if (at !== size || size > most.bytes || this.length > most.parts) throw damaged();
      this.#packs.push({ path, bytes: size });
    }
    this.#sequences.sort((a, b) => a.first - b.first);
    let next = 0;
    for (const { first, count } of this.#sequences) {
      if (first !== next) throw damaged();
      next += count;
    }
    this.#inside = bytes.subarray(offset);
    if (this.#inside.length !== this.#packs[0].bytes) throw damaged();
    this.#limits = [texts.unpacked, parts.unpacked];
  }

  /** The packs, without the index file. */
  get packs() {
    return this.#packs.slice(1);
  }

  /**
   * @param {number} part its number
   * @returns {Place | undefined} undefined if there is no such part
   */
  at(part) {
    let [low, high] = [0, this.#sequences.length]; // the first sequence that ends behind it
    while (low < high) {
      const middle = (low + high) >> 1;
      const { first, count } = this.#sequences[middle];
      if (first + count > part) high = middle;
      else low = middle + 1;
    }
    const sequence = this.#sequences[low];
    if (!sequence || !(part >= sequence.first)) return undefined;
    const { first, pack, slot, turn, turns, ends } = sequence;
    const n = (part - first) * turns + turn;
    const start = slot > 0 ? n * slot : n > 0 ? ends[n - 1] : 0;
    const at = sequence.at + start;
    const size = slot > 0 ? slot : ends[n] - start;
    const place = { pack: this.#packs[pack], at, size, slot: slot > 0, unpacked: this.#limits[isText(this.#packs[pack].path) ? 0 : 1] };
    return pack > 0 ? place : { ...place, inside: this.#inside.subarray(at, at + size) };
  }
}
