/**
 * What the keys of the input do. Each says whether the key meant something.
 * @typedef {object} Actions
 * @property {(newTab: boolean) => boolean} enter
 * @property {() => boolean} escape
 * @property {(by: 1 | -1) => boolean} move through the list
 */

/** @param {HTMLInputElement} input @param {Actions} actions */
export function listenToKeys(input, { enter, escape, move }) {
  input.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    // Safari ends a composition before the key that does it: only the code of the key tells.
    if (event.isComposing || event.keyCode === 229 || event.altKey) return;
    const held = ctrlKey || metaKey || shiftKey;
    if (key === 'Enter' ? enter(held) : !held && (key === 'Escape' ? escape() : key === 'ArrowDown' ? move(1) : key === 'ArrowUp' && move(-1))) event.preventDefault();
  });
}
