import { MycelError } from './errors.js';

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
 * @param {AbortSignal | undefined} signal
 * @param {string} what
 */
export function throwIfAborted(signal, what) {
  if (signal?.aborted) throw abortError(signal, what);
}

/**
 * Settles as `promise` does, unless the signal is aborted first: then it
 * rejects at once, and what `promise` does later is ignored. For waiting on
 * work that others may want too and that therefore must not be stopped.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal | undefined} signal
 * @param {string} what
 * @returns {Promise<T>}
 */
export function untilAborted(promise, signal, what) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortError(signal, what));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
