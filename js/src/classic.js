/**
 * What a page gets that loads the script of `mycel build --single-file search.js`: the
 * elements, and the client as `mycel`.
 */

import './ui/define.js';
import { MycelError, errorAdvice, errorCodes, open, Search, version } from './embedded.js';

Object.assign(globalThis, { mycel: { open: (/** @type {any} */ options) => open('', options), Search, MycelError, errorAdvice, errorCodes, version } });
