import { throwIfAborted, untilAborted } from '../util/abort.js';
import { nextTask } from '../util/task.js';

/** Runs tasks one after another, in the order they were added. */
export class Queue {
  /** Settles when the last task added has; never rejects. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * Adds a task. It is skipped if its signal is aborted before its turn comes.
   * @template T
   * @param {() => Promise<T>} task
   * @param {AbortSignal | undefined} signal
   * @param {string} what the task, for the message of code `aborted`
   * @returns {Promise<T>} settles as the task does, or rejects as soon as the signal is aborted
   */
  add(task, signal, what) {
    const turn = this.#last.then(async () => {
      // A search blocks its thread, so cancellations that arrived meanwhile
      // are still waiting as messages: let them in before beginning the next.
      await nextTask();
      throwIfAborted(signal, what);
      return task();
    });
    this.#last = turn.catch(() => {});
    return untilAborted(turn, signal, what);
  }
}

