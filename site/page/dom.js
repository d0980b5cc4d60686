/** @import {Range} from './client/index.js' */

/**
 * An element with children; strings become text, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Text with its matches in mark elements.
 * @param {string} text
 * @param {Range[]} [matches] ascending, not overlapping
 * @returns {(Node | string)[]}
 */
export function marked(text, matches = []) {
  const parts = [];
  let at = 0;
  for (const [start, end] of matches) {
    parts.push(text.slice(at, start), el('mark', {}, text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
