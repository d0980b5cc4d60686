export interface Options {
  /** Further arguments of `mycel build`. */
  args?: string[];
}

/** For `eleventyConfig.addPlugin`. */
export default function mycel(eleventyConfig: any, options?: Options): void;
