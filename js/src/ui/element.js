/** The elements before a search. Every page loads this. */

/** @type {Record<string, string>} */
const words = { ar: 'بحث', de: 'Suchen', es: 'Buscar', fr: 'Rechercher', it: 'Cerca', ja: '検索', nl: 'Zoeken', pt: 'Pesquisar', zh: '搜索' };

/** @param {any} at */
const label = (at) => at.getAttribute('label') ?? words[(at.closest('[lang]')?.lang ?? '').slice(0, 2)] ?? 'Search';

/** @type {(tag: string, attributes: object) => any} */
const make = (tag, attributes) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

/** @type {any} */
let styled;
const style = () => styled?.isConnected || (styled = document.querySelector('[rel=stylesheet][href$="/mycel.css"]') ?? document.head.appendChild(make('link', { rel: 'stylesheet', href: new URL('./mycel.css', import.meta.url) })));

/** Servers have none. */
const Base = globalThis.HTMLElement ?? class {};

/** An input with the results below it. */
export class SearchBox extends Base {
  box = make('div', { class: 'mycel' });
  /** @type {HTMLInputElement} */
  input = make('input', { class: 'mycel-input', autocomplete: 'off', dir: 'auto' });
  /** @type {HTMLDialogElement | undefined} */
  dialog;
  /** @type {Promise<any> | undefined} */
  #panel;

  connectedCallback() {
    style();
    document.addEventListener('keydown', this.#key);
    if (this.box.parentNode) return;
    this.input.ariaLabel = this.input.placeholder = this.getAttribute('placeholder') ?? label(this);
    this.box.append(this.input);
    const old = this.querySelector('.mycel, dialog'); // of a page that a router has copied
    old?.replaceWith(...old.querySelectorAll('[slot]'));
    this.mount();
    for (const sign of ['pointerover', 'focusin']) this.addEventListener(sign, () => this.load());
    const query = new URLSearchParams(location.search).get(this.getAttribute('param') ?? 'q');
    if (query) this.open(query);
    else if (this.hasAttribute('idle')) setTimeout(() => this.load(), 2000);
  }

  disconnectedCallback() {
    document.removeEventListener('keydown', this.#key);
    this.dialog?.removeAttribute('open'); // or it would be back without its backdrop
  }

  mount() {
    this.append(this.box);
  }

  /** @param {string} [query] to search for */
  open(query) {
    if (query) this.input.value = query;
    this.dialog?.open || this.dialog?.showModal();
    this.input.focus();
    this.input.dispatchEvent(new Event('input'));
    this.load();
  }

  load() {
    return (this.#panel ??= import('./panel.js')
      .then(({ Panel }) => Panel.attach(this))
      .catch((error) => {
        // Browsers may remember that a module failed: Chromium does.
        this.#panel = undefined;
        this.box.dataset.failed = 'Search failed: reload the page';
        this.dispatchEvent(new CustomEvent('error', { bubbles: true, composed: true, detail: { error } }));
      }));
  }

  /** @param {any} event */
  #key = (event) => {
    const at = event.composedPath()[0];
    const key = (event.ctrlKey || event.metaKey ? 'mod+' : '') + event.key?.toLowerCase();
    const keys = this.getAttribute('shortcut') ?? (this.dialog ? 'mod+k /' : '');
    if (event.altKey || at.isContentEditable || /INPUT|TEXTAREA|SELECT/.test(at.tagName) || !keys.split(' ').includes(key)) return;
    event.preventDefault();
    this.open();
  };
}

/** The same in a dialog. */
export class SearchModal extends SearchBox {
  dialog = make('dialog', { class: 'mycel-dialog' });

  mount() {
    this.dialog.ariaLabel = label(this);
    this.dialog.append(this.box);
    this.append(this.dialog);
  }
}

/** A button for the dialog named in `for`, or for the one of the page. */
export class SearchTrigger extends Base {
  connectedCallback() {
    style();
    this.modal; // which listens to its shortcuts from now on
    if (!this.firstElementChild) {
      const button = make('button', { type: 'button', class: 'mycel-trigger', 'aria-haspopup': 'dialog' });
      const kbd = make('kbd', { 'aria-hidden': true });
      kbd.append(/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K');
      button.append(label(this), kbd);
      this.append(button);
    }
    this.onclick = (/** @type {Event} */ event) => {
      event.preventDefault(); // a link to the search page, for browsers without this script
      this.modal.open();
    };
    for (const sign of ['pointerover', 'focusin']) this.addEventListener(sign, () => this.modal.load());
  }

  /** @returns {SearchModal} a new dialog if the page has none */
  get modal() {
    /** @type {any} */
    let modal = document.querySelector(this.getAttribute('for') ?? 'mycel-search-modal');
    if (!modal) {
      modal = make('mycel-search-modal', {});
      for (const { name, value } of this.attributes) name === 'id' || modal.setAttribute(name, value);
      document.body.append(modal);
    }
    return modal;
  }
}
