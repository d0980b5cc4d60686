import { el, svg } from './dom.js';
import { figureOf, layOut } from './figure.js';
import { leadTo, toText } from './links.js';
import { fill } from './strings.js';
import { explain } from './why.js';
/** @import {Hit, Result} from '../types.js' */
/** @import {Figure} from './figure.js' */
/** @import {View} from './results.js' */
/** @import {Strings} from './strings.js' */
/** @import {Step} from './why.js' */

/**
 * Says why a hit is in the answer: the words, the way that led to it, what found it,
 * and a picture of them.
 * @param {Hit} hit
 * @param {Result} result that it belongs to
 * @param {View} view
 * @returns {Node[]}
 */
export function renderWhy(hit, result, view) {
  const { strings } = view;
  const { words } = strings;
  const why = explain(hit, result);
  const sentences = [];
  if (why.words.length > 0) sentences.push(fill(words.words, { words: strings.list(why.words) }));
  for (const { word, as } of why.readings) sentences.push(fill(words.readAs, { word, words: strings.list(as) }));
  sentences.push(fill(words.place, { n: why.rank, m: why.rankOfSource, reader: foundBy(hit, strings) }));
  /** @type {Node[]} */
  const parts = [el('p', { class: 'mycel-why-text' }, sentences.join(' '))];
  const written = hit.why.reasons?.find(({ text }) => text)?.text;
  if (written) {
    parts.push(el('p', { class: 'mycel-why-text' }, el('span', { class: 'mycel-source' }, words.written), ' ', el('span', { dir: 'auto' }, written)));
  }
  if (why.steps.length > 0) parts.push(el('ol', { class: 'mycel-steps' }, ...why.steps.map((step) => renderStep(step, view))));
  const figure = figureOf(hit, result);
  if (figure.lines.length > 0) parts.push(renderFigure(figure, view));
  return parts;
}

/**
 * What found a hit, in words; an engine newer than these files may have sources
 * without any.
 * @param {Hit} hit
 * @param {Strings} strings
 * @returns {string}
 */
export function foundBy({ why }, { words }) {
  if (why.reasons?.[0]?.kind === 'community' && !why.exact) return words.throughCommunity;
  return (why.exact && words.exact[why.exact]) ?? words.readers[why.source] ?? why.source;
}

/**
 * @param {Step} step
 * @param {View} view
 */
function renderStep({ kind, text, source, url, figures }, view) {
  const place = url === undefined ? view.searchFor(text) : view.linkTo(url);
  const href = place && kind === 'sentence' && source ? toText(place, text) : place;
  const shown = kind === 'sentence' ? `“${text}”` : text;
  const item = el('li', { class: `mycel-step mycel-${kind}` }, el('span', { class: 'mycel-kind' }, named(kind, view.strings)));
  item.append(href ? leadTo(el('a', { dir: 'auto' }, shown), href) : el('span', { dir: 'auto' }, shown));
  if (figures && figures.k > 2) {
    item.append(el('span', { class: 'mycel-source' }, fill(view.strings.words.members, { n: figures.nodes, t: figures.k - 2, k: figures.k })));
  }
  if (source) item.append(el('span', { class: 'mycel-source', dir: 'auto' }, source));
  return item;
}

/**
 * The name of a kind of step; an engine newer than these files may have others.
 * @param {string} kind
 * @param {Strings} strings
 * @returns {string}
 */
function named(kind, { words }) {
  const name = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (words))[kind];
  return typeof name === 'string' ? name : kind;
}

const heads = /** @type {const} */ ({ term: 'terms', entity: 'entities', passage: 'passages' });

/**
 * The drawing. Its nodes are links, in the order of the columns; its description lists its
 * lines.
 * @param {Figure} figure
 * @param {View} view
 */
function renderFigure(figure, view) {
  const { strings } = view;
  const id = `${view.id}-figure-${view.count()}`;
  const layout = layOut(figure, getComputedStyle(view.host).direction === 'rtl');
  const { nodes } = figure;
  const description = figure.lines.map(({ from, to }) => `${nodes[from].text} – ${nodes[to].text}`).join('; ');
  const picture = svg(
    'svg',
    { class: 'mycel-figure', viewBox: `-3 -3 ${layout.width + 6} ${layout.height + 6}`, role: 'group', 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-text` },
    svg('title', { id: `${id}-title` }, strings.words.figure),
    svg('desc', { id: `${id}-text` }, description),
    ...layout.heads.map(({ column, x, y }) => svg('text', { class: 'mycel-head', x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, strings.words[heads[column]])),
    ...layout.lines.map(({ path, width }) => svg('path', { d: path, 'stroke-width': width, class: 'mycel-line' })),
  );
  layout.boxes.forEach((box, i) => {
    const { text, column, url, target } = nodes[i];
    const href = url === undefined ? view.searchFor(text) : view.linkTo(url);
    const label = svg('text', { x: box.x + box.width / 2, y: box.y + box.height / 2, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, box.label);
    const node = svg(href ? 'a' : 'g', { class: `mycel-node mycel-${target ? 'target' : column}`, ...(href && { href, 'aria-label': text }) });
    node.append(svg('title', {}, text), svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: column === 'entity' ? 15 : 6 }), label);
    picture.append(node);
  });
  return el('div', { class: 'mycel-picture' }, picture);
}
