/**
 * The search page. The box is live from the first moment: what is typed while
 * the bundle still loads is searched as soon as it is there.
 */

import { MycelError, open } from './client/index.js';
import { advise } from './advice.js';
import { el } from './dom.js';
import { explainAnswer, modeName } from './explain.js';
import { listenToKeys } from './keyboard.js';
import { renderCorrection, renderEmpty, renderPages } from './results.js';
import { count } from './words.js';
/** @import {Hit, Mode, Progress, Result, Search} from './client/index.js' */

/** Hits asked for at first, and how many more the button brings; the engine gives 100 at most. */
const firstHits = 10;
const moreHits = 20;
const maxHits = 100;
/** Milliseconds without a key before a search: long enough that fast typing fetches no text for half words. */
const typingPause = 90;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('form'));
const box = /** @type {HTMLInputElement} */ (byId('query'));
const progress = /** @type {HTMLProgressElement} */ (byId('progress'));
const status = byId('status');
const problem = byId('problem');
const explanation = byId('explanation');
const results = byId('results');

const { siteRoot = './', documentPage } = document.documentElement.dataset;

/** @type {Promise<Search>} */
let opening;
/** Of the search under way. */
let controller = new AbortController();
let pause = 0;
let hits = firstHits;

restoreFromAddress();
listenToKeys(box, results, () => {
  box.value = '';
  startOver();
});
box.addEventListener('input', () => {
  clearTimeout(pause);
  pause = window.setTimeout(startOver, typingPause);
});
form.addEventListener('change', (event) => {
  if (event.target !== box) startOver();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  startOver();
});
openBundle();
if (box.value) startOver();

/** Opens the bundle this page lies in. */
function openBundle() {
  problem.replaceChildren();
  say('Loading the search index …');
  opening = open(new URL('./', import.meta.url), { onProgress: showProgress });
  opening.then(
    ({ info }) => {
      progress.hidden = true;
      if (!box.value.trim()) say(welcome(info));
    },
    (error) => {
      progress.hidden = true;
      showProblem(error);
    },
  );
}

/** @param {Progress} now */
function showProgress({ phase, loaded, total }) {
  progress.hidden = phase !== 'download';
  progress.value = total > 0 ? loaded / total : 0;
}

/** Searches for what is in the box now, in place of whatever is under way. */
function startOver() {
  clearTimeout(pause);
  hits = firstHits;
  void search();
}

async function search() {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const query = box.value.trim();
  // White space behind a word says that it is finished.
  const typed = box.value.trimStart();
  const mode = chosenMode();
  rememberInAddress(query, mode);
  results.setAttribute('aria-busy', String(query !== ''));
  try {
    const bundle = await opening;
    if (signal.aborted) return;
    if (query === '') return showNothing(welcome(bundle.info));
    const result = await bundle.search(typed, { mode, k: hits, signal });
    showResult(result);
  } catch (error) {
    if (error instanceof MycelError && error.code === 'aborted') return;
    showProblem(error);
  } finally {
    if (!signal.aborted) results.setAttribute('aria-busy', 'false');
  }
}

/** @param {Result} result */
function showResult(result) {
  const pages = new Set(result.hits.map(({ document }) => document)).size;
  const found = result.hits.length;
  const number = found === hits && found < maxHits ? `Best ${found} sections` : count(found, 'section');
  say(found === 0 ? `No results for “${result.query}”` : `${number} on ${count(pages, 'page')}`);
  problem.replaceChildren(...(result.textError ? [textNote(result)] : []));
  explanation.hidden = false;
  explanation.replaceChildren(el('strong', {}, `${modeName(result)}:`), ` ${explainAnswer(result)}`);
  if (found === 0) return results.replaceChildren(renderEmpty(result));
  results.replaceChildren(...renderPages(result, linkTo));
  if (result.didYouMean) results.prepend(correction(result.didYouMean));
  if (found === hits && found < maxHits) results.append(moreButton());
}

/** @param {string} query */
function correction(query) {
  return renderCorrection(query, () => {
    box.value = query;
    box.focus();
    startOver();
  });
}

/** @param {string} message */
function showNothing(message) {
  say(message);
  problem.replaceChildren();
  explanation.hidden = true;
  results.replaceChildren();
}

/** @param {unknown} error */
function showProblem(error) {
  const { title, todo, action } = advise(error);
  showNothing('');
  const box = el('div', { class: 'problem' }, el('h2', {}, title), el('p', {}, todo));
  if (action) {
    const button = el('button', { type: 'button' }, action === 'retry' ? 'Try again' : 'Reload the page');
    button.addEventListener('click', action === 'retry' ? retry : () => location.reload());
    box.append(button);
  }
  const detail = error instanceof Error ? error.message : String(error);
  box.append(el('p', { class: 'quiet' }, detail.split('\n', 1)[0]));
  problem.replaceChildren(box);
}

function retry() {
  openBundle();
  box.focus();
  if (box.value) startOver();
}

/** @param {Result} result */
function textNote({ textError }) {
  return el('div', { class: 'problem' }, el('p', {}, 'Some excerpts could not be loaded. The results are complete and their links work.'), el('p', { class: 'quiet' }, textError?.message ?? ''));
}

function moreButton() {
  const button = el('button', { type: 'button', class: 'more' }, 'More results');
  button.addEventListener('click', async () => {
    const links = results.querySelectorAll('a').length;
    hits = Math.min(hits + moreHits, maxHits);
    await search();
    // The button has gone and with it the focus: go on where the list went on.
    results.querySelectorAll('a')[links]?.focus();
  });
  return button;
}

/** @param {{sections: number, documents: number}} info */
function welcome({ sections, documents }) {
  return `${count(sections, 'section')} on ${count(documents, 'page')}, searched on your device.`;
}

/** @param {string} message */
function say(message) {
  status.textContent = message;
}

/**
 * Where a hit leads: to its address from the site root or, if its document has
 * none, to the page that shows documents by their id. Undefined if there is
 * neither, or the address is not one of the web: a bundle cannot make a link
 * run a script.
 * @param {Hit} hit
 * @returns {string | undefined}
 */
function linkTo({ url, document: id, anchor }) {
  if (url !== '' && !url.startsWith('#')) {
    const { protocol, href } = new URL(url, new URL(siteRoot, document.baseURI));
    return /^(https?|file):$/.test(protocol) ? href : undefined;
  }
  if (!documentPage) return undefined;
  const page = new URL(documentPage, document.baseURI);
  page.searchParams.set('id', id);
  page.hash = anchor;
  return page.href;
}

/** @returns {Mode} */
function chosenMode() {
  return /** @type {Mode} */ (new FormData(form).get('mode'));
}

/** Takes query and mode from ?q= and ?mode=, unless the reader was faster and has typed. */
function restoreFromAddress() {
  const { searchParams } = new URL(location.href);
  box.value ||= searchParams.get('q') ?? '';
  const mode = searchParams.get('mode');
  for (const radio of form.querySelectorAll('input[type=radio]')) {
    if (radio instanceof HTMLInputElement && radio.value === mode) radio.checked = true;
  }
}

/**
 * @param {string} query
 * @param {Mode} mode
 */
function rememberInAddress(query, mode) {
  const address = new URL(location.href);
  if (query) address.searchParams.set('q', query);
  else address.searchParams.delete('q');
  if (query && mode !== 'auto') address.searchParams.set('mode', mode);
  else address.searchParams.delete('mode');
  history.replaceState(history.state, '', address);
}
