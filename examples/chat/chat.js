/** The page of the chat: settings, questions, answers as they come. */

import { answer, cite } from './answer.js';
import { addressModel, browserModel, webModel } from './models.js';
/** @import {Source, Turn} from './answer.js' */
/** @import {Model} from './models.js' */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const element = (id) => /** @type {T} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (element('ask'));
const question = /** @type {HTMLTextAreaElement} */ (element('question'));
const settings = /** @type {HTMLFormElement} */ (element('model'));

const bundle = new URL(document.documentElement.dataset.bundle ?? './mycel/', document.baseURI);
const siteRoot = new URL(document.documentElement.dataset.siteRoot ?? '../', bundle).href;
const opening = import(new URL('client/index.js', bundle).href).then(({ open }) => open(bundle));
opening.catch(() => {}); // The first question shows the error.

/** @type {Turn[]} */
const turns = [];
/** @type {AbortController | undefined} */
let running;
/** @type {Model} */
let model;

function chooseModel() {
  const { kind, library, address, name, key } = Object.fromEntries([...new FormData(settings)].map(([k, v]) => [k, String(v).trim()]));
  model = kind === 'web' ? webModel(library, name) : kind === 'address' ? addressModel(address, name, key) : browserModel();
  element('chosen').textContent = model.name;
}

/** Shows the fields of the chosen kind; a hidden one is not asked for. */
function showFields() {
  const kind = new FormData(settings).get('kind');
  for (const label of settings.querySelectorAll('label[data-for]')) {
    const shown = /** @type {HTMLElement} */ (label).dataset.for?.split(' ').includes(String(kind)) ?? false;
    /** @type {HTMLElement} */ (label).hidden = !shown;
    const input = /** @type {HTMLInputElement} */ (label.querySelector('input'));
    input.required = shown && input.name !== 'key';
  }
}

settings.addEventListener('change', showFields);
settings.addEventListener('submit', (event) => {
  event.preventDefault();
  chooseModel();
  /** @type {HTMLDetailsElement} */ (element('settings')).open = false;
  question.focus();
});
showFields();
chooseModel();

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function make(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** @param {Source} source */
function citation(source) {
  const link = /** @type {HTMLAnchorElement} */ (make('a', 'citation', `[${source.n}]`));
  link.href = source.url;
  link.title = source.quote;
  link.setAttribute('aria-label', `Source ${source.n}: ${place(source)}`);
  return link;
}

/** @param {Source} source */
const place = ({ title, heading }) => (heading && heading !== title ? `${title} › ${heading}` : title);

/**
 * The sources that an answer cites, or all of them if it cites none.
 * @param {HTMLElement} list
 * @param {string} text
 * @param {Source[]} sources
 */
function listSources(list, text, sources) {
  const cited = new Set(cite(text, sources).filter((part) => typeof part !== 'string'));
  const shown = sources.filter((source) => cited.has(source));
  list.before(make('p', 'note', shown.length ? 'Sources' : 'The answer cites no passage. These were found:'));
  list.replaceChildren(...(shown.length ? shown : sources).map((source) => {
    const item = document.createElement('li');
    item.value = source.n;
    const link = /** @type {HTMLAnchorElement} */ (make('a', 'source', place(source)));
    link.href = source.url;
    item.append(link);
    return item;
  }));
}

/** @param {string[]} missing */
const unknown = (missing) => `Not in these documents.${missing.length ? ` They do not have: ${missing.join(', ')}.` : ''}`;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const asked = question.value.trim();
  if (!asked || running) return;
  const turn = make('section', 'turn');
  const text = make('div', 'answer');
  const status = make('p', 'note', 'Looking in the documents …');
  const list = make('ol', 'sources');
  turn.append(make('h2', 'question', asked), text, status, list);
  element('hint').hidden = true;
  element('turns').append(turn);
  turn.scrollIntoView({ block: 'end' });
  question.value = '';
  running = new AbortController();
  waiting(true);

  /** @type {Source[]} */
  let sources = [];
  let answered = '';
  try {
    for await (const step of answer(asked, { search: await opening, siteRoot, model, turns, signal: running.signal })) {
      if (step.type === 'sources') {
        sources = step.sources;
        status.textContent = `${sources.length} passages found. The model reads them …`;
      } else if (step.type === 'progress') status.textContent = step.text;
      else if (step.type === 'unknown') status.textContent = unknown(step.missing);
      else {
        answered = step.text;
        status.textContent = '';
        text.replaceChildren(...cite(answered, sources).map((part) => (typeof part === 'string' ? part : citation(part))));
        turn.scrollIntoView({ block: 'end' });
      }
    }
  } catch (error) {
    status.textContent = running.signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : String(error);
  }
  if (answered) {
    listSources(list, answered, sources);
    turns.push({ question: asked, answer: answered });
  }
  running = undefined;
  waiting(false);
  turn.scrollIntoView({ block: 'end' });
});

element('stop').addEventListener('click', () => running?.abort());
question.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

/** @param {boolean} is */
function waiting(is) {
  element('send').hidden = is;
  element('stop').hidden = !is;
  (is ? element('stop') : question).focus();
}
