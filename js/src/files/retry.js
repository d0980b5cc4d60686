import { MycelError } from '../errors.js';
import { throwIfAborted, untilAborted } from '../util/abort.js';

/** Milliseconds before the second and the third attempt. */
const pauses = [250, 1000];

/**
 * Runs `attempt` until it succeeds. A failure of the network is tried three times, with growing pauses, but not while the
 * browser knows that it is offline. A damaged file is tried twice, at once: a cache may have kept an error, or the login
 * page of a network, under the file's name, and would give it out for ever.
 * @template T
 * @param {(again: boolean) => Promise<T>} attempt `again`: past all caches
 * @param {AbortSignal | undefined} signal @returns {Promise<T>}
 */
export async function retry(attempt, signal) {
  for (let n = 0; ; n++) {
    try {
      return await attempt(n > 0);
    } catch (error) {
      if (signal?.aborted || !(error instanceof MycelError)) throw error;
      if (error.code === 'network' && n < pauses.length && !offline()) await pause(pauses[n], signal);
      else if (!mendable.has(error.code) || n > 0) throw offline() ? offlineError(error) : error;
    }
    throwIfAborted(signal, 'fetching');
  }
}

/** Codes of failures that a copy from somewhere else may mend. */
const mendable = new Set(['not-found', 'format', 'checksum']);

function offline() {
  return globalThis.navigator?.onLine === false;
}

/** @param {MycelError} error */
function offlineError(error) {
  return new MycelError(error.code, error.message, { cause: error, advice: 'You are offline: connect to the network and try again.' });
}

/** @param {number} milliseconds @param {AbortSignal | undefined} signal ends it early */
function pause(milliseconds, signal) {
  return untilAborted(new Promise((resolve) => setTimeout(resolve, milliseconds)), signal, 'fetching');
}
