/** A hit whose text lies in a tab panel that is not shown: browsers find no hidden text, so its tab is chosen. */

import { leadKey } from './leadkey.js';

/** Shows the text that a reader was led to, if this is the page and a tab panel hides it. */
export function reveal() {
  const [pathname, line] = JSON.parse(sessionStorage.getItem(leadKey) ?? '[]');
  if (pathname !== location.pathname) return;
  sessionStorage.removeItem(leadKey);
  if (document.readyState === 'complete') show(line);
  else window.addEventListener('load', () => show(line), { once: true });
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
 * @param {HTMLElement} panel
 * @returns {HTMLElement | null}
 */
function tabOf(panel) {
  const named = document.getElementById(panel.getAttribute('aria-labelledby') ?? '') ?? (panel.id && document.querySelector(`[role=tab][aria-controls="${CSS.escape(panel.id)}"]`));
  if (named instanceof HTMLElement) return named;
  const { previousElementSibling: before, parentElement: around } = panel;
  if (before instanceof HTMLLabelElement) return before;
  const place = around ? [...around.children].indexOf(panel) : -1;
  return around?.closest('.tabbed-set')?.querySelectorAll('label')[place] ?? tabAt(panel);
}

/**
 * In Docusaurus nothing joins a tab and its panel but their place.
 * @param {HTMLElement} panel
 * @returns {HTMLElement | null}
 */
function tabAt(panel) {
  const around = panel.closest('.tabs-container');
  const place = [...(around?.querySelectorAll('[role=tabpanel]') ?? [])].indexOf(panel);
  const tab = around?.querySelectorAll('[role=tab]')[place];
  return tab instanceof HTMLElement ? tab : null;
}
