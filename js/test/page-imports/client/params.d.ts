export * from '../../../src/params.js';
