/** @import {Hit} from '../types.js' */

/** The hits by page; pages stand in the order of their best hit. @param {Hit[]} hits */
export function byPage(hits) {
  /** @type {Map<string, {title: string, hits: Hit[]}>} */
  const pages = new Map();
  for (const hit of hits) {
    const page = pages.get(hit.document);
    if (page) page.hits.push(hit);
    else pages.set(hit.document, { title: hit.title, hits: [hit] });
  }
  return [...pages.values()];
}

/**
 * What stands above a section, without the page's title, which heads the group, and without its own heading.
 * @param {Hit} hit
 * @returns {string[]} outermost first
 */
export function above({ breadcrumb, title, heading }) {
  return breadcrumb.filter((name, i) => !(i === 0 && name === title) && !(i === breadcrumb.length - 1 && name === heading));
}

/** Whether a section is the beginning of its page: it has the page's title, or no heading of its own. @param {Hit} hit */
export function opens({ heading, title }) {
  return heading === '' || heading === title;
}

/** "Title › Heading", or the title alone. @param {{title: string, heading: string}} section */
export function place({ title, heading }) {
  return heading && heading !== title ? `${title} › ${heading}` : title;
}

/**
 * The folder that a page lies in, by which two pages of one title differ.
 * @param {string} url as a hit has it
 * @returns {string} '' for the root
 */
export function folder(url) {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '').replace(/(^|\/)index\.html?$/, '$1');
  const names = path.split('/').filter(Boolean).slice(0, -1);
  try {
    return decodeURIComponent(names.join(' / '));
  } catch {
    return names.join(' / '); // not in UTF-8
  }
}

/**
 * The path of a hit: the headings around it, and its version.
 * @param {Hit} hit
 * @param {{grouped: boolean, ambiguous: boolean}} list `grouped`: it stands under its page's title; `ambiguous`: another page has the same title
 */
export function pathOf(hit, { grouped, ambiguous }) {
  const around = grouped ? above(hit) : opens(hit) ? [folder(hit.url)] : [...(ambiguous ? [folder(hit.url)] : []), hit.title, ...above(hit)];
  return [hit.version ?? '', ...around].filter(Boolean).join(' › ');
}
