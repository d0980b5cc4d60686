import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { builtBundle, builtClient, temporary } from './files.js';
import { serve } from './server.js';
import { policy } from './sites.js';
import { sections, tinyBundle } from './tinybundle.js';

/** The line that a site adds. */
export const adoption = '<script type="module" src="/mycel/client/ui/define.js"></script>';

/**
 * A page of a site.
 * @param {string} body
 * @param {string} [attributes] of the html element
 */
export function html(body, attributes = 'lang="en"') {
  return `<!doctype html><html ${attributes}><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>A site</title><link rel="icon" href="data:,">${adoption}<main><h1>A site</h1>${body}</main></html>`;
}

/**
 * A site with a bundle of the small corpus, or the built one, in mycel/, and pages
 * beside it, under a strict policy.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} pages content by name
 * @param {{built?: boolean, bundle?: string}} [options] `built`: the built bundle, with
 *   the true engine; `bundle`: the folder of another one
 */
export async function adoptedSite(t, pages, { built = false, bundle: other } = {}) {
  const folder = await temporary(t, 'adopted');
  const bundle = join(folder, 'mycel');
  await cp(other ?? (built ? await builtBundle() : await tinyBundle(t)), bundle, { recursive: true });
  await cp(await builtClient(), join(bundle, 'client'), { recursive: true });
  for (const { document, title, heading, anchor, text } of built ? [] : sections) {
    if (document.startsWith('#')) continue;
    const name = `${document}.html`;
    pages[name] ??= html(`<p>${title}</p>`);
    pages[name] = pages[name].replace('</main>', `<h2 id="${anchor}">${heading}</h2><p>${text}</p></main>`);
  }
  for (const [name, content] of Object.entries(pages)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return serve(t, folder, { 'Content-Security-Policy': policy.replace("img-src 'self'", "img-src 'self' data:") });
}
