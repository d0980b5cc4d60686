import { Worker as Thread } from 'node:worker_threads';

/**
 * The browser's Worker on a thread of Node, as far as the client uses it, so
 * that the true worker.js is tested without a browser. Install it as
 * globalThis.Worker.
 */
export class WebWorker {
  #thread;
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onmessageerror = null;
  /** @type {((event: {message: string, preventDefault(): void}) => void) | null} */
  onerror = null;

  /** Every worker started, oldest first. @type {WebWorker[]} */
  static started = [];

  /** @param {URL} url */
  constructor(url) {
    WebWorker.started.push(this);
    this.#thread = new Thread(new URL('./webworker-scope.js', import.meta.url), { workerData: url.href });
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('error', ({ message }) => this.fail(message));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    this.onmessage = this.onerror = null;
    void this.#thread.terminate();
  }

  /**
   * Reports an error, as a worker does that dies.
   * @param {string} message
   */
  fail(message) {
    this.onerror?.({ message, preventDefault() {} });
  }
}

/**
 * Makes the class the global Worker for one test.
 * @param {import('node:test').TestContext} t
 * @param {unknown} [implementation]
 */
export function useWorkers(t, implementation = WebWorker) {
  WebWorker.started = [];
  Object.defineProperty(globalThis, 'Worker', { value: implementation, configurable: true });
  t.after(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
}
