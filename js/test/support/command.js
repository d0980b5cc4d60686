import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtBundle, builtCommand } from './files.js';

/**
 * Serves the built bundle with `mycel serve`, ended with the test.
 * @param {{after(fn: () => unknown): void}} t
 * @param {...string} flags
 * @returns {Promise<string>} the address it prints
 */
export async function serveBuilt(t, ...flags) {
  const command = spawn(await builtCommand(), ['serve', await builtBundle(), '--addr', '127.0.0.1:0', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => command.once('close', resolve));
  t.after(() => {
    command.kill();
    return ended;
  });
  let complaints = '';
  command.stderr.on('data', (chunk) => (complaints += chunk));
  for await (const line of createInterface(command.stdout)) return line;
  throw new Error(`mycel serve printed no address: ${complaints}`);
}
