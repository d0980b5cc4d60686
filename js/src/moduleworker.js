/** Starts the worker. This module lies beside worker.js, because a bundler may write both into one folder. */
export function moduleWorker() {
  // Bundlers recognise exactly this form.
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}
