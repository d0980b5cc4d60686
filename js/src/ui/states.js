import { button, el } from './dom.js';
/** @import {ErrorCode} from '../errors.js' */
/** @import {Progress} from '../types.js' */
/** @import {Dictionary} from './strings.js' */

/** Milliseconds without a byte of the index before the reader is told. */
const latePause = 10_000;

/** What a reader can do about an error, by its code. @type {Partial<Record<ErrorCode, 'connection' | 'outdated' | 'browser' | 'advice'>>} */
const remedies = {
  crashed: 'advice',
  network: 'connection', unsupported: 'browser',
  'not-found': 'outdated', version: 'outdated', checksum: 'outdated', part: 'outdated', format: 'outdated',
};

/** What the element says besides its results: a line, notes above the list, and how far the index has come. */
export class States {
  line = el('div', { class: 'mycel-status', role: 'status', dir: 'auto' });
  progress = el('progress', { class: 'mycel-progress', max: '1', value: '0', hidden: '', 'aria-hidden': 'true' });
  notes = el('div', { class: 'mycel-notes' });
  #words;
  /** While the index is on its way: the timer that says that it is late. @type {number | undefined} */
  #late;

  /** @param {Dictionary} words */
  constructor(words) {
    this.#words = words;
  }

  /** @param {string} message */
  say(message) {
    if (this.line.textContent !== message) this.line.textContent = message;
  }

  /** Says nothing any more. */
  clear() {
    this.arrive();
    this.say('');
    this.notes.replaceChildren();
  }

  /** Says that the index is on its way and, when nothing comes of it for a while, that it is late. */
  await() {
    clearTimeout(this.#late);
    this.say(this.#words.loading);
    this.#late = window.setTimeout(() => this.say(this.#words.late), latePause);
  }

  /** @param {Progress} progress of the index */
  advance({ phase, loaded, total }) {
    if (this.#late) this.await();
    this.progress.hidden = phase !== 'download';
    this.progress.value = total > 0 ? loaded / total : 0;
  }

  /** Ends the waiting for the index. @param {string} [message] replaces the message that it loads */
  arrive(message) {
    if (this.#late && message !== undefined) this.say(message);
    this.#late = void clearTimeout(this.#late);
  }

  /**
   * Shows an error, and a button that tries again.
   * @param {unknown} error
   * @param {{code?: ErrorCode, known: boolean}} failure `known`: the index is there
   * @param {() => void} retry
   */
  fail(error, { code, known }, retry) {
    const words = this.#words;
    this.progress.hidden = true;
    const ofQuery = code === 'crashed' || code === 'request';
    const remedy = code && remedies[code];
    const sentence = `${ofQuery || known ? words.failed : words.notLoaded}.${remedy ? ` ${words[remedy]}` : ''}`;
    const details = el('details', { class: 'mycel-detail' }, el('summary', {}, words.details), el('p', { dir: 'auto' }, error instanceof Error ? error.message : String(error)));
    this.notes.replaceChildren(el('div', { class: 'mycel-problem', role: 'alert' }, el('p', {}, sentence), button('mycel-button', retry, words.retry), details));
  }
}
