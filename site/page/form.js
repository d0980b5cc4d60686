/**
 * What stands on the search page: the search element, with a choice of how to rank and a
 * line on how the answer came about.
 */

import { labels } from './client/params.js';
import { replaceAddress } from './client/ui/address.js';
import { openOnce } from './client/ui/bundles.js';
import { el } from './client/ui/dom.js';
import { beside } from './client/ui/settings.js';
import { fill } from './client/ui/fill.js';
import { Strings } from './client/ui/strings.js';
import { explainAnswer, modeName } from './explain.js';
import { speak } from './speak.js';
/** @import {Result} from './client/index.js' */
/** @import {SearchBox} from './client/ui/element.js' */

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const box = /** @type {SearchBox} */ (document.querySelector('mycel-searchbox'));
const modes = byId('modes');
const note = byId('note');
const how = byId('how');
const bundle = beside('./', import.meta.url);

const { siteRoot = './', siteName, documentPage } = document.documentElement.dataset;
if (bundle) box.setAttribute('bundle', bundle); // else the page holds it
box.setAttribute('root', siteRoot);
if (documentPage) box.setAttribute('document-page', documentPage);
const loaded = Strings.load(document.documentElement.lang).catch(() => Strings.load('en')); // which are here
showHome();
const asked = new URLSearchParams(location.search).get('mode');
if (asked) box.setAttribute('mode', asked);
byId('advanced').toggleAttribute('open', asked !== null);
start();

async function start() {
  const strings = await loaded;
  offerModes(strings);
  speak(strings);
  if (siteName) document.title += ` · ${siteName}`;
  // An element reads its attributes once: it is defined when they are there.
  await import('./client/ui/define.js');
  document.getElementById('stuck')?.remove();
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
    const [strings, { info }] = await Promise.all([loaded, openOnce(bundle)]);
    if (info.set) modes.remove(); // sets rank by words alone
    const { searched, sections, pages } = strings.words.page;
    const counts = { sections: strings.counted(sections, info.sections), pages: strings.counted(pages, info.documents) };
    if (!box.input.value.trim()) say(fill(searched, counts));
  } catch {
    // The element tells.
  }
}

/**
 * Says beside the choice of the ranking how an answer came about.
 * @param {Result} result
 */
async function explain(result) {
  const strings = await loaded;
  const strong = document.createElement('strong');
  strong.append(`${modeName(result, strings)}:`);
  how.replaceChildren(strong, ` ${explainAnswer(result, strings)}`);
  say('');
}

/** Leads back to the site, by its name or that of its host, unless this page is all of it. */
function showHome() {
  const home = /** @type {HTMLAnchorElement} */ (byId('home'));
  const place = beside(siteRoot, document.baseURI);
  if (!place || place === beside('./', document.baseURI)) return;
  home.href = place;
  home.hidden = false;
  const { hostname } = new URL(place);
  const name = siteName || (/[a-z]\.[a-z]/.test(hostname) && hostname);
  if (!name) return;
  home.replaceChildren(el('bdi', {}, name));
  loaded.then(({ words }) => (home.title = words.page.back));
}

/** @param {string} message */
function say(message) {
  note.textContent = message;
}

/**
 * Shows the modes to choose from. The one of ?mode= is chosen, or the first.
 * @param {Strings} strings
 */
function offerModes({ words }) {
  const offered = Object.entries(labels);
  const chosen = asked && asked in labels ? asked : offered[0][0];
  for (const [mode, key] of offered) {
    const radio = el('input', { type: 'radio', name: 'mode', value: mode });
    radio.checked = mode === chosen;
    modes.append(el('label', {}, radio, el('span', {}, words.page.modes[key])));
  }
}

/** @param {Event} event */
function chooseMode({ target }) {
  const { value } = /** @type {HTMLInputElement} */ (target);
  const address = new URL(location.href);
  if (value === 'auto') address.searchParams.delete('mode');
  else address.searchParams.set('mode', value);
  replaceAddress(address);
  box.setAttribute('mode', value);
  box.input.dispatchEvent(new Event('input'));
}
