/** The map of a bundle, as the builder draws it (package builder/atlas says more of each field). */

/**
 * A community of pages.
 * @typedef {object} Group
 * @property {number} parent its number, or −1
 * @property {string} name '' where its pages have no name in common
 * @property {string[]} terms names that set it apart
 * @property {string[]} text sentences of its leading pages
 * @property {number} first its pages are [first, end)
 * @property {number} end
 * @property {number} x
 * @property {number} y
 * @property {number} r
 * @property {number[]} near groups of the same parent, the nearest first
 * @property {number[]} [children]
 * @property {string} [tint] of the outermost group around it: chroma and hue, for oklch(); grey without a name
 */

/**
 * @typedef {object} MapData
 * @property {number} format
 * @property {string} title
 * @property {string} language
 * @property {number} width
 * @property {number} height
 * @property {Group[]} groups a parent stands before its children
 * @property {{title: string[], url: string[], x: number[], y: number[], near: number[][]}} pages
 */

/** The format that this reads. */
const format = 1;

/** Degrees between the hues of neighbours in the list: the golden angle. */
const turn = 137.508;
const firstHue = 160;

/** Checks a map, and adds what follows from it. @param {unknown} json @returns {MapData} */
export function readMap(json) {
  const data = /** @type {MapData} */ (json);
  if (data?.format !== format) throw new Error(`the map has format ${data?.format}, want ${format}: build the bundle and this script with one version`);
  let regions = 0;
  data.groups.forEach((group, at) => {
    group.children = [];
    const parent = data.groups[group.parent];
    parent?.children?.push(at);
    group.tint = parent ? parent.tint : group.name ? `0.125 ${((firstHue + turn * regions++) % 360).toFixed(1)}` : '0 0';
  });
  return data;
}

/** The innermost group that has a page. @param {MapData} data @param {number} page */
export function groupOf({ groups }, page) {
  let found = -1;
  groups.forEach(({ first, end }, at) => {
    if (first <= page && page < end) found = at;
  });
  return found;
}

/** The groups around one, the outermost first, and itself. @param {MapData} data @param {number} at */
export function around({ groups }, at) {
  /** @type {number[]} */
  const path = [];
  for (; at >= 0; at = groups[at].parent) path.unshift(at);
  return path;
}

/**
 * The path of a group in addresses: the names of the groups around it, then its own.
 * @param {MapData} data
 * @param {number} at −1 is the whole map, whose path is empty
 */
export function pathTo(data, at) {
  return around(data, at).map((group) => data.groups[group].name || '-').join(' › ');
}
