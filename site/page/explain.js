import { labels } from './client/params.js';
import { fill } from './client/ui/fill.js';
/** @import {Reason, Result} from './client/index.js' */
/** @import {Strings} from './client/ui/strings.js' */

/**
 * The name of the mode that answered.
 * @param {Result} result
 * @param {Strings} strings
 */
export function modeName({ mode }, { words }) {
  return words.page.modes[labels[mode] ?? ''] ?? mode;
}

/**
 * How a query was answered, in a line: the reason for the mode, which the engine gives in
 * English alone, and what was recognised.
 * @param {Result} result
 * @param {Strings} strings
 * @returns {string}
 */
export function explainAnswer({ reason, entities, notes = [], terms }, strings) {
  const { page } = strings.words;
  const sentences = strings.language === 'en' ? [reason.replace(/\.?$/, '.')] : [];
  if (entities.length > 0) {
    const names = entities.map(({ name, chunks }) => `${name} (${strings.counted(page.passages, chunks)})`);
    sentences.push(fill(page.recognised, { names: names.join(page.comma) }));
  }
  for (const note of notes) if (note.kind === 'pair') sentences.push(`${connection(note, strings)}.`);
  for (const { word, as = [] } of terms.filter(({ read }) => read === 'prefix')) {
    sentences.push(fill(page.completed, { word, words: as.join(page.comma) }));
  }
  return sentences.join(' ');
}

/**
 * @param {Reason} pair
 * @param {Strings} strings
 */
function connection({ path = [] }, strings) {
  return `${path.join(' → ')} (${strings.counted(strings.words.page.hops, path.length - 1)})`;
}
