import { MycelError } from './errors.js';
import { abortError, untilAborted } from './abort.js';
import { checkHello } from './protocol.js';
/** @import {Info, Progress, Result} from './types.js' */
/** @import {HostStatus} from './host.js' */
/** @import {FromWorker, ToWorker} from './protocol.js' */
/** @import {Answer, Request, Verb} from './ask.js' */
/** @import {SearchRequest} from './options.js' */

/**
 * @typedef {object} PendingCall
 * @property {(value: any) => void} resolve
 * @property {(error: MycelError) => void} reject
 */

/** Calls to one worker. When the worker dies, its calls reject with code `panic`. */
export class Connection {
  #worker;
  #nextId = 1;
  /** @type {Map<number, PendingCall>} */
  #pending = new Map();
  /** @type {(progress: Progress) => void} */
  #onProgress = () => {};

  alive = true;

  /** As of the last answer. @type {HostStatus} */
  status = { bytesLoaded: 0, blocksLoaded: 0, blocks: 0, restarts: 0, modes: [] };

  /**
   * Use {@link Connection.start}.
   * @param {Worker} worker that has said hello
   */
  constructor(worker) {
    this.#worker = worker;
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
   * @returns {Promise<Connection | undefined>} undefined if a worker cannot be
   *   started here: there are none (Node), or the page's policy or origin forbids it
   * @throws {MycelError} code `version` if the worker is of another version
   */
  static async start(signal) {
    if (typeof Worker === 'undefined') return undefined;
    let worker;
    try {
      // Bundlers recognise exactly this form.
      worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    } catch {
      return undefined;
    }
    try {
      const first = await untilAborted(firstMessage(worker), signal, 'open');
      if (first !== undefined) {
        checkHello(first);
        return new Connection(worker);
      }
    } catch (error) {
      worker.terminate();
      throw error;
    }
    worker.terminate();
    return undefined;
  }

  /**
   * @param {string} url
   * @param {AbortSignal | undefined} signal
   * @param {(progress: Progress) => void} onProgress
   * @returns {Promise<Info>}
   */
  open(url, signal, onProgress) {
    this.#onProgress = onProgress;
    return this.#call((id) => ({ type: 'open', id, url }), signal);
  }

  /**
   * @param {SearchRequest} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Result>}
   */
  search(request, signal) {
    return this.#call((id) => ({ type: 'search', id, request }), signal);
  }

  /**
   * @param {Verb} verb
   * @param {Request} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  ask(verb, request, signal) {
    return this.#call((id) => ({ type: 'ask', id, verb, request }), signal);
  }

  /** Ends the worker; calls without an answer reject with code `closed`. */
  close() {
    this.#end(new MycelError('closed', 'the search was closed'));
  }

  /**
   * @param {(id: number) => ToWorker} message
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<any>}
   */
  #call(message, signal) {
    if (!this.alive) return Promise.reject(new MycelError('panic', 'the worker has stopped'));
    if (signal?.aborted) return Promise.reject(abortError(signal, 'call'));
    const id = this.#nextId++;
    const cancel = () => this.#worker.postMessage({ type: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage(message(id));
    }).finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** @param {FromWorker} message */
  #receive(message) {
    if (message.type === 'progress') return this.#onProgress(message.progress);
    if (message.type === 'hello') return;
    const call = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type === 'error') return call?.reject(MycelError.fromJSON(message.error));
    this.status = message.status;
    call?.resolve(message.value);
  }

  /** @param {string} why */
  #died(why) {
    this.#end(new MycelError('panic', `the worker stopped: ${why}`));
  }

  /** @param {MycelError} error */
  #end(error) {
    this.alive = false;
    this.#worker.terminate();
    for (const call of this.#pending.values()) call.reject(error);
    this.#pending.clear();
  }
}

/**
 * @param {Worker} worker
 * @returns {Promise<unknown>} undefined if the worker fails before it says anything
 */
function firstMessage(worker) {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(undefined);
    };
  });
}
