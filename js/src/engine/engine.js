import { Program } from './gojs.js';
import { MycelError } from '../errors.js';
import { encodeRequest } from './msgpack.js';
/** @import {Info, Result} from '../types.js' */
/** @import {Answer, Request, Verb} from '../api/ask.js' */
/** @import {SearchRequest} from '../api/options.js' */

/** What the verbs answer. */
const statusOK = 0;
const statusRefused = 1;

/** The functions that every engine exports besides those of every Go program. The full engine adds one for each verb. */
const exportNames = ['mycel_alloc', 'mycel_open', 'mycel_add_part', 'mycel_search', 'mycel_crash', 'mycel_result_ptr', 'mycel_result_len'];

/** @typedef {Record<string, (n?: number) => number>} Exports */

/**
 * One instance of the engine. All methods are synchronous; they throw a MycelError with the code the engine gave when
 * it refuses, and with code `panic`, or `memory`, when the instance died, after which every call throws.
 */
export class Engine {
  #program;
  #exports;
  #decoder = new TextDecoder();

  /** Whether the instance can be used. False once it has panicked, trapped or exited. */
  alive = true;

  /** @param {Program} program */
  constructor(program) {
    this.#program = program;
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (program.exports));
  }

  /**
   * @param {WebAssembly.Module} module a compiled engine; any number of instances can be made of it
   * @throws {MycelError} code `format` if the module is not an engine, `panic` if it does not start
   */
  static async start(module) {
    const has = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
    const lacking = exportNames.filter((name) => !has.has(name));
    if (lacking.length > 0) throw new MycelError('format', `not a Mycel engine: it does not export ${lacking.join(', ')}`);
    try {
      return new Engine(await Program.start(module));
    } catch (error) {
      const code = error instanceof WebAssembly.LinkError ? 'format' : 'panic';
      throw MycelError.from(error, code, 'starting the engine');
    }
  }

  /** Opens an index. To be called once, first. @param {Uint8Array} index uncompressed @returns {Info} */
  open(index) {
    return /** @type {Info} */ (this.#call('open', index));
  }

  /**
   * Gives the engine a part of the index or of its texts.
   * @param {number} part its number
   * @param {Uint8Array} bytes uncompressed
   */
  addPart(part, bytes) {
    this.#call('add_part', bytes, part);
  }

  /** @param {SearchRequest} request @returns {Result} with `missing` if parts are wanted first */
  search({ params, ...request }) {
    return /** @type {Result} */ (this.#call('search', encodeRequest({ ...request, ...params })));
  }

  /**
   * Asks for evidence, an overview or what is related.
   * @param {Verb} verb
   * @param {Request} request checked
   * @returns {Answer} with `missing` if parts are wanted first
   */
  ask(verb, request) {
    return /** @type {Answer} */ (this.#call(verb, encodeRequest(request)));
  }

  /** Makes the engine panic, so that recovery can be tested. @returns {never} */
  crash() {
    this.#call('crash', new Uint8Array(0));
    throw new Error('mycel_crash returned');
  }

  /**
   * Fills the pending buffer, calls one verb, reads its answer.
   * @param {string} verb @param {Uint8Array} input @param {number} [part] @returns {unknown}
   */
  #call(verb, input, part) {
    if (!this.alive) throw new MycelError('panic', 'the engine instance has stopped');
    let status, answer;
    try {
      const pointer = this.#exports.mycel_alloc(input.length) >>> 0;
      this.#program.bytes(pointer, input.length).set(input);
      status = this.#exports[`mycel_${verb}`](part);
      // With Go's whole runtime a panic returns normally, with a meaningless
      // status; only the exit code tells.
      if (this.#program.exitCode !== undefined) throw new Error(`exit code ${this.#program.exitCode}`);
      if (status !== statusOK && status !== statusRefused) throw new Error(`status ${status}`);
      answer = this.#answer();
    } catch (trap) {
      throw this.#died(trap);
    }
    if (status === statusOK) return answer;
    throw new MycelError(answer.code, answer.message);
  }

  /** The JSON answer of the last verb. */
  #answer() {
    const length = this.#exports.mycel_result_len() >>> 0;
    const pointer = this.#exports.mycel_result_ptr() >>> 0;
    return JSON.parse(this.#decoder.decode(this.#program.bytes(pointer, length)));
  }

  /** @param {unknown} trap */
  #died(trap) {
    this.alive = false;
    const starved = /out of memory|cannot allocate/i.test(`${trap} ${this.#program.output}`);
    const error = MycelError.from(trap, starved ? 'memory' : 'panic', 'the engine stopped');
    if (this.#program.output) error.message += `\n${this.#program.output}`;
    return error;
  }
}
