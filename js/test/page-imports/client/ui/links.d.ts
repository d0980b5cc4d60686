export * from '../../../../src/ui/links.js';
