#!/usr/bin/env node
import { constants } from 'node:os';
import { start } from '../node/index.js';

try {
  const child = start(process.argv.slice(2), { stdio: 'inherit' });
  // A terminal sends its signals to both; other programs send them to this process alone.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.once('error', fail);
  child.once('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
} catch (error) {
  fail(error);
}

/** @param {unknown} error */
function fail(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
