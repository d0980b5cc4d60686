/** The chat of examples/chat over the handbook, with models that the test makes. */

import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch, newPage, screenshot, violations } from '../support/browser.js';
import { root, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import { serve } from '../support/server.js';
import { becomes } from '../support/until.js';
/** @typedef {import('playwright-core').Page} Page */

const question = 'Which town did the designer of the float gauge learn clockmaking in?';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('../support/server.js').Server} */
let site;
const scope = fileScope();
before(async () => {
  const folder = await temporary(scope, 'chat');
  await cp(`${root}examples/chat`, join(folder, 'chat'), { recursive: true });
  await cp(`${root}build/testdata/bundle`, join(folder, 'mycel'), { recursive: true });
  await writeFile(join(folder, 'webllm.js'), `
export const CreateMLCEngine = async (name, { initProgressCallback }) => {
  initProgressCallback({ text: 'Loading ' + name });
  return {
    interruptGenerate() {},
    chat: { completions: { create: async ({ messages }) => (async function* () {
      yield { choices: [{ delta: { content: 'By ' + name } }] };
      yield { choices: [{ delta: { content: ': ' + messages.length + ' messages [1].' } }] };
    })() } },
  };
};`);
  site = await serve(scope, folder);
  browser = await launch(scope);
});

/**
 * The chat with a model in the place of the browser's own, which answers with these pieces and keeps what it was asked.
 * @param {import('node:test').TestContext} t
 * @param {string[] | null} pieces null: the browser has no model
 * @param {Parameters<typeof newPage>[2]} [options]
 */
async function visit(t, pieces, options) {
  const page = await newPage(t, browser, options);
  await page.addInitScript((pieces) => {
    /** @type {any} */ (globalThis).asked = [];
    /** @type {any} */ (globalThis).LanguageModel = pieces && {
      availability: async () => 'available',
      create: async (/** @type {any} */ { initialPrompts }) => ({
        destroy() {},
        promptStreaming: (/** @type {string} */ text, /** @type {{signal: AbortSignal}} */ { signal }) => {
          /** @type {any} */ (globalThis).asked.push([...initialPrompts, { role: 'user', content: text }]);
          return new ReadableStream({
            async start(controller) {
              for (const piece of pieces) controller.enqueue(piece);
              if (pieces.at(-1) !== '…') return controller.close();
              signal.addEventListener('abort', () => controller.error(signal.reason)); // and says no more
            },
          });
        },
      }),
    };
  }, pieces);
  await page.goto(`${site.url}chat/`);
  return page;
}

/** @param {Page} page @param {string} text */
async function ask(page, text) {
  await page.fill('#question', text);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#send:not([hidden])');
}

const asked = (/** @type {Page} */ page) => page.evaluate(() => /** @type {any} */ (globalThis).asked);
const note = (/** @type {Page} */ page) => page.locator('.turn').last().locator('.note').first().textContent();

test('an answer comes from passages, and its citations lead to their sentences', async (t) => {
  const page = await visit(t, ['He learned it in ', 'Brask [1]', '. [99]']);
  await ask(page, question);
  await becomes(() => page.textContent('.answer'), 'He learned it in Brask [1]. [99]');
  const link = page.locator('.answer a');
  await becomes(() => link.count(), 1, 'a number without a passage is no link');
  await becomes(() => link.getAttribute('href'), new RegExp(`^${site.url}.+#.*:~:text=`));
  await becomes(() => link.getAttribute('title'), /Brask/);
  await becomes(() => page.locator('.source').count(), 1, 'only cited passages are listed');
  const [messages] = await asked(page);
  assert.match(messages.at(-1).content, /^\[1\] .+\n[^]+clockmaking in Brask[^]+\n\nQuestion: Which town/);
  assert.match(messages[0].content, /passages alone/);
  await screenshot(page, 'chat');
  assert.deepEqual(await violations(page), []);
});

test('what the documents do not have is said without asking the model', async (t) => {
  const page = await visit(t, ['Paris']);
  await ask(page, 'How do I cook spaghetti carbonara?');
  await becomes(() => note(page), /^Not in these documents\./);
  await becomes(() => asked(page), []);
});

test('a refusal of the model is shown as such, and never letter by letter', async (t) => {
  const page = await visit(t, ['NOT IN', ' THESE DOC', 'UMENTS']);
  await page.evaluate(() => new MutationObserver(() => document.querySelector('.answer')?.textContent && document.body.classList.add('shown')).observe(document.body, { childList: true, subtree: true }));
  await ask(page, question);
  await becomes(() => note(page), /^Not in these documents\./);
  await becomes(() => page.evaluate(() => document.body.classList.contains('shown')), false);
});

test('a question that refers to the one before is looked up with it, and the model is told both', async (t) => {
  const page = await visit(t, ['In Brask [1].']);
  await ask(page, question);
  await ask(page, 'And zzyzx?');
  const messages = (await asked(page)).at(-1);
  assert.deepEqual(messages.map((/** @type {any} */ { role }) => role), ['system', 'user', 'assistant', 'user']);
  assert.match(messages.at(-1).content, /clockmaking in Brask[^]+Question: And zzyzx\?$/);
});

test('an answer can be stopped, and keeps what it has', async (t) => {
  const page = await visit(t, ['He learned it in Brask [1]', '…']);
  await page.fill('#question', question);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.answer')?.textContent);
  await page.click('#stop');
  await page.waitForSelector('#send:not([hidden])');
  await becomes(() => note(page), 'Stopped.');
  await becomes(() => page.textContent('.answer'), /Brask/);
});

test('without a model the page says what to do', async (t) => {
  const page = await visit(t, null, { viewport: { width: 390, height: 780 }, colorScheme: 'dark' });
  await ask(page, question);
  await becomes(() => note(page), /no language model of its own/);
  await page.click('summary');
  await page.selectOption('[name=kind]', 'address');
  await screenshot(page, 'chat-settings');
  assert.deepEqual(await violations(page), []);
});

test('a model in the page', async (t) => {
  const page = await visit(t, null);
  await page.click('summary');
  await page.selectOption('[name=kind]', 'web');
  await page.fill('[name=library]', `${site.url}webllm.js`);
  await page.fill('[name=name]', 'Little');
  await page.click('#model button');
  await ask(page, question);
  await becomes(() => page.textContent('.answer'), 'By Little: 2 messages [1].');
});

test('a model behind an address streams, and its errors are shown', async (t) => {
  /** @type {any[]} */
  const requests = [];
  let refuse = false;
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return response.end();
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    requests.push({ path: request.url, key: request.headers.authorization, body: JSON.parse(body) });
    if (refuse) return response.writeHead(429).end('too many requests');
    const piece = (/** @type {string} */ content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    response.write(`: a comment\n${piece('In ').slice(0, 12)}`); // pieces of the stream are no lines
    response.end(`${piece('In ').slice(12)}${piece('Brask [1].')}data: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const page = await visit(t, null, { allow: /429/ });
  await page.click('summary');
  await page.selectOption('[name=kind]', 'address');
  await page.fill('[name=address]', `http://127.0.0.1:${port}/v1/`);
  await page.fill('[name=name]', 'little');
  await page.fill('[name=key]', 'secret');
  await page.click('#model button');
  await ask(page, question);
  await becomes(() => page.textContent('.answer'), 'In Brask [1].');
  assert.equal(requests[0].path, '/v1/chat/completions');
  assert.equal(requests[0].key, 'Bearer secret');
  assert.equal(requests[0].body.model, 'little');
  refuse = true;
  await ask(page, question);
  await becomes(() => note(page), /answers with 429: too many requests/);
});
