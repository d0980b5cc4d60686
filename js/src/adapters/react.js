'use client';
/**
 * The search button as a component of React, which servers render, too.
 *
 *     import { Search } from 'mycel/react';
 *     <Search />
 *
 * @module
 */

import { createElement, useEffect, useRef } from 'react';

/**
 * @typedef {object} OwnProps
 * @property {string} [bundle] address of the bundle's folder, from the root of the host; default `/mycel/`
 * @property {(path: string) => void} [navigate] follows a result by a router: it gets the address below the folder around
 *   the bundle, with a slash before it, as routers with a base path take it. Default: the browser follows the link
 * @property {import('react').ReactNode} [children] a button or a link in the place of the built-in button
 */

/** Further props are attributes of `<mycel-search-trigger>`. @typedef {OwnProps & Record<string, unknown>} SearchProps */

/**
 * A button that opens the page's search dialog. The elements are those of the bundle, and are loaded after hydration.
 * @param {SearchProps} props
 */
export function Search({ bundle = '/mycel/', navigate, children, ...attributes }) {
  const folder = bundle.replace(/\/?$/, '/');
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(() => load(`${folder}client/ui/define.js`), [folder]);
  useEffect(() => {
    const root = new URL('../', new URL(folder, document.baseURI)).href;
    const follow = (/** @type {Event} */ event) => {
      const { url, newTab } = /** @type {CustomEvent} */ (event).detail ?? {}; // of the selection of text: a number
      if (!latest.current || newTab || !url?.startsWith(root)) return;
      event.preventDefault();
      latest.current(url.slice(root.length - 1).replace(/#?:~:.*$/, '')); // a router would look for the text fragment as an id
    };
    document.addEventListener('select', follow);
    return () => document.removeEventListener('select', follow);
  }, [folder]);
  return createElement('mycel-search-trigger', attributes, children);
}

/** Adds a module to the page, once. @param {string} src */
function load(src) {
  for (const script of document.scripts) if (script.getAttribute('src') === src) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
}
