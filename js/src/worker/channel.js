import { moduleWorker } from '../moduleworker.js';
import { MycelError } from '../errors.js';
import { abortError, onAbort, untilAborted } from '../util/abort.js';
import { inTime } from '../files/download.js';
import { watchWorkerLock } from './lock.js';
import { retry } from '../files/retry.js';
import { checkHello } from './protocol.js';
/** @import {Info, Progress, Result} from '../types.js' */
/** @import {SessionStatus} from '../session/session.js' */
/** @import {AskCall, FromWorker, Hello, News, OpenCall, Place, SearchCall} from './protocol.js' */

/**
 * @typedef {object} PendingCall
 * @property {(value: any) => void} resolve
 * @property {(error: MycelError) => void} reject
 * @property {(result: Result) => void} [onRanked]
 */

/** Calls to one worker. When the worker dies, its calls reject with code `panic`. */
export class WorkerChannel {
  #worker;
  #nextId = 1;
  /** @type {Map<number, PendingCall>} */
  #pending = new Map();
  /** @type {(progress: Progress) => void} */
  #onProgress = () => {};

  alive = true;

  /** As of the last answer; undefined before the first. @type {SessionStatus | undefined} */
  status;

  /** Called when the worker has opened another bundle in the place of the first, for the answer that follows. @type {(info: Info) => void} */
  onInfo = () => {};

  /** Called when it has done so because the server had another one. */
  onUpdate = () => {};

  /** Ends watching the worker's thread. */
  #unwatch;

  /** Use {@link WorkerChannel.start}. @param {Worker} worker @param {Hello} hello what it said first */
  constructor(worker, hello) {
    this.#worker = worker;
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
   * @param {Blob} [script] of a classic worker, in the place of worker.js
   * @param {number} [wait] milliseconds until the message
   * @returns {Promise<WorkerChannel | undefined>} undefined if a worker cannot be started here: there are none (Node),
   * the page's policy or origin forbids it, or its script does not arrive
   * @throws {MycelError} code `version` if the worker is of another version
   */
  static async start(signal, script, wait) {
    try {
      return await launch(signal, script, wait);
    } catch (error) {
      if (error instanceof MycelError && (error.code === 'network' || error.code === 'crashed')) return undefined;
      throw error;
    }
  }

  /**
   * Starts a worker in the place of one that has died. The browser may have to fetch its
   * script again, which is tried as often as for other files.
   * @param {AbortSignal} signal @param {Blob} [script] @returns {Promise<WorkerChannel>}
   * @throws {MycelError} code `network` if the script does not load, `crashed` if it fails at once
   */
  static restart(signal, script) {
    return retry(() => launch(signal, script), signal);
  }

  /**
   * @param {Place} bundle whose index, if the page has it, goes to the worker
   * @param {AbortSignal | undefined} signal @param {(progress: Progress) => void} onProgress @returns {Promise<Info>}
   */
  open(bundle, signal, onProgress) {
    this.#onProgress = onProgress;
    const { index } = bundle.prefetched?.assets ?? {};
    const transfer = index ? [index.buffer] : [];
    return this.call({ type: 'open', ...bundle }, signal, { transfer });
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
    if (message.type === 'news') return this.#learn(message);
    const call = this.#pending.get(message.id);
    if (message.type === 'ranked') return call?.onRanked?.(message.value);
    this.#pending.delete(message.id);
    if (message.type === 'error') return call?.reject(MycelError.fromJSON(message.error));
    this.status = message.status;
    if (message.info) this.onInfo(message.info);
    call?.resolve(message.value);
  }

  /** @param {News} news */
  #learn({ status, info }) {
    this.status = status;
    if (!info) return;
    this.onInfo(info);
    this.onUpdate();
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

/** @param {Blob} script */
function blobWorker(script) {
  const url = URL.createObjectURL(script);
  const revoke = () => URL.revokeObjectURL(url);
  try {
    const worker = new Worker(url);
    // It is read by the time the worker says anything, or fails.
    for (const type of ['message', 'error']) worker.addEventListener(type, revoke, { once: true });
    return worker;
  } catch (error) {
    revoke();
    throw error;
  }
}

/**
 * @param {AbortSignal | undefined} signal @param {Blob} [script]
 * @param {number} [wait] milliseconds
 * @returns {Promise<WorkerChannel>}
 */
async function launch(signal, script, wait) {
  let worker;
  try {
    worker = script ? blobWorker(script) : moduleWorker();
  } catch (error) {
    throw MycelError.from(error, 'crashed', 'no worker can be started');
  }
  try {
    const first = await untilAborted(inTime(firstMessage(worker), 'the worker', wait), signal, 'open');
    return new WorkerChannel(worker, checkHello(first));
  } catch (error) {
    worker.terminate();
    throw error;
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
