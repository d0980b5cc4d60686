export * from '../../../../src/ui/address.js';
