/**
 * Every error this package throws is a {@link MycelError}; `code` says which
 * kind it is, so that callers never have to read messages.
 */

/**
 * What each code means. The first seven come from the engine, the others from
 * the client.
 */
export const errorCodes = Object.freeze(
  /** @type {const} */ ({
    format: 'not a Mycel bundle, or a file of it is truncated or damaged',
    version: 'the bundle, the client and the worker are not of one version',
    checksum: 'a part of the bundle does not match its checksum',
    text: 'a text block is not the one its index was built with',
    request: 'a query or an option is not valid',
    state: 'the engine was called out of order',
    panic: 'one engine instance stopped; the client starts another one',
    network: 'a file could not be fetched',
    'not-found': 'the server has no such file',
    aborted: 'the AbortSignal given to the call was aborted',
    closed: 'the search was closed',
    crashed: 'the engine stopped again after a restart',
    embedder: 'the embedder does not fit the vectors of the bundle, or it failed',
    unsupported: 'the browser lacks something the client needs',
  }),
);

/** @typedef {keyof typeof errorCodes} ErrorCode */

/**
 * An error as plain data: what crosses from the worker to the page.
 * @typedef {object} ErrorData
 * @property {ErrorCode} code
 * @property {string} message
 */

/** The one error class of this package. */
export class MycelError extends Error {
  /**
   * @param {ErrorCode} code which kind of error this is
   * @param {string} message what happened, to which file or option
   * @param {{cause?: unknown}} [options] `cause`: the error that led to this one
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'MycelError';
    /** @readonly */
    this.code = code;
  }

  /**
   * The error as plain data, without cause and stack.
   * @returns {ErrorData}
   */
  toJSON() {
    return { code: this.code, message: this.message };
  }

  /**
   * The inverse of {@link MycelError.toJSON}.
   * @param {ErrorData} data
   * @returns {MycelError}
   */
  static fromJSON(data) {
    return new MycelError(data.code, data.message);
  }

  /**
   * `error` itself when it is a MycelError, otherwise a MycelError of the
   * given code that says `context` and keeps `error` as its cause.
   * @param {unknown} error
   * @param {ErrorCode} code
   * @param {string} context
   * @returns {MycelError}
   */
  static from(error, code, context) {
    if (error instanceof MycelError) return error;
    const detail = error instanceof Error ? error.message : String(error);
    return new MycelError(code, `${context}: ${detail}`, { cause: error });
  }
}
