export * from '../../../../src/ui/bundles.js';
