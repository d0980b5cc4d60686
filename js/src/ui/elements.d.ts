import type { CorpusMap } from './map/element.js';
import type { SearchBox, SearchModal, SearchTrigger } from './element.js';

/** The attributes of the elements: docs/component.md says what they mean. */
export interface MycelAttributes {
  bundle?: string;
  root?: string;
  mode?: string;
  params?: string;
  hits?: number | string;
  filters?: string;
  filter?: string;
  suggestions?: string;
  param?: string;
  shortcut?: string;
  label?: string;
  placeholder?: string;
  theme?: 'light' | 'dark' | 'page';
  idle?: boolean | '';
  popup?: boolean | '';
  'document-page'?: string;
  'text-fragments'?: 'off';
  for?: string;
  id?: string;
  lang?: string;
  dir?: string;
  slot?: string;
  class?: string;
  className?: string;
  children?: unknown;
  key?: string | number;
  ref?: unknown;
}

/** The elements in JSX. */
export interface MycelElements {
  'mycel-searchbox': MycelAttributes;
  'mycel-search-modal': MycelAttributes;
  'mycel-search-trigger': MycelAttributes;
  'mycel-map': MycelAttributes & { param?: string; wheel?: boolean | '' };
}

declare global {
  interface HTMLElementTagNameMap {
    'mycel-searchbox': SearchBox;
    'mycel-search-modal': SearchModal;
    'mycel-search-trigger': SearchTrigger;
    'mycel-map': CorpusMap;
  }
  namespace JSX {
    interface IntrinsicElements extends MycelElements {}
  }
}
