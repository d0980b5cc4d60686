/** Registers the map, where there are elements: on a server nothing happens. */
import { CorpusMap } from './map/element.js';

const registry = globalThis.customElements;
registry?.get('mycel-map') || registry?.define('mycel-map', CorpusMap);
