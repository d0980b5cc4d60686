/** Registers the elements, where there are any: on a server nothing happens. */
import { SearchBox, SearchModal, SearchTrigger } from './element.js';

const elements = { searchbox: SearchBox, 'search-modal': SearchModal, 'search-trigger': SearchTrigger };
const registry = globalThis.customElements;
for (const [name, element] of Object.entries(elements)) registry?.get(`mycel-${name}`) || registry?.define(`mycel-${name}`, element);
