export * from '../../../../src/ui/figure.js';
