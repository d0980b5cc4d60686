import { moduleWorker } from '../moduleworker.js';
import { MycelError } from '../errors.js';
import { abortError, onAbort, untilAborted } from '../util/abort.js';
import { inTime } from '../files/download.js';
import { watchWorkerLock } from './lock.js';
import { checkHello } from './protocol.js';
/** @import {Info, Progress, Result} from '../types.js' */
/** @import {SessionStatus} from '../session/session.js' */
/** @import {AskCall, FromWorker, Hello, OpenCall, Place, SearchCall} from './protocol.js' */

/** @typedef {{resolve: (value: any) => void, reject: (error: MycelError) => void, onRanked?: (result: Result) => void}} PendingCall */

/** Calls to one worker. When the worker dies, its calls reject with code `panic`. */
export class WorkerChannel {
  #worker;
  #nextId = 1;
  /** @type {Map<number, PendingCall>} */
  #pending = new Map();
  /** @type {(progress: Progress) => void} */
  #onProgress = () => {};

  alive = true;

  /** As of the last answer. @type {SessionStatus | undefined} */
  status;

  /** What the engine says of the bundle, once it is open. @type {Info | undefined} */
  info;

  #onUpdate;
  /** Ends watching the worker's thread. */
  #unwatch;

  /** Use {@link WorkerChannel.start}. @param {Worker} worker @param {Hello} hello what it said first @param {() => void} onUpdate */
  constructor(worker, hello, onUpdate) {
    this.#worker = worker;
    this.#onUpdate = onUpdate;
    this.#unwatch = watchWorkerLock(hello.lock, () => this.#died('its thread was ended'));
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onmessageerror = () => this.#died('it sent a message that cannot be read');
    worker.onerror = (event) => {
      event.preventDefault();
      this.#died(event.message || 'unknown error');
    };
  }

  /**
   * Starts a worker and waits for its first message.
   * @param {AbortSignal} [signal]
   * @param {object} [options]
   * @param {Blob} [options.script] of a classic worker, in the place of worker.js
   * @param {() => void} [options.onUpdate] called when the worker has opened another bundle because the server had another one
   * @param {number} [options.wait] milliseconds until the message
   * @throws {MycelError} code `version` if the worker is of another version, `network` if its script does not load,
   * `crashed` if there are no workers (Node), the page's policy or origin forbids them, or it fails at once
   */
  static async start(signal, { script, onUpdate = () => {}, wait } = {}) {
    const url = script && URL.createObjectURL(script);
    let worker;
    try {
      worker = url ? new Worker(url) : moduleWorker();
    } catch (error) {
      if (url) URL.revokeObjectURL(url);
      throw MycelError.from(error, 'crashed', 'no worker can be started');
    }
    try {
      const first = await untilAborted(inTime(firstMessage(worker), 'the worker', wait), signal, 'open');
      return new WorkerChannel(worker, checkHello(first), onUpdate);
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      if (url) URL.revokeObjectURL(url); // the script has been read
    }
  }

  /**
   * Opens the bundle; ends the worker if that fails.
   * @param {Promise<Place>} bundle whose index, if the page has it, goes to the worker
   * @param {AbortSignal} [signal] @param {(progress: Progress) => void} [onProgress]
   */
  async open(bundle, signal, onProgress = () => {}) {
    this.#onProgress = onProgress;
    const send = (/** @type {Place} */ place) => {
      const { index } = place.prefetched?.assets ?? {};
      return this.call({ type: 'open', ...place }, signal, { transfer: index ? [index.buffer] : [] });
    };
    try {
      await untilAborted(bundle.then(send), signal, 'open');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Ends the worker; calls without an answer reject with code `closed`. */
  close() {
    this.#end(new MycelError('closed', 'the search was closed'));
  }

  /**
   * @param {Omit<OpenCall, 'id'> | Omit<SearchCall, 'id'> | Omit<AskCall, 'id'>} message @param {AbortSignal | undefined} signal
   * @param {{onRanked?: (result: Result) => void, transfer?: Transferable[]}} [options] @returns {Promise<any>}
   */
  call(message, signal, { onRanked, transfer = [] } = {}) {
    if (!this.alive) return Promise.reject(new MycelError('panic', 'the worker has stopped'));
    if (signal?.aborted) return Promise.reject(abortError(signal, 'call'));
    const id = this.#nextId++;
    const cancel = () => this.#worker.postMessage({ type: 'cancel', id });
    const done = onAbort(signal, cancel);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onRanked });
      this.#worker.postMessage({ ...message, id }, transfer);
    }).finally(done);
  }

  /** @param {FromWorker} message */
  #receive(message) {
    if (message.type === 'progress') return this.#onProgress(message.progress);
    if (message.type === 'hello') return;
    const call = 'id' in message ? this.#pending.get(message.id) : undefined;
    if (message.type === 'ranked') return call?.onRanked?.(message.value);
    if ('id' in message) this.#pending.delete(message.id);
    if (message.type === 'error') return call?.reject(MycelError.fromJSON(message.error));
    this.status = message.status;
    if (message.info) this.info = message.info;
    if (message.type === 'answer') call?.resolve(message.value);
    else if (message.info) this.#onUpdate();
  }

  /** @param {string} why */
  #died(why) {
    this.#end(new MycelError('panic', `the worker stopped: ${why}`));
  }

  /** @param {MycelError} error */
  #end(error) {
    this.alive = false;
    this.#unwatch();
    this.#worker.terminate();
    for (const call of this.#pending.values()) call.reject(error);
    this.#pending.clear();
  }
}

/** @param {Worker} worker @returns {Promise<unknown>} */
function firstMessage(worker) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // Only the error of a script that runs has a message.
      if (event.message) reject(new MycelError('crashed', `the worker stopped and cannot be started again: ${event.message}`));
      else reject(new MycelError('network', 'the script of the worker does not load; if the site was just updated, reload the page'));
    };
  });
}
