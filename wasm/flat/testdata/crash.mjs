// node crash.mjs FILE LOWEST lets the program trap, and counts the bytes below the stack that have changed.
import { readFile } from 'node:fs/promises';
import { Program } from '../../../js/src/engine/gojs.js';

const [file, lowest] = process.argv.slice(2);
const program = await Program.start(await WebAssembly.compile(await readFile(file)));
const before = program.bytes(0, +lowest).slice();
let trap = '';
try {
  program.exports.mycel_crash();
} catch (error) {
  trap = String(error);
}
const changed = program.bytes(0, +lowest).filter((byte, i) => byte !== before[i]).length;
console.log(JSON.stringify({ trap, changed }));
