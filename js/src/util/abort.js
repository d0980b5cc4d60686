import { MycelError } from '../errors.js';

/**
 * The error of a call whose signal was aborted; the signal's reason is its cause.
 * @param {AbortSignal} signal
 * @param {string} what the call, for the message
 */
export function abortError(signal, what) {
  return new MycelError('aborted', `${what} was aborted`, { cause: signal.reason });
}

/**
 * Throws the error of {@link abortError} if the signal has been aborted.
 * @param {AbortSignal | undefined} signal @param {string} what
 */
export function throwIfAborted(signal, what) {
  if (signal?.aborted) throw abortError(signal, what);
}

/**
 * What waits for a signal. It is the only listener: Node warns of a leak where a signal has more than ten.
 * @extends {Set<() => void>}
 */
class Waiting extends Set {
  handleEvent() {
    for (const callback of this) callback();
  }
}

/** @type {WeakMap<AbortSignal, Waiting>} */
const waiting = new WeakMap();

/**
 * Calls back when the signal is aborted.
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback a function that does not wait for the signal yet
 * @returns {() => void} ends waiting
 */
export function onAbort(signal, callback) {
  if (!signal) return () => {};
  const callbacks = waiting.get(signal) ?? new Waiting();
  waiting.set(signal, callbacks);
  signal.addEventListener('abort', callbacks.add(callback)); // once, however often it is added
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', callbacks); // or a signal that depends on others is never freed
  };
}

/**
 * Settles with `promise`, unless the signal is aborted first: then it
 * rejects at once and ignores `promise`. Use it for work that other callers
 * may need, and that therefore must not be stopped.
 * @template T @param {Promise<T>} promise @param {AbortSignal | undefined} signal @param {string} what @returns {Promise<T>}
 */
export function untilAborted(promise, signal, what) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal, what));
    if (signal.aborted) abort();
    const done = onAbort(signal, abort);
    promise.then(resolve, reject).finally(done);
  });
}
