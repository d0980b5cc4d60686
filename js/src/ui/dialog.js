/** @import {SearchBox} from './element.js' */

/**
 * Follows a dialog as it opens and closes: the page behind it does not scroll, and gets the focus back.
 * @param {SearchBox} host @param {HTMLDialogElement} dialog @param {{opened: () => void, closed: () => void}} actions
 */
export function listenToDialog(host, dialog, { opened, closed }) {
  const hold = pageHolder();
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close(); // beside the box
  });
  dialog.addEventListener('close', () => {
    if (dialog.open) return; // the event comes later, and the reader was faster
    closed();
    hold(false);
    // The dialog gives the focus back. If a shortcut opened it, no element had the focus before, and the closed dialog keeps it.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === host) /** @type {HTMLElement | null} */ (document.querySelector('mycel-search-trigger'))?.focus();
  });
  if (dialog.open) hold(true);
  // The browser may keep a page that was left, and show it again as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && host.isConnected) host.again();
  });
  host.addEventListener('focusin', () => {
    if (dialog.open) hold(true);
    opened();
  });
}

/** Keeps the page from scrolling, without moving its content. */
function pageHolder() {
  const page = document.documentElement;
  /** What the page had. @type {[string, string] | undefined} */
  let held;
  return (/** @type {boolean} */ hold) => {
    const { style } = page;
    if (hold && !held) {
      held = [style.overflow, style.scrollbarGutter];
      if (innerWidth > page.clientWidth) style.scrollbarGutter = 'stable';
      style.overflow = 'hidden';
    } else if (!hold && held) {
      [style.overflow, style.scrollbarGutter] = held;
      held = undefined;
    }
  };
}
