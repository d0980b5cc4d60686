import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serve } from './server.js';
import { sections, tinyBundle } from './tinybundle.js';

/** The policy the page must live with; `mycel serve` sends one as strict. */
export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/**
 * A site of the small corpus with the search page at its root and the
 * documents beside it.
 * @param {import('node:test').TestContext} t
 */
export async function tinySite(t) {
  const folder = await tinyBundle(t, { page: true });
  for (const document of new Set(sections.map((s) => s.document).filter((id) => !id.startsWith('#')))) {
    const own = sections.filter((s) => s.document === document);
    const body = own.map((s) => (s.heading ? `<h2 id="${s.anchor}">${s.heading}</h2>` : `<h1>${s.title}</h1>`) + `<p>${s.text}</p>`);
    const file = join(folder, `${document}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `<!doctype html><html lang="en"><link rel="icon" href="/icon.svg"><title>${own[0].title}</title>${body.join('')}`);
  }
  return serve(t, folder, { 'Content-Security-Policy': policy });
}
