/** The commands of docs/plugins.md, run on what the generators write. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { open } from '../src/index.js';
import { fetchFile } from './support/disk.js';
import { root } from './support/files.js';
import { follow } from './support/recipe.js';

/** Of every example the sections, `title | heading | url`, and words of its navigation that nobody should find. */
const expected = {
  plain: {
    heading: 'Plain HTML',
    sections: [
      'Sourdough starter | Feeding | starter.html#feeding',
      'Sourdough starter | Float test | starter.html#float-test',
      'Sourdough starter | Sourdough starter | starter.html',
      'The oven | Steam | oven/#steam',
      'The oven | The oven | oven/',
      'Welcome | Welcome | ./',
    ],
    navigation: 'menu imprint written bakery',
  },
  hugo: {
    heading: 'Hugo',
    sections: sections('posts/starter/', 'posts/oven/'),
    navigation: 'labels archives homepage articles contents labelled previous powered generator bread',
  },
  starlight: {
    heading: 'Starlight and Astro',
    sections: sections('starter/', 'oven/', '#_top', '#_top'),
    navigation: 'skip search cancel sidebar group overview section titled edit updated next jar bread tip',
  },
  docusaurus: {
    heading: 'Docusaurus',
    sections: sections('docs/starter/', 'docs/oven/'),
    navigation: 'skip tutorials sidebar breadcrumb version page outline edit next copy copyright direct link bread',
  },
  vitepress: {
    heading: 'VitePress',
    sections: sections('guide/starter.html', 'guide/oven.html', '#sourdough-starter', '#the-oven'),
    navigation: 'skip handbook drawer return sidebar group outline permalink copy zsh edit git pager next copyright bread',
  },
  mdbook: {
    heading: 'mdBook',
    sections: sections('starter.html', 'oven.html', '#sourdough-starter', '#the-oven'),
    navigation: 'keyboard shortcuts help coal hits onwards main bread',
  },
  mkdocs: {
    heading: 'MkDocs',
    sections: sections('starter/', 'oven/', '#sourdough-starter', '#the-oven'),
    navigation: 'skip initializing search repository table contents edit pencil next made material back found bread',
  },
  sphinx: {
    heading: 'Sphinx',
    sections: [
      'Sourdough starter | Feeding | starter.html#feeding',
      'Sourdough starter | Sourdough starter | starter.html#sourdough-starter',
      'Sourdough starter | bread.float_test | starter.html#bread.float_test',
      'The oven | Steam | oven.html#steam',
      'The oven | The oven | oven.html#the-oven',
    ],
    navigation: 'navigation index quick search page show source copyright created chapter module activate multiple',
  },
};

/**
 * The sections of the two pages that all examples but one have.
 * @param {string} starter address of the first
 * @param {string} oven address of the second
 * @param {string} [starterTitle] fragment of its title
 * @param {string} [ovenTitle]
 */
function sections(starter, oven, starterTitle = '', ovenTitle = '') {
  return [
    `Sourdough starter | Feeding | ${starter}#feeding`,
    `Sourdough starter | Float test | ${starter}#float-test`,
    `Sourdough starter | Sourdough starter | ${starter}${starterTitle}`,
    `The oven | Steam | ${oven}#steam`,
    `The oven | The oven | ${oven}${ovenTitle}`,
  ];
}

/** A query that has a word of every section. */
const everything = 'notes starter rye floats steam stone';

test('every example of a site has a recipe, and every recipe an example', async () => {
  const examples = (await readdir(`${root}examples`)).filter((name) => !['chat', 'edge', 'graph'].includes(name));
  assert.deepEqual(examples.sort(), Object.keys(expected).sort());
  const tools = (await recipes()).map(([tool]) => tool);
  assert.deepEqual([...new Set(tools)], Object.values(expected).map(({ heading }) => heading));
});

for (const [name, { heading, sections, navigation }] of Object.entries(expected)) {
  test(`${heading}: pages and sections as readers see them, and nothing of the navigation`, async (t) => {
    for (const command of await commands(heading)) {
      const folder = await follow(t, name, command);
      const [, output] = command.match(/--output-path (\S+)/) ?? [];
      const bundle = await open(pathToFileURL(join(folder, output)), { fetch: fetchFile });
      t.after(() => bundle.close());
      const { hits } = await bundle.search(everything, { k: 100, mode: 'bm25' });
      const found = hits.flatMap((hit) => [hit, ...hit.nested ?? []].map(({ heading, url }) => `${hit.title} | ${heading} | ${url}`));
      assert.deepEqual(found.sort(), sections);
      const { terms } = await bundle.search(navigation, { mode: 'bm25' });
      assert.deepEqual(terms.filter(({ known }) => known).map(({ word }) => word), [], 'words of the navigation are in the index');
      assert.equal(terms.length, navigation.split(' ').length);
    }
  });
}

/** @returns {Promise<string[][]>} tool and command of each row of the table */
async function recipes() {
  const [, section] = (await readFile(`${root}docs/plugins.md`, 'utf8')).split('\n## Commands\n');
  return [...section.split('\n## ')[0].matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm)].map(([, tool, command]) => [tool, command]);
}

/**
 * @param {string} heading of a recipe
 * @returns {Promise<string[]>} its commands
 */
async function commands(heading) {
  const found = (await recipes()).filter(([tool]) => tool === heading).map(([, command]) => command);
  assert.ok(found.length > 0, `no command of ${heading}`);
  return found;
}
