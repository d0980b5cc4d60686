import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'mycel/node';
import vite from 'vite-plugin-mycel';

const folderModule = 'virtual:mycel-folder';

/** Search for VitePress sites; see index.d.ts. */
export default function mycel({ folder = 'mycel', args = [] } = {}) {
  let site;
  let inServer;
  return {
    name: 'vitepress-mycel',

    config: () => ({
      // VitePress writes pages after its builds by Vite; the theme's search is replaced as its documentation says.
      resolve: { alias: [{ find: /^.*\/VPNavBarSearch\.vue$/, replacement: fileURLToPath(new URL('search.js', import.meta.url)) }] },
      optimizeDeps: { exclude: ['vitepress-plugin-mycel'] },
      ssr: { noExternal: ['vitepress-plugin-mycel'] },
    }),

    configResolved(config) {
      if (!config.vitepress) throw new Error('vitepress-plugin-mycel: this is no VitePress: use vite-plugin-mycel');
      if (site === config.vitepress) return; // of its second build, for the server
      site = config.vitepress;
      const { buildEnd } = site;
      site.buildEnd = async (ended) => {
        await buildEnd?.(ended);
        await build({ site: site.outDir, output: join(site.outDir, folder), args, cwd: site.root });
      };
      inServer = vite({ folder, args, docs: site.srcDir });
      inServer.configResolved({ ...config, root: site.root }); // Vite's root is the folder of the pages
    },

    resolveId: (id) => (id === folderModule ? `\0${id}` : undefined),
    load: (id) => (id === `\0${folderModule}` ? `export default ${JSON.stringify(folder)}` : undefined),

    configureServer: (server) => inServer.configureServer(server),
  };
}
