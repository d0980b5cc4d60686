import { Connection } from './connection.js';
import { untilAborted } from './abort.js';
import { workerName } from './files.js';
import { MycelError } from './errors.js';
import { fetchEarly } from './early.js';
import { retryAfterPanic } from './recovery.js';
/** @import {Info, Progress, Result} from './types.js' */
/** @import {HostStatus} from './host.js' */
/** @import {Answer, Request, Verb} from './ask.js' */
/** @import {SearchRequest} from './options.js' */
/** @import {Files} from './files.js' */
/** @import {Place} from './protocol.js' */

/**
 * A Host in a worker: the same methods. A worker that dies is replaced when
 * the next search, or the search it died of, needs one.
 */
export class RemoteHost {
  #url;
  #files;
  #connection;
  /** @type {Promise<Connection> | undefined} */
  #restarting;
  #restarts = 0;
  #closed = false;

  /** @type {Info} */
  info;

  /**
   * Use {@link RemoteHost.open}.
   * @param {string} url
   * @param {Files | undefined} files
   * @param {Connection} connection on which the bundle is open
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
   * @param {AbortSignal} [options.signal]
   * @param {(progress: Progress) => void} [options.onProgress]
   * @returns {Promise<RemoteHost | undefined>} undefined if no worker can be started here
   */
  static async open(url, { files, signal, onProgress } = {}) {
    const manifest = files || typeof Worker === 'undefined' ? undefined : fetchEarly(url, signal);
    return retryAfterPanic(async () => {
      const connection = await Connection.start(signal, files?.[workerName]);
      if (!connection) return undefined;
      const bundle = { url, files, manifest: await manifest };
      return new RemoteHost(url, files, connection, await openOn(connection, bundle, signal, onProgress));
    });
  }

  /**
   * @param {SearchRequest} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Result>}
   */
  search(request, signal) {
    return retryAfterPanic(async () => (await this.#live()).search(request, signal));
  }

  /**
   * @param {Verb} verb
   * @param {Request} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  ask(verb, request, signal) {
    return retryAfterPanic(async () => (await this.#live()).ask(verb, request, signal));
  }

  /** @returns {HostStatus} */
  status() {
    const status = /** @type {HostStatus} */ (this.#connection.status); // it has answered open
    return { ...status, restarts: status.restarts + this.#restarts };
  }

  /** Ends the worker; searches without an answer reject with code `closed`. */
  close() {
    this.#closed = true;
    this.#connection.close();
  }

  /** The connection, or a new one if its worker has died: one for all searches that wait. */
  async #live() {
    if (this.#connection.alive) return this.#connection;
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined));
    return this.#restarting;
  }

  async #restart() {
    this.#restarts++;
    const connection = await Connection.start(undefined, this.#files?.[workerName]);
    if (!connection) throw new MycelError('crashed', 'the worker stopped and cannot be started again');
    this.info = await openOn(connection, { url: this.#url, files: this.#files });
    if (this.#closed) {
      connection.close();
      throw new MycelError('closed', 'the search was closed');
    }
    this.#connection = connection;
    this.#follow(connection);
    return connection;
  }

  /** @param {Connection} connection whose bundle may be replaced by a newer one */
  #follow(connection) {
    connection.onUpdate = (info) => (this.info = info);
  }
}

/**
 * Opens the bundle; ends the worker if that fails.
 * @param {Connection} connection
 * @param {Place} bundle
 * @param {AbortSignal} [signal]
 * @param {(progress: Progress) => void} [onProgress]
 * @returns {Promise<Info>}
 */
async function openOn(connection, bundle, signal, onProgress = () => {}) {
  try {
    return await untilAborted(connection.open(bundle, signal, onProgress), signal, 'open');
  } catch (error) {
    connection.close();
    throw error;
  }
}
