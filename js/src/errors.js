/**
 * Every error this package throws is a {@link MycelError}; `code` says which
 * kind it is, so that callers never have to read messages.
 */

/** What each code means. The first seven come from the engine, the others from the client. */
export const errorCodes = Object.freeze(
  /** @type {const} */ ({
    format: 'not a Mycel bundle, or a file of it is truncated or damaged',
    version: 'the bundle, the client and the worker are not of one version',
    checksum: 'a file of the bundle, or a part of one, does not match its checksum',
    part: 'a part of the index or of its texts is not the one the index was built with',
    request: 'a query or an option is not valid',
    state: 'the engine was called out of order',
    panic: 'one engine instance stopped; the client starts another one',
    network: 'a file could not be fetched',
    'not-found': 'the server has no such file',
    aborted: 'the AbortSignal given to the call was aborted',
    closed: 'the search was closed',
    crashed: 'the engine stopped again after a restart',
    memory: 'the engine was refused the memory that it needs',
    embedder: 'the embedder does not fit the vectors of the bundle, or it failed',
    unsupported: 'the browser lacks something the client needs',
  }),
);

/** @typedef {keyof typeof errorCodes} ErrorCode */

/**
 * What to do about each kind, in a sentence for whoever sees it: the reader of the page, or who runs the site.
 * @type {Readonly<Record<ErrorCode, string>>}
 */
export const errorAdvice = Object.freeze({
  format: 'Build the bundle again and copy all of its files; if the site was just updated, reload the page.',
  version: 'Reload the page; if that does not help, deploy client and bundle of one version together.',
  checksum: 'Reload the page; if that does not help, copy the named file to the host again, unchanged.',
  part: 'Copy all files of the bundle to the host again: its parts are of different builds.',
  request: 'Correct the named option.',
  state: 'Report this as a bug of Mycel.',
  panic: 'Search again; the engine is started anew.',
  network: 'Check the connection and try again.',
  'not-found': 'Reload the page; if that does not help, copy the named file to the host.',
  aborted: 'Nothing: the call was no longer wanted.',
  closed: 'Open the bundle again.',
  crashed: 'Try another query; report the one that stopped the engine.',
  memory: 'Close other tabs, or search on a device with more memory.',
  embedder: 'Use the model that made the vectors of the bundle.',
  unsupported: 'Use a current browser, and check the policy of the page.',
});

/**
 * An error as plain data, as the worker sends it to the page.
 * @typedef {object} ErrorData
 * @property {ErrorCode} code
 * @property {string} message
 * @property {string} advice what to do about it, a sentence
 */

/** The one error class of this package. */
export class MycelError extends Error {
  /**
   * @param {ErrorCode} code which kind of error this is
   * @param {string} message what happened, to which file or option
   * @param {{cause?: unknown, advice?: string, status?: number}} [options] `cause`: the error
   *   that led to this one; `advice`: if it is better than that of {@link errorAdvice};
   *   `status`: of the server's answer, if the request failed
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'MycelError';
    /** @readonly */
    this.code = code;
    /** What to do about it, a sentence. @readonly */
    this.advice = options?.advice ?? errorAdvice[code] ?? '';
    /** Of the answer of a server; not in the error as plain data. @readonly */
    this.status = options?.status;
  }

  /** The error as plain data, without cause and stack. @returns {ErrorData} */
  toJSON() {
    return { code: this.code, message: this.message, advice: this.advice };
  }

  /** The inverse of {@link MycelError.toJSON}. @param {ErrorData} data @returns {MycelError} */
  static fromJSON(data) {
    return new MycelError(data.code, data.message, { advice: data.advice });
  }

  /**
   * `error` itself when it is a MycelError, otherwise a MycelError of the
   * given code that says `context` and keeps `error` as its cause.
   * @param {unknown} error @param {ErrorCode} code @param {string} context @returns {MycelError}
   */
  static from(error, code, context) {
    if (error instanceof MycelError) return error;
    const detail = error instanceof Error ? error.message : String(error);
    return new MycelError(code, `${context}: ${detail}`, { cause: error });
  }
}
