import { MycelError } from '../errors.js';

/**
 * The error of a call whose signal was aborted; the signal's reason is its cause.
 * @param {AbortSignal} signal
 * @param {string} what the call, for the message
 * @returns {MycelError}
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
 * What waits for each signal, and the one listener that calls it: Node warns of a leak
 * where a signal has more than ten.
 * @type {WeakMap<AbortSignal, {callbacks: Set<() => void>, listener: () => void}>}
 */
const waiting = new WeakMap();

/**
 * Calls back when the signal is aborted.
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback a function that does not wait for the signal yet
 * @returns {() => void} ends waiting
 */
export function onAbort(signal, callback) {
  if (!signal) return () => {};
  const { callbacks, listener } = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    signal.removeEventListener('abort', listener); // or a signal that depends on others is never freed
    waiting.delete(signal);
  };
}

/** @param {AbortSignal} signal */
function listen(signal) {
  /** @type {Set<() => void>} */
  const callbacks = new Set();
  const listener = () => callbacks.forEach((callback) => callback());
  signal.addEventListener('abort', listener);
  const entry = { callbacks, listener };
  waiting.set(signal, entry);
  return entry;
}

/**
 * Settles as `promise` does, unless the signal is aborted first: then it
 * rejects at once, and what `promise` does later is ignored. For waiting on
 * work that others may want too and that therefore must not be stopped.
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
