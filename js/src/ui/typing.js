import { isWritten } from './composition.js';
/** @import {SearchBox} from './element.js' */

/** Milliseconds without a key before a search: long enough that fast typing fetches no text for half words. */
const typingPause = 90;

/** The input as it is typed into, or composed: it says when its text is to be searched for. */
export class Typing {
  #input;
  #pause = 0;
  /** The text that was searched for last. @type {string | undefined} */
  #searched;
  /** Whether the text ends in a part that its input method will replace. */
  #half;

  /**
   * @param {SearchBox} host
   * @param {() => void} onChange called when the text is another one
   * @param {() => void} onPause called when it is to be searched for
   */
  constructor({ box, input }, onChange, onPause) {
    this.#input = input;
    this.#half = box.composing && !isWritten(input.value);
    // A composition ends with its own event in all browsers, in Firefox with one of the input behind it.
    for (const type of ['input', 'compositionend']) {
      input.addEventListener(type, (/** @type {any} */ { data, inputType }) => { // a script's event has neither
        this.stop();
        this.#half = box.composing && inputType && !isWritten(data ?? '');
        // A syllable that is whole at last was searched for as it was composed.
        if (this.#half || (data != null && input.value === this.#searched)) return;
        onChange();
        // Text that is pasted, chosen of an input method or put there by a script, is whole.
        this.#pause = window.setTimeout(onPause, inputType && inputType !== 'insertFromPaste' ? typingPause : 0);
      });
    }
  }

  /** Does not search for what was typed last. */
  stop() {
    clearTimeout(this.#pause);
  }

  /** The text, to be searched for now; undefined while it waits for the end of a composition. */
  take() {
    this.stop();
    return this.#half ? undefined : (this.#searched = this.#input.value);
  }
}
