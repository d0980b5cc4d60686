/**
 * The keyboard: / goes to the box, the arrows move through the results, Escape
 * clears. Focus really moves, so Enter, copying a link and opening a tab work
 * as on any link.
 * @param {HTMLInputElement} box
 * @param {HTMLElement} results
 * @param {() => void} clear empties the box and the results
 */
export function listenToKeys(box, results, clear) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (act(event.key)) event.preventDefault();
  });

  /**
   * @param {string} key
   * @returns {boolean} whether the key meant something
   */
  function act(key) {
    const here = document.activeElement;
    switch (key) {
      case '/':
        if (here instanceof HTMLInputElement && here.type !== 'radio') return false;
        box.focus();
        box.select();
        return true;
      case 'Escape':
        clear();
        box.focus();
        return true;
      case 'ArrowDown':
        return (here === box || results.contains(here)) && move(1);
      case 'ArrowUp':
        return results.contains(here) && move(-1);
      default:
        return false;
    }
  }

  /**
   * @param {1 | -1} step
   * @returns {boolean}
   */
  function move(step) {
    /** @type {HTMLElement[]} */
    const links = [...results.querySelectorAll('a')];
    const next = step > 0 ? links.find(isAfterFocus) : links.findLast(isBeforeFocus) ?? box;
    next?.focus();
    return next !== undefined;
  }
}

/** @param {HTMLElement} link */
function isAfterFocus(link) {
  const here = document.activeElement;
  return here !== null && (here.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** @param {HTMLElement} link */
function isBeforeFocus(link) {
  const here = document.activeElement;
  return here !== null && (here.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}
