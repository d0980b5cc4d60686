import { WorkerChannel } from './channel.js';
import { workerName } from '../files/memory.js';
import { retry } from '../files/retry.js';
import { MycelError } from '../errors.js';
import { retryAfterPanic } from '../session/recovery.js';
/** @import {Info, Progress, Result} from '../types.js' */
/** @import {SessionStatus} from '../session/session.js' */
/** @import {Answer, Request, Verb} from '../api/ask.js' */
/** @import {SearchRequest} from '../api/options.js' */
/** @import {Files} from '../files/memory.js' */
/** @import {Prefetched} from '../files/prefetch.js' */

/**
 * A Session in a worker: the same methods. A worker that dies is replaced when
 * the next search, or the search it died of, needs one.
 */
export class WorkerProxy {
  #url;
  #options;
  #connection;
  /** @type {Promise<WorkerChannel> | undefined} */
  #restarting;
  #restarts = 0;
  #closing = new AbortController();

  /**
   * Use {@link WorkerProxy.open}.
   * @param {string} url @param {{files?: Files, onUpdate?: () => void}} options
   * @param {WorkerChannel} connection on which the bundle is open
   */
  constructor(url, options, connection) {
    this.#url = url;
    this.#options = options;
    this.#connection = connection;
  }

  /**
   * @param {string} url absolute URL of the bundle folder, ending in a slash
   * @param {object} [options]
   * @param {Files} [options.files] the bundle and the worker's script, if they are in memory
   * @param {Promise<Prefetched>} [options.prefetched] what the page fetches of it
   * @param {SearchRequest} [options.expect] the first search, if it is known
   * @param {AbortSignal} [options.signal] @param {(progress: Progress) => void} [options.onProgress]
   * @param {() => void} [options.onUpdate] called when a newer bundle has taken the place of the one that has answered
   * @returns {Promise<WorkerProxy | undefined>} undefined if no worker can be started here
   */
  static async open(url, { files, prefetched, expect, signal, onProgress, onUpdate } = {}) {
    /** Goes with the first worker. @type {Prefetched['assets']} */
    let given;
    const bundle = async () => {
      const fetched = await prefetched;
      const assets = given ? undefined : (given = fetched?.assets);
      return { url, files, prefetched: fetched && { ...fetched, assets }, expect };
    };
    return retryAfterPanic(async () => {
      const connection = await WorkerChannel.start(signal, { script: files?.[workerName], onUpdate }).catch(none);
      await connection?.open(bundle(), signal, onProgress);
      return connection && new WorkerProxy(url, { files, onUpdate }, connection);
    });
  }

  /** What the engine says about the bundle. */
  get info() {
    return /** @type {Info} */ (this.#connection.info); // it has answered open
  }

  /**
   * @param {SearchRequest} request @param {AbortSignal} [signal]
   * @param {(result: Result) => void} [onRanked] given the result before its excerpts are fetched
   * @returns {Promise<Result>}
   */
  search(request, signal, onRanked) {
    return retryAfterPanic(async () => (await this.#live()).call({ type: 'search', request, ranked: Boolean(onRanked) }, signal, { onRanked }));
  }

  /** @param {Verb} verb @param {Request} request @param {AbortSignal} [signal] @returns {Promise<Answer>} */
  ask(verb, request, signal) {
    return retryAfterPanic(async () => (await this.#live()).call({ type: 'ask', verb, request }, signal));
  }

  /** @returns {SessionStatus} */
  status() {
    const status = /** @type {SessionStatus} */ (this.#connection.status);
    return { ...status, restarts: status.restarts + this.#restarts };
  }

  /** Ends the worker; searches without an answer reject with code `closed`. */
  close() {
    this.#closing.abort();
    this.#connection.close();
  }

  /** The connection, or a new one if its worker has died: one for all searches that wait. */
  async #live() {
    if (this.#connection.alive) return this.#connection;
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined));
    return this.#restarting;
  }

  async #restart() {
    const { signal } = this.#closing;
    const { files, onUpdate } = this.#options;
    this.#restarts++;
    const connection = await retry(() => WorkerChannel.start(signal, { script: files?.[workerName], onUpdate }), signal);
    await connection.open(Promise.resolve({ url: this.#url, files }), signal);
    if (signal.aborted) {
      connection.close();
      throw new MycelError('closed', 'the search was closed');
    }
    return (this.#connection = connection);
  }
}

/** There is no worker where none can be started. @param {unknown} error */
function none(error) {
  if (error instanceof MycelError && (error.code === 'network' || error.code === 'crashed')) return undefined;
  throw error;
}
