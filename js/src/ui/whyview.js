import { adopt } from './adopt.js';
import { cut } from './cut.js';
import { el, svg } from './dom.js';
import { figureOf, layOut, lineHeight } from './figure.js';
import { fill } from './fill.js';
import { toText } from './links.js';
import { place } from './pages.js';
import style from './styles/why.js';
import { callsOf, explain, ways } from './why.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {Figure} from './figure.js' */
/** @import {View} from './view.js' */
/** @import {Strings} from './strings.js' */
/** @import {Step} from './why.js' */

/** The widest and narrowest picture, in pixels. */
const widest = 600;
const narrowest = 280;

/**
 * Says why a hit is in the answer: the words, the way that led to it, what found it, and a picture of them.
 * @param {Hit} hit
 * @param {Result} result that it belongs to
 * @param {View} view @returns {Node[]}
 */
export function renderWhy(hit, result, view) {
  adopt(view.host, style);
  const { strings } = view;
  const { words } = strings;
  const { words: shared, readings, steps } = explain(hit, result);
  /** @type {string[]} */
  const sentences = [];
  const matches = shared.length > 0 ? listed(words.words, shared, strings.language) : [];
  for (const { word, as } of readings) sentences.push(fill(words.readAs, { word, words: strings.list(as) }));
  // That it has the words has just been said.
  if (hit.why.exact || hit.why.source !== 'words' || shared.length === 0) sentences.push(foundBy(hit, strings));
  /** @type {Node[]} */
  const parts = [el('p', { class: 'mycel-why-text' }, ...matches, ' ', sentences.filter(Boolean).join(' '))];
  const written = hit.why.reasons?.find(({ text }) => text)?.text;
  if (written) {
    parts.push(el('p', { class: 'mycel-why-text' }, el('span', { class: 'mycel-source' }, words.written), ' ', el('span', { dir: 'auto' }, written)));
  }
  if (steps.length > 0) parts.push(el('ol', { class: 'mycel-steps' }, ...steps.map((step) => renderStep(step, view))));
  // Words and names are in the sentence.
  if (ways(hit).some(({ from }) => from)) parts.push(renderFigure(figureOf(hit, result), view));
  return parts;
}

/**
 * A sentence with a list of words, marked as in the result.
 * @param {string} sentence with {words}
 * @param {string[]} words @param {string} language @returns {(Node | string)[]}
 */
function listed(sentence, words, language) {
  const [before, after = ''] = sentence.split('{words}');
  const list = new Intl.ListFormat(language).formatToParts(words);
  return [before, ...list.map(({ type, value }) => (type === 'element' ? el('mark', { dir: 'auto' }, value) : value)), after];
}

/**
 * Says which other sections call a hit by words of the query: "*Mutexes* calls this “the lock”."
 * @param {Hit} hit @param {View} view
 * @returns {HTMLElement[]} a line for each
 */
export function renderCalls(hit, { strings, link, linkTo }) {
  return callsOf(hit).map(({ label: text = '', from }) => {
    const label = text.replace(/^["“”„«‘]+|["“”»’]+$/g, '');
    const section = /** @type {import('../types.js').From} */ (from);
    const page = link(linkTo(section.url), place(section));
    // What stands around the two is text: names that look like placeholders stay as they are.
    const pieces = strings.words.calls.split(/(\{page\}|\{text\})/);
    return el('p', { class: 'mycel-why-text' }, ...pieces.map((piece) => (piece === '{page}' ? page : piece === '{text}' ? el('span', { dir: 'auto' }, label) : piece)));
  });
}

/**
 * What found a hit, in a sentence; an engine newer than these files may have sources without any.
 * @param {Hit} hit @param {Strings} strings @returns {string}
 */
export function foundBy({ why }, { words }) {
  if (why.reasons?.[0]?.kind === 'community' && !why.exact) return words.throughCommunity;
  if (why.source === 'pin') return words.suggestions;
  return (why.exact && words.exact[why.exact]) ?? words.readers[why.source] ?? '';
}

/** @param {Step} step @param {View} view */
function renderStep({ kind, text, source, url, figures }, view) {
  const place = url === undefined ? view.searchFor(text) : view.linkTo(url);
  const href = place && kind === 'sentence' && source ? toText(place, text) : place;
  const shown = kind === 'sentence' ? view.strings.quoted(text) : text;
  const item = el('li', { class: `mycel-step mycel-${kind}` }, el('span', { class: 'mycel-kind' }, named(kind, view.strings)), view.link(href, shown));
  if (figures && figures.k > 2) {
    item.append(el('span', { class: 'mycel-source' }, fill(view.strings.words.members, { n: figures.nodes, t: figures.k - 2, k: figures.k })));
  }
  if (source) item.append(el('span', { class: 'mycel-source', dir: 'auto' }, source));
  return item;
}

/**
 * The name of a kind of step; an engine newer than these files may have others.
 * @param {string} kind @param {Strings} strings @returns {string}
 */
function named(kind, { words }) {
  const name = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (words))[kind];
  return typeof name === 'string' ? name : kind;
}

const heads = /** @type {const} */ ({ term: 'terms', entity: 'entities', passage: 'passages' });

/**
 * The drawing. Its nodes are links, in the order of the columns; its description lists its lines.
 * @param {Figure} figure @param {View} view
 */
function renderFigure(figure, view) {
  const { strings, host } = view;
  const id = `${view.id}-figure-${view.count()}`;
  const room = host.box.clientWidth - (host.box.clientWidth > 640 ? 96 : 44);
  const layout = layOut(figure, getComputedStyle(host.box).direction === 'rtl', Math.max(narrowest, Math.min(widest, room)));
  const { nodes } = figure;
  const description = figure.lines.map(({ from, to }) => `${nodes[from].text} – ${nodes[to].text}`).join('; ');
  const picture = svg(
    'svg',
    { class: 'mycel-figure', viewBox: `-3 -3 ${layout.width + 6} ${layout.height + 6}`, role: 'group', 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-text` },
    svg('title', { id: `${id}-title` }, strings.words.figure),
    svg('desc', { id: `${id}-text` }, description),
    ...layout.heads.map(({ column, x, y }) => svg('text', { class: 'mycel-head', x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, cut(strings.words[heads[column]], 16))),
    ...layout.lines.map(({ path, width }) => svg('path', { d: path, 'stroke-width': width, class: 'mycel-line' })),
  );
  layout.boxes.forEach((box, i) => {
    const { text, column, url, target } = nodes[i];
    const href = url === undefined ? view.searchFor(text) : view.linkTo(url);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 - ((box.label.length - 1) * lineHeight) / 2 };
    const lines = box.label.map((line, n) => svg('tspan', { x: middle.x, dy: Math.min(n, 1) * lineHeight }, n > 0 ? ` ${line}` : line));
    const node = svg(href ? 'a' : 'g', { class: `mycel-node mycel-${target ? 'target' : column}`, ...(href && { href }) });
    node.append(
      svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: column === 'entity' ? box.height / 2 : 6 }),
      svg('text', { ...middle, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, ...lines),
    );
    if (href) node.setAttribute('aria-label', text);
    // Name and label agree: of a text that was cut, both say the beginning.
    if (href && box.label.at(-1)?.endsWith('…')) node.setAttribute('aria-label', box.label.join(' '));
    if (box.label.join(' ') !== text) node.append(svg('title', {}, text));
    picture.append(node);
  });
  return el('div', { class: 'mycel-picture' }, picture);
}
