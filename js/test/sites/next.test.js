/** Next's own starter: as it is, on its server; then with mycel/react, exported, below a base path. */

import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch } from '../support/browser.js';
import { fileScope } from '../support/scope.js';
import { place, searchAndFollow, serveBelow, visitor } from '../support/starter.js';

/** @type {import('../support/starter.js').Place} */
let site;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let app;

const scope = fileScope();
before(async () => {
  browser = await launch(scope);
  site = await place(scope);
  app = join(site.folder, 'app');
  await site.sh('npx create-next-app@latest app --ts --app --empty --no-linter --no-tailwind --no-src-dir --no-react-compiler --import-alias "@/*" --use-npm --disable-git --yes');
  // A page longer than the screen.
  await site.edit('app/app/oven/page.tsx', () => `const lines = (text: string) => Array.from({ length: 60 }, (_, i) => <p key={i}>{text}</p>);
export default () => <main><h1>The oven</h1>{lines('Bricks keep the heat of the fire.')}<h2 id="poolish">Poolish</h2><p>A poolish is a wet starter dough.</p>{lines('Wait.')}</main>;
`);
  // What a maintainer does: a command, and the line of docs/plugins.md in the layout.
  await site.sh("npm pkg set scripts.build='next build && npx mycel --site .next/server/app --output-path public/mycel --url-style directory'", app);
  await site.edit('app/app/layout.tsx', (text) => text.replace('<body>', `<body>${line}`));
});

/** The line of docs/plugins.md. */
const line = `<div dangerouslySetInnerHTML={{ __html: '<script type="module" src="/mycel/client/ui/define.js"></script><mycel-search-trigger></mycel-search-trigger>' }} />`;

/**
 * Runs Next's server, which names its address before it answers there. It ends with the test: two servers of a folder break each other.
 * @param {import('node:test').TestContext} t
 * @param {string} command
 * @param {number} port
 */
async function serve(t, command, port) {
  await site.start(`npx next ${command} --port ${port}`, app, /Ready in/, t);
  return `http://localhost:${port}`;
}

const poolish = { query: 'poolish', name: 'Poolish', leads: /\/sub\/oven\/#poolish/ };

test('the starter as it is: on its server, and in development', async (t) => {
  await site.sh('npm run build', app);
  const leads = /\d\/oven\/?#poolish/;
  for (const [command, port, picture] of [['start', 3930, 'next-server'], ['dev', 3931, 'next-server-dev']]) {
    const page = await visitor(t, browser);
    const url = await serve(t, `${command}`, Number(port));
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    await searchAndFollow(page, { ...poolish, leads, picture: String(picture) });
  }
});

/** Makes it a site of static pages below a base, with search in several ways. */
async function exported() {
  await site.edit('app/app/layout.tsx', (text) => text.replace(line, '').replace('<body>', '<head><meta name="color-scheme" content="light dark" /></head><body>'));
  await site.sh("npm pkg set scripts.build='next build && npx mycel --site out' && rm -r public/mycel .next", app);
  await site.edit('app/next.config.ts', (text) => text.replace('const nextConfig: NextConfig = {', "const nextConfig: NextConfig = {\n  output: 'export', basePath: '/sub', trailingSlash: true,").replace('cacheComponents: true', 'cacheComponents: false').replace('partialPrefetching: true', 'partialPrefetching: false'));
  await site.edit('app/app/plain/page.tsx', () => `import { Search } from 'mycel/react';
export default () => <><Search bundle="/sub/mycel/" className="search" label="Find" /><main><h1>Plain</h1><p>Bread is made here.</p></main></>;
`);
  await site.edit('app/app/line/layout.tsx', () => `import type { ReactNode } from 'react';
export default ({ children }: { children: ReactNode }) => <>
  <div dangerouslySetInnerHTML={{ __html: '<script type="module" src="/sub/mycel/client/ui/define.js"></script><mycel-search-trigger></mycel-search-trigger>' }} />
  {children}
</>;
`);
  await site.edit('app/app/line/page.tsx', () => `export default () => <main><h1>Line</h1><p>Bread is made here.</p></main>;
`);
  // A maintainer who wants the router to follow results. docs/plugins.md has these lines, too.
  await site.sh('npm install mycel', app);
  await site.edit('app/app/search.tsx', () => `'use client';
import { useRouter } from 'next/navigation';
import { Search } from 'mycel/react';
export default () => {
  const { push } = useRouter();
  return <Search bundle="/sub/mycel/" navigate={push} />;
};
`);
  // Two languages, each with a layout of its own.
  await site.sh("mkdir -p 'app/(en)' 'app/(de)' && mv app/page.tsx app/oven app/plain app/line 'app/(en)/' && cp app/layout.tsx 'app/(de)/' && mv app/layout.tsx 'app/(en)/' && sed -i 's/lang=\"en\"/lang=\"de\"/' 'app/(de)/layout.tsx' && sed -i 's#\"./globals#\"../globals#' app/*/layout.tsx", app);
  await site.edit('app/app/(de)/de/page.tsx', () => `import Search from '../../search';
export default () => <><Search /><main><h1>Willkommen</h1><p>Hier wird Brot gebacken.</p></main></>;
`);
  await site.edit('app/app/(de)/de/ofen/page.tsx', () => `export default () => <main><h1>Der Ofen</h1>{Array.from({ length: 60 }, (_, i) => <p key={i}>Steine halten die Hitze.</p>)}<h2 id="poolish">Nasser Poolish</h2><p>Ein Poolish ist ein nasser Vorteig.</p></main>;
`);
  await site.edit('app/app/(en)/page.tsx', () => `import Search from '../search';
export default () => <><Search /><main><h1>Welcome</h1><p>Bread is made here.</p></main></>;
`);
}


test('built: pages hydrate, and the router follows results', async (t) => {
  await exported();
  await site.sh('npm run build', app);
  const page = await visitor(t, browser);
  await page.goto(await serveBelow(t, join(app, 'out'), { inlineStyles: true }));
  await searchAndFollow(page, { ...poolish, routed: true, picture: 'next' });
});

test('built: a reader of the German pages finds these, in the dark', async (t) => {
  const page = await visitor(t, browser, { colorScheme: 'dark' });
  await page.goto(`${await serveBelow(t, join(app, 'out'), { inlineStyles: true })}de/`);
  await searchAndFollow(page, { query: 'poolish', name: 'Nasser Poolish', leads: /\/sub\/de\/ofen\/#poolish/, routed: true, dark: true, picture: 'next-de' });
});

test('built: without a router the browser follows results', async (t) => {
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, join(app, 'out'), { inlineStyles: true })}plain/`);
  await searchAndFollow(page, { ...poolish, picture: 'next-plain' });
});

test('built: a line in the layout is enough', async (t) => {
  const page = await visitor(t, browser);
  await page.goto(`${await serveBelow(t, join(app, 'out'), { inlineStyles: true })}line/`);
  await searchAndFollow(page, { ...poolish, picture: 'next-line' });
});

test('in development a page hydrates', async (t) => {
  const page = await visitor(t, browser, { allow: /404/ });
  const url = await serve(t, 'dev', 3932);
  await page.goto(`${url}/sub/plain/`);
  await page.waitForLoadState('networkidle');
  await page.locator('mycel-search-trigger[label=Find]').waitFor({ state: 'attached' });
});
