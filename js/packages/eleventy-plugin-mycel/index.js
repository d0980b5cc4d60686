import { join } from 'node:path';
import { build } from 'mycel/node';

/** Search for Eleventy sites; see index.d.ts. */
export default function mycel(eleventyConfig, { args = [] } = {}) {
  // The button with its script, for templates: {% mycel %}.
  eleventyConfig.addShortcode('mycel', () => {
    const script = eleventyConfig.getFilter('url')('/mycel/client/ui/define.js');
    return `<mycel-search-trigger></mycel-search-trigger><script type="module" src="${script}"></script>`;
  });
  eleventyConfig.on('eleventy.after', async ({ directories, runMode }) => {
    const site = directories.output;
    await build({ site, output: join(site, 'mycel'), args, quiet: runMode !== 'build' });
  });
}
