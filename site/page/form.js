/**
 * What stands on the search page: the search element, with a choice of how to rank and a
 * line on how the answer came about.
 */

import { openOnce } from './client/ui/bundles.js';
import { count, explainAnswer, modeName } from './explain.js';
/** @import {Result} from './client/index.js' */
/** @import {SearchBox} from './client/ui/element.js' */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const box = /** @type {SearchBox} */ (document.querySelector('mycel-searchbox'));
const modes = byId('modes');
const note = byId('note');
const bundle = new URL('./', import.meta.url).href;

const { siteRoot = './', documentPage } = document.documentElement.dataset;
box.setAttribute('bundle', bundle);
box.setAttribute('root', siteRoot);
if (documentPage) box.setAttribute('document-page', documentPage);
restoreMode();
start();

async function start() {
  // An element reads its attributes once: it is defined when they are there.
  await import('./client/ui/define.js');
  modes.addEventListener('change', chooseMode);
  for (const name of ['ranked', 'results']) {
    box.addEventListener(name, (event) => explain(/** @type {CustomEvent<{result: Result}>} */ (event).detail.result));
  }
  box.input.addEventListener('input', () => box.input.value.trim() || welcome());
  box.addEventListener('error', () => say(''));
  box.input.focus(); // a sign of interest: engine and index are loaded
  await box.load();
  welcome();
}

/** Says what can be searched, while nothing is. */
async function welcome() {
  try {
    const { info } = await openOnce(bundle);
    if (!box.input.value.trim()) say(`${count(info.sections, 'section')} on ${count(info.documents, 'page')}, searched on your device.`);
  } catch {
    // The element tells.
  }
}

/** @param {Result} result */
function explain(result) {
  const strong = document.createElement('strong');
  strong.append(`${modeName(result)}:`);
  note.replaceChildren(strong, ` ${explainAnswer(result)}`);
}

/** @param {string} message */
function say(message) {
  note.textContent = message;
}

/** Takes the mode from ?mode=. */
function restoreMode() {
  const mode = new URLSearchParams(location.search).get('mode');
  for (const radio of modes.querySelectorAll('input')) {
    if (radio.value === mode) radio.checked = true;
  }
  if (mode) box.setAttribute('mode', mode);
}

/** @param {Event} event */
function chooseMode({ target }) {
  const { value } = /** @type {HTMLInputElement} */ (target);
  const address = new URL(location.href);
  if (value === 'auto') address.searchParams.delete('mode');
  else address.searchParams.set('mode', value);
  history.replaceState(history.state, '', address);
  box.setAttribute('mode', value);
  box.input.dispatchEvent(new Event('input'));
}
