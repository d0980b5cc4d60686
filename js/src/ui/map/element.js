/** `<mycel-map>`: what the pages of a site are about, on a canvas, with a list beside it that a keyboard and a screen reader read. */

import { rememberQuery } from '../address.js';
import { el } from '../dom.js';
import { fill } from '../fill.js';
import { linkTo } from '../links.js';
import { beside } from '../settings.js';
import style from '../styles/map.js';
import { Drawing } from './canvas.js';
import { around, groupOf, pathTo, readMap } from './data.js';
import { wordsOf } from './words.js';
/** @import {Child} from '../dom.js' */
/** @import {View} from './canvas.js' */
/** @import {Group, MapData} from './data.js' */
/** @import {Words} from './words.js' */

/** Pages in the list before the button for more, and how many more it brings. */
const listed = 40;
/** Milliseconds of a movement. */
const travel = 450;
const mostScale = 3;
/** How far outside the window the map begins to load, in pixels. */
const margin = '300px';

/** Servers have none. @type {typeof HTMLElement} */
const Base = globalThis.HTMLElement ?? class {};

export class CorpusMap extends Base {
  /** @type {MapData | undefined} */
  #data;
  /** @type {Words} */
  #words = wordsOf('en');
  /** @type {Drawing | undefined} */
  #drawing;
  /** @type {View} */
  #view = { x: 0, y: 0, scale: 1 };
  #group = -1;
  #page = -1;
  #pointed = -1;
  /** @type {ReadonlySet<number> | undefined} */
  #found;
  #frame = 0;
  #moving = 0;
  #root = '';
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #dragged = false;
  #canvas = el('canvas', { class: 'mycel-canvas', role: 'img' });
  #list = el('div', { class: 'mycel-list' });
  #input = el('input', { class: 'mycel-find', type: 'text', autocomplete: 'off', dir: 'auto', enterkeyhint: 'search' });
  #stage = el('div', { class: 'mycel-stage' });
  #status = el('p', { class: 'mycel-status', role: 'status' });
  #resize = globalThis.ResizeObserver && new ResizeObserver(() => this.#fitStage());
  #dress = () => this.#drawing && (this.#drawing.dress(), this.#redraw());

  connectedCallback() {
    if (!this.shadowRoot) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet];
      this.#words = wordsOf(/** @type {HTMLElement | null} */ (this.closest('[lang]'))?.lang || 'en');
      this.#build(root);
      const seen = new IntersectionObserver(([entry]) => {
        if (!entry.isIntersecting) return;
        seen.disconnect();
        void this.#load();
      }, { rootMargin: margin });
      seen.observe(this);
    }
    this.#resize.observe(this.#stage);
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) matchMedia(query).addEventListener('change', this.#dress);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) matchMedia(query).removeEventListener('change', this.#dress);
  }

  /** The map, once it is loaded. */
  get data() {
    return this.#data;
  }

  /** @param {ShadowRoot} root */
  #build(root) {
    const words = this.#words;
    const tool = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      const button = el('button', { type: 'button', class: 'mycel-tool', 'aria-label': label, title: label }, sign);
      button.onclick = act;
      return button;
    };
    const middle = () => /** @type {[number, number]} */ ([this.#stage.clientWidth / 2, this.#stage.clientHeight / 2]);
    this.#stage.append(
      this.#canvas,
      el('div', { class: 'mycel-tools' },
        tool(words.zoomIn, '+', () => this.#zoom(1.6, ...middle())),
        tool(words.zoomOut, '−', () => this.#zoom(1 / 1.6, ...middle())),
        tool(words.fit, '⤢', () => this.#choose(-1))),
    );
    this.#input.placeholder = this.#input.ariaLabel = words.find;
    this.#input.oninput = () => this.#search();
    this.#input.onkeydown = ({ key }) => {
      if (key !== 'Escape' || !this.#input.value) return;
      this.#input.value = '';
      this.#search();
    };
    root.append(el('div', { class: 'mycel-map' }, this.#stage, el('div', { class: 'mycel-side' }, this.#input, this.#status, this.#list)));
    const canvas = this.#canvas;
    canvas.onpointerdown = (event) => this.#press(event);
    canvas.onpointermove = (event) => this.#move(event);
    canvas.onpointerup = canvas.onpointercancel = (event) => this.#release(event);
    canvas.onpointerleave = () => this.#point(-1);
    canvas.addEventListener('wheel', (event) => {
      // A page that has more than the map goes on scrolling over it.
      if (!event.ctrlKey && !event.metaKey && !this.hasAttribute('wheel')) return;
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event.offsetX, event.offsetY, false);
    }, { passive: false });
  }

  async #load() {
    try {
      const here = document.querySelector(this.getAttribute('data') || 'none');
      const bundle = this.getAttribute('bundle');
      const address = bundle ? beside('map/map.json', beside(bundle.endsWith('/') ? bundle : `${bundle}/`, document.baseURI)) : beside('./map.json', import.meta.url);
      const root = this.getAttribute('root');
      this.#root = root === null ? beside('../../', address) : beside(root, document.baseURI);
      this.#show(readMap(here ? JSON.parse(here.textContent ?? '') : await fetchJSON(address)));
      this.dispatchEvent(new CustomEvent('load'));
    } catch (error) {
      this.#status.textContent = this.#words.failed;
      this.dispatchEvent(new CustomEvent('error', { detail: { error } }));
    }
  }

  /** @param {MapData} data */
  #show(data) {
    this.#data = data;
    this.#drawing = new Drawing(this.#canvas, data, (group) => this.#name(group));
    this.#canvas.ariaLabel = fill(this.#words.label, { n: this.#number(data.pages.title.length) });
    this.#recall(data);
    this.#fitStage();
    this.#tell();
  }

  /** Shows what the address says. @param {MapData} data */
  #recall(data) {
    const shown = new URL(location.href).searchParams.get(this.getAttribute('param') ?? '');
    if (!shown) return;
    this.#group = data.groups.findIndex((_, at) => pathTo(data, at) === shown);
    if (this.#group >= 0) return;
    this.#page = data.pages.url.indexOf(shown);
    if (this.#page >= 0) this.#group = groupOf(data, this.#page);
  }

  /** Writes what is shown into the address. @param {MapData} data */
  #remember(data) {
    rememberQuery(this.getAttribute('param') ?? '', data.pages.url[this.#page] ?? pathTo(data, this.#group));
  }

  #fitStage() {
    const drawing = this.#drawing;
    if (!drawing || this.#stage.clientWidth === 0) return;
    drawing.dress();
    this.#view = drawing.fit(this.#data?.groups[this.#group]);
    this.#redraw();
  }

  /** @param {Group} group */
  #name({ name }) {
    return name || this.#words.others;
  }

  /** @param {number} n */
  #number(n) {
    return n.toLocaleString(this.closest('[lang]')?.getAttribute('lang') || 'en');
  }

  #redraw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawing?.draw(this.#view, { group: this.#group, page: this.#pointed >= 0 ? this.#pointed : this.#page, found: this.#found });
    });
  }

  /** Moves to a view, at once for readers who want no motion. @param {View} to */
  #travel(to) {
    const from = { ...this.#view };
    const start = performance.now();
    const motion = ++this.#moving;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const step = (/** @type {number} */ now) => {
      if (motion !== this.#moving || !this.isConnected) return;
      const t = still ? 1 : Math.min(1, Math.max(0, (now - start) / travel));
      const eased = t * t * (3 - 2 * t);
      const scale = from.scale * (to.scale / from.scale) ** eased;
      // A place stays in a straight line on the screen while the scale grows by factors.
      const part = to.scale === from.scale ? eased : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
      this.#view = t < 1 ? { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, scale } : to;
      this.#redraw();
      if (t < 1) requestAnimationFrame(step);
    };
    step(start);
    if (!still) requestAnimationFrame(step);
  }

  /** @param {number} factor @param {number} px @param {number} py @param {boolean} [smooth] */
  #zoom(factor, px, py, smooth = true) {
    const drawing = this.#drawing;
    if (!drawing) return;
    const scale = Math.min(mostScale, Math.max(drawing.fit().scale * 0.7, this.#view.scale * factor));
    const at = drawing.at(this.#view, px, py);
    const to = { x: at.x - (px - drawing.width / 2) / scale, y: at.y - (py - drawing.height / 2) / scale, scale };
    if (smooth) this.#travel(to);
    else {
      this.#moving++;
      this.#view = to;
      this.#redraw();
    }
  }

  /** @param {PointerEvent} event */
  #press({ pointerId, offsetX, offsetY }) {
    this.#canvas.setPointerCapture(pointerId);
    this.#pointers.set(pointerId, { x: offsetX, y: offsetY });
    this.#dragged = false;
    this.#moving++;
  }

  /** @param {PointerEvent} event */
  #move({ pointerId, offsetX: x, offsetY: y }) {
    const drawing = this.#drawing;
    const before = this.#pointers.get(pointerId);
    if (!drawing) return;
    if (!before) {
      const { page, group } = drawing.find(this.#view, x, y);
      this.#canvas.style.cursor = page >= 0 || group >= 0 ? 'pointer' : 'grab';
      this.#point(page);
      return;
    }
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1];
    if (!this.#dragged && Math.hypot(x - before.x, y - before.y) < 4) return;
    this.#dragged = true;
    this.#canvas.style.cursor = 'grabbing';
    if (other) {
      const factor = Math.hypot(x - other.x, y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.#zoom(factor, (x + other.x) / 2, (y + other.y) / 2, false);
    }
    const part = other ? 2 : 1;
    const { scale } = this.#view;
    this.#view = { scale, x: this.#view.x - (x - before.x) / scale / part, y: this.#view.y - (y - before.y) / scale / part };
    this.#pointers.set(pointerId, { x, y });
    this.#redraw();
  }

  /** @param {PointerEvent} event */
  #release({ pointerId, offsetX, offsetY, type }) {
    const pressed = this.#pointers.delete(pointerId);
    const drawing = this.#drawing;
    this.#canvas.style.cursor = '';
    if (!drawing || !pressed || this.#dragged || type === 'pointercancel') return;
    const { page, group } = drawing.find(this.#view, offsetX, offsetY);
    if (page >= 0) this.#choosePage(page);
    else this.#choose(group);
  }

  /** @param {number} page */
  #point(page) {
    if (page === this.#pointed) return;
    this.#pointed = page;
    this.#redraw();
  }

  /**
   * Shows a group, or the whole map.
   * @param {number} group −1 for the whole
   * @param {boolean} [focus] the reader came by the list, whose old rows are gone
   */
  #choose(group, focus = false) {
    const drawing = this.#drawing;
    if (!drawing || !this.#data) return;
    this.#group = group;
    this.#page = -1;
    this.#remember(this.#data);
    this.#travel(drawing.fit(this.#data.groups[group]));
    this.#tell(focus);
  }

  /** @param {number} page @param {boolean} [focus] */
  #choosePage(page, focus = false) {
    const data = this.#data;
    const drawing = this.#drawing;
    if (!data || !drawing) return;
    this.#page = page;
    this.#group = groupOf(data, page);
    this.#remember(data);
    const near = drawing.fit(data.groups[this.#group]);
    if (this.#view.scale < near.scale) this.#travel(near);
    this.#redraw();
    this.#tell(focus);
  }

  #search() {
    const data = this.#data;
    if (!data) return;
    const plain = (/** @type {string} */ text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const query = plain(this.#input.value.trim());
    this.#found = undefined;
    if (query) {
      this.#found = new Set(data.pages.title.flatMap((title, page) => (plain(title).includes(query) ? [page] : [])));
      if (this.#group >= 0) this.#choose(-1);
    }
    this.#redraw();
    this.#tell();
  }

  /** Writes the list: of what is found, of a page, or of a group. @param {boolean} [focus] */
  #tell(focus = false) {
    const data = this.#data;
    if (!data) return;
    const words = this.#words;
    const group = data.groups[this.#group];
    const rows = /** @type {Child[]} */ ([]);
    const heading = el('h2', { class: 'mycel-heading', tabindex: '-1', dir: 'auto' });
    this.#status.textContent = '';
    if (this.#found && this.#page < 0) {
      const found = [...this.#found];
      this.#status.textContent = found.length > 0 ? `${words.pages}: ${this.#number(found.length)}` : words.none;
      rows.push(this.#pageList(found));
    } else {
      rows.push(this.#path(), heading);
      if (this.#page >= 0) {
        heading.append(this.#link(this.#page));
        rows.push(...section(words.linked, this.#links(data.pages.near[this.#page])));
        rows.push(...section(words.near, this.#buttons([this.#group])));
      } else {
        heading.append(group ? this.#name(group) : data.title || words.all);
        const [first, end] = group ? [group.first, group.end] : [0, data.pages.title.length];
        const inside = group ? group.children ?? [] : data.groups.flatMap(({ parent }, at) => (parent < 0 ? [at] : []));
        if (group) {
          rows.push(...group.text.map((text) => el('p', { class: 'mycel-text', dir: 'auto' }, text)));
          if (group.terms.length > 0) rows.push(el('p', { class: 'mycel-terms', dir: 'auto' }, ...group.terms.map((term) => el('span', { class: 'mycel-term' }, term))));
        }
        rows.push(...section(`${words.groups} (${this.#number(inside.length)})`, this.#buttons(inside)));
        if (group?.near.length) rows.push(...section(words.near, this.#buttons(group.near)));
        rows.push(...section(`${words.pages} (${this.#number(end - first)})`, this.#pageList(Array.from({ length: end - first }, (_, i) => first + i))));
      }
    }
    this.#list.replaceChildren(...rows);
    this.#list.scrollTop = 0;
    if (focus) heading.focus({ preventScroll: true });
  }

  /** The way from the whole to what is shown. */
  #path() {
    const data = /** @type {MapData} */ (this.#data);
    const path = [-1, ...around(data, this.#group)];
    if (this.#page < 0) path.pop();
    const nav = el('p', { class: 'mycel-path' });
    path.forEach((at, i) => {
      const button = el('button', { type: 'button', class: 'mycel-step', dir: 'auto' }, at < 0 ? this.#words.all : this.#name(data.groups[at]));
      button.onclick = () => this.#choose(at, true);
      if (i > 0) nav.append(' › ');
      nav.append(button);
    });
    return nav;
  }

  /** @param {readonly number[]} groups */
  #buttons(groups) {
    const data = /** @type {MapData} */ (this.#data);
    return groups.map((at) => {
      const group = data.groups[at];
      const swatch = el('span', { class: 'mycel-swatch' });
      swatch.style.setProperty('--_tint', group.tint ?? '0 0');
      const button = el('button', { type: 'button', class: 'mycel-group' }, swatch, el('span', { class: 'mycel-name', dir: 'auto' }, this.#name(group)), el('span', { class: 'mycel-count' }, this.#number(group.end - group.first)));
      button.onclick = () => this.#choose(at, true);
      return button;
    });
  }

  /** @param {readonly number[]} pages */
  #links(pages) {
    return pages.map((page) => this.#link(page));
  }

  /** @param {number} page */
  #link(page) {
    const { title, url } = /** @type {MapData} */ (this.#data).pages;
    const href = linkTo(url[page], this.#root);
    const node = el(href ? 'a' : 'span', { class: 'mycel-link', dir: 'auto', ...(href && { href }) }, title[page]);
    node.onpointerenter = node.onfocus = () => this.#point(page);
    node.onpointerleave = node.onblur = () => this.#point(-1);
    return node;
  }

  /** Links to pages, the first ones at once. @param {readonly number[]} pages */
  #pageList(pages) {
    const list = listOf(this.#links(pages.slice(0, listed)));
    const rest = pages.slice(listed);
    if (rest.length > 0) {
      const more = el('button', { type: 'button', class: 'mycel-more' });
      const say = () => more.replaceChildren(fill(this.#words.more, { n: this.#number(rest.length) }));
      say();
      more.onclick = () => {
        const rows = this.#links(rest.splice(0, listed * 5)).map((row) => el('li', {}, row));
        list.lastElementChild?.before(...rows);
        /** @type {HTMLElement | null} */ (rows[0].firstElementChild)?.focus();
        if (rest.length === 0) more.parentElement?.remove();
        else say();
      };
      list.append(el('li', {}, more));
    }
    return list;
  }
}

/** @param {Node[]} rows */
const listOf = (rows) => el('ul', { class: 'mycel-rows' }, ...rows.map((row) => el('li', {}, row)));

/** A list under a heading, if it has anything. @param {string} name @param {Node[] | HTMLElement} rows @returns {Child[]} */
function section(name, rows) {
  if (Array.isArray(rows) && rows.length === 0) return [];
  return [el('h3', { class: 'mycel-part' }, name), Array.isArray(rows) ? listOf(rows) : rows];
}

/** @param {string} address */
async function fetchJSON(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
