/** The drawing of a map: circles of communities, a dot for each page, names where there is room. */

/** @import {Group, MapData} from './data.js' */

/**
 * What part of the map is seen.
 * @typedef {object} View
 * @property {number} x of the map, in the middle of the canvas
 * @property {number} y
 * @property {number} scale pixels for a unit of the map
 */

/**
 * The marks on the map.
 * @typedef {object} Marks
 * @property {number} group that is chosen, or −1
 * @property {number} page that is chosen or pointed at, or −1
 * @property {ReadonlySet<number> | undefined} found pages that a search found; others are faded
 */

/** Units of the map: the radius of a dot. Pages are 100 units apart. */
const dot = 34;
/** Pixels: the radii of dots, and from which they can be pointed at. */
const leastDot = 0.9;
const mostDot = 8;
export const pointableDot = 2.2;
/** Pixels: a community with a larger radius shows what is in it. */
const openRadius = 120;
/** Units of the map between a title and the dots beside it, in pixels: below there is no room. */
const titleScale = 0.32;
/** Pixels: the radius of dots from which the chosen community has those titles that find room. */
const titledDot = 4;
const labelFont = 13;
const titleFont = 11.5;
/** Pixels: the smallest name of a community; one that is still too wide for it is cut. */
const leastName = 10;
/** The width of a name at most, in radii of its circle. */
const nameRoom = 2.1;

/** @type {(scale: number) => number} */
export const dotRadius = (scale) => Math.min(mostDot, Math.max(leastDot, dot * scale));

/** @typedef {ReturnType<typeof makeDrawing>} Drawing */

/** @param {HTMLCanvasElement} canvas @param {MapData} data @param {(group: Group) => string} nameOf what a group is called */
export function makeDrawing(canvas, data, nameOf) {
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const { groups, pages } = data;
  /** Dots as pictures, by colour and size. @type {Map<string, HTMLCanvasElement>} */
  const dots = new Map();
  /** @type {Map<string, number>} */
  const widths = new Map();
  let colours = { ink: '', paper: '', quiet: '', accent: '', dark: false, forced: false };
  let font = 'sans-serif';
  let width = 0;
  let height = 0;
  let ratio = 1;

  return { dress, fit, isOpen, at, find, draw, size: () => ({ width, height }) };

  /** Takes sizes and colours from the style. */
  function dress() {
    const style = getComputedStyle(canvas);
    ratio = Math.min(devicePixelRatio || 1, 2);
    ({ width, height } = canvas.getBoundingClientRect());
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    font = style.fontFamily;
    const ink = style.color;
    const [r = 0, g = 0, b = 0] = (ink.match(/[\d.]+/g) ?? []).map(Number);
    colours = {
      ink, paper: style.backgroundColor, quiet: style.borderTopColor, accent: style.outlineColor,
      dark: r + g + b > 380, forced: matchMedia('(forced-colors: active)').matches,
    };
    dots.clear();
    widths.clear();
  }

  /** The view that has all of the map, or a group. @param {Group} [group] @returns {View} */
  function fit(group) {
    const [x, y, w, h] = group ? [group.x, group.y, group.r * 2.3, group.r * 2.3] : [data.width / 2, data.height / 2, data.width, data.height];
    return { x, y, scale: Math.min(width / Math.max(w, 1), height / Math.max(h, 1)) };
  }

  /** Whether a group shows what is in it. @param {Group} group @param {View} view */
  function isOpen({ r, children = [] }, { scale }) {
    return children.length > 0 && r * scale > openRadius;
  }

  /** Whether a group shows titles of its pages. @param {Group} g @param {View} view @param {number} chosen group */
  function isTitled(g, { scale }, chosen) {
    return g.children?.length === 0 && (scale > titleScale || (g === groups[chosen] && dotRadius(scale) >= titledDot));
  }

  /** The place of a point of the canvas on the map. @param {View} view @param {number} px @param {number} py */
  function at({ x, y, scale }, px, py) {
    return { x: x + (px - width / 2) / scale, y: y + (py - height / 2) / scale };
  }

  /**
   * The page at a point of the canvas, and the innermost group that is shown there; −1 for neither.
   * @param {View} view @param {number} px @param {number} py
   */
  function find(view, px, py) {
    const point = at(view, px, py);
    let group = -1;
    groups.forEach((g, at) => {
      const shown = g.parent === group && (g.parent < 0 || isOpen(groups[g.parent], view));
      if (shown && Math.hypot(g.x - point.x, g.y - point.y) <= g.r) group = at;
    });
    let page = -1;
    const radius = dotRadius(view.scale);
    let best = (Math.max(radius, 4) + 6) / view.scale;
    if (group >= 0 && radius >= pointableDot) {
      const { first, end } = groups[group];
      for (let p = first; p < end; p++) {
        const distance = Math.hypot(pages.x[p] - point.x, pages.y[p] - point.y);
        if (distance < best) [page, best] = [p, distance];
      }
    }
    return { group, page };
  }

  /** @param {View} view @param {Marks} marks */
  function draw(view, marks) {
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = colours.paper;
    c.fillRect(0, 0, width, height);
    const shown = groups.filter((g) => isSeen(g, view) && (g.parent < 0 || isOpen(groups[g.parent], view) || g.children?.length === 0));
    for (const g of shown) drawCircle(g, view);
    if (marks.group >= 0) drawChosen(groups[marks.group], view);
    for (const g of shown) if (g.children?.length === 0) drawPages(g, view, marks);
    if (marks.page >= 0) drawPage(marks.page, view);
    drawLabels(shown, view, marks);
  }

  /** @param {View} view @param {number} x @param {number} y @returns {[number, number]} */
  function place(view, x, y) {
    return [(x - view.x) * view.scale + width / 2, (y - view.y) * view.scale + height / 2];
  }

  /** @param {Group} g @param {View} view */
  function isSeen(g, view) {
    const [x, y] = place(view, g.x, g.y);
    const r = g.r * view.scale;
    return x + r > 0 && y + r > 0 && x - r < width && y - r < height;
  }

  /** @param {string} [tint] @param {number} [alpha] */
  function paint(tint = '0 0', alpha = 1) {
    const { dark, forced, ink } = colours;
    if (forced) return ink;
    return `oklch(${dark ? 0.78 : 0.56} ${tint} / ${alpha})`;
  }

  /** @param {Group} g @param {View} view */
  function drawCircle(g, view) {
    const [x, y] = place(view, g.x, g.y);
    const outermost = g.parent < 0;
    if (!outermost && !isOpen(groups[g.parent], view)) return;
    c.beginPath();
    c.arc(x, y, g.r * view.scale, 0, 2 * Math.PI);
    if (!colours.forced) {
      c.fillStyle = paint(g.tint, outermost ? 0.09 : 0.07);
      c.fill();
    }
    c.lineWidth = 1;
    c.strokeStyle = paint(g.tint, outermost ? 0.45 : 0.28);
    c.stroke();
  }

  /** Marks the chosen group, and leads to those near it. @param {Group} g @param {View} view */
  function drawChosen(g, view) {
    const [x, y] = place(view, g.x, g.y);
    const r = g.r * view.scale;
    c.lineWidth = 2.5;
    c.strokeStyle = colours.accent;
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    c.stroke();
    g.near.forEach((at, i) => {
      const other = groups[at];
      const [ox, oy] = place(view, other.x, other.y);
      const length = Math.hypot(ox - x, oy - y) || 1;
      const [dx, dy] = [(ox - x) / length, (oy - y) / length];
      const [ax, ay, bx, by] = [x + dx * r, y + dy * r, ox - dx * other.r * view.scale, oy - dy * other.r * view.scale];
      c.lineWidth = Math.max(1.5, 5 - i);
      bow(ax, ay, bx, by);
    });
  }

  /** @param {number} ax @param {number} ay @param {number} bx @param {number} by */
  function bow(ax, ay, bx, by) {
    c.beginPath();
    c.moveTo(ax, ay);
    c.quadraticCurveTo((ax + bx) / 2 - (by - ay) * 0.15, (ay + by) / 2 + (bx - ax) * 0.15, bx, by);
    c.stroke();
  }

  /**
   * The dots of a group. Small ones are squares, which are drawn much faster.
   * @param {Group} g @param {View} view @param {Marks} marks
   */
  function drawPages(g, view, { found, group }) {
    const { first, end, tint } = g;
    const { scale } = view;
    const r = dotRadius(scale);
    const [ox, oy] = place(view, 0, 0);
    // Below a name they stand back.
    const plain = paint(tint, found ? 0.18 : isTitled(g, view, group) ? 0.95 : 0.6);
    const strong = colours.forced ? colours.accent : paint(tint);
    c.fillStyle = plain;
    if (r < 1.6) {
      const side = r * 1.8;
      for (let p = first; p < end; p++) if (!found?.has(p)) c.fillRect(pages.x[p] * scale + ox - r, pages.y[p] * scale + oy - r, side, side);
    } else {
      const picture = pictureOf(plain, r);
      const half = picture.width / ratio / 2;
      for (let p = first; p < end; p++) {
        const x = pages.x[p] * scale + ox;
        const y = pages.y[p] * scale + oy;
        if (x > -r && y > -r && x < width + r && y < height + r && !found?.has(p)) c.drawImage(picture, x - half, y - half, half * 2, half * 2);
      }
    }
    if (!found) return;
    c.fillStyle = strong;
    for (let p = first; p < end; p++) {
      if (!found.has(p)) continue;
      c.beginPath();
      c.arc(pages.x[p] * scale + ox, pages.y[p] * scale + oy, Math.max(r + 1, 3.5), 0, 2 * Math.PI);
      c.fill();
    }
  }

  /** @param {string} colour @param {number} radius */
  function pictureOf(colour, radius) {
    const size = Math.max(1, Math.round(radius * ratio * 2) / 2);
    const key = `${colour} ${size}`;
    let picture = dots.get(key);
    if (!picture) {
      picture = document.createElement('canvas');
      picture.width = picture.height = Math.ceil(size) * 2 + 2;
      const c = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
      c.fillStyle = colour;
      c.beginPath();
      c.arc(picture.width / 2, picture.width / 2, size, 0, 2 * Math.PI);
      c.fill();
      if (dots.size > 200) dots.clear();
      dots.set(key, picture);
    }
    return picture;
  }

  /** A page that is pointed at, and the way to those near it. @param {number} page @param {View} view */
  function drawPage(page, view) {
    const [x, y] = place(view, pages.x[page], pages.y[page]);
    const r = Math.max(dotRadius(view.scale), 3);
    c.strokeStyle = colours.accent;
    c.lineWidth = 1.5;
    for (const other of pages.near[page]) {
      const [ox, oy] = place(view, pages.x[other], pages.y[other]);
      bow(x, y, ox, oy);
      c.beginPath();
      c.arc(ox, oy, r + 1.5, 0, 2 * Math.PI);
      c.stroke();
    }
    c.lineWidth = 3;
    c.beginPath();
    c.arc(x, y, r + 3, 0, 2 * Math.PI);
    c.stroke();
  }

  /**
   * Names of groups, the largest first, then titles of pages: each where no other stands.
   * @param {Group[]} shown @param {View} view @param {Marks} marks
   */
  function drawLabels(shown, view, { page, found, group }) {
    const radius = dotRadius(view.scale);
    /** @type {[number, number, number, number][]} */
    const taken = [];
    const put = (/** @type {string[]} */ lines, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ colour, weight = 600, dots = /** @type {[number, number][]} */ ([])) => {
      const boxes = lines.map((line, i) => {
        const half = measure(line, size, weight) / 2 + 4;
        const top = y + (i - lines.length / 2) * size * 1.25;
        return /** @type {[number, number, number, number]} */ ([x - half, top - 2, x + half, top + size * 1.25 + 2]);
      });
      if (taken.some((other) => boxes.some((box) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]))) return false;
      if (dots.some(([dx, dy]) => boxes.some((box) => dx + radius > box[0] && dx - radius < box[2] && dy + radius > box[1] + 4 && dy - radius < box[3] - 4))) return false;
      taken.push(...boxes);
      write(lines, x, y, size, colour, weight);
      return true;
    };
    if (page >= 0) {
      const [x, y] = place(view, pages.x[page], pages.y[page]);
      const title = shorten(pages.title[page], 60);
      put([title], inside(x, title), y - radius - 16, labelFont, colours.ink);
    }
    const named = shown.filter((g) => !isOpen(g, view) && (g.parent < 0 || isOpen(groups[g.parent], view)));
    for (const g of [...named].sort((a, b) => b.r - a.r)) {
      const r = g.r * view.scale;
      if (r < 16 || isTitled(g, view, group)) continue;
      let lines = nameOf(g).split(', ');
      const room = nameRoom * r;
      const fitting = room / Math.max(...lines.map((line) => measure(line, 1, 600)));
      const size = Math.floor(Math.min(20, Math.max(leastName, Math.min(r / 5, fitting)))); // few sizes are drawn faster than many
      // A name that is too wide has a line for each word, if they fit into the circle.
      const words = lines.flatMap((line) => (measure(line, size, 600) > room ? line.split(' ') : [line]));
      if (words.length * size * 1.25 < 1.6 * r) lines = words;
      const [x, y] = place(view, g.x, g.y);
      put(lines.map((line) => {
        const width = measure(line, size, 600);
        return width > room ? shorten(line, Math.floor(([...line].length * room) / width)) : line;
      }), x, y, size, colours.ink);
    }
    // A group that is open has its name at its upper edge, or at that of the canvas, where the innermost counts.
    for (const g of [...shown].reverse()) {
      if (!isOpen(g, view) && !isTitled(g, view, group)) continue;
      const [x, y] = place(view, g.x, g.y);
      const top = Math.max(y - g.r * view.scale + 16, 16);
      const name = shorten(nameOf(g), 44);
      const middle = inside(x, name);
      if (Math.hypot(middle - x, top - y) < g.r * view.scale) put([name], middle, top, labelFont, colours.quiet);
    }
    // A title stands below its dot, else above or beside it, on no other dot, and whole on the canvas.
    const wanted = found ? [...found].slice(0, 60) : shown.filter((g) => isTitled(g, view, group)).flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i));
    const places = wanted.map((p) => place(view, pages.x[p], pages.y[p]));
    const dots = found ? [] : places.filter(([x, y]) => x > -200 && y > -20 && x < width + 200 && y < height + 20);
    wanted.forEach((p, at) => {
      const [x, y] = places[at];
      if (x < 0 || y < 0 || x > width || y > height) return;
      const title = shorten(pages.title[p], 32);
      const half = measure(title, titleFont, 400) / 2;
      const aside = half + radius + 4;
      const whole = (/** @type {number} */ middle) => middle > half && middle + half < width;
      [[0, radius + 9], [0, -radius - 9], [aside, 0], [-aside, 0]].some(([dx, dy]) => whole(x + dx) && put([title], x + dx, y + dy, titleFont, colours.ink, 400, dots));
    });
  }

  /** The middle of a name that is to be on the canvas as a whole. @param {number} x @param {string} name */
  function inside(x, name) {
    const half = measure(name, labelFont, 600) / 2 + 6;
    return Math.min(Math.max(x, half), width - half);
  }

  /** @param {string} text @param {number} size @param {number} weight */
  function measure(text, size, weight) {
    // Widths grow with the size: each text is measured once.
    const key = `${weight} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      c.font = `${weight} 100px ${font}`;
      width = c.measureText(text).width / 100;
      widths.set(key, width);
    }
    return width * size;
  }

  /** @param {string[]} lines @param {number} x @param {number} y @param {number} size @param {string} colour @param {number} weight */
  function write(lines, x, y, size, colour, weight) {
    c.font = `${weight} ${size}px ${font}`;
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.lineJoin = 'round';
    c.lineWidth = 4;
    c.strokeStyle = colours.paper;
    c.fillStyle = colour;
    lines.forEach((line, i) => {
      const at = y + (i - (lines.length - 1) / 2) * size * 1.25;
      c.strokeText(line, x, at);
      c.fillText(line, x, at);
    });
  }
}

/** A text without its middle: ends tell names of code apart. @param {string} text @param {number} most characters */
function shorten(text, most) {
  const chars = [...text];
  if (chars.length <= most) return text;
  const half = Math.max(0, most - 1) / 2;
  return `${chars.slice(0, Math.ceil(half)).join('').trimEnd()}…${chars.slice(chars.length - Math.floor(half)).join('').trimStart()}`;
}
