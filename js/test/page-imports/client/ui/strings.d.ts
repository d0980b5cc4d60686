export * from '../../../../src/ui/strings.js';
