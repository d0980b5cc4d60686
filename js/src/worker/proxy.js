import { WorkerChannel } from './channel.js';
import { untilAborted } from '../util/abort.js';
import { workerName } from '../files/memory.js';
import { MycelError } from '../errors.js';
import { retryAfterPanic } from '../session/recovery.js';
/** @import {Info, Progress, Result} from '../types.js' */
/** @import {SessionStatus} from '../session/session.js' */
/** @import {Answer, Request, Verb} from '../api/ask.js' */
/** @import {SearchRequest} from '../api/options.js' */
/** @import {Files} from '../files/memory.js' */
/** @import {Place} from './protocol.js' */
/** @import {Prefetched} from '../files/prefetch.js' */

/**
 * A Session in a worker: the same methods. A worker that dies is replaced when
 * the next search, or the search it died of, needs one.
 */
export class WorkerProxy {
  #url;
  #files;
  #connection;
  /** @type {Promise<WorkerChannel> | undefined} */
  #restarting;
  #restarts = 0;
  #closing = new AbortController();

  /** @type {Info} */
  info;

  /** Called when a newer bundle has taken the place of the one that has answered. */
  onUpdate = () => {};

  /**
   * Use {@link WorkerProxy.open}.
   * @param {string} url @param {Files | undefined} files
   * @param {WorkerChannel} connection on which the bundle is open
   * @param {Info} info
   */
  constructor(url, files, connection, info) {
    this.#url = url;
    this.#files = files;
    this.#connection = connection;
    this.info = info;
    this.#follow(connection);
  }

  /**
   * @param {string} url absolute URL of the bundle folder, ending in a slash
   * @param {object} [options]
   * @param {Files} [options.files] the bundle and the worker's script, if they are in memory
   * @param {Promise<Prefetched>} [options.prefetched] what the page fetches of it
   * @param {SearchRequest} [options.expect] the first search, if it is known
   * @param {AbortSignal} [options.signal] @param {(progress: Progress) => void} [options.onProgress]
   * @returns {Promise<WorkerProxy | undefined>} undefined if no worker can be started here
   */
  static async open(url, { files, prefetched, expect, signal, onProgress } = {}) {
    /** @type {Prefetched['assets']} */
    let given;
    return retryAfterPanic(async () => {
      const connection = await WorkerChannel.start(signal, files?.[workerName]);
      if (!connection) return undefined;
      const bundle = async () => {
        const fetched = await prefetched;
        // The first worker takes it with it.
        const assets = given ? undefined : (given = fetched?.assets);
        return { url, files, prefetched: fetched && { ...fetched, assets }, expect };
      };
      return new WorkerProxy(url, files, connection, await openThrough(connection, bundle, signal, onProgress));
    });
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
    const status = /** @type {SessionStatus} */ (this.#connection.status); // it has answered open
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
    this.#restarts++;
    const connection = await WorkerChannel.restart(signal, this.#files?.[workerName]);
    this.info = await openThrough(connection, async () => ({ url: this.#url, files: this.#files }), signal);
    if (signal.aborted) {
      connection.close();
      throw new MycelError('closed', 'the search was closed');
    }
    this.#connection = connection;
    this.#follow(connection);
    return connection;
  }

  /** @param {WorkerChannel} connection whose bundle may be replaced by a newer one */
  #follow(connection) {
    connection.onInfo = (info) => (this.info = info);
    connection.onUpdate = () => this.onUpdate();
  }
}

/**
 * Opens the bundle; ends the worker if that fails.
 * @param {WorkerChannel} connection @param {() => Promise<Place>} bundle @param {AbortSignal} [signal]
 * @param {(progress: Progress) => void} [onProgress] @returns {Promise<Info>}
 */
async function openThrough(connection, bundle, signal, onProgress = () => {}) {
  try {
    return await untilAborted(bundle().then((bundle) => connection.open(bundle, signal, onProgress)), signal, 'open');
  } catch (error) {
    connection.close();
    throw error;
  }
}
