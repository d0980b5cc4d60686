/**
 * The messages between the page and its worker. Each call has a number; its answer carries the same number. The worker
 * speaks first, with its version: page and worker are separate downloads, so one of them may be a stale copy.
 */

import { MycelError } from '../errors.js';
import { version } from '../version.js';
/** @import {Info, Progress, Result} from '../types.js' */
/** @import {ErrorData} from '../errors.js' */
/** @import {Answer as VerbAnswer, Request, Verb} from '../api/ask.js' */
/** @import {SearchRequest} from '../api/options.js' */
/** @import {SessionStatus} from '../session/session.js' */

/**
 * First message of the worker. `lock` names the lock that it holds while it lives.
 * @typedef {{type: 'hello', version: string, lock?: string}} Hello
 */

/**
 * Where a bundle lies: its address, or all of its files; what the page has fetched of
 * it already, and the search it is opened for.
 * @typedef {{url: string, files?: import('../files/memory.js').Files, prefetched?: import('../files/prefetch.js').Prefetched, expect?: SearchRequest}} Place
 */

/** Opens the bundle; answered without a value. To be sent once, first. @typedef {{type: 'open', id: number} & Place} OpenCall */

/**
 * Answered with a Result; `ranked`: and before it, if excerpts have to be fetched, by Ranked.
 * @typedef {{type: 'search', id: number, request: SearchRequest, ranked: boolean}} SearchCall
 */

/** Answered as the verb has it. @typedef {{type: 'ask', id: number, verb: Verb, request: Request}} AskCall */

/**
 * Call `id` is no longer wanted; it will be answered with code `aborted` unless its answer is already on the way.
 * @typedef {{type: 'cancel', id: number}} Cancel
 */

/** @typedef {{type: 'progress', progress: Progress}} ProgressNote */
/**
 * `info` is there if a bundle, or another one, has been opened since the last answer.
 * @typedef {{type: 'answer', id: number, value?: Result | VerbAnswer, status: SessionStatus, info?: Info}} Answer
 */
/** @typedef {{type: 'error', id: number, error: ErrorData}} Failure */
/** The result of a search before its excerpts are there. @typedef {{type: 'ranked', id: number, value: Result}} Ranked */
/**
 * The server was asked while the bundle of an earlier visit answered. `info` is there if it
 * had another one, which has taken its place.
 * @typedef {{type: 'news', status: SessionStatus, info?: Info}} News
 */

/** @typedef {OpenCall | SearchCall | AskCall | Cancel} ToWorker */
/** @typedef {Hello | ProgressNote | Ranked | Answer | Failure | News} FromWorker */

/** @param {string} [lock] @returns {Hello} */
export function hello(lock) {
  return { type: 'hello', version, lock };
}

/** Checks the first message of a worker. @param {any} message @returns {Hello} @throws {MycelError} code `version` */
export function checkHello(message) {
  if (message?.type === 'hello' && message.version === version) return message;
  const got = message?.type === 'hello' ? `version ${message.version}` : 'no version';
  throw new MycelError('version', `worker.js has ${got}, the client is ${version}: reload the page, or deploy all files of the client together`);
}
