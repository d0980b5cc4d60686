/** Searches that led to a page, kept in this browser alone. */

const most = 5;

/** @param {string} bundle absolute URL */
const keyOf = (bundle) => `mycel-recent:${bundle.replace(/^\w+:\/\/[^/]*/, '')}`;

/** @param {string} bundle @returns {string[]} the last first; none where the browser keeps nothing */
export function recentSearches(bundle) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(bundle)) ?? '[]');
    return kept.filter((/** @type {unknown} */ query) => typeof query === 'string').slice(0, most);
  } catch {
    return [];
  }
}

/** @param {string} bundle @param {string} query */
export function keepSearch(bundle, query) {
  write(bundle, [query, ...recentSearches(bundle).filter((other) => other !== query)].slice(0, most));
}

/** @param {string} bundle */
export const forgetSearches = (bundle) => write(bundle, []);

/** @param {string} bundle @param {string[]} queries */
function write(bundle, queries) {
  try {
    if (queries.length > 0) localStorage.setItem(keyOf(bundle), JSON.stringify(queries));
    else localStorage.removeItem(keyOf(bundle));
  } catch {
    // Browsers forbid it, or have no room.
  }
}
