export interface Options {
  /** Folder of the bundle in the built site. Default `mycel`. */
  folder?: string;
  /** Further arguments of `mycel build`. */
  args?: string[];
}

/** A plugin of Vite that finds VitePress around it. */
export default function mycel(options?: Options): any;
