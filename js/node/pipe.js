/**
 * A running `mycel pipe`: calls go to it as lines of JSON, and its answers come back in the same order.
 *
 * @module
 */

import { CommandError, start } from './index.js';

/** @typedef {import('node:net').Socket} Socket */
/** @typedef {import('node:child_process').ChildProcess & {stdin: Socket, stdout: Socket, stderr: Socket}} Child */

/**
 * @typedef {object} Pending a call without an answer
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(file: any) => void} [onFile]
 */

/** The command refused a call. */
export class CallError extends Error {
  /** @readonly */
  name = 'CallError';

  /** @param {{message: string, code: number}} error */
  constructor({ message, code }) {
    super(message);
    /** @readonly the exit code that the command would end with */
    this.code = code;
  }
}

/** How much of the end of standard error an error shows. */
const shown = 10_000;

export class Pipe {
  /** @type {Pending[]} */
  #pending = [];
  /** @type {Buffer[]} pieces of a line that has not ended */
  #line = [];
  #complaints = '';
  /** @type {Error | undefined} why no further call is answered */
  #over;
  #child;

  /**
   * Starts the command.
   * @param {string[]} args
   * @param {{cwd?: string}} options
   */
  constructor(args, options) {
    this.#child = /** @type {Child} */ (/** @type {unknown} */ (start(['pipe', ...args], { ...options, stdio: 'pipe' })));
    const { stdin, stdout, stderr } = this.#child;
    stdout.on('data', (chunk) => this.#read(chunk));
    stderr.setEncoding('utf8').on('data', (text) => (this.#complaints = (this.#complaints + text).slice(-shown)));
    stdin.on('error', () => {}); // the command has ended, which close tells
    /** @type {Promise<void>} */
    this.closed = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(this.#end(error)));
      this.#child.once('close', (code, signal) => resolve(this.#end(new CommandError(code ?? 1, ['pipe', ...args], this.#complaints || (signal ? `ended by ${signal}` : '')))));
    });
    this.#hold(false);
  }

  /**
   * Calls the command.
   * @param {string} call
   * @param {Record<string, unknown>} [args]
   * @param {(file: {path: string, content: string}) => void} [onFile] gets files before the result, in base64
   * @returns {Promise<any>} the result
   * @throws {CallError | CommandError} if the call is refused, or the command ends before it answers
   */
  call(call, args, onFile) {
    return new Promise((resolve, reject) => {
      if (this.#over) throw this.#over;
      const line = `${JSON.stringify({ id: 0, call, ...args })}\n`;
      this.#pending.push({ resolve, reject, onFile });
      this.#hold(true);
      this.#child.stdin.write(line);
    });
  }

  /** Ends the command, and with it all calls without an answer. */
  async close() {
    this.#end(new Error('mycel: the index is closed'));
    this.#child.kill();
    this.#hold(true);
    await this.closed;
  }

  /**
   * Node waits for the command while it has calls to answer, and ends it otherwise.
   * @param {boolean} wait
   */
  #hold(wait) {
    const { stdin, stdout, stderr } = this.#child;
    for (const held of [this.#child, stdin, stdout, stderr]) held?.[wait ? 'ref' : 'unref']?.();
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10)) {
      const line = Buffer.concat([...this.#line, chunk.subarray(0, at)]);
      this.#line = [];
      chunk = chunk.subarray(at + 1);
      try {
        this.#answer(JSON.parse(line.toString()));
      } catch (error) {
        this.#end(/** @type {Error} */ (error));
        this.#child.kill();
        return;
      }
    }
    if (chunk.length > 0) this.#line.push(chunk);
  }

  /** @param {{file?: any, error?: any, result?: any}} answer */
  #answer({ file, error, result }) {
    if (this.#over) return; // what was on its way
    if (file) {
      this.#pending[0]?.onFile?.(file);
      return;
    }
    const call = this.#pending.shift();
    if (this.#pending.length === 0) this.#hold(false);
    if (error) call?.reject(new CallError(error));
    else call?.resolve(result);
  }

  /** @param {Error} error */
  #end(error) {
    this.#over ??= error;
    for (const { reject } of this.#pending.splice(0)) reject(this.#over);
    this.#hold(false);
  }
}
