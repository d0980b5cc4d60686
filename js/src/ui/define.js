/** Registers the elements, where there are any: on a server nothing happens. */
import { SearchBox, SearchModal, SearchTrigger } from './element.js';

/** @type {Record<string, CustomElementConstructor>} */
const elements = { 'mycel-searchbox': SearchBox, 'mycel-search-modal': SearchModal, 'mycel-search-trigger': SearchTrigger };
const registry = globalThis.customElements;
for (const name in elements) registry?.get(name) || registry?.define(name, elements[name]);
