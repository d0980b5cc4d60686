/** Roots that have a style, by style. @type {Map<string, WeakSet<ShadowRoot>>} */
const dressed = new Map();

/** Adds the style of a part that is loaded later to an element, once. @param {HTMLElement} host @param {string} style */
export function adopt({ shadowRoot }, style) {
  const roots = dressed.get(style) ?? new WeakSet();
  if (!shadowRoot || roots.has(shadowRoot)) return;
  dressed.set(style, roots.add(shadowRoot));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadowRoot.adoptedStyleSheets.push(sheet);
}
