const path = require('node:path');

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
      await build({ site, output: path.join(site, 'mycel'), args, cwd: siteDir });
    },
  };
};
