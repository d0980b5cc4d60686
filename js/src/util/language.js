/**
 * The subtag that names the language.
 * @param {string} tag BCP 47
 */
export const primary = (tag) => tag.toLowerCase().split('-')[0];
