const svgNamespace = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string} Child */

/**
 * An element with children; strings become text, never markup. Its class without the
 * prefix is also the name of its part: style sheets of sites can only select parts.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Record<string, string>} [attributes]
 * @param {...Child} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** A button. @param {string} name its class @param {() => void} act @param {...Child} children */
export function button(name, act, ...children) {
  const made = el('button', { type: 'button', class: name }, ...children);
  made.addEventListener('click', act);
  return made;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag @param {Record<string, string | number>} [attributes]
 * @param {...Child} children @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

/** @template {Element} T @param {T} node @param {Record<string, string | number>} attributes @param {Child[]} children */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (attributes.class) node.setAttribute('part', String(attributes.class).replaceAll('mycel-', ''));
  node.append(...children);
  return node;
}
