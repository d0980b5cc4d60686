import type { StarlightPlugin } from '@astrojs/starlight/types';

export interface Options {
  /** Further arguments of `mycel build`. */
  args?: string[];
}

export default function mycel(options?: Options): StarlightPlugin;
