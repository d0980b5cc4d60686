import type { LoadContext, Plugin } from '@docusaurus/types';

export interface Options {
  /** Further arguments of `mycel build`. */
  args?: string[];
}

export default function mycel(context: LoadContext, options?: Options): Plugin;
