import { enterSection } from './address.js';
import { webURL } from '../util/weburl.js';
/** @import {Excerpt} from '../types.js' */

/** A fragment repeats a line up to the first number of words; of a longer line it has the second number at either end. */
const wholeWords = 10;
const edgeWords = 5;

/**
 * Where an address of the bundle leads. Undefined if nowhere, or if it is not one of the web.
 * @param {string} url as a hit has it
 * @param {string} root absolute URL that it is relative to
 * @returns {string | undefined} absolute
 */
export function linkTo(url, root) {
  return url === '' || url.startsWith('#') ? undefined : webURL(url, root)?.href;
}

/**
 * Adds a text directive (WICG, "URL Fragment Text Directives"), with which browsers scroll to a text and mark it. Where
 * they do not find it, or do not know the directive, the anchor holds. The engine writes the same for citations
 * (engine/evidence/fragment.go).
 * @param {string} href
 * @param {string} quote one line of the page
 */
export function toText(href, quote) {
  const words = quote.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return href;
  const parts = words.length <= wholeWords ? [words] : [words.slice(0, edgeWords), words.slice(-edgeWords)];
  const text = parts.map((part) => encodeURIComponent(part.join(' ')).replaceAll('-', '%2D')).join(',');
  return `${href}${href.includes('#') ? '' : '#'}:~:text=${text}`;
}

/** Addresses of links with their text directives. @type {WeakMap<Element, string>} */
const directed = new WeakMap();

/**
 * Gives a link an address. A text directive is left out until the link is followed: a site's router that takes the click
 * would look for an element whose id is the whole fragment, and stay at the top of the page.
 * @template {Element} T @param {T} link @param {string} href @returns {T}
 */
export function leadTo(link, href) {
  const plain = href.replace(/#?:~:.*$/, '');
  link.setAttribute('href', plain);
  if (plain !== href) directed.set(link, href);
  return link;
}

/** The address of a link, with the text directive that belongs to it. @param {HTMLAnchorElement} link */
export const fullAddress = (link) => directed.get(link) ?? link.href;

/**
 * Has a click on a link followed by a link of the page, because routers look for no links in shadow roots. The link gets its
 * text directive for as long as the browser follows it, unless a router has taken the click.
 * @param {MouseEvent} click
 * @param {string} param of the address that has the query
 * @returns {boolean} whether a router has taken it
 */
export function follow(click, param) {
  const link = click.composedPath().find((node) => node instanceof Element && node.localName === 'a');
  if (!(link instanceof Element) || click.defaultPrevented) return false;
  const plain = link.getAttribute('href') ?? '';
  const inPlace = click.button === 0 && !(click.ctrlKey || click.metaKey || click.shiftKey || click.altKey);
  const followed = inPlace ? Object.assign(document.createElement('a'), { href: plain, hidden: true }) : link;
  // The window is the last to hear of a click.
  const direct = (/** @type {Event} */ event) => {
    if (event.defaultPrevented) return;
    const href = directed.get(link) ?? plain;
    if (inPlace && enterSection(href, param)) return event.preventDefault();
    followed.setAttribute('href', href);
    setTimeout(() => followed.setAttribute('href', plain));
  };
  window.addEventListener(click.type, direct, { once: true });
  if (!inPlace) return false;
  click.preventDefault();
  document.body.append(followed);
  const taken = !followed.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }));
  followed.remove();
  // No page loads that would show the text.
  if (taken || new URL(plain, location.href).pathname === location.pathname) setTimeout(() => import('./reveal.js').then((m) => m.reveal(taken)));
  return taken;
}

/**
 * The line of an excerpt that its first match is on. The parts of a directive must
 * each lie in one block of the page, and lines are blocks.
 * @param {Excerpt | undefined} excerpt
 * @returns {string} '' without a match
 */
export function matchedLine(excerpt) {
  const first = excerpt?.matches[0]?.[0];
  if (excerpt === undefined || first === undefined) return '';
  const { text } = excerpt;
  const end = text.indexOf('\n', first);
  return text.slice(text.lastIndexOf('\n', first) + 1, end < 0 ? text.length : end);
}
