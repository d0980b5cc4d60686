/** Registers the elements, where there are any: on a server nothing happens. */
import { SearchBox, SearchModal, SearchTrigger } from './element.js';

/** @type {Record<string, CustomElementConstructor>} */
const elements = { searchbox: SearchBox, 'search-modal': SearchModal, 'search-trigger': SearchTrigger };
const registry = globalThis.customElements;
for (const name in elements) registry?.get('mycel-' + name) || registry?.define('mycel-' + name, elements[name]);
