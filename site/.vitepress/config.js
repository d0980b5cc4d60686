/** The documentation as a site: the Markdown of the repository, in the order of docs/README.md. */

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import mycel from 'vitepress-plugin-mycel';

/** Pages that have another address than their file. */
const rewrites = { 'site/index.md': 'index.md', 'README.md': 'overview.md', 'docs/README.md': 'docs/index.md' };

const index = readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8');
const entry = (text, file) => ({ text: text[0].toUpperCase() + text.slice(1), link: `/${rewrites[file] ?? file}` });
const parts = index.split('\n## ').slice(1).map((part) => ({
  text: part.slice(0, part.indexOf('\n')),
  items: [...part.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g)].map(([, text, file]) => entry(text, posix.join('docs', file))),
}));
parts[0].items.unshift(entry('Overview', 'README.md'));
parts[1].items.push(entry('Changes', 'CHANGELOG.md'));
const pages = new Set(['/docs/index.md', ...parts.flatMap(({ items }) => items.map(({ link }) => link))]);

/**
 * Replaces the relative links of a page by addresses of the site. A link to a file that the site lacks is left out: its text stays.
 * @param {string} page
 * @param {import('markdown-it').Token[]} tokens of a paragraph
 */
function resolveLinks(page, tokens) {
  let left = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const [path, hash = ''] = token.attrGet('href').split(/(?=#)/);
      if (/^[a-z]+:|^#/.test(path)) continue;
      const file = posix.join(posix.dirname(page), path);
      const address = `/${rewrites[file] ?? file}`;
      left = !pages.has(address);
      token.attrSet('href', address + hash);
    }
    if (left && token.type.startsWith('link_')) {
      left = token.type === 'link_open';
      token.type = 'text';
    }
  }
}

/** Pages lie above the folder in which npm has installed Vue; theme and framework are one file. */
const fromHere = {
  name: 'from-here',
  enforce: 'pre',
  outputOptions: ({ manualChunks, ...options }) => ({ ...options, manualChunks: manualChunks && ((id, context) => manualChunks(id, context) && 'framework') }),
  resolveId(id, from, options) {
    if (/^vue\b/.test(id) && from?.endsWith('.md')) return this.resolve(id, fileURLToPath(import.meta.url), options);
  },
};

export default defineConfig({
  title: 'Mycel',
  description: 'Documentation search without a server',
  head: [['link', { rel: 'icon', href: '/mycel/icon.svg', type: 'image/svg+xml' }]],
  srcDir: '..',
  srcExclude: ['!(docs|engine|site)/*/**', '!(docs|engine|site)/*', 'engine/!(bundle)/**', 'SECURITY.md'],
  rewrites,
  outDir: '../build/demo',
  cacheDir: '../build/vitepress',
  router: { prefetchLinks: false },
  transformHtml: (page) => page.replace(/<link [^>]*vp-icons\.css[^>]*>/, ''), // of social networks
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: (title) => title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '').replaceAll(' ', '-') }, // as GitHub does
    config(md) {
      md.core.ruler.push('links', ({ env, tokens }) => tokens.forEach(({ children }) => children && resolveLinks(env.relativePath, children)));
      // Hides drawings made of characters from screen readers and from the search.
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, at, ...more) => {
        const { info, content } = tokens[at];
        return info === 'figure' ? `<pre class="figure" aria-hidden="true" v-pre>${md.utils.escapeHtml(content)}</pre>` : fence(tokens, at, ...more);
      };
      // Braces of a text are no expressions of Vue.
      for (const kind of ['text', 'code_inline']) {
        const render = md.renderer.rules[kind];
        md.renderer.rules[kind] = (...all) => render(...all).replaceAll('{{', '&#123;&#123;');
      }
    },
  },
  themeConfig: {
    logo: '/mycel/icon.svg',
    nav: [
      { text: 'Quick start', link: '/docs/quick-start' },
      { text: 'Documentation', link: '/docs/' },
      { text: 'Playground', link: '/mycel/playground/' },
      { text: 'Map', link: '/mycel/map/' },
    ],
    sidebar: parts,
    outline: 'deep',
    footer: { message: 'Under the Apache License 2.0.' },
  },
  vite: { plugins: [fromHere, mycel({ args: ['--playground', '--map', '--config', 'mycel.yml'] })] },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('mycel-') } } },
});
