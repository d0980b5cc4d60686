const path = require('node:path');

/** What repeats other pages: cards of a category's page, posts in the lists of the blog and in its archive, pages of tags; date and authors of a post. */
const copies = 'html[class*=-tags-] main > *, [class*=docCardListItem], .blog-list-page article, .blog-authors-posts-page article, .plugin-blog:not(.blog-wrapper) main section, .blog-post-page article > header > div';

/** Search for Docusaurus sites; see index.d.ts. */
module.exports = function mycel({ outDir, baseUrl, siteDir }, { args = [] } = {}) {
  return {
    name: 'docusaurus-plugin-mycel',

    getThemePath: () => path.join(__dirname, 'theme'),

    /** The development server searches the bundle of the last build. */
    configureWebpack: () => ({
      devServer: { static: [{ publicPath: `${baseUrl}mycel/`, directory: path.join(outDir, 'mycel'), serveIndex: false, watch: false }] },
    }),

    /** Docusaurus builds the locales one after another, each with a bundle of its own; the default locale comes first. */
    async postBuild({ outDir: site }) {
      const { build } = await import('mycel/node');
      await build({ site, output: path.join(site, 'mycel'), args: ['--exclude-selectors', copies, ...args], cwd: siteDir });
    },
  };
};
