/**
 * The worker: a Host behind the messages of protocol.js. To be started as a
 * module worker.
 */

import { MycelError } from './errors.js';
import { Host } from './host.js';
import { hello } from './protocol.js';
/** @import {FromWorker, OpenCall, SearchCall, ToWorker} from './protocol.js' */

/**
 * What is used of the worker's global scope.
 * @typedef {object} Scope
 * @property {(message: FromWorker) => void} postMessage
 * @property {((event: {data: ToWorker}) => void) | null} onmessage
 */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

/** @type {Host | undefined} */
let host;

/** Calls that have not been answered. @type {Map<number, AbortController>} */
const running = new Map();

scope.onmessage = ({ data }) => {
  if (data.type === 'cancel') running.get(data.id)?.abort();
  else void answer(data);
};
scope.postMessage(hello());

/** @param {OpenCall | SearchCall} call */
async function answer(call) {
  const { id } = call;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const value = call.type === 'open' ? await open(call.url, controller.signal) : await opened().search(call.request, controller.signal);
    scope.postMessage({ type: 'answer', id, value, status: opened().status() });
  } catch (error) {
    scope.postMessage({ type: 'error', id, error: MycelError.from(error, 'panic', 'the worker failed').toJSON() });
  } finally {
    running.delete(id);
  }
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function open(url, signal) {
  host = await Host.open(url, {
    signal,
    onProgress: (progress) => scope.postMessage({ type: 'progress', progress }),
  });
  return host.info;
}

function opened() {
  if (!host) throw new MycelError('state', 'search before open');
  return host;
}
