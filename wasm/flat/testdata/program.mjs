// node program.mjs FILE NAME... runs exercises in the program, and prints what they say as JSON.
import { readFile } from 'node:fs/promises';
import { Program } from '../../../js/src/engine/gojs.js';

const [file, ...names] = process.argv.slice(2);
const program = await Program.start(await WebAssembly.compile(await readFile(file)));
const { mycel_alloc, mycel_search, mycel_result_ptr, mycel_result_len } = program.exports;
const said = {};
for (const name of names) {
  const text = new TextEncoder().encode(name);
  program.bytes(mycel_alloc(text.length) >>> 0, text.length).set(text);
  mycel_search();
  said[name] = new TextDecoder().decode(program.bytes(mycel_result_ptr() >>> 0, mycel_result_len() >>> 0));
}
console.log(JSON.stringify(said));
