import type { Plugin } from 'vite';

export interface Options {
  /** Folder of the bundle in the built site. Default `mycel`. */
  folder?: string;
  /** Folder of Markdown from which the development server builds its bundle. Without it, that of the last build is served. */
  docs?: string;
  /** Further arguments of `mycel build`. */
  args?: string[];
  /** Whether pages of Vite get the script of the search elements. Default `true`. */
  script?: boolean;
  /** Whether pages of Vite that have the script and no search element get the button. Default `true`. */
  button?: boolean;
}

export default function mycel(options?: Options): Plugin;
