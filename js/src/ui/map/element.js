/** `<mycel-map>`: what the pages of a site are about, on a canvas, with a list beside it that a keyboard and a screen reader read. */

import { rememberQuery } from '../address.js';
import { button, el } from '../dom.js';
import { fill } from '../fill.js';
import { beside } from '../settings.js';
import style from '../styles/map.js';
import { makeDrawing } from './canvas.js';
import { groupOf, pathTo, readMap } from './data.js';
import { renderPages, renderPlace } from './list.js';
import { listenToPointers } from './pointers.js';
import { wordsOf } from './words.js';
/** @import {Drawing, View} from './canvas.js' */
/** @import {Group, MapData} from './data.js' */
/** @import {Guide} from './list.js' */
/** @import {Words} from './words.js' */

/** Milliseconds of a movement. */
const travel = 450;
const mostScale = 3;
/** How far outside the window the map begins to load, in pixels. */
const margin = '300px';

/** Servers have none. @type {typeof HTMLElement} */
const Base = globalThis.HTMLElement ?? class {};

export class CorpusMap extends Base {
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
  /** @type {Guide | undefined} */
  #guide;
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
    return this.#guide?.data;
  }

  /** @param {ShadowRoot} root */
  #build(root) {
    const words = this.#words;
    const tool = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      const made = button('mycel-tool', act, sign);
      made.ariaLabel = made.title = label;
      return made;
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
    listenToPointers(canvas, {
      hold: () => this.#moving++,
      hover: (x, y) => {
        const found = this.#drawing?.find(this.#view, x, y);
        if (!found) return;
        canvas.style.cursor = found.page >= 0 || found.group >= 0 ? 'pointer' : 'grab';
        this.#point(found.page);
      },
      pinch: (factor, x, y) => this.#zoom(factor, x, y, false),
      drag: (dx, dy) => {
        const { x, y, scale } = this.#view;
        this.#view = { scale, x: x - dx / scale, y: y - dy / scale };
        this.#redraw();
      },
      press: (x, y) => {
        const found = this.#drawing?.find(this.#view, x, y);
        if (found && found.page >= 0) this.#choosePage(found.page);
        else if (found) this.#choose(found.group);
      },
    });
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
      const data = readMap(here ? JSON.parse(here.textContent ?? '') : await fetchJSON(address));
      this.#show(data, root === null ? beside('../../', address) : beside(root, document.baseURI));
      this.dispatchEvent(new CustomEvent('load'));
    } catch (error) {
      this.#status.textContent = this.#words.failed;
      this.dispatchEvent(new CustomEvent('error', { detail: { error } }));
    }
  }

  /** @param {MapData} data @param {string} root absolute URL that its addresses are relative to */
  #show(data, root) {
    const words = this.#words;
    const language = this.closest('[lang]')?.getAttribute('lang') || 'en';
    const name = (/** @type {Group} */ group) => group.name || words.others;
    const number = (/** @type {number} */ n) => n.toLocaleString(language);
    this.#guide = { data, words, name, number, root, choose: (group) => this.#choose(group, true), point: (page) => this.#point(page) };
    this.#drawing = makeDrawing(this.#canvas, data, name);
    this.#canvas.ariaLabel = fill(words.label, { n: number(data.pages.title.length) });
    this.#recall(data);
    this.#fitStage();
    this.#tell();
  }

  /** Restores the state in the address. @param {MapData} data */
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
    this.#view = drawing.fit(this.data?.groups[this.#group]);
    this.#redraw();
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
    const { width, height } = drawing.size();
    const to = { x: at.x - (px - width / 2) / scale, y: at.y - (py - height / 2) / scale, scale };
    if (smooth) this.#travel(to);
    else {
      this.#moving++;
      this.#view = to;
      this.#redraw();
    }
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
    const { data } = this;
    if (!drawing || !data) return;
    this.#group = group;
    this.#page = -1;
    this.#remember(data);
    this.#travel(drawing.fit(data.groups[group]));
    this.#tell(focus);
  }

  /** @param {number} page */
  #choosePage(page) {
    const { data } = this;
    const drawing = this.#drawing;
    if (!data || !drawing) return;
    this.#page = page;
    this.#group = groupOf(data, page);
    this.#remember(data);
    const near = drawing.fit(data.groups[this.#group]);
    if (this.#view.scale < near.scale) this.#travel(near);
    this.#redraw();
    this.#tell();
  }

  #search() {
    const { data } = this;
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
    const guide = this.#guide;
    if (!guide) return;
    const { words, number } = guide;
    const heading = el('h2', { class: 'mycel-heading', tabindex: '-1', dir: 'auto' });
    const found = this.#page < 0 ? this.#found : undefined;
    this.#status.textContent = !found ? '' : found.size > 0 ? `${words.pages}: ${number(found.size)}` : words.none;
    this.#list.replaceChildren(...(found ? [renderPages(guide, [...found])] : renderPlace(guide, this.#group, this.#page, heading)));
    this.#list.scrollTop = 0;
    if (focus) heading.focus({ preventScroll: true });
  }
}

/** @param {string} address */
async function fetchJSON(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
