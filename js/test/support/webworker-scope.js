/** Gives a thread of Node the two names of a worker's global scope that worker.js uses, then runs it. */
import { parentPort, workerData } from 'node:worker_threads';

const scope = /** @type {any} */ (globalThis);
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
scope.postMessage = (/** @type {unknown} */ message) => port.postMessage(message);
port.on('message', (data) => scope.onmessage({ data }));
await import(workerData);
