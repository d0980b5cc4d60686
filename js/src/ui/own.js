/** What a site shows of a hit in the place of its excerpt: made by a function, or of a template. */

/** @import {Hit, Result} from '../types.js' */
/** @import {View} from './view.js' */

/**
 * The property `hit` of an element.
 * @callback HitFunction
 * @param {Hit} hit @param {Result} result
 * @returns {Node | string | null | undefined} null or undefined for the excerpt
 */

/**
 * @param {View} view of an element with the property `hit`, or with a `<template>`
 * @param {Hit} hit @param {Result} result
 * @returns {Node | string | undefined} nothing for the excerpt
 */
export function ownView({ host, linkTo }, hit, result) {
  const made = /** @type {{hit?: HitFunction}} */ (/** @type {unknown} */ (host)).hit?.(hit, result);
  if (made) return made;
  const template = host.querySelector(':scope > template');
  if (!(template instanceof HTMLTemplateElement)) return undefined;
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true)); // inert: nothing is fetched before it is filled
  /** @type {Record<string, string | undefined>} */
  const fields = { ...hit.meta, title: hit.title, heading: hit.heading, url: hit.url, excerpt: hit.excerpt?.text };
  const fill = (/** @type {string} */ text) => text.replace(/\{([^{}]+)\}/g, (_, name) => fields[name] ?? '');
  const nodes = document.createNodeIterator(content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeValue !== null) node.nodeValue = fill(node.nodeValue);
    for (const { name, value } of node instanceof Element ? [...node.attributes] : []) {
      if (!value.includes('{')) continue;
      const filled = /^(href|src)$/.test(name) ? linkTo(fill(value)) : fill(value);
      if (filled) /** @type {Element} */ (node).setAttribute(name, filled);
      else /** @type {Element} */ (node).remove(); // a picture that a page lacks
    }
  }
  return content;
}
