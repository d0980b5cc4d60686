/** Where the search page finds the client once a bundle has been written. */
export * from '../../../src/index.js';
export * from '../../../src/types.js';
export * from '../../../src/evidence.js';
