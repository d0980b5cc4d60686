/** A bundle that lies in memory instead of on a server. */

/** Its files by their path. @typedef {Record<string, Blob>} Files */

/** The folder that stands for it in addresses and messages. */
export const memoryURL = 'embedded:/';

/** The name of the worker's script among the files. */
export const workerName = 'worker.js';

/** @param {Files} files @returns {typeof globalThis.fetch} that answers below {@link memoryURL} */
export function fetchFrom(files) {
  return async (input, init) => {
    const file = files[String(input).slice(memoryURL.length)];
    if (!file) return new Response(null, { status: 404 });
    const range = new Headers(init?.headers).get('Range');
    const [first, last] = range?.match(/\d+/g)?.map(Number) ?? [];
    if (last === undefined) return new Response(file);
    return new Response(file.slice(first, last + 1), { status: 206, headers: { 'Content-Range': `bytes ${first}-${last}/${file.size}` } });
  };
}
