/** The worker: a Session behind the messages of protocol.js. To be started as a module worker. */

import { MycelError } from './errors.js';
import { fetchFrom } from './files/memory.js';
import { Session } from './session/session.js';
import { holdWorkerLock } from './worker/lock.js';
import { hello } from './worker/protocol.js';
/** @import {Info} from './types.js' */
/** @import {AskCall, FromWorker, OpenCall, SearchCall, ToWorker} from './worker/protocol.js' */

/** What is used of the worker's global scope. @type {{postMessage: (message: FromWorker) => void, onmessage: ((event: {data: ToWorker}) => void) | null}} */
const scope = /** @type {any} */ (globalThis);

/** @type {Session | undefined} */
let session;

/** What the page knows of the bundle. @type {Info | undefined} */
let told;

/** Calls that have not been answered. @type {Map<number, AbortController>} */
const running = new Map();

scope.onmessage = ({ data }) => {
  if (data.type === 'cancel') running.get(data.id)?.abort();
  else void answer(data);
};
void holdWorkerLock().then((lock) => scope.postMessage(hello(lock)));

/** @param {OpenCall | SearchCall | AskCall} call */
async function answer(call) {
  const { id } = call;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const value = await run(call, controller.signal);
    scope.postMessage({ type: 'answer', id, value, ...news() });
  } catch (error) {
    scope.postMessage({ type: 'error', id, error: MycelError.from(error, 'panic', 'the worker failed').toJSON() });
  } finally {
    running.delete(id);
  }
}

/** @param {OpenCall | SearchCall | AskCall} call @param {AbortSignal} signal */
async function run(call, signal) {
  switch (call.type) {
    case 'open':
      session = await Session.open(call.url, {
        fetch: call.files && fetchFrom(call.files),
        prefetched: call.prefetched,
        expect: call.expect,
        signal,
        onProgress: (progress) => scope.postMessage({ type: 'progress', progress }),
        onNews: () => scope.postMessage({ type: 'news', ...news() }),
      });
      return undefined;
    case 'search':
      return opened().search(call.request, signal, call.ranked ? (value) => scope.postMessage({ type: 'ranked', id: call.id, value }) : undefined);
    case 'ask':
      return opened().ask(call.verb, call.request, signal);
  }
}

/** The state, and what the page has not been told of the bundle. */
function news() {
  const { info } = opened();
  const isNew = info !== told;
  told = info;
  return { status: opened().status(), ...(isNew && { info }) };
}

function opened() {
  if (!session) throw new MycelError('state', 'search before open');
  return session;
}
