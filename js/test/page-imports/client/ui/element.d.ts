export * from '../../../../src/ui/element.js';
