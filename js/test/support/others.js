/** Firefox, and WebKit as Safari has it, driven alike by what tests need of a page. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { createServer } from 'node:net';
import puppeteer from 'puppeteer-core';
import { deepQueries } from './browser.js';
import { becomes, patience, until } from './until.js';

/**
 * @typedef {object} Visitor
 * @property {(url: string) => Promise<unknown>} goto
 * @property {<T extends unknown[], V>(run: (...args: T) => V, ...args: T) => Promise<Awaited<V>>} evaluate in the page
 * @property {(state: (...args: any[]) => unknown, ...args: unknown[]) => Promise<void>} waitFor a state of the page
 * @property {(...keys: string[]) => Promise<void>} press keys together, by their names in the DOM
 * @property {(text: string) => Promise<void>} type key by key
 * @property {(selector: string) => Promise<void>} click with the pointer, shadow roots included
 * @property {() => Promise<unknown>} back
 * @property {() => Promise<unknown>} forward
 * @property {() => string[]} complaints errors on the console
 */

/** @param {(string | undefined)[]} paths */
const present = (...paths) => paths.find((path) => {
  try {
    accessSync(path ?? '');
    return true;
  } catch {
    return false;
  }
});

/** Where an element is. @param {string} selector */
function centre(selector) {
  const { x, y, width, height } = /** @type {Element} */ (deep(selector)).getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

/**
 * Waits in Node, because a page that is left takes its waiting with it.
 * @param {(expression: string) => Promise<unknown>} check tells whether an expression holds in the page
 * @returns {Visitor['waitFor']}
 */
const waiting = (check) => async (state, ...args) => {
  let last = '';
  try {
    await becomes(() => check(`Boolean((${state})(...${JSON.stringify(args)}))`).catch((error) => (last = String(error), false)), true);
  } catch {
    throw new Error(`waited in vain for ${state} ${last}`);
  }
};

const firefox = present(process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox');

/** @param {import('node:test').TestContext} t @returns {Promise<Visitor>} */
async function visitFirefox(t) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true, timeout: 0, protocolTimeout: 0, defaultViewport: { width: 1200, height: 900 } });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(deepQueries);
  /** @type {Visitor['evaluate']} */
  const evaluate = (run, ...args) => page.evaluate(/** @type {any} */ (run), ...args);
  return {
    evaluate,
    waitFor: waiting((expression) => page.evaluate(expression)),
    goto: (url) => page.goto(url),
    async press(...keys) {
      const last = /** @type {any} */ (keys.pop());
      for (const key of keys) await page.keyboard.down(/** @type {any} */ (key));
      await page.keyboard.press(last);
      for (const key of keys) await page.keyboard.up(/** @type {any} */ (key));
    },
    type: (text) => page.keyboard.type(text),
    async click(selector) {
      const { x, y } = await evaluate(centre, selector);
      await page.mouse.click(x, y);
    },
    // Puppeteer would wait for a page that Firefox has kept to be loaded.
    back: () => evaluate(() => history.back()),
    forward: () => evaluate(() => history.forward()),
    complaints: () => complaints,
  };
}

const driver = present(process.env.WEBKITWEBDRIVER, '/usr/bin/WebKitWebDriver');
const screen = present('/usr/bin/Xvfb');

/** Keys that write nothing, as WebDriver has them. @type {Record<string, string>} */
const codes = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', ArrowDown: '\uE015', ArrowUp: '\uE013', Control: '\uE009' };

/** A port that is free. @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}

/**
 * A program that ends with the test.
 * @param {import('node:test').TestContext} t
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(t, command, args, env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  t.after(() => {
    child.kill();
    return exited;
  });
  return child;
}

/** @param {import('node:test').TestContext} t @returns {Promise<Visitor>} */
async function visitWebKit(t) {
  const display = start(t, String(screen), ['-displayfd', '3', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'], process.env);
  const [number] = await once(/** @type {import('node:stream').Readable} */ (display.stdio[3]), 'data');
  const port = await freePort();
  const child = start(t, String(driver), [`--port=${port}`], { ...process.env, DISPLAY: `:${String(number).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : undefined });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await until(() => call('GET', '/status').then(() => true, () => false));
  const options = { args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts: { script: patience, pageLoad: patience } } } });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, { width: 1200, height: 900 });
  /** @param {unknown[]} actions */
  const act = (...actions) => call('POST', `${session}/actions`, { actions });
  /** @param {string[]} keys */
  const strokes = (keys) => keys.map((key) => codes[key] ?? key).flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
  /** @type {Visitor['evaluate']} */
  const evaluate = async (run, ...args) => {
    const script = `const [args, done] = arguments; globalThis.deep ?? (${deepQueries})();
      Promise.resolve().then(() => (${run})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await call('POST', `${session}/execute/async`, { script, args: [args] });
    if (error) throw new Error(error);
    return value;
  };
  return {
    evaluate,
    waitFor: waiting((expression) => evaluate(/** @type {any} */ (`() => ${expression}`))),
    goto: (url) => call('POST', `${session}/url`, { url }),
    async press(...keys) {
      const all = keys.map((key) => codes[key] ?? key);
      await act({ type: 'key', id: 'keys', actions: [...all.map((value) => ({ type: 'keyDown', value })), ...all.reverse().map((value) => ({ type: 'keyUp', value }))] });
    },
    type: (text) => act({ type: 'key', id: 'keys', actions: strokes([...text]) }),
    async click(selector) {
      const at = await evaluate(centre, selector);
      await act({ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', duration: 0, origin: 'viewport', ...at }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] });
    },
    back: () => call('POST', `${session}/back`, {}),
    forward: () => call('POST', `${session}/forward`, {}),
    complaints: () => said.split('\n').filter((line) => /^CONSOLE .*ERROR/.test(line)),
  };
}

/** The browsers, each with the reason why it is not tested here. @type {{name: string, visit: (t: import('node:test').TestContext) => Promise<Visitor>, skip: string | false}[]} */
export const others = [
  { name: 'Firefox', visit: visitFirefox, skip: firefox ? false : 'Firefox is not there: install it, or name it in $FIREFOX' },
  { name: 'WebKit', visit: visitWebKit, skip: driver && screen ? false : 'WebKit is not there: install webkit2gtk-driver and xvfb' },
];
