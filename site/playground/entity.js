/** Entities: the neighbourhood of a query, and a panel for each entity, which the fragment of the address names. */

import { el, svg } from '../client/ui/dom.js';
import { layOut, lineHeight } from '../client/ui/figure.js';
/** @import {Reason, Search} from '../client/index.js' */
/** @import {Child} from '../client/ui/dom.js' */
/** @import {Figure} from '../client/ui/figure.js' */
/** @import {LinkTo} from './column.js' */

/** Names of a query that are drawn, and neighbours of each. */
const mostNames = 3;
const mostNeighbours = 5;
/** Items of a panel's lists. */
const mostListed = 10;
const width = 760;

/** @param {string} name */
const panelOf = (name) => `#entity=${encodeURIComponent(name)}`;

/** The entity that the address names, '' for none. */
export const chosenEntity = () => new URLSearchParams(location.hash.slice(1)).get('entity') ?? '';

/** @param {string} name */
const linkToEntity = (name) => el('a', { href: panelOf(name), dir: 'auto' }, name);

/**
 * Draws the names of a query with their neighbours and the sections that join them.
 * @param {HTMLElement} place
 * @param {Search} bundle
 * @param {{query: string, linkTo: LinkTo, signal: AbortSignal}} inquiry
 */
export async function showNeighbourhood(place, bundle, { query, linkTo, signal }) {
  const names = await namesIn(bundle, query, signal);
  const answers = await Promise.all(names.slice(0, mostNames).map((name) => entityOf(bundle, name, mostNeighbours, signal)));
  place.replaceChildren(...(names.length > 0 ? [
    el('p', { class: 'names' }, 'Names: ', ...names.flatMap((name, i) => [...(i > 0 ? [' · '] : []), linkToEntity(name)])),
    el('details', matchMedia('(width > 50rem)').matches ? { open: '' } : {}, el('summary', {}, 'Neighbourhood'), draw('Neighbourhood of the query', answers, linkTo)),
  ] : []));
}

/**
 * Shows an entity: its further names, its neighbours with a sentence that names both, its passages.
 * @param {HTMLElement} place
 * @param {Search} bundle
 * @param {string} name '' for no panel
 * @param {LinkTo} linkTo
 */
export async function showEntity(place, bundle, name, linkTo) {
  if (!name) return place.replaceChildren();
  const answer = await entityOf(bundle, name, mostListed).catch((error) => {
    throw error.code === 'request' ? new Error(`No document names “${name}”.`) : error;
  });
  const { of, entities, passages } = answer;
  const aliases = await aliasesOf(bundle, of);
  if (chosenEntity() !== name) return;
  place.replaceChildren(
    el('h2', { id: 'entity-name', dir: 'auto', tabindex: '-1' }, of),
    el('p', { class: 'quiet' }, aliases.length > 0 ? `Also ${aliases.join(', ')}. ` : '', el('a', { href: '#' }, 'Close')),
    draw(`Neighbours of ${of}`, [answer], linkTo),
    ...list('Neighbours', entities.map(({ name: other, weight, from }) => [linkToEntity(other), ` ${weight}`, ...(from ? sentence(from, linkTo) : [])])),
    ...list('Passages', passages.map((from) => sentence(from, linkTo))),
  );
  place.querySelector('h2')?.focus();
}

/**
 * An entity, as its figure and its panel have it.
 * @typedef {object} Entity
 * @property {string} of its name
 * @property {{name: string, weight: number, from: From | undefined}[]} entities its neighbours, each with a sentence that names both
 * @property {From[]} passages sections that mention it, each with a sentence that names it
 */

/** @typedef {NonNullable<Reason['from']>} From */

/**
 * @param {Search} bundle
 * @param {string} name
 * @param {number} k passages and entities at most
 * @param {AbortSignal} [signal]
 * @returns {Promise<Entity>}
 */
async function entityOf(bundle, name, k, signal) {
  const { name: of, near, passages } = await bundle.entity(name, { k, signal });
  return {
    of,
    entities: near.map(({ path: [other = ''] = [], weight = 0, from }) => ({ name: other, weight, from })),
    passages: passages.flatMap(({ reasons: [reason] = [] }) => reason?.from ?? []),
  };
}

/**
 * The names in a text.
 * @param {Search} bundle
 * @param {string} text
 * @param {AbortSignal} [signal]
 */
async function namesIn(bundle, text, signal) {
  const { entities } = await bundle.search(text, { mode: 'bm25', k: 1, explain: true, excerpts: [], signal });
  return entities.map(({ name }) => name);
}

/**
 * The words of a name, and their first letters, that lead to the same entity by themselves.
 * @param {Search} bundle
 * @param {string} name
 */
async function aliasesOf(bundle, name) {
  const words = name.split(/\s+/u);
  const known = await Promise.all([...words, words.map(([first]) => first).join('')].filter((word) => word !== name).map(async (word) => ((await namesIn(bundle, word)).includes(name) ? [word] : [])));
  return [...new Set(known.flat())];
}

/**
 * A sentence with a link to its section.
 * @param {From} from
 * @param {LinkTo} linkTo
 * @returns {Child[]}
 */
function sentence({ title, heading, url, sentence: text }, linkTo) {
  const href = linkTo(url);
  const name = heading && heading !== title ? `${title} › ${heading}` : title;
  return [el('span', { class: 'excerpt', dir: 'auto' }, text && ` “${text}” `), el(href ? 'a' : 'span', { dir: 'auto', ...(href && { href }) }, name)];
}

/**
 * A list under a heading, if it has anything.
 * @param {string} name
 * @param {Child[][]} items
 * @returns {Child[]}
 */
function list(name, items) {
  return items.length > 0 ? [el('h3', {}, name), el('ul', {}, ...items.map((item) => el('li', {}, ...item)))] : [];
}

/**
 * The figure of *Why this result?*, of entities: those asked for, their neighbours, and the sections that name both.
 * @param {string} title
 * @param {Entity[]} answers
 * @param {LinkTo} linkTo
 */
function draw(title, answers, linkTo) {
  const figure = figureOf(answers);
  const { boxes, lines, height } = layOut(figure, false, width);
  const picture = svg(
    'svg', { viewBox: `-3 20 ${width + 6} ${height - 16}`, role: 'group', 'aria-label': title },
    svg('desc', {}, figure.lines.map(({ from, to }) => `${figure.nodes[from].text} – ${figure.nodes[to].text}`).join('; ')),
    ...lines.map(({ path, width: stroke }) => svg('path', { d: path, 'stroke-width': stroke })),
  );
  boxes.forEach(({ x, y, width: across, height: down, label }, i) => {
    const { column, text, url } = figure.nodes[i];
    const href = url === undefined ? panelOf(text) : linkTo(url);
    const middle = { x: x + across / 2, y: y + down / 2 - ((label.length - 1) * lineHeight) / 2 };
    picture.append(svg(
      href ? 'a' : 'g', { class: column, ...(href && { href, 'aria-label': label.join(' ') }) },
      svg('title', {}, text),
      svg('rect', { x, y, width: across, height: down, rx: column === 'passage' ? 6 : down / 2 }),
      svg('text', { ...middle, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, ...label.map((line, n) => svg('tspan', { x: middle.x, dy: Math.min(n, 1) * lineHeight }, n > 0 ? ` ${line}` : line))),
    ));
  });
  return el('div', { class: 'picture' }, picture);
}

/**
 * @param {Entity[]} answers
 * @returns {Figure}
 */
function figureOf(answers) {
  /** @type {Figure} */
  const figure = { nodes: answers.map(({ of }) => ({ column: 'term', text: of })), lines: [] };
  const { nodes, lines } = figure;
  const add = (/** @type {Figure['nodes'][number]} */ node) => {
    const known = nodes.findIndex(({ column, text, url }) => column === node.column && text === node.text && url === node.url);
    return known < 0 ? nodes.push(node) - 1 : known;
  };
  for (const [from, { entities }] of answers.entries()) {
    for (const { name: text, weight } of entities) lines.push({ from, to: add({ column: 'entity', text }), strength: weight });
  }
  for (const { entities } of answers) {
    for (const { name: text, from } of entities) {
      if (!from) continue;
      const place = from.heading && from.heading !== from.title ? from.heading : from.title;
      const line = { from: add({ column: 'entity', text }), to: add({ column: 'passage', text: place, url: from.url }), strength: 1 };
      if (!lines.some((old) => old.from === line.from && old.to === line.to)) lines.push(line);
    }
  }
  return figure;
}
