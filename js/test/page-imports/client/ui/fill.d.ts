export * from '../../../../src/ui/fill.js';
