/** A bundle that lies in memory instead of on a server. */

/** Its files by their path. @typedef {Record<string, Blob>} Files */

/** The folder that stands for it in addresses and messages. */
export const memoryURL = 'embedded:/';

/** The name of the worker's script among the files. */
export const workerName = 'worker.js';

/**
 * @param {Files} files
 * @returns {typeof globalThis.fetch} that answers below {@link memoryURL}
 */
export function fetchFrom(files) {
  return async (input) => {
    const file = files[String(input).slice(memoryURL.length)];
    return file ? new Response(file) : new Response(null, { status: 404 });
  };
}
