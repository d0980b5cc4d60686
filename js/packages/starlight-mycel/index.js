import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build, middleware } from 'mycel/node';

/** Search for Starlight sites; see index.d.ts. */
export default function mycel({ args = [] } = {}) {
  return {
    name: 'starlight-mycel',
    hooks: {
      'config:setup'({ config, updateConfig, addIntegration }) {
        updateConfig({ pagefind: false, components: { Search: 'starlight-mycel/Search.astro', ...config.components } });
        addIntegration(integration(args));
      },
    },
  };
}

/** Builds a bundle after Astro has built the site, and serves that of the last build in development. */
function integration(args) {
  let config;
  return {
    name: 'mycel',
    hooks: {
      'astro:config:done'(done) {
        config = done.config;
      },
      'astro:server:setup'({ server }) {
        const output = join(fileURLToPath(config.outDir), 'mycel');
        server.middlewares.use(middleware(config.base.replace(/\/?$/, '/'), 'mycel', () => output));
      },
      async 'astro:build:done'({ dir }) {
        const site = fileURLToPath(dir);
        await build({ site, output: join(site, 'mycel'), args, cwd: fileURLToPath(config.root) });
      },
    },
  };
}
