export * from '../../../../src/ui/dom.js';
