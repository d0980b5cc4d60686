import { isWritten } from './composition.js';
/** @import {SearchBox} from './element.js' */

/** Milliseconds without a key before a search: long enough that fast typing fetches no text for half words. */
const typingPause = 90;

/** @typedef {ReturnType<typeof listenToTyping>} Typing */

/**
 * Follows the input as it is typed into, or composed.
 * @param {SearchBox} host
 * @param {() => void} onChange called when the text is another one
 * @param {() => void} onPause called when it is to be searched for
 */
export function listenToTyping({ box, input }, onChange, onPause) {
  let pause = 0;
  /** The text that was searched for last. @type {string | undefined} */
  let searched;
  /** Whether the text ends in a part that its input method will replace. */
  let half = box.composing && !isWritten(input.value);
  const stop = () => clearTimeout(pause);
  // A composition ends with its own event in all browsers, in Firefox with one of the input behind it.
  for (const type of ['input', 'compositionend']) {
    input.addEventListener(type, (/** @type {any} */ { data, inputType }) => { // a script's event has neither
      stop();
      half = box.composing && inputType && !isWritten(data ?? '');
      // A syllable that is whole at last was searched for as it was composed.
      if (half || (data != null && input.value === searched)) return;
      onChange();
      // Text that is pasted, chosen of an input method or put there by a script, is whole.
      pause = window.setTimeout(onPause, inputType && inputType !== 'insertFromPaste' ? typingPause : 0);
    });
  }
  return {
    /** Does not search for what was typed last. */
    stop,
    /** The text, to be searched for now; undefined while it waits for the end of a composition. */
    take() {
      stop();
      return half ? undefined : (searched = input.value);
    },
  };
}
