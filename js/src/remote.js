import { Connection } from './connection.js';
import { untilAborted } from './abort.js';
import { workerName } from './files.js';
import { MycelError } from './errors.js';
import { retryAfterPanic } from './recovery.js';
/** @import {Info, Progress, Result} from './types.js' */
/** @import {HostStatus} from './host.js' */
/** @import {Answer, Request, Verb} from './ask.js' */
/** @import {SearchRequest} from './options.js' */
/** @import {Files} from './files.js' */
/** @import {Place} from './protocol.js' */
/** @import {Early} from './early.js' */

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
  #closing = new AbortController();

  /** @type {Info} */
  info;

  /** Called when a newer bundle has taken the place of the one that has answered. */
  onUpdate = () => {};

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
   * @param {Promise<Early>} [options.early] what the page fetches of it
   * @param {SearchRequest} [options.expect] the first search, if it is known
   * @param {AbortSignal} [options.signal]
   * @param {(progress: Progress) => void} [options.onProgress]
   * @returns {Promise<RemoteHost | undefined>} undefined if no worker can be started here
   */
  static async open(url, { files, early, expect, signal, onProgress } = {}) {
    /** @type {Early['kit']} */
    let given;
    return retryAfterPanic(async () => {
      const connection = await Connection.start(signal, files?.[workerName]);
      if (!connection) return undefined;
      const bundle = async () => {
        const fetched = await early;
        // The first worker takes it with it.
        const kit = given ? undefined : (given = fetched?.kit);
        return { url, files, early: fetched && { ...fetched, kit }, expect };
      };
      return new RemoteHost(url, files, connection, await openOn(connection, bundle, signal, onProgress));
    });
  }

  /**
   * @param {SearchRequest} request
   * @param {AbortSignal} [signal]
   * @param {(result: Result) => void} [onRanked] given the result before its excerpts are fetched
   * @returns {Promise<Result>}
   */
  search(request, signal, onRanked) {
    return retryAfterPanic(async () => (await this.#live()).search(request, signal, onRanked));
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
    const connection = await Connection.restart(signal, this.#files?.[workerName]);
    this.info = await openOn(connection, async () => ({ url: this.#url, files: this.#files }), signal);
    if (signal.aborted) {
      connection.close();
      throw new MycelError('closed', 'the search was closed');
    }
    this.#connection = connection;
    this.#follow(connection);
    return connection;
  }

  /** @param {Connection} connection whose bundle may be replaced by a newer one */
  #follow(connection) {
    connection.onInfo = (info) => (this.info = info);
    connection.onUpdate = () => this.onUpdate();
  }
}

/**
 * Opens the bundle; ends the worker if that fails.
 * @param {Connection} connection
 * @param {() => Promise<Place>} bundle
 * @param {AbortSignal} [signal]
 * @param {(progress: Progress) => void} [onProgress]
 * @returns {Promise<Info>}
 */
async function openOn(connection, bundle, signal, onProgress = () => {}) {
  try {
    return await untilAborted(bundle().then((bundle) => connection.open(bundle, signal, onProgress)), signal, 'open');
  } catch (error) {
    connection.close();
    throw error;
  }
}
