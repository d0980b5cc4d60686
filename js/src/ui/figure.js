import { formOf, place, present, startOf } from './why.js';
/** @import {Hit, Reason, Result} from '../types.js' */

/**
 * A node of the picture.
 * @typedef {object} FigureNode
 * @property {'term' | 'entity' | 'passage'} column
 * @property {string} text
 * @property {string} [url] of a passage, as a hit has it; other nodes lead to a search for their text
 * @property {boolean} [target] of the hit that is explained
 */

/**
 * A line of the picture, between nodes by their places in `nodes`.
 * @typedef {object} FigureLine
 * @property {number} from
 * @property {number} to
 * @property {number} strength words or mentions that the line stands for, from 1
 */

/**
 * How the words of a query, entities and passages hang together for one hit.
 * @typedef {object} Figure
 * @property {FigureNode[]} nodes terms, then entities, then passages: the order for every reader
 * @property {FigureLine[]} lines
 */

const columns = /** @type {const} */ (['term', 'entity', 'passage']);

/**
 * @param {Hit} hit
 * @param {Result} result that it belongs to
 * @returns {Figure} only nodes from which a line leads on; no lines if nothing leads to the hit
 */
export function figureOf(hit, result) {
  const { why } = hit;
  const draft = new Draft();
  const target = draft.node('passage', place(hit), hit.url);
  target.target = true;
  for (const { word } of present(result.terms, why.terms)) draft.line(draft.node('term', word), target, 1);
  for (const { entity: i, count } of why.entities) {
    if (result.entities[i]) draft.line(draft.queryEntity(i, result), target, count);
  }
  const reasons = why.reasons ?? [];
  reasons.forEach((reason, i) => drawReason(draft, reason, { hit, result, target, before: reasons[i - 1], next: reasons[i + 1] }));
  return draft.figure();
}

/** Other hits of a community that are drawn. */
const mostMembers = 4;

/**
 * What a reason is drawn beside.
 * @typedef {object} Surroundings
 * @property {Hit} hit
 * @property {Result} result
 * @property {FigureNode} target
 * @property {Reason} [before]
 * @property {Reason} [next]
 */

/**
 * A reason: a link from another passage, a way over entities, or a thing of another kind
 * among the entities, such as a keyword or a community.
 * @param {Draft} draft
 * @param {Reason} reason
 * @param {Surroundings} surroundings
 */
function drawReason(draft, reason, surroundings) {
  const { kind, path = [] } = reason;
  const { target } = surroundings;
  if (reason.from) drawLink(draft, reason, surroundings);
  else if (kind === 'pair') drawPath(draft, path);
  else if (kind === 'entities') for (const name of path) draft.line(draft.node('entity', name), target, 1);
  else if (kind !== 'summary') drawThing(draft, reason, surroundings);
}

/**
 * A link: from its passage over its entity to the next link's passage, or to the target.
 * @param {Draft} draft
 * @param {Reason} reason
 * @param {Surroundings} surroundings
 */
function drawLink(draft, reason, { result, target, before, next }) {
  const { from, path = [] } = reason;
  if (!from) return;
  const start = draft.node('passage', place(from), from.url);
  const entity = draft.node('entity', path[0]);
  const found = result.hits.find(({ url }) => url === from.url);
  const named = before ? -1 : startOf(reason, result.entities);
  if (named >= 0) draft.line(draft.queryEntity(named, result), start, 1);
  for (const term of present(result.terms, found?.why.terms ?? [])) {
    if (named < 0 || !within(term, result.entities[named])) draft.line(draft.node('term', term.word), start, 1);
  }
  draft.line(start, entity, 1);
  draft.line(entity, next?.from ? draft.node('passage', place(next.from), next.from.url) : target, 1 + from.covers.length);
}

/**
 * A node of the column of entities. A keyword has lines to its words of the query, a
 * community to its other hits, and an entity on a walk to the entity before it.
 * @param {Draft} draft
 * @param {Reason} reason
 * @param {Surroundings} surroundings
 */
function drawThing(draft, { kind, label = '', path = [] }, { hit, result, target, before }) {
  const name = kind === 'keyword' ? formOf(label, hit) : path.join(', ');
  if (!name || kind === 'text') return;
  const node = draft.node('entity', name);
  if (kind === 'keyword') {
    for (const { word } of result.terms.filter(({ word, stop }) => !stop && word.toLowerCase().startsWith(label))) draft.line(draft.node('term', word), node, 1);
  }
  if (before?.path && label !== 'similarity') draft.line(draft.node('entity', before.path[0]), node, 1);
  draft.line(node, target, kind === 'keyword' ? 1 : 2);
  if (kind !== 'community') return;
  const others = result.hits.filter((other) => other !== hit && other.why.reasons?.some((it) => it.kind === kind && it.path?.join(', ') === name));
  for (const other of others.slice(0, mostMembers)) draft.line(node, draft.node('passage', place(other), other.url), 1);
}

/**
 * @param {{start: number, end: number}} term
 * @param {{start: number, end: number}} entity
 */
const within = (term, entity) => term.start >= entity.start && term.end <= entity.end;

/**
 * @param {Draft} draft
 * @param {string[]} names
 */
function drawPath(draft, names) {
  for (let i = 1; i < names.length; i++) draft.line(draft.node('entity', names[i - 1]), draft.node('entity', names[i]), 1);
}

/** A figure in the making: nodes and lines that are named twice become one. */
class Draft {
  /** @type {FigureNode[]} */
  #nodes = [];
  /** @type {Map<string, {from: FigureNode, to: FigureNode, strength: number}>} */
  #lines = new Map();

  /**
   * @param {FigureNode['column']} column
   * @param {string} text
   * @param {string} [url]
   * @returns {FigureNode}
   */
  node(column, text, url) {
    const known = this.#nodes.find((node) => node.column === column && node.text === text && node.url === url);
    if (known) return known;
    const node = url === undefined ? { column, text } : { column, text, url };
    this.#nodes.push(node);
    return node;
  }

  /**
   * An entity of the query, with lines from the words that name it.
   * @param {number} i
   * @param {Result} result
   */
  queryEntity(i, { terms, entities }) {
    const entity = this.node('entity', entities[i].name);
    for (const term of terms) {
      if (!term.stop && within(term, entities[i])) this.line(this.node('term', term.word), entity, 1);
    }
    return entity;
  }

  /**
   * @param {FigureNode} from
   * @param {FigureNode} to
   * @param {number} strength
   */
  line(from, to, strength) {
    const key = `${this.#nodes.indexOf(from)}-${this.#nodes.indexOf(to)}`;
    if (from !== to && !this.#lines.has(key)) this.#lines.set(key, { from, to, strength });
  }

  /** @returns {Figure} */
  figure() {
    const drawn = [...this.#lines.values()];
    const nodes = columns.flatMap((column) =>
      this.#nodes.filter((node) => node.column === column && drawn.some(({ from, to }) => from === node || to === node)),
    );
    const lines = drawn.map(({ from, to, strength }) => ({ from: nodes.indexOf(from), to: nodes.indexOf(to), strength }));
    return { nodes, lines };
  }
}

/** Units of the picture: pixels at its natural size. */
const headHeight = 24;
const boxHeight = 30;
const gap = 12;
const left = { term: 0, entity: 190, passage: 410 };
const width = { term: 130, entity: 160, passage: 190 };
const widest = left.passage + width.passage;
const charWidth = 7.4;
const thinnest = 1.5;
const thickest = 6;

/**
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string} label the node's text, cut to fit
 */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {{column: FigureNode['column'], x: number, y: number}[]} heads middles of the columns' headings
 * @property {Box[]} boxes parallel to the nodes
 * @property {{path: string, width: number}[]} lines parallel to the lines: SVG path data, stroke width
 */

/**
 * Places the nodes in three columns, each centred.
 * @param {Figure} figure
 * @param {boolean} mirrored for text that runs from right to left
 * @returns {Layout}
 */
export function layOut({ nodes, lines }, mirrored) {
  const heights = columns.map((column) => nodes.filter((node) => node.column === column).length * (boxHeight + gap) - gap);
  const height = headHeight + Math.max(boxHeight, ...heights);
  const start = (/** @type {FigureNode['column']} */ column) => (mirrored ? widest - left[column] - width[column] : left[column]);
  const placed = { term: 0, entity: 0, passage: 0 };
  const boxes = nodes.map(({ column, text }) => {
    const x = start(column);
    const y = headHeight + (height - headHeight - heights[columns.indexOf(column)]) / 2 + placed[column]++ * (boxHeight + gap);
    return { x, y, width: width[column], height: boxHeight, label: cut(text, (width[column] - 16) / charWidth) };
  });
  const strongest = Math.max(1, ...lines.map(({ strength }) => strength));
  return {
    width: widest,
    height,
    heads: columns.filter((_, i) => heights[i] > 0).map((column) => ({ column, x: start(column) + width[column] / 2, y: headHeight / 2 - 2 })),
    boxes,
    lines: lines.map(({ from, to, strength }) => ({
      path: curve(boxes[from], boxes[to]),
      width: thinnest + ((thickest - thinnest) * strength) / strongest,
    })),
  };
}

/**
 * A curve between two boxes: side to side, or a bow between boxes of one column.
 * @param {Box} a
 * @param {Box} b
 * @returns {string}
 */
function curve(a, b) {
  const sameColumn = a.x === b.x;
  const forward = b.x > a.x;
  const x1 = forward || sameColumn ? a.x + a.width : a.x;
  const x2 = forward ? b.x : b.x + b.width;
  const bend = sameColumn ? 28 : (x2 - x1) / 2;
  const [y1, y2] = [a.y + a.height / 2, b.y + b.height / 2];
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${sameColumn ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`;
}

/**
 * A text that fits, by the widths of its characters: those of East Asia count twice.
 * @param {string} text
 * @param {number} room in narrow characters
 */
export function cut(text, room) {
  let used = 0;
  const kept = [];
  for (const char of text) {
    used += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[\u{20000}-\u{3ffff}]/u.test(char) ? 2 : 1;
    if (used > room) return `${kept.slice(0, -1).join('').trimEnd()}…`;
    kept.push(char);
  }
  return text;
}
