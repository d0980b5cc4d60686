/**
 * Engines have their code in columns, which gzip makes smaller than code as it runs. Here columns become code
 * again. The package wasm/columns, which makes them, describes the format.
 */

import { MycelError } from '../errors.js';
import { concat } from '../util/bytes.js';
import { nextTask } from '../util/task.js';
import { mostUnpacked } from './manifest.js';

/** How a file with columns begins. A module begins otherwise. */
const magic = [0, 0x63, 0x6f, 0x6c];

/** Bytes of code after which the page gets its turn: it may have something to show. */
const pieceSize = 128 << 10;

/** Bytes for the length of a function, before it is known, and how long the function is at most. */
const room = 3;
const mostFunction = 2 ** 21;

/** How many times as long as its columns code may be. */
const mostTimes = 16;

/** Columns, in their order. */
const [opcodes, locals, loads, stores, ints, longs, branches, callees, rest, numColumns] = Array(10).keys();

/** Pairs of opcodes. */
const [firstPair, endPairs] = [0xc6, 0xfc];

/** Opcodes that stand for an instruction with its operand: local.get of the first local; blocks without a result. @type {Record<number, [number, number]>} */
const shortForms = { 0xc5: [0x20, 0], 0x06: [0x02, 0x40], 0x07: [0x03, 0x40], 0x08: [0x04, 0x40] };

/** How many opcodes one stands for at most. */
const mostOpcodes = 64;

/** The last opcode of code that has no prefix. */
const lastOpcode = 0xc4;

/** An operand that is 0, in no column. */
const zero = -1;

/** The columns of operands that instructions copy as they are, by opcode. @type {Record<number, number[]>} */
const operands = {
  0x0c: [branches], 0x0d: [branches], // br, br_if
  0x10: [callees], 0x11: [rest, rest], // call; call_indirect: type and table
  0x20: [locals], 0x21: [locals], 0x22: [locals],
  0x23: [rest], 0x24: [rest], // globals
  0x3f: [zero], 0x40: [zero], // size and growth of memory
  0x41: [ints], 0x42: [longs],
};

/** The same of instructions with a prefix, by their second byte. @type {Record<number, number[]>} */
const prefixed = { 10: [zero, zero], 11: [zero] }; // memory.copy, memory.fill

/** Alignments of loads and stores, from opcode 0x28 on. */
const alignments = [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2];

/** Bytes of the file before the module begins: magic and numbers. */
const headEnd = magic.length + 4 * (3 + numColumns);

/**
 * The bytes of a module, from those of a file that may have its code in columns.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} file
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>} fails with a MycelError, code `format`, if the columns are damaged
 */
export function joinColumns(file) {
  /** @type {Uint8Array<ArrayBuffer>[]} the file up to the end of its columns, as far as it is there */
  let pending = [];
  let have = 0;
  let want = magic.length;
  let isCode = false;
  return file.pipeThrough(
    new TransformStream({
      /** @param {Uint8Array<ArrayBuffer>} piece @param {TransformStreamDefaultController<Uint8Array<ArrayBuffer>>} controller */
      async transform(piece, controller) {
        if (isCode) return controller.enqueue(piece);
        pending.push(piece);
        have += piece.length;
        if (have < want) return;
        const bytes = concat(pending);
        pending = [bytes];
        if (magic.some((byte, i) => bytes[i] !== byte)) {
          isCode = true;
          return controller.enqueue(bytes);
        }
        const joiner = have < headEnd ? undefined : new Joiner(bytes);
        want = joiner?.end ?? headEnd;
        if (!joiner || have < want) return;
        isCode = true;
        await joiner.join(bytes, (joined) => controller.enqueue(joined));
        controller.enqueue(bytes.subarray(want));
      },
      flush(controller) {
        if (isCode || have === 0) return;
        if (want > magic.length) throw damaged();
        controller.enqueue(concat(pending));
      },
    }),
  );
}

const damaged = () => new MycelError('format', 'the columns of the engine are damaged');

/** Joins the columns of a file. */
class Joiner {
  /** @type {Uint8Array[]} */
  #columns = [];
  /** Where each column is read. */
  #at = new Int32Array(numColumns);
  #before;
  #size;
  #functions;
  #lengths;
  #code = new Uint8Array(0);
  #end = 0;

  /** Where the columns end in the file. */
  end;

  /** @param {Uint8Array<ArrayBuffer>} file its head, or more */
  constructor(file) {
    const view = new DataView(file.buffer, file.byteOffset + magic.length);
    const numbers = Array.from({ length: 3 + numColumns }, (_, i) => view.getUint32(4 * i, true));
    [this.#before, this.#size, this.#functions, ...this.#lengths] = numbers;
    const columns = this.#lengths.reduce((sum, length) => sum + length, 0);
    this.end = headEnd + this.#before + columns;
    if (this.end > mostUnpacked || this.#size > Math.min(mostUnpacked, mostTimes * columns) || this.#functions > this.#size) throw damaged();
  }

  /**
   * @param {Uint8Array} column begins with pairs of opcodes
   * @returns {Uint8Array} with pairs in the place of the opcodes that stand for them
   */
  #unpacked(column) {
    const meaning = Array.from({ length: 256 }, (_, byte) => (byte >= firstPair && byte < endPairs ? [] : [byte]));
    let at = 0;
    for (let pair = firstPair; pair < endPairs; pair++) {
      const of = [...(meaning[column[at++]] ?? []), ...(meaning[column[at++]] ?? [])];
      if (of.length < 2 || of.length > mostOpcodes) throw damaged();
      meaning[pair] = of;
    }
    const unpacked = new Uint8Array(this.#size + mostOpcodes);
    let end = 0;
    for (; at < column.length; at++) {
      for (const byte of meaning[column[at]]) unpacked[end++] = byte;
      if (end > this.#size) throw damaged();
    }
    return unpacked.subarray(0, end);
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} file up to the end of its columns, or more
   * @param {(piece: Uint8Array<ArrayBuffer>) => void} onPiece called with the module up to the end of its code, a piece at a time
   */
  async join(file, onPiece) {
    let at = headEnd + this.#before;
    onPiece(file.subarray(headEnd, at));
    for (const length of this.#lengths) this.#columns.push(file.subarray(at, (at += length)));
    this.#columns[opcodes] = this.#unpacked(this.#columns[opcodes]);
    this.#code = new Uint8Array(this.#size + room);
    let told = 0;
    for (let n = 0; n < this.#functions; n++) {
      this.#function();
      if (this.#end - told < pieceSize) continue;
      onPiece(this.#code.subarray(told, (told = this.#end)));
      await nextTask();
    }
    if (this.#end !== this.#size || this.#at.some((at, i) => at !== this.#columns[i].length)) throw damaged();
    onPiece(this.#code.subarray(told, this.#end));
  }

  #function() {
    const start = this.#end;
    this.#end += room;
    for (let groups = this.#copy(rest); groups > 0; groups--) {
      this.#copy(rest);
      this.#byte(rest);
    }
    for (let depth = 1; depth > 0; depth += this.#instruction()) {
      if (this.#end > this.#code.length || this.#end - start > mostFunction) throw damaged();
    }
    this.#putLength(start);
  }

  /** @returns {number} by how much the depth of blocks grows */
  #instruction() {
    const op = this.#next(opcodes);
    const form = shortForms[op];
    if (form) {
      form.forEach((byte) => this.#put(byte));
      return op < firstPair - 1 ? 1 : 0;
    }
    if (op > lastOpcode && op !== 0xfc) throw damaged();
    this.#put(op);
    if (op >= 0x02 && op <= 0x04) { // block, loop, if
      this.#byte(opcodes);
      return 1;
    }
    if (op >= 0x28 && op <= 0x3e) this.#memory(op);
    else if (op === 0x43) this.#bytes(4); // floating-point numbers
    else if (op === 0x44) this.#bytes(8);
    else this.#operands(op === 0xfc ? prefixed[this.#byte(opcodes)] : operands[op]);
    return op === 0x0b ? -1 : 0; // end
  }

  /** @param {number} n how many bytes stand as they are */
  #bytes(n) {
    for (; n > 0; n--) this.#byte(rest);
  }

  /** @param {number[]} [columns] */
  #operands(columns = []) {
    for (const column of columns) {
      if (column === zero) this.#put(0);
      else this.#copy(column);
    }
  }

  /** @param {number} op a load or store */
  #memory(op) {
    const offset = this.#number(op < 0x36 ? loads : stores);
    this.#put(alignments[op - 0x28]);
    this.#putNumber(offset & 1 ? offset >>> 1 : offset * 4);
  }

  /** @param {number} column @returns {number} its next byte */
  #next(column) {
    const at = this.#at[column]++;
    if (at >= this.#columns[column].length) throw damaged();
    return this.#columns[column][at];
  }

  /** @param {number} column */
  #number(column) {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#next(column);
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number >>> 0;
    }
  }

  /** Copies a byte. @param {number} column */
  #byte(column) {
    const byte = this.#next(column);
    this.#put(byte);
    return byte;
  }

  /** Copies a number. @param {number} column @returns {number} its last byte, which is a small number itself */
  #copy(column) {
    for (;;) {
      const byte = this.#byte(column);
      if (byte < 0x80) return byte;
    }
  }

  /** @param {number} byte */
  #put(byte) {
    this.#code[this.#end++] = byte;
  }

  /** @param {number} number below 2³² */
  #putNumber(number) {
    for (; number > 0x7f; number >>>= 7) this.#put((number & 0x7f) | 0x80);
    this.#put(number);
  }

  /** Writes the length of a function before it, in as few bytes as it takes. @param {number} start where the room for it is */
  #putLength(start) {
    const end = this.#end;
    const length = end - start - room;
    const bytes = length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : 3;
    this.#code.copyWithin(start + bytes, start + room, end);
    this.#end = start;
    this.#putNumber(length);
    this.#end = end - room + bytes;
  }
}
