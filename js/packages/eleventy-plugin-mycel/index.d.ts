export interface Options {
  /** Further arguments of `mycel build`. */
  args?: string[];
  /** Whether pages without a search element get the button. Default `true`. */
  button?: boolean;
}

/** For `eleventyConfig.addPlugin`. */
export default function mycel(eleventyConfig: any, options?: Options): void;
