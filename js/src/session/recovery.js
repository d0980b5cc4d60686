import { MycelError } from '../errors.js';

/**
 * Runs `attempt`; if it fails because an engine or its worker died (code
 * `panic`), runs it once more. A bug in the engine is deterministic, so more
 * attempts would not help; one helps against a lack of memory that has passed.
 * @template T
 * @param {() => Promise<T>} attempt starts whatever needs starting again
 * @returns {Promise<T>}
 * @throws {MycelError} code `crashed` if the second attempt died too, `memory` if it
 *   died of a lack of memory
 */
export async function retryAfterPanic(attempt) {
  for (let again = false; ; again = true) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPanic(error) || (again && error.code === 'memory')) throw error;
      if (again) throw new MycelError('crashed', `the engine stopped again after a restart: ${error.message}`, { cause: error });
    }
  }
}

/**
 * @param {unknown} error
 * @returns {error is MycelError} whether an instance has died
 */
export function isPanic(error) {
  return error instanceof MycelError && (error.code === 'panic' || error.code === 'memory');
}

/**
 * Whether a file may have failed because the site has a new bundle. Of a file that is gone
 * hosts say so, or forbid it (S3), or send some page in its place.
 * @param {unknown} error
 * @returns {error is MycelError}
 */
export function mayBeGone(error) {
  return error instanceof MycelError && (goneCodes.has(error.code) || error.status === 403);
}

/** @type {Set<string>} */
const goneCodes = new Set(['not-found', 'checksum', 'format', 'part']);
