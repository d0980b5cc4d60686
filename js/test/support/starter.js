import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import assert from 'node:assert/strict';
import { root, temporary } from './files.js';
import { newPage } from './browser.js';
import { registry } from './registry.js';
import * as server from './server.js';
import { becomes } from './until.js';

const exec = promisify(execFile);

/** Scripts of a page that stand in the page itself. */
const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

/**
 * The policy under which a page is searched. Scripts in the page are the site tool's own, each allowed by its hash.
 * @param {string} page
 * @param {boolean} inlineStyles whether the site tool writes styles into its pages
 */
function policy(page, inlineStyles) {
  const own = [...page.matchAll(inlineScripts)].map(([, script = '']) => script);
  assert.deepEqual(own.filter((script) => /mycel/.test(script) && !/^(self\.__next_f|window\.__VP_)/.test(script)), [], 'a plugin has put a script into the page');
  const hashes = own.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'", `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`, "worker-src 'self'", "connect-src 'self'",
    `style-src 'self' ${inlineStyles ? "'unsafe-inline'" : ''}`, "img-src 'self' data:", "font-src 'self' data:", "manifest-src 'self'", "base-uri 'none'", "form-action 'self'",
  ].join('; ');
}

/** A newer Node than this one, which tools want: its folder. @returns {Promise<string>} */
async function newNode() {
  const folder = `${root}build/sites/node`;
  const bin = `${folder}/node_modules/node/bin`;
  if (!(await access(`${bin}/node`).then(() => true, () => false))) {
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/package.json`, '{ "private": true }');
    await exec('npm', ['install', 'node@22', '--no-audit', '--no-fund'], { cwd: folder });
    await mkdir(join(bin, '..', 'lib')); // where npx looks for packages
  }
  return bin;
}

/**
 * Changes a file, or makes it.
 * @param {string} file
 * @param {(text: string) => string} change
 */
export async function edit(file, change) {
  const text = await readFile(file, 'utf8').catch(() => '');
  const changed = change(text);
  assert.notEqual(changed, text, `${file} is not as expected:\n${text}`);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, changed);
}

/**
 * A folder for the site of a stranger, whose npm finds the packages of `make npm`.
 * @typedef {object} Place
 * @property {string} folder
 * @property {(command: string, cwd?: string) => Promise<string>} sh runs a line of the shell
 * @property {(file: string, edit: (text: string) => string) => Promise<void>} edit changes a file, or makes it
 * @property {(command: string, cwd: string, ready: RegExp, until?: {after(fn: () => unknown): void}) => Promise<string>} start runs
 *   a server until that test ends, or the whole file, and returns the address by which it says that it is there
 */

/**
 * @param {{after(fn: () => unknown): void}} t
 * @returns {Promise<Place>}
 */
export async function place(t) {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  /** Servers that have been told to end, and may still write. @type {Promise<unknown>[]} */
  const ending = [];
  t.after(async () => {
    await Promise.all(ending);
    await rm(folder, { recursive: true, force: true });
  });
  const { stdout: upstream } = await exec('npm', ['config', 'get', 'registry']);
  const address = await registry(t, `${root}build/npm`, upstream.trim());
  // npx would take the package of the same version that an earlier run has left.
  const cache = `${root}build/sites/cache`;
  await rm(`${cache}/_npx`, { recursive: true, force: true });
  const env = {
    ...process.env, PATH: `${await newNode()}:${process.env.PATH}`, CI: '1', NO_COLOR: '1', npm_config_registry: address, npm_config_cache: cache, npm_config_yes: 'true',
    npm_config_audit: 'false', npm_config_fund: 'false', ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', DOCUSAURUS_NO_TELEMETRY: '1',
  };
  return {
    folder,
    async sh(command, cwd = folder) {
      await Promise.all(ending);
      try {
        const { stdout } = await exec('bash', ['-euc', `${command} </dev/null`], { cwd, env, maxBuffer: 1 << 26 });
        return stdout;
      } catch (error) {
        const { stdout, stderr } = /** @type {any} */ (error);
        throw new Error(`${command}\n${stdout}\n${stderr}`, { cause: error });
      }
    },
    edit: (file, change) => edit(join(folder, file), change),
    async start(command, cwd, ready, until = t) {
      await Promise.all(ending);
      const child = spawn('bash', ['-c', `exec ${command}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      let told = false;
      until.after(() => {
        if (child.exitCode !== null) return;
        told = true;
        ending.push(once(child, 'close'));
        process.kill(-(/** @type {number} */ (child.pid)));
      });
      return new Promise((resolve, reject) => {
        let said = '';
        const hear = (/** @type {Buffer} */ chunk) => {
          said += chunk;
          const found = ready.exec(said);
          if (found) resolve(found[0]);
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.once('close', () => {
          if (!told) console.error(`${command} has ended:\n${said}`);
          reject(new Error(`${command}\n${said}`));
        });
      });
    },
  };
}

/**
 * Sends the pages of a server under a strict Content-Security-Policy.
 * @param {server.Server} site
 * @param {boolean} inlineStyles whether the site tool writes styles into its pages
 */
export function underPolicy({ on }, inlineStyles) {
  on(/(\/|\.html)$/, (response, content, path = '') => {
    if (content.length === 0) return server.status(404)(response, content);
    response.writeHead(200, { 'Content-Type': server.typeOf(path), 'Content-Security-Policy': policy(content.toString(), inlineStyles) }).end(content);
  });
}

/**
 * Serves a built site below /sub/, under a strict Content-Security-Policy.
 * @param {import('node:test').TestContext} t
 * @param {string} site
 * @param {{inlineStyles?: boolean}} [options] `inlineStyles`: the site tool writes styles into its pages
 * @returns {Promise<string>} its address
 */
export async function serveBelow(t, site, { inlineStyles = false } = {}) {
  const folder = await temporary(t, 'served');
  await symlink(site, join(folder, 'sub'));
  const served = await server.serve(t, folder);
  underPolicy(served, inlineStyles);
  return `${served.url}sub/`;
}

/**
 * A page of a browser, for which every site has an icon and other hosts have nothing.
 * @type {typeof newPage}
 */
export async function visitor(t, browser, options) {
  const page = await newPage(t, browser, options);
  page.setDefaultTimeout(60_000); // servers of tools compile pages when they are asked for
  await page.route((url) => !/^(localhost|127\.0\.0\.1)$/.test(url.hostname) || url.pathname.includes('/favicon.'), (route) => route.fulfill({ status: 204 }));
  return page;
}

/**
 * Keeps a picture of the screen, for people to look at.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
const photograph = (page, name) => page.screenshot({ path: `${root}build/screenshots/sites/${name}.png` });

/**
 * Whether the site and the dialog above it are dark.
 * @param {import('playwright-core').Page} page
 */
const darkness = (page) => page.evaluate(() => {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  const isDark = (/** @type {string} */ colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return red * 2 + green * 5 + blue < 1020;
  };
  const dialog = /** @type {Element} */ (deep('dialog'));
  return { site: !isDark(getComputedStyle(document.body).color), dialog: isDark(getComputedStyle(dialog).backgroundColor) };
});

/**
 * Searches on a page by its button, follows the result with a name, and finds its heading on the screen. Back opens the
 * dialog again, Forward closes it, and Back does so after a reload, too.
 * @param {import('playwright-core').Page} page
 * @param {object} options
 * @param {string} options.query
 * @param {string} options.name of the result
 * @param {RegExp} options.leads where it leads, with the anchor
 * @param {boolean} [options.routed] whether the site's router follows it, without a new page
 * @param {string} options.picture name of a screenshot
 * @param {boolean} [options.dark] whether the site is dark, and its dialog should be
 */
export async function searchAndFollow(page, { query, name, leads, routed = false, dark = false, picture }) {
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.locator('mycel-search-trigger').first().click();
  // Key by key: tools turn pages by keys such as p and the arrows.
  await page.locator('.mycel-input').last().pressSequentially(query);
  for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  const result = page.locator('a.mycel-option', { has: page.locator('.mycel-name', { hasText: name }) }).first();
  await result.waitFor();
  await page.waitForTimeout(500); // excerpts and fades, for the picture
  await photograph(page, picture);
  assert.deepEqual(await darkness(page), { site: dark, dialog: dark });
  await result.click();
  await page.waitForURL(leads);
  const anchor = decodeURIComponent(new URL(page.url()).hash.replace(/^#|:~:.*$/g, ''));
  const heading = page.locator(`[id=${JSON.stringify(anchor)}]`);
  await heading.waitFor({ state: 'attached' });
  await page.waitForFunction((id) => {
    const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1 };
    return top > -40 && top < window.innerHeight - 20;
  }, anchor);
  assert.equal(await page.evaluate(() => 'kept' in window), routed, routed ? 'the page was loaded anew' : 'no page was loaded');
  await photograph(page, `${picture}-followed`);
  const reopened = async () => {
    await page.goBack();
    await result.waitFor();
    await becomes(() => page.locator('.mycel-input').last().inputValue(), query);
  };
  await reopened();
  await page.goForward();
  await page.waitForURL(leads);
  await page.waitForFunction(() => !(/** @type {HTMLDialogElement | null} */ (deep('dialog'))?.open));
  await page.reload({ waitUntil: 'networkidle' }); // a router has to be there for Back
  await reopened();
  await page.keyboard.press('Escape');
}
