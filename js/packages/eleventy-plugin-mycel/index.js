import { join } from 'node:path';
import { build, withButton } from 'mycel/node';

/** What repeats other pages in Eleventy's starter: lists of posts, and links to the posts before and after; date and tags of a post. */
const copies = '.postlist, .links-nextprev, .post-metadata';

/** Search for Eleventy sites; see index.d.ts. */
export default function mycel(eleventyConfig, { args = [], button = true } = {}) {
  const script = () => `<script type="module" src="${eleventyConfig.getFilter('url')('/mycel/client/ui/define.js')}"></script>`;
  // The button with its script, for templates: {% mycel %}.
  eleventyConfig.addShortcode('mycel', () => `<mycel-search-trigger></mycel-search-trigger>${script()}`);
  if (button) {
    eleventyConfig.addTransform('mycel', function (content) {
      const page = String(this.page.outputPath).endsWith('.html') ? withButton(content) : content;
      return page === content ? content : page.replace('</mycel-search-trigger>', (end) => end + script());
    });
  }
  eleventyConfig.on('eleventy.after', async ({ directories, runMode }) => {
    const site = directories.output;
    await build({ site, output: join(site, 'mycel'), args: ['--exclude-selectors', copies, ...args], quiet: runMode !== 'build' });
  });
}
