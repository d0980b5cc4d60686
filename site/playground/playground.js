/** The playground: one query, answered by every mode of the engine, side by side. */

import { MycelError, open } from '../client/index.js';
import { linkTo } from '../client/ui/links.js';
import { emptyColumn, failColumn, fillColumn } from './column.js';
import { chosenEntity, showEntity, showNeighbourhood } from './entity.js';
import { fillForm, readForm, remember, tellSet } from './form.js';
import { showPlaces } from './places.js';
import { measure, milliseconds, rounds } from './timing.js';
/** @import {Mode, Result, Search} from '../client/index.js' */
/** @import {Inquiry} from './form.js' */

/** Milliseconds without a key before a search. */
const typingPause = 250;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('form'));
const query = /** @type {HTMLInputElement} */ (byId('query'));
const progress = /** @type {HTMLProgressElement} */ (byId('progress'));
const columns = byId('columns');
const places = byId('places');
const folder = new URL('../', import.meta.url);

/** Of the comparison under way. */
let controller = new AbortController();
let pause = 0;

try {
  await start();
} catch (error) {
  say(`The bundle cannot be opened: ${error instanceof Error ? error.message : error}. Reload the page to try again.`);
}

async function start() {
  say('Loading the bundle …');
  query.focus();
  const bundle = await open(folder, {
    onProgress({ phase, loaded, total }) {
      progress.hidden = phase !== 'download';
      progress.value = total > 0 ? loaded / total : 0;
    },
  });
  progress.hidden = true;
  const root = await linkRoot();
  /** The modes that the engine names, so that a new mode appears without a change here. */
  await bundle.overview('', { tokenBudget: 1 }); // the core engine cannot answer this, so the whole engine is loaded
  const { modes } = bundle.status();
  fillForm(modes);
  const { documents, sections, entities } = bundle.info;
  say(`${documents.toLocaleString('en')} documents, ${sections.toLocaleString('en')} sections, ${entities.toLocaleString('en')} entities.`);
  const compareNow = () => {
    clearTimeout(pause);
    void compare(bundle, modes, root);
  };
  query.addEventListener('input', () => {
    clearTimeout(pause);
    pause = window.setTimeout(compareNow, typingPause);
  });
  form.addEventListener('change', compareNow);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    compareNow();
  });
  byId('measure').addEventListener('click', () => void measureAll(bundle, modes));
  for (const answers of [places, columns]) {
    answers.addEventListener('pointerover', ({ target }) => pointOut(target));
    answers.addEventListener('focusin', ({ target }) => pointOut(target));
  }
  document.addEventListener('keydown', slash);
  const showChosen = () => showEntity(byId('entity'), bundle, chosenEntity(), (url) => linkTo(url, root)).catch((error) => say(error.message));
  window.addEventListener('hashchange', showChosen);
  void showChosen();
  if (query.value.trim()) compareNow();
}

/**
 * Where links lead: the search page beside knows.
 * @returns {Promise<string>} absolute
 */
async function linkRoot() {
  const response = await fetch(folder);
  const page = new DOMParser().parseFromString(response.ok ? await response.text() : '', 'text/html');
  return new URL(page.documentElement.dataset.siteRoot ?? './', folder).href;
}

/**
 * Asks every chosen mode, one after the other.
 * @param {Search} bundle
 * @param {readonly Mode[]} modes
 * @param {string} root
 */
async function compare(bundle, modes, root) {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  if (!isValid()) return;
  const inquiry = readForm(modes);
  remember(inquiry, modes);
  tellSet(inquiry);
  const list = inquiry.modes.map(emptyColumn);
  places.replaceChildren();
  columns.replaceChildren(...list);
  if (!inquiry.query) return void [columns, byId('names')].forEach((part) => part.replaceChildren());
  /** @type {Map<Mode, Result>} */
  const results = new Map();
  const link = (/** @type {string} */ url) => linkTo(url, root);
  for (const column of list) {
    const mode = /** @type {Mode} */ (column.dataset.mode);
    try {
      const answer = await ask(bundle, mode, inquiry, signal);
      const [firstMode, first] = results.entries().next().value ?? [mode, undefined];
      fillColumn(column, answer, { linkTo: link, first, firstMode });
      results.set(mode, answer.result);
    } catch (error) {
      if (signal.aborted) return;
      failColumn(column, error);
    }
  }
  if (results.size > 1) showPlaces(places, results, link);
  await showNeighbourhood(byId('names'), bundle, { query: inquiry.query, linkTo: link, signal }).catch((error) => signal.aborted || say(error.message));
  if (signal.aborted) return;
  say(`“${inquiry.query}” answered by ${list.length} modes.`);
}

/** Whether all values are in their ranges; shows the first that is not. */
function isValid() {
  if (form.checkValidity()) return true;
  const folded = form.querySelector('details:has(:invalid)');
  if (folded instanceof HTMLDetailsElement) folded.open = true; // or the browser could not point at it
  return form.reportValidity();
}

/**
 * @param {Search} bundle
 * @param {Mode} mode
 * @param {Inquiry} inquiry
 * @param {AbortSignal} signal
 */
async function ask(bundle, mode, { query, k, tokenBudget, values }, signal) {
  const start = performance.now();
  const result = await bundle.search(query, { mode, k, params: { ...values, timings: true }, signal });
  const time = performance.now() - start;
  const evidence = await bundle.retrieve(query, { mode, k, tokenBudget, params: values, signal });
  return { result, evidence, time };
}

/**
 * Measures every chosen mode.
 * @param {Search} bundle
 * @param {readonly Mode[]} modes
 */
async function measureAll(bundle, modes) {
  const inquiry = readForm(modes);
  const { signal } = controller;
  for (const column of /** @type {NodeListOf<HTMLElement>} */ (columns.querySelectorAll('section'))) {
    const place = column.querySelector('.timing');
    if (!place) continue;
    const { mode } = column.dataset;
    say(`Measuring ${mode} …`);
    try {
      const { page, engine } = await measure(bundle, /** @type {Mode} */ (mode), inquiry, signal);
      place.textContent = `p50 ${milliseconds(page.p50)}, p95 ${milliseconds(page.p95)}${engine ? `; ranking p50 ${milliseconds(engine.p50)}` : ''}`;
    } catch (error) {
      if (signal.aborted || (error instanceof MycelError && error.code === 'closed')) return;
      place.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  say(`Medians of ${rounds} searches; the way to the worker and back counts, ranking is the engine alone.`);
}

/**
 * Points the passage out in the table and in all columns.
 * @param {EventTarget | null} target
 */
function pointOut(target) {
  const item = target instanceof Element && target.closest('[data-chunk]');
  const chunk = item instanceof HTMLElement ? item.dataset.chunk : undefined;
  for (const other of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-chunk]'))) {
    other.classList.toggle('same', other.dataset.chunk === chunk);
  }
}

/** @param {KeyboardEvent} event */
function slash(event) {
  const { target } = event;
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea')) return;
  event.preventDefault();
  query.select();
}

/** @param {string} message */
function say(message) {
  byId('status').textContent = message;
}
