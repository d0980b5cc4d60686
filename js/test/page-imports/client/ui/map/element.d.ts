export * from '../../../../../src/ui/map/element.js';
