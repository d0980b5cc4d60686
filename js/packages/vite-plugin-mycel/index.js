import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, middleware, withButton } from 'mycel/node';

/** Milliseconds without a change of a document before the development server builds anew. */
const pause = 300;

/** Search for sites that Vite builds; see index.d.ts. */
export default function mycel({ folder = 'mycel', docs, args = [], script = true, button = true } = {}) {
  let config;
  return {
    name: 'mycel',

    // Vite's packed dependencies lose the worker that stands beside its modules.
    config: () => ({ optimizeDeps: { exclude: ['mycel'] } }),

    configResolved(resolved) {
      config = resolved;
    },

    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!script) return html;
        const tag = { tag: 'script', attrs: { type: 'module', src: `${config.base}${folder}/client/ui/define.js` }, injectTo: 'head' };
        return { html: button ? withButton(html) : html, tags: [tag] };
      },
    },

    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const { command, root, build: { outDir, ssr } } = config;
        if (command !== 'build' || ssr || (this.environment?.name ?? 'client') !== 'client') return;
        const site = resolve(root, outDir);
        await build({ site, output: join(site, folder), args, cwd: root });
      },
    },

    async configureServer(server) {
      const { root, base, cacheDir, build: { outDir }, logger } = config;
      const site = resolve(root, outDir);
      const output = docs ? join(cacheDir, 'mycel') : join(site, folder);
      server.middlewares.use(middleware(base, folder, () => output));
      if (!docs) {
        await access(output).catch(() => logger.info('mycel: no bundle to search in development: build the site once, or name a folder of Markdown with the option docs'));
        return;
      }
      const from = resolve(root, docs);
      let building = Promise.resolve();
      const again = () => (building = building.then(() => build({ docs: from, output, args, cwd: root, quiet: true })).catch((error) => logger.error(error.message)));
      let timer;
      server.watcher.on('all', (event, file) => {
        if (!file.startsWith(from) || !/\.(md|markdown|txt)$/.test(file)) return;
        clearTimeout(timer);
        timer = setTimeout(again, pause);
      });
      await again();
    },
  };
}
