/** The subtag that names the language. @param {string} tag BCP 47 */
const primary = (tag) => tag.toLowerCase().split('-')[0];

/**
 * How near a language is to that of a reader: 1 the same in another script, 2 of another country, 3 neither. A tag without a
 * script has the usual one: zh-TW is written as zh-Hant, and not as zh-CN.
 * @param {string} tag BCP 47
 * @param {string} wanted BCP 47
 */
function nearness(tag, wanted) {
  try {
    const [a, b] = [tag, wanted].map((one) => new Intl.Locale(one));
    if (a.maximize().script !== b.maximize().script) return 1;
    return a.region && b.region && a.region !== b.region ? 2 : 3;
  } catch {
    return 3; // not a tag
  }
}

/**
 * The languages nearest to that of a reader.
 * @param {string[]} tags BCP 47
 * @param {string} wanted BCP 47
 */
export function nearestLanguages(tags, wanted) {
  const same = tags.filter((tag) => primary(tag) === primary(wanted));
  const most = Math.max(...same.map((tag) => nearness(tag, wanted)));
  return same.filter((tag) => nearness(tag, wanted) === most);
}
