/** Registers the elements. */
import { SearchBox, SearchModal, SearchTrigger } from './element.js';

const elements = { searchbox: SearchBox, 'search-modal': SearchModal, 'search-trigger': SearchTrigger };
for (const [name, element] of Object.entries(elements)) customElements.get(`mycel-${name}`) || customElements.define(`mycel-${name}`, element);
