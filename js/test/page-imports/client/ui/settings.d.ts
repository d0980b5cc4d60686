export * from '../../../../src/ui/settings.js';
