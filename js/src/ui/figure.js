import { cut } from './cut.js';
import { place } from './pages.js';
import { present, startOf, ways } from './why.js';
/** @import {Hit, Reason, Result} from '../types.js' */

/**
 * A node of the picture.
 * @typedef {object} FigureNode
 * @property {'term' | 'entity' | 'passage'} column
 * @property {string} text
 * @property {string} [url] of a passage, as a hit has it; other nodes lead to a search for their text
 * @property {boolean} [target] of the hit that is explained
 * @property {string} [short] of the target: its section without the page
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
  if (hit.heading) target.short = hit.heading;
  for (const { word } of present(result.terms, why.terms)) draft.line(draft.node('term', word), target, 1);
  for (const { entity: i, count } of why.entities) {
    if (result.entities[i]) draft.line(draft.queryEntity(i, result), target, count);
  }
  const reasons = ways(hit);
  reasons.forEach((reason, i) => drawLink(draft, reason, { result, target, before: reasons[i - 1], next: reasons[i + 1] }));
  return draft.figure();
}

/**
 * A link: from its passage over its entity to the next link's passage, or to the target.
 * @param {Draft} draft
 * @param {Reason} reason other kinds of reasons are not drawn
 * @param {{result: Result, target: FigureNode, before?: Reason, next?: Reason}} surroundings the reasons beside it
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

/** @param {{start: number, end: number}} term @param {{start: number, end: number}} entity */
const within = (term, entity) => term.start >= entity.start && term.end <= entity.end;

/** A figure in the making: nodes and lines that are named twice become one. */
class Draft {
  /** @type {FigureNode[]} */
  #nodes = [];
  /** @type {Map<string, {from: FigureNode, to: FigureNode, strength: number}>} */
  #lines = new Map();

  /** @param {FigureNode['column']} column @param {string} text @param {string} [url] @returns {FigureNode} */
  node(column, text, url) {
    const known = this.#nodes.find((node) => node.column === column && node.text === text && node.url === url);
    if (known) return known;
    const node = url === undefined ? { column, text } : { column, text, url };
    this.#nodes.push(node);
    return node;
  }

  /** An entity of the query, with lines from the words that name it. @param {number} i @param {Result} result */
  queryEntity(i, { terms, entities }) {
    const entity = this.node('entity', entities[i].name);
    for (const term of terms) {
      if (!term.stop && within(term, entities[i])) this.line(this.node('term', term.word), entity, 1);
    }
    return entity;
  }

  /** @param {FigureNode} from @param {FigureNode} to @param {number} strength */
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
export const lineHeight = 15;
const gap = 10;
/** What a line takes that passes the names: it has a place between them, and runs behind none. */
const laneHeight = 12;
const charWidth = 6.8;
const thinnest = 1.5;
const thickest = 5;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Places the nodes in columns, each centred. A line from the first to the last column takes a
 * lane of its own above the boxes of the middle one.
 * @param {Figure} figure
 * @param {boolean} mirrored for text that runs from right to left
 * @param {number} [width] of the picture, from 280
 */
export function layOut({ nodes, lines }, mirrored, width = 600) {
  const used = columns.filter((column) => nodes.some((node) => node.column === column));
  const between = Math.max(28, width * 0.09);
  const boxWidth = Math.min(200, (width - between * (used.length - 1)) / used.length);
  const step = used.length > 1 ? (width - boxWidth) / (used.length - 1) : 0;
  const start = (/** @type {FigureNode['column']} */ column) => (mirrored ? width - boxWidth - used.indexOf(column) * step : used.indexOf(column) * step);
  const labels = nodes.map(({ text, target, short = text }) => wrap(target ? short : text, (boxWidth - 14) / charWidth));
  const boxHeight = Math.max(2, ...labels.map(({ length }) => length)) * lineHeight + 10;
  const passes = used.length === 3 ? lines.filter(({ from, to }) => nodes[from].column === 'term' && nodes[to].column === 'passage') : [];
  const lanes = passes.length > 0 ? passes.length * laneHeight + gap : 0;
  const heights = used.map((column) => (column === 'entity' ? lanes : 0) + nodes.filter((node) => node.column === column).length * (boxHeight + gap) - gap);
  const height = headHeight + Math.max(...heights);
  const top = (/** @type {FigureNode['column']} */ column) => headHeight + (height - headHeight - heights[used.indexOf(column)]) / 2;
  const placed = { term: 0, entity: 0, passage: 0 };
  const boxes = nodes.map(({ column }, i) => {
    const y = top(column) + (column === 'entity' ? lanes : 0) + placed[column]++ * (boxHeight + gap);
    return { x: start(column), y, width: boxWidth, height: boxHeight, label: labels[i] };
  });
  const strongest = Math.max(1, ...lines.map(({ strength }) => strength));
  return {
    width, height,
    /** Middles of the columns' headings. */
    heads: used.map((column) => ({ column, x: start(column) + boxWidth / 2, y: headHeight / 2 - 2 })),
    /** Parallel to the nodes, each with its text in lines, cut to fit. */
    boxes,
    /** Parallel to the lines: SVG path data, stroke width. */
    lines: lines.map((line) => {
      const lane = passes.indexOf(line);
      const y = top('entity') + (lane + 0.5) * laneHeight;
      const [a, b] = [boxes[line.from], boxes[line.to]];
      return {
        path: lane < 0 ? curve(a, b) : curve(a, { ...a, x: start('entity'), width: boxWidth, y: y - boxHeight / 2 }, `H${mirrored ? start('entity') : start('entity') + boxWidth}`, b),
        width: thinnest + ((thickest - thinnest) * line.strength) / strongest,
      };
    }),
  };
}

/**
 * A curve between two boxes: side to side, or a bow between boxes of one column; or one that
 * runs straight over a lane before it goes to a third.
 * @param {Box} a @param {Box} b @param {string} [straight] @param {Box} [c] @returns {string}
 */
function curve(a, b, straight = '', c = undefined) {
  const sameColumn = a.x === b.x;
  const forward = b.x > a.x;
  const x1 = forward || sameColumn ? a.x + a.width : a.x;
  const x2 = forward ? b.x : b.x + b.width;
  const bend = sameColumn ? 24 : (x2 - x1) / 2;
  const [y1, y2] = [a.y + a.height / 2, b.y + b.height / 2];
  const path = `M${x1} ${y1}C${x1 + bend} ${y1} ${sameColumn ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`;
  return c ? path + straight + curve(b, c).replace(/^M\S+ \S+?(?=C)/, '') : path;
}

/**
 * A text in lines of whole words, as far as they fit.
 * @param {string} text
 * @param {number} room of a line, in narrow characters
 * @param {number} [most] lines
 * @returns {string[]}
 */
export function wrap(text, room, most = 3) {
  if (most === 1 || cut(text, room) === text) return [cut(text, room)];
  const words = text.split(/\s+/u);
  let first = '';
  while (words.length > 0 && cut(`${first} ${words[0]}`.trim(), room) === `${first} ${words[0]}`.trim()) first = `${first} ${words.shift()}`.trim();
  return first ? [first, ...wrap(words.join(' '), room, most - 1)] : [cut(text, room)];
}
