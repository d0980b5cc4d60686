/** The elements before a search. Every page loads this. */
import { leadKey } from './leadkey.js';
import style from './styles/element.js';

/** @type {Record<string, string>} */
const words = { ar: 'بحث', de: 'Suchen', es: 'Buscar', fr: 'Rechercher', it: 'Cerca', ja: '検索', nl: 'Zoeken', pt: 'Pesquisar', zh: '搜索' };

/** @param {any} at */
const label = (at) => at.getAttribute('label') ?? words[at.closest('[lang]')?.lang.slice(0, 2)] ?? 'Search';

/** @type {(tag: string, name: string, attributes?: any, svg?: boolean) => any} */
const make = (tag, name, attributes, svg) => {
  const node = document.createElementNS('http://www.w3.org/' + (svg ? '2000/svg' : '1999/xhtml'), tag);
  attributes = { class: 'mycel' + (name && '-' + name), part: name || 'box', ...attributes };
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return node;
};

const magnifier = () => {
  const icon = make('svg', 'icon', { viewBox: '0 0 24 24', 'aria-hidden': true }, true);
  icon.append(make('path', 'glyph', { d: 'M17 10a6 6 0 1 1 0-.1m-2 5 6 6' }, true));
  return icon;
};

const pages = () => [document.body, document.documentElement];

/** Servers have none. @type {typeof HTMLElement} */
const Base = globalThis.HTMLElement ?? class {};

/** What the elements have in common: a shadow root, keys, and the address. Nothing is put into the page: frameworks compare it with what their server wrote. */
class Part extends Base {
  /** The keys without an attribute. */
  keys = 'mod+k /';
  /** How the element lies in the page. */
  place = 'inline-block';
  /** @type {HTMLDialogElement | undefined} */
  dialog;
  box = make('div', '');
  #watch = new MutationObserver(() => this.dress());

  connectedCallback() {
    document.addEventListener('keydown', this.key);
    addEventListener('popstate', this.again);
    this.dress();
    for (const node of pages()) this.#watch.observe(node, { attributes: true });
    if (this.shadowRoot) return;
    try {
      if (sessionStorage[leadKey]) import('./reveal.js').then((m) => m.reveal());
    } catch {} // a page without storage
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${style}:host{display:${this.place}}`);
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    /** @type {any} */ (this).build();
    for (const sign of ['pointerover', 'focusin', 'compositionend', 'compositionstart']) {
      this.addEventListener(sign, () => {
        if (sign < 'd') this.box.composing = sign > 'compositionf'; // whether an input method composes text
        /** @type {any} */ (this).load();
      });
    }
    this.again();
    if (this.hasAttribute('idle')) setTimeout(() => /** @type {any} */ (this).load(), 2000);
  }

  disconnectedCallback() {
    document.removeEventListener('keydown', this.key);
    removeEventListener('popstate', this.again);
    this.#watch.disconnect();
    this.dialog?.removeAttribute('open'); // or it would be back without its backdrop
  }

  /** Restores the state in the address. On sites with a router, Back and Forward change only the address. */
  again = () => {
    const query = new URLSearchParams(location.search).get(this.getAttribute('param') ?? 'q');
    if (query) this.restore(query);
    else this.dialog?.close();
  };

  dress() {}

  /** @param {string} query of the address */
  restore(query) {
    /** @type {any} */ (this).open(query);
  }

  /** @param {any} event */
  key = (event) => {
    const at = event.composedPath()[0];
    const mod = event.ctrlKey || event.metaKey;
    const keys = this.getAttribute('shortcut') ?? this.keys;
    // Roles of inputs for text end with box. What lies in a closed shadow root is not told: its host has the focus.
    const typed = at.closest?.(':read-write,select,[role$=box]') || (/-/.test(at.tagName) && !at.shadowRoot);
    // An editor that uses a key prevents its default. The dialog of a button listens to its own keys.
    if (event.altKey || event.defaultPrevented || /** @type {any} */ (this).known || (!mod && typed) || !keys.split(' ').includes((mod ? 'mod+' : '') + event.key?.toLowerCase())) return;
    event.preventDefault();
    if (mod && this.dialog?.open) this.dialog.close();
    else /** @type {any} */ (this).open();
  };
}

/** An input with the results below it. */
export class SearchBox extends Part {
  keys = '';
  place = 'block;position:relative';
  /** @type {HTMLInputElement} */
  input = make('input', 'input', { autocomplete: 'off', dir: 'auto' });
  failed = make('button', 'trigger failed');
  /** @type {Promise<any> | null | undefined} */
  #panel;

  build() {
    this.input.ariaLabel = this.input.placeholder = this.getAttribute('placeholder') ?? label(this);
    this.box.append(magnifier(), this.input);
    if (this.dialog) {
      this.dialog.ariaLabel = label(this);
      this.dialog.append(this.box);
    }
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    root.append(this.dialog ?? this.box);
    // A page that turns pages by keys does not see that they are typed into an input.
    root.addEventListener('keydown', (/** @type {any} */ event) => {
      // A dialog that has just closed keeps the focus for a moment.
      if (event.ctrlKey || event.metaKey || event.altKey || this.dialog?.open === false) return;
      event.stopPropagation();
      this.key(event);
    });
  }

  /** Sets light or dark by the attribute, else by the page's declaration, else by the colour of its background. */
  dress() {
    let scheme = /light|dark/.exec(/** @type {any} */ (this.getAttribute('theme')))?.[0];
    /** @type {string | undefined} */
    let ground;
    for (const node of pages()) {
      for (const { name, value } of node.attributes) if (/^class$|theme|mode/.test(name)) scheme ??= /(?<!\S)(light|dark)(?!\S)/.exec(value)?.[0];
      /** Of no colour in another space than sRGB: none has commas. @type {any[]} */
      const [, red, green, blue, none] = /\((\d+), (\d+), (\d+)(, 0\))?/.exec(getComputedStyle(node).backgroundColor) ?? [];
      if (red && !none) ground ??= red * 2 + green * 5 + +blue < 1020 ? 'dark' : 'light';
    }
    if (getComputedStyle(this).colorScheme === 'normal') scheme ??= ground;
    (this.dialog ?? this.box).style.colorScheme = scheme ?? '';
  }

  /** @param {string} [query] to search for */
  open(query) {
    if (query) this.input.value = query;
    this.dress();
    this.dialog?.open || this.dialog?.showModal();
    this.input.focus();
    this.input.dispatchEvent(new Event('input'));
    this.load();
  }

  load() {
    return (this.#panel ??= Promise.all([import('./panel.js'), import('./bundles.js')])
      .then(([{ attach }, bundles]) => attach(this, bundles))
      .catch((error) => {
        this.#panel = null;
        // Browsers may remember that a module failed: Chromium does.
        this.failed.onclick = () => location.reload();
        this.failed.textContent = (navigator.onLine ? '' : 'Offline. ') + '↻ ' + label(this);
        this.box.append(this.failed);
        this.dispatchEvent(new CustomEvent('error', { bubbles: true, composed: true, detail: { error } }));
      }));
  }
}

/** The same in a dialog. */
export class SearchModal extends SearchBox {
  keys = 'mod+k /';
  place = 'contents';
  dialog = make('dialog', 'dialog');
}

/** A button for the dialog named in `for`, or for the one of the page. */
export class SearchTrigger extends Part {
  build() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    if (this.firstElementChild) root.append(document.createElement('slot'));
    else {
      const button = make('button', 'trigger', { type: 'button', 'aria-haspopup': 'dialog' });
      const kbd = make('kbd', 'key', { 'aria-hidden': true });
      kbd.append(/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K');
      button.append(magnifier(), label(this), kbd);
      root.append(button);
    }
    this.onclick = (/** @type {Event} */ event) => {
      event.preventDefault(); // a link to the search page, for browsers without this script
      this.open();
    };
  }

  /** @returns {SearchModal | null} the dialog, if the page has it */
  get known() {
    return document.querySelector(this.getAttribute('for') ?? 'mycel-search-modal');
  }

  /** @returns {SearchModal} a new dialog if the page has none */
  get modal() {
    /** @type {any} */
    let modal = this.known;
    if (!modal) {
      modal = document.createElement('mycel-search-modal');
      for (const { name, value } of this.attributes) /^(id|class|style|slot)$/.test(name) || modal.setAttribute(name, value);
      document.body.append(modal);
    }
    return modal;
  }

  load() {
    return this.modal.load();
  }

  open() {
    this.modal.open();
  }

  /** The dialog of a page that is read again opens with its query, once the page is there. */
  restore() {
    if (document.readyState === 'complete') this.modal;
    else addEventListener('load', this.again);
  }

  focus() {
    /** @type {any} */ (this.querySelector('a, button') ?? this.shadowRoot?.querySelector('button'))?.focus();
  }
}
