/**
 * Stands where user interfaces written for Pagefind look for its `pagefind.js`;
 * docs/migrate.md says what differs.
 */

import { createPagefind } from './client/pagefind.js';

export const { options, init, search, debouncedSearch, preload, filters, mergeIndex, destroy, createInstance } =
  createPagefind(new URL('./', import.meta.url));
