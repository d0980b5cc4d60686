/**
 * Session for a Go program compiled with GOOS=js GOARCH=wasm that links no syscall/js: it calls functions in and is
 * never called out except by the Go runtime itself, through eight imports.
 *
 * Every import receives Go's stack pointer; its arguments lie on Go's stack from sp+8 on, in order, each aligned to its
 * size, and results follow the arguments at the next multiple of 8. Integers are little-endian; int64 and pointers take
 * 8 bytes, int32 takes 4.
 */

/** Where the argument block is written. The linker keeps 4096..12287 free for it. */
const argumentBase = 4096;
/** How much output of the program is kept for error messages: the beginning, which has the cause, and the end. */
const outputLimit = 4096;
const outputHead = 512;
/** Web Crypto gives at most this many random bytes per call. */
const randomLimit = 65536;

export class Program {
  #memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (undefined));
  #decoder = new TextDecoder();

  /** The exit code, or undefined while the program lives. */
  exitCode = /** @type {number | undefined} */ (undefined);

  /** What the program printed, the middle left out if it is long: a panic message and its trace, if it died of one. */
  output = '';

  /** The exported functions. @type {WebAssembly.Exports} */
  exports = {};

  /**
   * Makes an instance of `module` and runs its main function until it blocks. From then on its exports can be called.
   * @param {WebAssembly.Module} module @returns {Promise<Program>}
   * @throws {WebAssembly.LinkError} if the module imports anything else
   * @throws {Error} if main returns or panics instead of blocking
   */
  static async start(module) {
    const program = new Program();
    const instance = await WebAssembly.instantiate(module, { gojs: program.#imports() });
    program.exports = instance.exports;
    program.#memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem);
    const run = /** @type {(argc: number, argv: number) => void} */ (instance.exports.run);
    run(1, program.#writeArguments('mycel'));
    if (program.exitCode !== undefined) {
      throw new Error(`program exited with code ${program.exitCode} at start${program.output && `: ${program.output}`}`);
    }
    return program;
  }

  /**
   * A view of linear memory. Valid until the program next runs: memory that grows gets a new buffer.
   * @param {number} pointer @param {number} length @returns {Uint8Array<ArrayBuffer>}
   */
  bytes(pointer, length) {
    return new Uint8Array(/** @type {ArrayBuffer} */ (this.#memory.buffer), pointer, length);
  }

  /** A fresh view each time, since any call may have grown the memory. */
  get #view() {
    return new DataView(this.#memory.buffer);
  }

  /**
   * Writes argc and argv as Go's whole runtime reads them: the text, then a pointer to it, a
   * nil, and a nil for the empty environment.
   * @param {string} name ASCII, shorter than a page
   * @returns {number} where argv starts
   */
  #writeArguments(name) {
    const text = new TextEncoder().encode(`${name}\0`);
    this.bytes(argumentBase, text.length).set(text);
    const argv = argumentBase + Math.ceil(text.length / 8) * 8;
    const view = this.#view;
    for (const [i, at] of [argumentBase, 0, 0].entries()) view.setBigUint64(argv + 8 * i, BigInt(at), true);
    return argv;
  }

  /** @returns {Record<string, (sp: number) => void>} */
  #imports() {
    return {
      // func wasmExit(code int32)
      'runtime.wasmExit': (sp) => {
        // Only the first code counts: a dying runtime may trip over itself and exit again.
        this.exitCode ??= this.#view.getInt32((sp >>> 0) + 8, true);
      },
      // func wasmWrite(fd uintptr, p unsafe.Pointer, n int32)
      'runtime.wasmWrite': (sp) => {
        const view = this.#view;
        const at = (sp >>> 0) + 8;
        const text = this.bytes(Number(view.getBigUint64(at + 8, true)), view.getInt32(at + 16, true));
        const output = this.output + this.#decoder.decode(text, { stream: true });
        this.output = output.length <= outputLimit ? output : `${output.slice(0, outputHead)}\n…\n${output.slice(outputHead - outputLimit)}`;
      },
      // func resetMemoryDataView(): memory has grown; no view is kept, so none is stale.
      'runtime.resetMemoryDataView': () => {},
      // func nanotime1() int64
      'runtime.nanotime1': (sp) => {
        // One second is added because the runtime takes a time of 0 for a broken clock.
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6)) + 1_000_000_000n;
        this.#view.setBigInt64((sp >>> 0) + 8, nanoseconds, true);
      },
      // func walltime() (sec int64, nsec int32)
      'runtime.walltime': (sp) => {
        const milliseconds = Date.now();
        const view = this.#view;
        view.setBigInt64((sp >>> 0) + 8, BigInt(Math.floor(milliseconds / 1000)), true);
        view.setInt32((sp >>> 0) + 16, (milliseconds % 1000) * 1_000_000, true);
      },
      // func scheduleTimeoutEvent(ms int64) int32
      'runtime.scheduleTimeoutEvent': (sp) => {
        // No timer is started. Answering one means calling the resume export,
        // which in a program without syscall/js calls a nil event handler and
        // kills the program. The runtime's own timers (the scavenger's) are
        // looked at whenever an export is called, which is soon enough.
        this.#view.setInt32((sp >>> 0) + 16, 1, true);
      },
      // func clearTimeoutEvent(id int32)
      'runtime.clearTimeoutEvent': () => {},
      // func getRandomData(r []byte)
      'runtime.getRandomData': (sp) => {
        const view = this.#view;
        const at = (sp >>> 0) + 8;
        const data = this.bytes(Number(view.getBigUint64(at, true)), Number(view.getBigUint64(at + 8, true)));
        for (let start = 0; start < data.length; start += randomLimit) {
          crypto.getRandomValues(data.subarray(start, start + randomLimit));
        }
      },
    };
  }
}
