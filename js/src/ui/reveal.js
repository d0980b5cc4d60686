/**
 * Shows the text that a reader was led to where the browser does not: in a tab panel that is hidden, and on a page that a router
 * has opened, without the text directive of the link.
 */

import { leadKey } from './leadkey.js';

/** Milliseconds until the page of a router is given up. */
const patience = 10_000;

/** The name of the marked text among the highlights of the page. */
const highlight = 'mycel';

/** Shows the text, if this is its page. @param {boolean} [routed] whether a router has been asked for the page: it comes later */
export function reveal(routed = false) {
  const [pathname, line] = JSON.parse(sessionStorage.getItem(leadKey) ?? '[]');
  if (!routed && pathname !== location.pathname) return;
  sessionStorage.removeItem(leadKey);
  if (!line) return;
  if (routed) awaitPage(pathname, line);
  else if (document.readyState === 'complete') show(line);
  else window.addEventListener('load', () => show(line), { once: true });
}

/** Shows and marks a text when it is on the page. @param {string} pathname of the page @param {string} line */
function awaitPage(pathname, line) {
  const look = () => {
    const range = pathname === location.pathname ? rangeOf(line) : undefined;
    if (!range) return;
    observer.disconnect();
    show(line);
    mark(range);
  };
  let frame = 0;
  const observer = new MutationObserver(() => (cancelAnimationFrame(frame), (frame = requestAnimationFrame(look))));
  observer.observe(document.documentElement, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patience);
  look();
}

/**
 * Where the page has a line. White space does not count: elements within a line are set with and without it.
 * @param {string} line @returns {Range | undefined}
 */
function rangeOf(line) {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  /** @type {[Text, number][]} */
  const places = []; // by letter of all
  let all = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = /** @type {Text} */ (node);
    for (const { 0: letters, index } of text.data.matchAll(/\S+/gu)) {
      all += letters;
      for (let i = 0; i < letters.length; i++) places.push([text, index + i]);
    }
  }
  const wanted = line.replace(/\s/gu, '');
  const at = all.indexOf(wanted);
  if (at < 0) return undefined;
  const range = document.createRange();
  range.setStart(...places[at]);
  const [last, offset] = places[at + wanted.length - 1];
  range.setEnd(last, offset + 1);
  return range;
}

/**
 * Marks a text as browsers mark that of a directive, until the reader clicks. Where they know no highlights it is only shown.
 * @param {Range} range
 */
function mark(range) {
  const { top, bottom } = range.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  if (!globalThis.CSS?.highlights) return;
  if (!CSS.highlights.has(highlight)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`::highlight(${highlight}){background:Mark;color:MarkText}`);
    document.adoptedStyleSheets.push(sheet);
  }
  CSS.highlights.set(highlight, new Highlight(range));
  window.addEventListener('pointerdown', () => CSS.highlights.get(highlight)?.clear(), { once: true });
}

/** @param {string | null} text */
const words = (text) => (text ?? '').replace(/\s+/gu, ' ').trim();

/** @param {string} line */
function show(line) {
  const start = words(line).split(' ').slice(0, 8).join(' ');
  for (const panel of document.querySelectorAll('[role=tabpanel], .tabbed-block, .sd-tab-content')) {
    if (panel instanceof HTMLElement && panel.offsetParent === null && words(panel.textContent).includes(start)) {
      tabOf(panel)?.click();
      panel.scrollIntoView({ block: 'center' });
      return;
    }
  }
}

/**
 * The tab of a panel: the element that ARIA names; in Material for MkDocs the label at the panel's place; in Sphinx the
 * label before it.
 * @param {HTMLElement} panel @returns {HTMLElement | null}
 */
function tabOf(panel) {
  const named = document.getElementById(panel.getAttribute('aria-labelledby') ?? '') ?? (panel.id && document.querySelector(`[role=tab][aria-controls="${CSS.escape(panel.id)}"]`));
  if (named instanceof HTMLElement) return named;
  const { previousElementSibling: before, parentElement: around } = panel;
  if (before instanceof HTMLLabelElement) return before;
  const place = around ? [...around.children].indexOf(panel) : -1;
  return around?.closest('.tabbed-set')?.querySelectorAll('label')[place] ?? tabAt(panel);
}

/** In Docusaurus nothing joins a tab and its panel but their place. @param {HTMLElement} panel @returns {HTMLElement | null} */
function tabAt(panel) {
  const around = panel.closest('.tabs-container');
  const place = [...(around?.querySelectorAll('[role=tabpanel]') ?? [])].indexOf(panel);
  const tab = around?.querySelectorAll('[role=tab]')[place];
  return tab instanceof HTMLElement ? tab : null;
}
