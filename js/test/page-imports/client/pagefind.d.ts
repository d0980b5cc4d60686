export * from '../../../src/pagefind.js';
