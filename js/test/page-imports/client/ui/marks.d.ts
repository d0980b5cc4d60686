export * from '../../../../src/ui/marks.js';
