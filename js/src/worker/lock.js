/**
 * Tells a page that its worker has ended: browsers report the errors of a worker, but not that they ended its thread
 * because memory was short. The worker holds a lock (Web Locks) as long as it lives. The page requests the same lock,
 * and gets it when the worker has ended. Without locks (plain http), only errors are noticed.
 */

/**
 * Takes a lock for the life of this thread.
 * @returns {Promise<string | undefined>} its name, once it is held; undefined where there are no locks
 */
export function holdWorkerLock() {
  const locks = lockManager();
  if (!locks) return Promise.resolve(undefined);
  const name = `mycel:${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = () => {
      resolve(name);
      return new Promise(() => {});
    };
    locks.request(name, held).catch(() => resolve(undefined));
  });
}

/**
 * Watches the thread that holds a lock.
 * @param {string | undefined} name
 * @param {() => void} onEnd called when it has ended
 * @returns {() => void} ends watching
 */
export function watchWorkerLock(name, onEnd) {
  const locks = lockManager();
  if (!name || !locks) return () => {};
  const watching = new AbortController();
  const ended = () => {
    if (!watching.signal.aborted) onEnd();
  };
  locks.request(name, { signal: watching.signal }, ended).catch(() => {});
  return () => watching.abort();
}

/** @returns {LockManager | undefined} undefined also if the page has no permission */
function lockManager() {
  try {
    return globalThis.navigator?.locks;
  } catch {
    return undefined;
  }
}
