/** Vite's own starters for React, Vue and Svelte, in strict TypeScript: the elements of the npm package in a component. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let site;
/** @type {import('playwright-core').Browser} */
let browser;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  site = await place(scope);
});

/** A component of each, with a call that its types refuse, and what checks types beside the build. @type {[template: string, file: string, component: string, check: string][]} */
const frameworks = [
  ['react-ts', 'App.tsx', `import 'mycel/ui/define.js';
import type { MycelElements } from 'mycel/ui/define.js';
import { open } from 'mycel';
declare module 'react' { namespace JSX { interface IntrinsicElements extends MycelElements {} } }
// @ts-expect-error k is a number
export const wrong = () => open('/sub/mycel/').then((bundle) => bundle.search('rye', { k: 'five' }));
// @ts-expect-error there is no such theme
export const red = <mycel-search-trigger theme="red" />;
export default () => <mycel-search-trigger bundle="/sub/mycel/" hits={5} label="Find" />;
`, 'npx tsc -b'],
  ['vue-ts', 'App.vue', `<script setup lang="ts">
import 'mycel/ui/define.js';
import { open } from 'mycel';
// @ts-expect-error k is a number
defineExpose({ wrong: () => open('/sub/mycel/').then((bundle) => bundle.search('rye', { k: 'five' })) });
</script>
<template><mycel-search-trigger bundle="/sub/mycel/" :hits="5" label="Find" /></template>
`, 'npx vue-tsc -b'],
  ['svelte-ts', 'App.svelte', `<script lang="ts">
import 'mycel/ui/define.js';
import { open } from 'mycel';
// @ts-expect-error k is a number
export const wrong = () => open('/sub/mycel/').then((bundle) => bundle.search('rye', { k: 'five' }));
</script>
<mycel-search-trigger bundle="/sub/mycel/" hits={5} label="Find"></mycel-search-trigger>
`, 'npm run check'],
];

for (const [template, file, component, check] of frameworks) {
  test(template, async (t) => {
    const app = join(site.folder, template);
    await site.sh(`npm create -y vite@latest ${template} -- --template ${template} --no-interactive && cd ${template} && npm install && npm install mycel`);
    const lines = (/** @type {string} */ text) => `<p>${text}</p>`.repeat(60);
    await site.edit(`${template}/index.html`, (text) => text.replace('</body>', `<main><h1>Bread</h1>${lines('Bricks keep the heat of the fire.')}<h2 id="poolish">Poolish</h2><p>A poolish is a wet starter dough.</p>${lines('Wait.')}</main></body>`));
    await site.edit(`${template}/src/${file}`, () => component);
    // What a maintainer does; Vue is told which elements are no components of its own.
    await site.edit(`${template}/vite.config.ts`, (text) => text.replace('plugins:', "base: '/sub/', plugins:").replace('vue()', "vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('mycel-') } } })"));
    await site.sh(`${check} && npm run build && npx mycel --site dist`, app);
    const page = await visitor(t, browser);
    await page.goto(await serveBelow(t, join(app, 'dist'), { inlineStyles: true }));
    await page.getByRole('button', { name: 'Find' }).waitFor();
    await searchAndFollow(page, { query: 'poolish', name: 'Poolish', leads: /#poolish/, routed: true, picture: template });
    assert.equal(page.workers().length, 1, 'the engine runs on the thread of the page');
  });
}
