import { MycelError } from './client/index.js';

/**
 * What a reader can do about an error.
 * @typedef {object} Advice
 * @property {string} title what does not work
 * @property {string} todo what to do
 * @property {'retry' | 'reload' | undefined} action what a button can do
 */

/**
 * @param {unknown} error
 * @returns {Advice}
 */
export function advise(error) {
  switch (error instanceof MycelError ? error.code : undefined) {
    case 'network':
      return { title: 'The search could not be loaded', todo: 'Check your connection, then try again.', action: 'retry' };
    case 'not-found':
    case 'version':
    case 'checksum':
    case 'text':
    case 'format':
      return { title: 'The search files do not fit together', todo: 'The site may just have been updated: reload the page. If that does not help, the site needs to be built again.', action: 'reload' };
    case 'unsupported':
      return { title: 'The search does not run here', todo: 'Use a current version of your browser, or tell the owner of the site.', action: undefined };
    case 'crashed':
      return { title: 'The search stopped on this query', todo: 'Try other words.', action: undefined };
    case 'request':
      return { title: 'This query cannot be answered', todo: 'Try a shorter query, or other words.', action: undefined };
    default:
      return { title: 'The search failed', todo: 'Reload the page.', action: 'reload' };
  }
}
