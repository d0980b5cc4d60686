/** The search elements in Chromium, driven by keyboard, on a site with a strict policy. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { adoptedSite, adoption, html } from '../support/adopted.js';
import { active, frames, launch, newPage, screenshot, violations } from '../support/browser.js';
import { isOpen, options, overflow, type, visitSite } from '../support/element.js';
import { builtBundle, builtCommand, bundleOf, temporary } from '../support/files.js';
import { fileScope } from '../support/scope.js';
import * as server from '../support/server.js';
import { becomes, until } from '../support/until.js';
/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
const scope = fileScope();
before(async () => {
  browser = await launch(scope);
});

const trigger = '<p>Text.</p><mycel-search-trigger></mycel-search-trigger><textarea aria-label="Text"></textarea>';
const searchbox = '<mycel-searchbox></mycel-searchbox>';
const question = 'Which town did the designer of the float gauge learn clockmaking in?';

/**
 * @param {import('node:test').TestContext} t
 * @param {string} body of the page
 * @param {Parameters<typeof visitSite>[3]} [options]
 */
const visit = (t, body, options) => visitSite(t, browser, body, options);

/** @param {Page} page */
const focused = (page) => page.evaluate(() => deepActive()?.className);
/**
 * Waits until the browser has asked for a file: what is held back can be released only then.
 * @param {server.Server} site
 * @param {RegExp} path
 */
async function asked(site, path) {
  await until(() => site.requests.some((request) => path.test(request)));
}

/**
 * Opens the first disclosure.
 * @param {Page} page
 */
async function askWhy(page) {
  await page.locator('.mycel-why summary').first().click();
  await explained(page);
}

/**
 * Waits until the explanation that was opened is whole.
 * @param {import('playwright-core').Page} page
 */
async function explained(page) {
  await page.waitForSelector('.mycel-why:not([aria-busy]) .mycel-why-text', { state: 'attached' });
}

test('a page with the trigger loads the elements with their style, and no engine', async (t) => {
  const { page, site } = await visit(t, trigger);
  await page.waitForSelector('.mycel-trigger');
  await page.waitForLoadState('networkidle');
  assert.deepEqual(site.requests.filter((path) => path.startsWith('/mycel/')), ['/mycel/client/ui/define.js']);
  await page.hover('.mycel-trigger');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/panel.')));
  await page.keyboard.press('/');
  await page.waitForFunction(() => deep('.mycel-status')?.textContent === '');
  assert.ok(site.requests.some((path) => /wasm/.test(path)), 'the engine is loaded at a sign of interest');
});

for (const shortcut of ['Control+K', 'Meta+K', '/']) {
  test(`${shortcut} opens the dialog, and Escape gives the focus back`, async (t) => {
    const { page } = await visit(t, trigger);
    await page.focus('.mycel-trigger');
    await page.keyboard.press(shortcut);
    await becomes(() => isOpen(page), true);
    await becomes(() => focused(page), 'mycel-input');
    await type(page, 'frost');
    await becomes(() => options(page), ['When not to mulch']);
    await page.keyboard.press('Escape');
    await becomes(() => isOpen(page), false);
    await becomes(() => focused(page), 'mycel-trigger');
    await page.waitForFunction(() => location.search === ''); // the dialog tells of its end in a later task
  });
}

test('opened from nowhere, the focus goes to the trigger', async (t) => {
  const { page } = await visit(t, trigger);
  await page.keyboard.press('/');
  await type(page, 'frost');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => deepActive()?.className === 'mycel-trigger');
});

test('shortcuts leave those who write alone, and can be others or none', async (t) => {
  const { page } = await visit(t, trigger + '<p contenteditable>x</p>');
  await page.focus('textarea');
  await page.keyboard.type('a/b');
  await becomes(() => page.inputValue('textarea'), 'a/b');
  await page.evaluate(() => {
    const host = document.createElement('x-closed');
    host.attachShadow({ mode: 'closed' }).innerHTML = '<input>';
    document.body.append(host, Object.assign(document.createElement('div'), { id: 'box', role: 'textbox', tabIndex: 0 }));
  });
  await page.focus('[contenteditable]');
  await page.keyboard.press('/');
  await becomes(() => isOpen(page), false);
  await page.locator('x-closed').click();
  await page.keyboard.press('/');
  await becomes(() => isOpen(page), false);
  await page.focus('#box');
  await page.keyboard.press('/');
  await becomes(() => isOpen(page), false);
  await page.evaluate(() => {
    document.querySelector('mycel-search-trigger')?.setAttribute('shortcut', 's');
    /** @type {HTMLElement} */ (deepActive()).blur();
  });
  await page.keyboard.press('/');
  await becomes(() => isOpen(page), false);
  await page.keyboard.press('s');
  await becomes(() => isOpen(page), true);
});

test('Ctrl and a key write nothing, and open the dialog from a text field, too, unless an editor has them', async (t) => {
  const { page } = await visit(t, trigger);
  await page.focus('textarea');
  await page.keyboard.press('Control+K');
  await becomes(() => isOpen(page), true);
  await page.keyboard.press('Control+K');
  await becomes(() => isOpen(page), false);
  await becomes(() => page.evaluate(() => document.activeElement?.localName), 'textarea');
  await page.evaluate(() => document.querySelector('textarea')?.addEventListener('keydown', (event) => event.preventDefault()));
  await page.keyboard.press('Control+K');
  await becomes(() => isOpen(page), false);
});

test('inputs without text leave shortcuts to the search: the focus is on a switch between light and dark', async (t) => {
  for (const type of ['radio', 'checkbox', 'range', 'button']) {
    const { page } = await visit(t, `${trigger}<input type="${type}" aria-label="Dark">`);
    await page.focus('input');
    await page.keyboard.press('/');
    await becomes(() => isOpen(page), true, type);
  }
});

test('Back opens the dialog again where a router has followed a result, Forward closes it, and both do after a reload', async (t) => {
  const { page } = await visit(t, trigger);
  await page.addInitScript(() => document.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    history.pushState({}, '', event.target.href);
  }));
  await page.reload();
  await page.keyboard.press('/');
  await type(page, 'frost');
  await becomes(() => options(page), ['When not to mulch']);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/');
  await becomes(() => isOpen(page), false);
  const reopened = async () => {
    await page.goBack();
    await becomes(() => isOpen(page), true);
    await becomes(() => page.inputValue('.mycel-input'), 'frost');
    await becomes(() => options(page), ['When not to mulch']);
    assert.equal(new URL(page.url()).searchParams.get('q'), 'frost');
  };
  await reopened();
  await page.goForward();
  await becomes(() => isOpen(page), false);
  assert.notEqual(new URL(page.url()).pathname, '/');
  await page.route((url) => url.pathname.endsWith('.html'), async (route) => route.fulfill({ contentType: 'text/html', body: await (await route.fetch({ url: new URL('/', route.request().url()).href })).text() }));
  await page.reload();
  await page.waitForSelector('.mycel-trigger');
  await reopened();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => location.search === '');
});

test('keys of the page do not act on what is typed into the dialog', async (t) => {
  const { page } = await visit(t, trigger);
  const seen = () => page.evaluate(() => /** @type {any} */ (window).seen);
  await page.evaluate(() => {
    const keys = /** @type {string[]} */ (Object.assign(window, { seen: [] }).seen);
    document.addEventListener('keydown', ({ key }) => keys.push(key));
  });
  await page.keyboard.press('/');
  await page.keyboard.type('frost');
  for (const key of ['ArrowRight', 'ArrowDown', 'Escape']) await page.keyboard.press(key);
  await becomes(() => isOpen(page), false);
  await page.keyboard.press('p');
  await becomes(seen, ['/', 'p']);
  await page.keyboard.press('Control+K');
  await becomes(() => isOpen(page), true);
  await page.keyboard.press('Control+K');
  await becomes(() => isOpen(page), false, 'keys with Ctrl reach the page');
  await page.evaluate(() => { // for a moment the focus is still in what has gone
    /** @type {HTMLElement | null} */ (deepActive())?.blur();
    document.querySelector('mycel-search-trigger')?.modal.open();
    /** @type {HTMLDialogElement} */ (deep('dialog')).close();
    deepActive()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'q', bubbles: true, composed: true }));
  });
  assert.equal((await seen()).at(-1), 'q');
});

test('arrows move through the sections and around, Home and End in the text; Enter opens the active one at its anchor', async (t) => {
  const { page, site } = await visit(t, trigger);
  await page.keyboard.press('/');
  await type(page, 'roots mulch', 4);
  const names = await options(page);
  assert.equal(new Set(names).size, 4);
  await becomes(() => active(page), names[0]);
  const at = async () => page.evaluate(() => deep(`#${deep('.mycel-input')?.getAttribute('aria-activedescendant')}`)?.querySelector('.mycel-name')?.textContent);
  for (const [key, place] of /** @type {[string, number][]} */ ([['ArrowUp', 3], ['ArrowDown', 0], ['ArrowDown', 1], ['ArrowDown', 2], ['ArrowUp', 1], ['Home', 1], ['End', 1]])) {
    await page.keyboard.press(key);
    await becomes(at, names[place], key);
    await becomes(() => active(page), names[place], key);
    const caret = await page.locator('.mycel-input').evaluate((node) => /** @type {HTMLInputElement} */ (node).selectionStart);
    if (key === 'Home') assert.equal(caret, 0);
    if (key === 'End') assert.equal(caret, 'roots mulch'.length);
  }
  await becomes(() => focused(page), 'mycel-input', 'the focus stays in the input');
  const href = await page.getAttribute('[aria-selected=true]', 'href');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/');
  assert.ok(page.url().startsWith(href ?? 'none'), `${href} leads to ${page.url()}`);
  assert.ok(page.url().startsWith(site.url));
  await page.goBack();
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.inputValue('.mycel-input'), 'roots mulch', 'Back leads to the results');
});

test('keys that end a composition mean nothing: Safari tells them by their code alone', async (t) => {
  const { page, site } = await visit(t, trigger);
  await page.keyboard.press('/');
  await type(page, 'frost');
  const moved = await page.evaluate(() => {
    const input = /** @type {HTMLInputElement} */ (deep('.mycel-input'));
    return ['Enter', 'Escape', 'ArrowDown'].map((key) => input.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, composed: true, cancelable: true })));
  });
  assert.deepEqual(moved, [true, true, true], 'no key is taken');
  await becomes(() => isOpen(page), true);
  assert.equal(new URL(page.url()).pathname, new URL(site.url).pathname);
});

/**
 * The queries that were searched for so far, in their order. Timers run in the order of their times: one that is longer than
 * the pause after a key ends behind every search that a key has begun.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
const searched = (page) => page.evaluate(async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return /** @type {any} */ (globalThis).searched;
});

/** @param {import('node:test').TestContext} t */
async function visitToCompose(t) {
  const { page } = await visit(t, trigger);
  await page.evaluate(() => {
    const queries = /** @type {any} */ (globalThis).searched = /** @type {string[]} */ ([]);
    document.addEventListener('search', (event) => queries.push(/** @type {CustomEvent} */ (event).detail.query));
  });
  await page.keyboard.press('/');
  await page.waitForSelector('.mycel-input:focus');
  const session = await page.context().newCDPSession(page);
  /** @param {string} text */
  const compose = (text) => session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  return { page, compose };
}

test('half composed text is not searched for, and the text that was chosen is, once', async (t) => {
  const { page, compose } = await visitToCompose(t);
  for (const step of ['j', 'ji suan', '计算']) {
    await compose(step);
    assert.deepEqual(await searched(page), [], step);
  }
  await page.keyboard.insertText('计算');
  await becomes(() => searched(page), ['计算']);
  assert.equal(await page.inputValue('.mycel-input'), '计算');
  await compose('s');
  assert.deepEqual(await searched(page), ['计算'], 'the next word');
  await compose('');
  await page.keyboard.type('!');
  await becomes(() => searched(page), ['计算', '计算!'], 'a composition that is given up');
});

test('Korean is searched for as it is composed', async (t) => {
  const { page, compose } = await visitToCompose(t);
  await compose('하');
  await becomes(() => searched(page), ['하']);
  await compose('한');
  await becomes(() => searched(page), ['하', '한']);
  await page.keyboard.insertText('한');
  assert.deepEqual(await searched(page), ['하', '한'], 'it was searched for before it was whole');
});

test('each browser ends a composition with other events, and all search once', async (t) => {
  const { page } = await visitToCompose(t);
  /** @type {[string, string, string?, boolean?][]} type of the event, text of the input, inputType, isComposing */
  const start = [['compositionstart', ''], ['input', 'ji', 'insertCompositionText', true]];
  const orders = {
    Chromium: [...start, ['input', '计算', 'insertCompositionText', true], ['compositionend', '计算']],
    Firefox: [...start, ['compositionend', '计算'], ['input', '计算', 'insertCompositionText', false]],
    Safari: [...start, ['input', '', 'deleteCompositionText', true], ['input', '计算', 'insertFromComposition', true], ['compositionend', '计算']],
    'older Safari': [...start, ['input', '', 'deleteCompositionText', false], ['input', '计算', 'insertFromComposition', false], ['compositionend', '计算']],
  };
  let times = 0;
  for (const [name, events] of Object.entries(orders)) {
    await page.evaluate((events) => {
      const input = /** @type {HTMLInputElement} */ (deep('.mycel-input'));
      for (const [type, data, inputType, isComposing] of events) {
        if (type === 'input') input.value = /** @type {string} */ (data);
        const made = type === 'input' ? new InputEvent(type, { data, inputType, isComposing, bubbles: true, composed: true }) : new CompositionEvent(type, { data, bubbles: true, composed: true });
        input.dispatchEvent(made);
      }
    }, /** @type {any[][]} */ (events));
    await becomes(() => searched(page), Array(++times).fill('计算'), name);
    await page.fill('.mycel-input', '');
    await searched(page);
  }
});

test('a hit in a tab panel that is not shown is shown', async (t) => {
  const tabs = (/** @type {string} */ text) => `<div role="tablist"><button role="tab" id="t1" aria-controls="p1">One</button><button role="tab" id="t2" aria-controls="p2">Two</button></div>
    <div role="tabpanel" id="p1">First.</div><div role="tabpanel" id="p2" hidden>${text}</div><script src="tabs.js"></script>`;
  const site = await adoptedSite(t, {
    'index.html': html(trigger),
    'notes/mulch.html': html(`${trigger}${tabs('Mulch keeps frost in the ground. Rake it aside in spring until the soil is warm.')}`),
    'notes/tabs.js': "document.querySelectorAll('[role=tab]').forEach((tab) => tab.addEventListener('click', () => document.querySelectorAll('[role=tabpanel]').forEach((panel) => (panel.hidden = panel.id !== tab.getAttribute('aria-controls')))));",
  });
  const page = await newPage(t, browser);
  await page.goto(site.url);
  await page.keyboard.press('/');
  await type(page, 'frost');
  await page.keyboard.press('Enter');
  await page.waitForURL(/mulch/);
  await becomes(() => page.isVisible('#p2'), true);
  await page.reload();
  await page.waitForLoadState('load');
  await becomes(() => page.isVisible('#p1'), true, 'the tab is chosen once');
});

test('on a page that a router opens, the text that was found is marked until the reader clicks', async (t) => {
  const { page } = await visit(t, `${trigger}<main>Home.</main>`);
  await page.evaluate(() => document.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    const { href } = event.target;
    // The address comes first, then a frame, then the page.
    setTimeout(() => {
      history.pushState({}, '', href);
      const main = /** @type {HTMLElement} */ (document.querySelector('main'));
      main.textContent = 'Loading.';
      setTimeout(() => (main.innerHTML = '<h2 id="when-not-to-mulch">When not to mulch</h2>' + '<br>'.repeat(200) + '<p>Mulch keeps <em>frost</em>\n in the ground. Rake it aside in spring until the soil is warm.</p>'));
    });
  }));
  await page.keyboard.press('/');
  await type(page, 'frost');
  await page.keyboard.press('Enter');
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('mycel') ?? [])].map((range) => `${range}`.replace(/\s+/g, ' ')));
  await page.waitForURL(/#when-not-to-mulch$/);
  await becomes(marked, ['Mulch keeps frost in the ground. Rake it aside in spring until the soil is warm.']);
  await becomes(() => page.locator('main em').evaluate((node) => node.getBoundingClientRect().top < innerHeight), true, 'it is on the screen');
  await page.mouse.click(5, 5);
  await becomes(marked, []);
});

test('Enter with Control opens a new tab and leaves the list', async (t) => {
  const { page, site } = await visit(t, trigger);
  await page.keyboard.press('/');
  await type(page, 'frost');
  await becomes(() => page.getAttribute('.mycel-option', 'href'), /#when-not-to-mulch$/);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const tab = await opened;
  await tab.waitForFunction(() => location.hash === '#when-not-to-mulch');
  assert.ok(tab.url().startsWith(`${site.url}notes/mulch.html#when-not-to-mulch`));
  await becomes(() => isOpen(page), true);
});

/**
 * Where a link leads when the browser follows a click on it; the click does not leave the page.
 * @param {import('playwright-core').Locator} link
 */
function followed(link) {
  return link.evaluate((node) => {
    /** @type {string | null} */
    let address = null;
    const last = (/** @type {Event} */ event) => {
      address = /** @type {Element} */ (event.target).getAttribute('href');
      event.preventDefault();
    };
    document.addEventListener('click', () => window.addEventListener('click', last, { once: true }), { once: true });
    node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
    return address;
  });
}

test('a followed link leads to the text; a router sees one click on a link of the page, with the plain address', async (t) => {
  const { page, site } = await visit(t, trigger);
  await page.keyboard.press('/');
  await type(page, 'frost');
  const link = page.locator('.mycel-option').first();
  assert.match((await followed(link)) ?? '', /#when-not-to-mulch:~:text=./);
  await page.evaluate(() => document.addEventListener('results', () => Object.assign(globalThis, { again: true })));
  await page.waitForFunction(() => !deepActive()?.matches('.mycel-input')); // else the key is typed
  await page.keyboard.press('/');
  await page.waitForFunction(() => Reflect.get(globalThis, 'again')); // the dialog that opens again asks again
  await page.waitForSelector('.mycel-results[aria-busy=false]', { state: 'attached' });
  const routed = await link.evaluate((node) => {
    /** @type {string[]} */
    const seen = [];
    document.addEventListener('click', (event) => {
      const own = /** @type {Element} */ (event.target).closest('a');
      if (event.defaultPrevented || !own) return;
      event.preventDefault();
      seen.push(own.href);
    });
    /** @type {HTMLElement} */ (node).click();
    return [...seen, /** @type {HTMLAnchorElement} */ (node).href];
  });
  assert.deepEqual(routed, Array(2).fill(`${site.url}notes/mulch.html#when-not-to-mulch`));
  await becomes(() => isOpen(page), false);
});

test('a section of the page that is open is reached without loading it anew, and Back opens the dialog again', async (t) => {
  const page = await newPage(t, browser);
  const site = await adoptedSite(t, { 'notes/mulch.html': html(`${'<p>Text.</p>'.repeat(80)}${trigger}`) });
  await page.goto(`${site.url}notes/mulch.html`);
  await page.evaluate(() => (/** @type {any} */ (window).kept = true));
  const arrived = async () => {
    await page.waitForURL(`${site.url}notes/mulch.html#when-not-to-mulch`);
    await becomes(() => isOpen(page), false);
  };
  for (const once of [true, false]) { // the second time from an address with the anchor
    await page.keyboard.press('/');
    await becomes(() => isOpen(page), true);
    await page.keyboard.press('Control+A');
    await type(page, 'frost');
    await page.keyboard.press('Enter');
    await arrived();
    assert.ok(await page.evaluate(() => scrollY > 1000), 'the section is out of view');
    await page.goBack();
    await becomes(() => isOpen(page), true);
    await becomes(() => page.inputValue('.mycel-input'), 'frost');
    await page.waitForURL(`${site.url}notes/mulch.html?q=frost${once ? '' : '#when-not-to-mulch'}`);
    await page.goForward();
    await arrived();
  }
  await becomes(() => page.evaluate(() => /** @type {any} */ (window).kept), true);
});

test('what is typed before anything is there is answered when it is', async (t) => {
  const page = await newPage(t, browser);
  const site = await adoptedSite(t, { 'index.html': html(trigger) });
  const code = server.held();
  const engine = server.held();
  site.on(/ui\/panel\.\w+\.js/, (response, content) => code(response.setHeader('Content-Type', 'text/javascript'), content));
  site.on(/wasm/, engine);
  await page.goto(site.url);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('fro');
  await asked(site, /panel\.\w+\.js/);
  code.release();
  await page.waitForSelector('.mycel-results[aria-busy=true]', { state: 'attached' });
  await becomes(() => page.textContent('.mycel-status'), /search index/);
  await page.keyboard.type('st');
  await becomes(() => page.inputValue('.mycel-input'), 'frost', 'the input kept text and focus');
  await asked(site, /wasm/);
  engine.release();
  await page.waitForSelector('.mycel-option');
  await becomes(() => options(page), ['When not to mulch']);
});

test('a host that sends no engine is told after ten seconds, and what it sends later is taken', async (t) => {
  const page = await newPage(t, browser, { viewport: { width: 640, height: 400 } });
  const site = await adoptedSite(t, { 'index.html': html(trigger, 'lang="de"') });
  const engine = server.held();
  site.on(/wasm/, engine);
  await page.clock.install();
  await page.goto(site.url);
  await page.keyboard.press('/');
  await page.keyboard.insertText('frost');
  await becomes(() => page.textContent('.mycel-status'), /Suchindex/);
  await asked(site, /wasm/);
  await page.clock.fastForward(10_000);
  await becomes(() => page.textContent('.mycel-status'), 'Der Suchindex ist noch nicht angekommen. Prüfen Sie die Verbindung.');
  assert.deepEqual(await violations(page), []);
  engine.release();
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.textContent('.mycel-status'), '1 Treffer');
});

test('an answer that comes when the dialog is closed leaves the address alone', async (t) => {
  const { page, site } = await visit(t, trigger);
  const engine = server.held();
  site.on(/wasm/, engine);
  await page.evaluate(() => document.addEventListener('results', () => Object.assign(globalThis, { answered: true })));
  await page.keyboard.press('/');
  await page.keyboard.insertText('frost');
  await page.waitForURL((url) => url.searchParams.get('q') === 'frost');
  await asked(site, /wasm/);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => location.search === '');
  engine.release();
  await page.waitForFunction(() => Reflect.get(globalThis, 'answered'));
  assert.equal(new URL(page.url()).search, '');
});

test('?q= is searched at once, in a dialog and in a searchbox', async (t) => {
  for (const body of [trigger, searchbox, '<mycel-searchbox param="find"></mycel-searchbox>']) {
    const name = body.includes('find') ? 'find' : 'q';
    const { page } = await visit(t, body, { address: `?${name}=frost` });
    await page.waitForSelector('.mycel-option');
    await becomes(() => options(page), ['When not to mulch']);
    await becomes(() => isOpen(page), body === trigger);
    assert.equal(new URL(page.url()).searchParams.get(name), 'frost');
  }
  const { page, site } = await visit(t, '<mycel-search-trigger param=""></mycel-search-trigger>', { address: '?q=frost' });
  await page.waitForSelector('.mycel-trigger');
  await becomes(() => isOpen(page), false, 'an empty param leaves the address to the site');
  assert.ok(!site.requests.some((path) => /panel/.test(path)));
});

test('counts are told politely; results stand under their page with breadcrumb and marks', async (t) => {
  const { page } = await visit(t, searchbox);
  await page.focus('.mycel-input');
  await type(page, 'feeding fungi', 2);
  await becomes(() => page.textContent('[role=status]'), '2 results');
  await becomes(() => page.locator('.mycel-page-title').allTextContents(), ['Living soil']);
  await becomes(() => page.locator('.mycel-name mark').allTextContents(), ['Feeding', 'fungi']);
  const mark = await page.locator('.mycel-name mark').first().evaluate((node) => {
    const [own, around] = [node, /** @type {Element} */ (node.parentElement)].map((it) => getComputedStyle(it));
    return [own.backgroundColor !== around.backgroundColor, own.fontWeight === around.fontWeight, own.textDecorationLine, own.color === around.color];
  });
  assert.deepEqual(mark, [true, true, 'none', true], 'one kind of mark');
  const size = await page.locator('.mycel-input').evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  assert.ok(size >= 16, `${size} px`);
  await page.keyboard.press('Escape');
  await becomes(() => page.inputValue('.mycel-input'), '');
  await page.waitForFunction(() => !location.search && !deep('.mycel-option'));
});

test('events tell what happens, with their details, and can be cancelled', async (t) => {
  const { page, site } = await visit(t, searchbox);
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window).seen = /** @type {any[]} */ ([]);
    for (const name of ['search', 'results', 'zero', 'select', 'error']) {
      document.addEventListener(name, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        if (name === 'select') event.preventDefault();
        seen.push([name, detail?.query, detail?.result?.hits.length ?? detail?.rank ?? null, event.composed, detail?.url ?? null]);
      });
    }
  });
  await page.focus('.mycel-input');
  await page.keyboard.insertText('frost'); // at once: between keys a busy machine would search
  await page.waitForSelector('.mycel-option');
  await page.keyboard.press('Control+A'); // the native event of selected text is not ours
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('zeppelin');
  await page.waitForFunction(() => /** @type {any} */ (window).seen.some((/** @type {any[]} */ [name]) => name === 'zero'));
  /** @type {any[][]} */
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  assert.deepEqual(seen.map(([name, query, number, composed]) => [name, query, number, composed]), [
    ['search', 'frost', null, true], ['results', 'frost', 1, true], ['select', 'frost', 1, true],
    ['search', 'zeppelin', null, true], ['results', 'zeppelin', 0, true], ['zero', 'zeppelin', 0, true],
  ]);
  assert.equal(seen[2][4].split(':~:')[0], `${site.url}notes/mulch.html#when-not-to-mulch`);
  assert.equal(new URL(page.url()).pathname, '/', 'a cancelled select stays on the page');
  await becomes(() => page.textContent('.mycel-notes'), /^No results for “zeppelin” ?Try fewer words/, 'the only word is named once');
  await page.evaluate(() => document.addEventListener('search', (event) => event.preventDefault(), { once: true }));
  const next = () => page.evaluate((n) => /** @type {any} */ (window).seen.slice(n).map((/** @type {any[]} */ [name, query]) => `${name} ${query}`), seen.length);
  await page.keyboard.insertText('x');
  await becomes(next, ['search zeppelinx']);
  await page.keyboard.insertText('y');
  await becomes(next, ['search zeppelinx', 'search zeppelinxy', 'results zeppelinxy', 'zero zeppelinxy'], 'a cancelled search is not made');
});

test('a bundle that is not there is an error in the list, with a way to try again', async (t) => {
  const page = await newPage(t, browser, { allow: /404|Failed to load/ });
  const site = await adoptedSite(t, { 'index.html': html(trigger) });
  site.on(/mycel\.json/, server.status(404));
  await page.goto(site.url);
  await page.evaluate(() => document.addEventListener('error', (event) => (/** @type {any} */ (window).code = /** @type {any} */ (event).detail?.error.code)));
  await page.keyboard.press('/');
  await page.keyboard.insertText('frost');
  await page.waitForSelector('.mycel-problem');
  await becomes(() => page.textContent('[role=alert]'), /The search could not be loaded.*Try again.*mycel\.json/s);
  await becomes(() => page.evaluate(() => /** @type {any} */ (window).code), 'not-found');
  assert.deepEqual(await violations(page), []);
  await screenshot(page, 'component-not-loaded');
  site.restore();
  await page.keyboard.press('Tab'); // Clear
  await page.keyboard.press('Tab'); // Close
  await page.keyboard.press('Tab');
  await becomes(() => focused(page), 'mycel-button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.locator('.mycel-problem').count(), 0);
});

for (const [attribute, reason] of [
  ['bundle="//"', 'bundle: got "//", want a URL'],
  ['bundle="./ http://["', 'bundle: got "http://[", want a URL'],
  ['root="http://"', 'root: got "http://", want a URL'],
  ['document-page="http://["', 'document-page: got "http://[", want a URL'],
  ['mode="nope"', 'nope'],
  ['hits="abc"', 'NaN'],
]) {
  test(`a wrong attribute is told, and no other words are asked for: ${attribute}`, async (t) => {
    const { page } = await visit(t, searchbox.replace('>', ` ${attribute}>`));
    await page.fill('.mycel-input', 'frost');
    await page.waitForSelector('.mycel-problem');
    const text = (await page.textContent('.mycel-problem')) ?? '';
    assert.match(text, /^The search failed/);
    assert.ok(text.includes(reason), text);
    assert.doesNotMatch(text, /other words|reload/);
  });
}

// Browsers may remember that a module failed, until the page is loaded anew (Chromium does).
test('code that cannot be loaded is told, and there when the page is loaded again', async (t) => {
  const page = await newPage(t, browser, { allow: /503|Failed to (load|fetch)/ });
  const site = await adoptedSite(t, { 'index.html': html(trigger) });
  site.on(/panel\.\w+\.js/, server.status(503));
  await page.goto(site.url);
  await page.keyboard.press('/');
  await becomes(() => page.textContent('.failed'), /^↻ Search$/);
  site.restore();
  await page.locator('.failed').click();
  await page.waitForFunction(() => deep('.mycel-trigger') && !deep('dialog')); // a page that is only begun has neither
  await page.keyboard.press('/');
  await page.keyboard.insertText('frost');
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.locator('.failed').count(), 0);
});

test('a reader who opens the search first without a network is told why it does not come', async (t) => {
  const page = await newPage(t, browser, { allow: /ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/ });
  const site = await adoptedSite(t, { 'index.html': html(trigger) });
  await page.goto(site.url);
  await page.context().setOffline(true);
  await page.keyboard.press('/');
  await becomes(() => page.textContent('dialog .failed'), 'Offline. ↻ Search');
});

test('what shows results is loaded with the first key; where it cannot be had, trying again loads the page, and its query', async (t) => {
  const page = await newPage(t, browser, { allow: /503|Failed to (load|fetch)/ });
  const site = await adoptedSite(t, { 'index.html': html(trigger) });
  site.on(/\/list\.\w+\.js/, server.status(503));
  await page.goto(site.url);
  await page.keyboard.press('/');
  await page.waitForSelector('.mycel-input[role=combobox]');
  assert.ok(!site.requests.some((path) => path.includes('/list.')));
  await page.keyboard.insertText('frost');
  await becomes(() => page.textContent('.mycel-problem'), /connection/);
  site.restore();
  await page.locator('.mycel-problem button').first().click();
  await page.waitForSelector('.mycel-option');
  assert.equal(await page.inputValue('.mycel-input'), 'frost');
});

test('a query that stops the engine is told, and the next one works', async (t) => {
  const { page } = await visit(t, searchbox);
  await page.focus('.mycel-input');
  await page.keyboard.insertText('!throw');
  await page.waitForSelector('.mycel-problem');
  await becomes(() => page.textContent('.mycel-problem'), /The search failed/);
  await page.keyboard.press('Control+A');
  await type(page, 'frost');
  await becomes(() => page.locator('.mycel-problem').count(), 0);
});

test('why: what another page calls the result, with a link to it, fetched when it is asked for', async (t) => {
  const { page, site } = await visit(t, searchbox, { built: true });
  await page.focus('.mycel-input');
  await type(page, 'the keeper’s day');
  const line = page.locator('.mycel-why-text', { hasText: 'calls this' });
  await becomes(() => line.count(), 0);
  await page.locator('.mycel-why summary').first().click();
  await line.waitFor();
  await becomes(() => line.textContent(), /^The Halden Tide Service › How to read this handbook calls this “the keeper['’]s day”\.$/);
  await becomes(() => line.locator('a').getAttribute('href'), `${site.url}#how-to-read-this-handbook`);
});

test('why: a sentence with its words marked, and no picture of words alone', async (t) => {
  const { page } = await visit(t, trigger, { built: true });
  await page.keyboard.press('Control+K');
  await type(page, 'stilling well');
  await askWhy(page);
  await becomes(() => page.locator('.mycel-why-text mark').allTextContents(), ['stilling', 'well']);
  await becomes(() => page.locator('.mycel-why[open] :is(.mycel-steps, .mycel-figure)').count(), 0);
});

test('a page that the site names for a query stands first, once, and explains itself; a damaged file is told', async (t) => {
  const { page, site } = await visit(t, trigger.replace('trigger>', 'trigger pins="/pins.json">'), { built: true });
  site.on(/pins\.json/, (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify([{ queries: ['Stilling  Wéll', 'jobs'], title: 'Careers', url: 'https://example.org/jobs' }])));
  await page.keyboard.press('Control+K');
  await type(page, 'stilling well');
  await becomes(() => active(page), 'Careers');
  await becomes(() => page.getAttribute('[aria-selected=true]', 'href'), 'https://example.org/jobs');
  await page.locator('.mycel-why summary').first().click();
  await becomes(() => page.textContent('.mycel-why-text'), / Suggested pages$/);
  await page.locator('.mycel-why summary').nth(1).click();
  await page.waitForSelector('.mycel-why[open] mark');
  await page.fill('.mycel-input', 'the stilling well');
  await becomes(() => options(page).then((all) => all.includes('Careers')), false);
  const links = () => page.locator('a.mycel-option').evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
  await becomes(async () => (await links()).length > 1, true);
  const last = (await links()).at(-1) ?? '';
  const once = [{ queries: ['the stilling well'], title: 'Ours', url: last }];
  site.on(/pins\.json/, (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(once)));
  await page.reload();
  await page.keyboard.press('Control+K');
  await type(page, 'the stilling well');
  await becomes(() => active(page), 'Ours');
  assert.deepEqual((await links()).filter((link) => link === last), [last]);
  site.on(/pins\.json/, (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{"queries": "x"}]'));
  await page.reload();
  const told = page.evaluate(() => new Promise((resolve) => document.addEventListener('error', (event) => resolve(/** @type {any} */ (event).detail.error.message))));
  await page.keyboard.press('Control+K');
  await type(page, 'stilling well');
  await becomes(() => told, /want queries, title and url/);
  await becomes(() => options(page).then((all) => all.includes('Careers')), false);
});

test('two bundles are searched as one, and their sources are a filter', async (t) => {
  const folder = await temporary(t, 'two');
  const bundle = await builtBundle();
  for (const name of ['docs', 'blog']) await cp(bundle, join(folder, name, 'mycel'), { recursive: true });
  await writeFile(join(folder, 'index.html'), html('<mycel-search-trigger bundle="docs/mycel/ blog/mycel"></mycel-search-trigger>').replace('/mycel/', '/docs/mycel/'));
  const page = await newPage(t, browser);
  const site = await server.serve(t, folder);
  await page.goto(site.url);
  await page.keyboard.press('Control+K');
  await type(page, 'stilling well');
  const sources = async () => [...new Set(await page.locator('a.mycel-option').evaluateAll((all) => all.map((link) => new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname.split('/')[1])))].sort();
  await becomes(sources, ['blog', 'docs']);
  await page.locator('.mycel-filter').first().click();
  await page.locator('.mycel-value', { hasText: 'blog' }).click();
  await becomes(sources, ['blog']);
  // A host that gives a folder to members alone: others search the rest, and are told of no error.
  site.on(/^\/blog\//, server.status(403));
  const stranger = await newPage(t, browser, { allow: /403/ });
  await stranger.goto(`${site.url}?q=stilling+well`);
  await stranger.waitForSelector('a.mycel-option');
  await becomes(() => stranger.locator('a.mycel-option[href*="/blog/"], .mycel-problem').count(), 0);
  site.restore();
  await stranger.reload();
  await stranger.waitForSelector('a.mycel-option[href*="/blog/"]', { state: 'attached' });
});

test('parameters of the ranking are an attribute', async (t) => {
  const { page } = await visit(t, '<mycel-searchbox params="k: 1, noTypos: true"></mycel-searchbox>', { built: true });
  await page.fill('.mycel-input', 'calibraton');
  await page.waitForSelector('.mycel-problem');
  assert.match((await page.textContent('.mycel-problem')) ?? '', /k is an option of its own/);
  // Each query is another one: an element does not repeat the search that it shows.
  for (const [params, query, corrected] of /** @type {const} */ ([['noTypos: false', 'calibrtion', true], ['noTypos: true', 'calbration', false], ['', 'caliration', true]])) {
    await page.locator('mycel-searchbox').evaluate((box, params) => box.setAttribute('params', params), params);
    await page.fill('.mycel-input', query);
    if (corrected) await becomes(() => page.getByRole('button', { name: 'calibration', exact: true }).count(), 1);
    else await becomes(() => page.textContent('.mycel-headline'), new RegExp(query));
  }
});

test('No results offers the query with fewer words, and shows sections that are near', async (t) => {
  const { page } = await visit(t, trigger, { built: true });
  await page.keyboard.press('Control+K');
  await type(page, '"stilling harbour" zzyzx', 3);
  await becomes(() => page.textContent('.mycel-headline'), /zzyzx/);
  const ways = page.locator('.mycel-ways .mycel-button');
  await becomes(() => ways.allTextContents(), ['Search for stilling harbour', 'Search for stilling', 'Clear']);
  await becomes(() => page.locator('.mycel-page-title').first().textContent(), 'Suggested pages');
  await becomes(() => page.locator('[aria-selected=true]').count(), 0, 'Enter repeats the search');
  await page.keyboard.press('ArrowDown');
  await becomes(() => page.locator('[aria-selected=true]').count(), 1);
  await ways.nth(1).click();
  await becomes(() => page.inputValue('.mycel-input'), 'stilling');
});

test('why: by keyboard from the active result, the chain as links, and the picture in the same order', async (t) => {
  const { page, site } = await visit(t, trigger.replace('trigger>', 'trigger mode="bridge">'), { built: true });
  await page.keyboard.press('Control+K');
  await type(page, question);
  await page.keyboard.press('Tab'); // Clear
  await page.keyboard.press('Tab'); // Close
  await page.keyboard.press('Tab');
  await becomes(() => page.evaluate(() => deepActive()?.textContent), 'Why this result?');
  await page.keyboard.press('Enter');
  await explained(page);
  const steps = page.locator('.mycel-step');
  await becomes(() => steps.locator('.mycel-kind').allTextContents(), ['Query', 'Name', 'Sentence', 'Name', 'This section']);
  await becomes(() => steps.locator('a').allTextContents(), [
    question, 'The float gauge', '“The float gauge was designed by Edvard Lund, who had learned clockmaking in Brask.”', 'Brask', 'Brask',
  ]);
  await becomes(() => page.textContent('.mycel-why-text'), /^Matches town and clockmaking\. A passage that fits your search leads here\.$/);
  await becomes(() => steps.nth(2).locator('a').getAttribute('href'), `${site.url}gauge.html#the-float-gauge`);
  const nodes = await page.locator('.mycel-figure a').evaluateAll((all) => all.map((node) => node.getAttribute('aria-label')));
  assert.deepEqual(nodes.slice(-4), ['Brask', 'The float gauge', 'Brask', 'The float gauge'], 'entities, then passages');
  await becomes(() => page.textContent('.mycel-figure desc'), /gauge – The float gauge; /, 'the lines in words');
  const widths = await page.locator('.mycel-line').evaluateAll((all) => new Set(all.map((line) => line.getAttribute('stroke-width'))).size);
  assert.ok(widths > 1, 'lines differ in width');
  for (const text of await steps.locator('a').allTextContents()) {
    await page.keyboard.press('Tab');
    await becomes(() => page.evaluate(() => deepActive()?.textContent), text);
  }
  for (const label of nodes) {
    await page.keyboard.press('Tab');
    await becomes(() => page.evaluate(() => deepActive()?.getAttribute('aria-label')), label);
  }
  assert.deepEqual(await violations(page), []);
  assert.equal(await followed(steps.nth(2).locator('a')), `${site.url}gauge.html#the-float-gauge:~:text=The%20float%20gauge%20was%20designed,had%20learned%20clockmaking%20in%20Brask.`);
  await becomes(() => isOpen(page), false, 'a router that took the click has another page below');
});

test('on a phone the query has most of its line, and fingers find the buttons beside it', async (t) => {
  const { page } = await visit(t, trigger, { built: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('mycel-search-trigger').click();
  await type(page, 'stilling well');
  const [input, clear, close] = await page.evaluate(() => ['.mycel-input', '.mycel-empty', '.mycel-cancel:not(.mycel-empty)'].map((name) => deep(name)?.getBoundingClientRect().toJSON()));
  assert.ok(input.width >= 265, `${input.width} px for the query`);
  for (const button of [clear, close]) assert.ok(button.height >= 44 && button.width >= 36, `${button.width} × ${button.height} px`);
  assert.ok(clear.left >= input.right && close.left >= clear.right && close.right <= 390, 'nothing overlaps');
});

test('a button in the dialog clears the query, and leads back to the input', async (t) => {
  const { page } = await visit(t, trigger, { built: true });
  await page.keyboard.press('Control+K');
  await becomes(() => page.locator('.mycel-empty').isVisible(), false, 'there is nothing to clear');
  await type(page, 'stilling well');
  await page.getByRole('button', { name: 'Clear' }).click();
  await becomes(() => page.inputValue('.mycel-input'), '');
  await becomes(() => focused(page), /mycel-input/);
  await page.waitForFunction(() => deepAll('.mycel-hit').length === 0);
  await becomes(() => page.locator('dialog').evaluate((/** @type {HTMLDialogElement} */ dialog) => dialog.open), true);
});

test('the accessibility tree of the open dialog', async (t) => {
  const { page } = await visit(t, trigger, { built: true });
  await page.keyboard.press('Control+K');
  await type(page, 'stilling well');
  const tree = await page.locator('dialog').ariaSnapshot();
  t.diagnostic(tree);
  assert.match(tree, /^- dialog "Search":\n  - combobox "Search" \[expanded\]( \[active\])?: stilling well\n  - button "Clear"\n  - button "Close"\n  - status: \d+ results?\n  - listbox "Search results":\n    - group "[^"]+"/);
  assert.match(tree, /\n  - group: Why this result\?/, 'disclosures lie outside the listbox');
  // Playwright's tree does not follow aria-owns into shadow roots; the browser's does.
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const roleOf = new Map(nodes.map(({ nodeId, role }) => [nodeId, role?.value]));
  const options = nodes.filter(({ role }) => role?.value === 'option');
  assert.equal(options.length, await page.locator('.mycel-option').count());
  for (const { parentId, name, description } of options) {
    assert.equal(roleOf.get(parentId ?? ''), 'group');
    assert.ok(name?.value.length < 80, 'title and path');
    assert.ok(description?.value.length > 10, 'the excerpt');
  }
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [360, 1200]) {
    test(`accessible and free of sideways scrolling: ${colorScheme}, ${width} px`, async (t) => {
      for (const [name, body] of Object.entries({ modal: trigger, searchbox, popup: '<mycel-searchbox popup></mycel-searchbox>' })) {
        const { page } = await visit(t, body, { built: true, colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
        if (name === 'modal') await page.keyboard.press('/');
        else await page.focus('.mycel-input');
        await type(page, question);
        await askWhy(page);
        assert.deepEqual(await violations(page), [], name);
        assert.ok((await overflow(page)) <= 0, name);
        await screenshot(page, `component-${name}-${colorScheme}-${width}`);
      }
    });
  }
}

for (const [name, attributes, options] of /** @type {[string, string, Parameters<typeof newPage>[2]][]} */ ([
  ['dark', 'lang="en"', { colorScheme: 'dark' }],
  ['forced colours', 'lang="en"', { forcedColors: 'active' }],
  ['at 200 %', 'lang="en"', { viewport: { width: 640, height: 400 } }],
  ['at 400 %', 'lang="en"', { viewport: { width: 320, height: 256 } }],
  ['right to left', 'lang="ar" dir="rtl"', { viewport: { width: 390, height: 844 } }],
])) {
  test(`accessible in every state: ${name}`, async (t) => {
    const { page, site } = await visit(t, '<mycel-search-trigger suggestions="Soil: soil.html"></mycel-search-trigger>', { attributes, ...options, reducedMotion: 'reduce' });
    const clean = async (/** @type {string} */ state) => {
      assert.deepEqual(await violations(page), [], state);
      assert.ok((await overflow(page)) <= 0, state);
    };
    site.on(/wasm/, server.held());
    await clean('closed');
    await page.keyboard.press('/');
    await page.waitForSelector('.mycel-option');
    await clean('empty');
    await page.keyboard.insertText('soil');
    await page.waitForSelector('.mycel-skeleton');
    await clean('loading');
    site.restore();
    await page.goto(`${site.url}?q=roots+mulch`);
    await page.waitForSelector('.mycel-option .mycel-name mark');
    await clean('results');
    await page.locator('.mycel-why summary').first().click();
    await page.waitForSelector('.mycel-why-text');
    await clean('why');
    await page.locator('.mycel-input').fill('zeppelin roots mulched zeppelins'); // some words are known
    await page.waitForSelector('.mycel-notes p');
    await clean('partly');
    await page.locator('.mycel-input').fill('zeppelin');
    await page.waitForSelector('.mycel-headline');
    await clean('none');
  });
}

test('colours follow the page or an attribute; variables of the site win, its resets do not', async (t) => {
  const body = ['', ' theme="light"', ' theme="dark"'].map((theme, i) => `<mycel-searchbox id="b${i}" param=""${theme}></mycel-searchbox>`).join('');
  const { page } = await visit(t, body, { colorScheme: 'dark' });
  await page.waitForSelector('#b2 .mycel-input');
  const backgrounds = () => page.locator('.mycel').evaluateAll((all) => all.map((node) => getComputedStyle(node).backgroundColor));
  const [own, light, dark] = await backgrounds();
  assert.notEqual(light, dark);
  assert.equal(own, dark, 'the page of the test allows both');
  for (const [say, expected] of /** @type {[() => void, string][]} */ ([
    [() => document.documentElement.classList.add('light'), light],
    [() => document.documentElement.className = 'dark', dark],
    [() => (document.documentElement.className = '', document.body.dataset.bsTheme = 'light'), light],
    [() => (delete document.body.dataset.bsTheme, document.querySelector('meta[name=color-scheme]')?.remove(), document.body.style.backgroundColor = 'rgb(255, 255, 255)'), light],
    [() => document.body.style.backgroundColor = 'rgb(10, 10, 20)', dark],
  ])) {
    await page.evaluate(say);
    await page.waitForFunction((color) => getComputedStyle(/** @type {Element} */ (deep('.mycel'))).backgroundColor === color, expected);
  }
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 6px } * { padding: 0 !important; border: 0 !important; all: unset; letter-spacing: 9px } :root { --mycel-background: rgb(1, 2, 3) }');
    document.adoptedStyleSheets = [sheet];
  });
  assert.deepEqual(new Set(await backgrounds()), new Set(['rgb(1, 2, 3)']));
  const { padding, size, spacing } = await page.locator('#b0 .mycel-input').evaluate((node) => {
    const style = getComputedStyle(node);
    return { padding: style.paddingTop, size: parseFloat(style.fontSize), spacing: style.letterSpacing };
  });
  assert.notEqual(padding, '0px');
  assert.ok(size >= 16, `${size} px`);
  assert.equal(spacing, 'normal');
});

test('speaks the language of the page, and reads from right to left', async (t) => {
  const german = await visit(t, trigger, { attributes: 'lang="de"' });
  await becomes(() => german.page.textContent('.mycel-trigger'), /^Suchen/);
  await german.page.keyboard.press('/');
  await type(german.page, 'roots', 2);
  await becomes(() => german.page.textContent('.mycel-status'), '2 Treffer');
  assert.ok(!german.site.requests.some((path) => /strings\/(?!de\.js)/.test(path)), 'one language is loaded');
  const { page } = await visit(t, trigger.replace('trigger>', 'trigger mode="bridge">'), { attributes: 'lang="ar" dir="rtl"', built: true, viewport: { width: 800, height: 800 } });
  await page.keyboard.press('/');
  await type(page, question);
  await becomes(() => page.textContent('.mycel-status'), /^10\+ نتائج$|^\d+ نتيجة$/);
  await askWhy(page);
  const [term, passage] = await Promise.all(['.mycel-term', '.mycel-target'].map((at) => page.locator(at).first().boundingBox()));
  assert.ok(term && passage && term.x > passage.x, 'the picture is mirrored');
  assert.deepEqual(await violations(page), []);
  await screenshot(page, 'component-rtl');
});

test('nothing but its foot moves from the empty dialog to its results, which make it as high as they are; eight are seen', async (t) => {
  const { page } = await visit(t, trigger.replace('trigger>', 'trigger mode="bridge">'), { built: true, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // the page makes room for its button
    const shifts = /** @type {any} */ (window).shifts = /** @type {string[]} */ ([]);
    const box = (/** @type {DOMRect} */ { x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const moved = (/** @type {any} */ { node, previousRect, currentRect }) => `${node?.className}: ${box(previousRect)} to ${box(currentRect)}`;
    const foot = (/** @type {any} */ { currentRect }) => Math.round(currentRect.height) === /** @type {HTMLElement} */ (deep('.mycel-hints')).offsetHeight;
    new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap((entry) => /** @type {any} */ (entry).sources.filter((/** @type {any} */ source) => !foot(source)).map(moved)))).observe({ type: 'layout-shift' });
  });
  await page.keyboard.press('/');
  await page.waitForSelector('.mycel-idle');
  const box = async () => /** @type {{y: number, height: number}} */ (await page.locator('dialog').boundingBox());
  const before = await box();
  await type(page, question);
  await becomes(() => page.textContent('.mycel-status'), /^\d+ results$/, 'the count of all, which comes later');
  const after = await box();
  assert.equal(after.y, before.y);
  assert.ok(before.height < 400 && after.height > 600 && after.height <= 704 + 2, `${before.height}, then ${after.height} px`);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shifts), []);
  const seen = await page.locator('.mycel-option').evaluateAll((all) => {
    const { bottom } = /** @type {Element} */ (deep('.mycel-body')).getBoundingClientRect();
    return all.filter((node) => node.getBoundingClientRect().bottom <= bottom).length;
  });
  assert.ok(seen >= 8, `${seen} results`);
});

test('five results are seen on a phone, and each has the button that says why', async (t) => {
  const { page } = await visit(t, trigger.replace('trigger>', 'trigger mode="bridge">'), { built: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('mycel-search-trigger').tap();
  await type(page, question);
  const rows = await page.locator('.mycel-hit').evaluateAll((all) => all.map((hit) => {
    const [{ bottom }, button, name] = [hit, ...['summary', '.mycel-name'].map((at) => /** @type {Element} */ (hit.querySelector(at)))].map((node) => node.getBoundingClientRect());
    return { seen: bottom <= innerHeight, size: Math.min(button.width, button.height), apart: name.right <= button.left + 8 };
  }));
  assert.ok(rows.filter(({ seen }) => seen).length >= 5, `${rows.filter(({ seen }) => seen).length} results`);
  assert.ok(rows.every(({ size, apart }) => size >= 36 && apart));
  await page.locator('summary').nth(1).tap();
  await page.locator('.mycel-why[open] .mycel-why-text').waitFor();
  assert.equal(new URL(page.url()).pathname, '/', 'the result was not followed');
});

test('an excerpt takes the lines that it has', async (t) => {
  const { page } = await visit(t, searchbox);
  await page.focus('.mycel-input');
  await type(page, 'frost', 1);
  // Where names stood before excerpts, the list has this class already.
  const height = (/** @type {boolean} */ kept) => page.locator('.mycel-results').evaluate((node, kept) => {
    node.classList.toggle('mycel-kept', kept);
    return Number(deep('.mycel-excerpt')?.clientHeight);
  }, kept);
  const one = await height(false);
  assert.ok(one > 10 && one < (await height(true)), `one line has ${one} px`);
});

test('the result under the pointer is the active one, once the pointer moves', async (t) => {
  const { page } = await visit(t, trigger, { built: true, viewport: { width: 1280, height: 500 } });
  await page.keyboard.press('/');
  await type(page, 'gauge');
  const at = () => page.locator('.mycel-option').evaluateAll((all) => all.findIndex((node) => node.ariaSelected === 'true'));
  await becomes(at, 0);
  await page.locator('.mycel-excerpt').nth(2).hover({ force: true }); // the link lies over it
  await becomes(at, 2);
  await becomes(() => page.locator('.mycel-body').evaluate((node) => node.scrollTop), 0);
  await page.mouse.wheel(0, 150);
  await page.waitForFunction(() => /** @type {Element} */ (deep('.mycel-body')).scrollTop > 0);
  await becomes(at, 2, 'the list moved, and not the pointer');
  await page.keyboard.press('ArrowDown');
  await becomes(at, 3);
});

test('sections of one name are named once, and names of code have their sign', async (t) => {
  const folder = await temporary(t, 'overloaded');
  const section = (/** @type {string} */ name, /** @type {string} */ text) => `## ${name}\n\n${text}\n\n`;
  await writeFile(join(folder, 'list.md'), `# List\n\nA list of trees.\n\n${section('addOak', 'Adds an oak.')}${section('addOak', 'Adds an oak at a place.')}${section('--oak', 'An oak is added.')}${section('Planting', 'Oak and others.')}`);
  await writeFile(join(folder, 'other.md'), `# Other\n\nA beech.\n\n${section('Elm', 'An elm.')}`);
  const bundle = join(folder, 'bundle');
  await promisify(execFile)(await builtCommand(), ['build', '--quiet', '--docs', folder, '--output-path', bundle]);
  const { page } = await visit(t, searchbox, { bundle });
  await page.focus('.mycel-input');
  await type(page, 'oak', 1);
  const names = [...(await options(page)), ...(await page.locator('.mycel-nested > *').allTextContents())];
  assert.ok(names.length > 1 && new Set(names).size === names.length, names.join(', '));
  for (const [query, code] of /** @type {[string, boolean][]} */ ([['addOak', true], ['"--oak"', true], ['Planting', false]])) {
    await page.fill('.mycel-input', '');
    await type(page, query, 1);
    const path = await page.locator('.mycel-option path').getAttribute('d');
    assert.equal(path === 'm8.5 7-5 5 5 5m7-10 5 5-5 5', code, query);
  }
});

test('the dialog closes by the keys that opened it, and holds the page still', async (t) => {
  const { page } = await visit(t, trigger + '<br>'.repeat(300));
  await page.keyboard.press('Control+K');
  await page.waitForSelector('.mycel-results', { state: 'attached' });
  await page.mouse.move(600, 700);
  await page.evaluate(() => addEventListener('wheel', () => Object.assign(globalThis, { turned: true })));
  await frames(page); // then the browser knows of the listener
  await page.mouse.wheel(0, 600);
  await page.waitForFunction(() => Reflect.get(globalThis, 'turned'));
  await frames(page);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.keyboard.press('Control+K');
  await becomes(() => isOpen(page), false);
  await page.waitForFunction(() => document.documentElement.style.overflow === '');
});

test('before a search: the last ones that led somewhere, and pages of the site', async (t) => {
  const { page, site } = await visit(t, '<mycel-search-trigger suggestions="Mulch: notes/mulch.html, Soil: soil.html"></mycel-search-trigger>');
  await page.keyboard.press('/');
  await page.waitForSelector('.mycel-option');
  await becomes(() => options(page), ['Mulch', 'Soil']);
  await becomes(() => page.locator('.mycel-option').first().getAttribute('href'), `${site.url}notes/mulch.html`);
  assert.deepEqual(await violations(page), []);
  await type(page, 'frost', 1);
  await page.keyboard.press('Enter');
  await page.waitForURL(/mulch\.html/);
  await page.goto(site.url);
  await page.keyboard.press('/');
  await page.waitForSelector('.mycel-option');
  await becomes(() => options(page), ['frost', 'Mulch', 'Soil']);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => deepAll('.mycel-option .mycel-name')[0]?.textContent === 'When not to mulch');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Clear' }).click();
  await becomes(() => options(page), ['Mulch', 'Soil']);
  await becomes(() => page.evaluate(() => localStorage.length), 0);
});

test('nothing is put into the page before a sign of interest', async (t) => {
  const { page } = await visit(t, `${trigger}${searchbox.replace('>', ' param="">')}`);
  await page.waitForSelector('.mycel-trigger');
  await becomes(() => page.evaluate(() => ['mycel-search-trigger', 'mycel-searchbox'].map((name) => document.querySelector(name)?.outerHTML)), [
    '<mycel-search-trigger></mycel-search-trigger>', '<mycel-searchbox param=""></mycel-searchbox>',
  ]);
  await becomes(() => page.locator('mycel-search-modal').count(), 0);
});

/**
 * A bundle whose titles, texts and addresses try to become markup.
 * @param {import('node:test').TestContext} t
 */
function hostileBundle(t) {
  const attack = '<img src=x onerror=alert(1)>';
  return bundleOf(t, [
    { _id: attack, title: `${attack} walrus`, text: `A walrus <script>alert(1)</script> ${attack} walrus.`, url: 'javascript:alert(1)' },
    { _id: 'b', title: 'Data', text: 'The walrus is data.', url: 'data:text/html,<script>alert(1)</script>' },
    { _id: 'c', title: 'Plain', text: 'The walrus is large.', url: '/"onmouseover="alert(1)' },
  ]);
}

test('markup in a bundle or a query stays text, and scripts are not linked', async (t) => {
  const bundle = await hostileBundle(t);
  const { page } = await visit(t, searchbox, { bundle });
  await page.focus('.mycel-input');
  await type(page, 'walrus <img src=y onerror=alert(2)>', 3);
  for (const summary of await page.locator('.mycel-why summary').all()) await summary.click();
  await page.waitForFunction(() => deepAll('.mycel-why p').length === 3);
  await becomes(() => page.locator('mycel-searchbox :is(img, script, b)').count(), 0);
  assert.ok((await options(page)).includes('<img src=x onerror=alert(1)> walrus'));
  const hrefs = await page.locator('mycel-searchbox a').evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).getAttribute('href') ?? ''));
  assert.ok(hrefs.length > 0 && hrefs.every((href) => href.startsWith('http://127.0.0.1')), hrefs.join('\n'));
  await becomes(() => page.locator('div.mycel-option[aria-disabled=true]').count(), 2);
  await becomes(() => page.locator('[onmouseover]').count(), 0);
  assert.deepEqual(await violations(page), []);
});

test('asking is off, until the site sets a function; its answer may come in parts and cites', async (t) => {
  const { page } = await visit(t, searchbox, { built: true });
  await page.focus('.mycel-input');
  await type(page, 'stilling well');
  await becomes(() => page.locator('.mycel-ask-button').count(), 0);
  await page.evaluate(() => {
    const box = /** @type {any} */ (document.querySelector('mycel-searchbox'));
    box.ask = async function* (/** @type {any} */ { query, evidence }) {
      yield `<b>${query}</b>: `;
      yield `${evidence.passages.length > 0 && evidence.context.includes('stilling well')} [1][99]`;
    };
  });
  await page.keyboard.insertText(' inlet');
  await page.waitForFunction(() => deep('.mycel-ask-button')?.textContent === 'Ask: “stilling well inlet”');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => deep('.mycel-answer')?.textContent?.includes('[99]'));
  await becomes(() => page.textContent('.mycel-answer'), /^<b>stilling well inlet<\/b>: true \[1\]\[99\]Sources/);
  await becomes(() => page.locator('.mycel-answer > a').count(), 1, 'a number without a source is no link');
  assert.match((await followed(page.locator('.mycel-answer > a'))) ?? '', /\.html#.*:~:text=/);
  assert.deepEqual(await violations(page), []);
});

test('the slot "ask" is the place of an answer that the site writes', async (t) => {
  const { page } = await visit(t, '<mycel-searchbox><p slot="ask">An assistant</p></mycel-searchbox>', { built: true });
  await page.evaluate(() => document.addEventListener('ask', (event) => {
    const { evidence, query } = /** @type {CustomEvent} */ (event).detail;
    const slot = /** @type {HTMLElement} */ (document.querySelector('[slot=ask]'));
    slot.textContent = `${query}: ${evidence.citations.length > 0}`;
  }));
  await page.focus('.mycel-input');
  await type(page, 'stilling well');
  await page.click('.mycel-ask-button');
  await page.waitForFunction(() => {
    const own = document.querySelector('[slot=ask]');
    return own?.textContent === 'stilling well: true' && own.assignedSlot?.closest('.mycel-answer');
  });
});

test('a result says where its text stands, too, by version or by name', async (t) => {
  const { page, site } = await visit(t, searchbox);
  await page.evaluate(async () => {
    const path = '/mycel/client/index.js';
    const { Search } = await import(path);
    const { search } = Search.prototype;
    Search.prototype.search = async function (/** @type {string} */ query, /** @type {object} */ options) {
      const result = await search.call(this, query, options);
      const others = [
        { document: 'a', title: 'Mulch', heading: 'Frost', url: '1.9/mulch.html#frost', version: '1.9' },
        { document: 'b', title: 'Mulch', heading: 'Frost', url: '/b.html' },
        { document: 'c', title: '<b>', heading: '', url: 'javascript:alert(1)' },
      ];
      return { ...result, hits: result.hits.map((/** @type {object} */ hit) => ({ ...hit, version: '2.0', alsoIn: others })) };
    };
  });
  await page.focus('.mycel-input');
  await type(page, 'frost', 1);
  await becomes(() => page.textContent('.mycel-crumbs'), /^2\.0 › /);
  await becomes(() => page.textContent('.mycel-also'), 'Also in 1.9, Mulch › Frost, <b>');
  const links = await page.locator('.mycel-also a').evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
  assert.deepEqual(links, [`${site.url}1.9/mulch.html#frost`, `${site.url}b.html`], 'scripts are no links');
  await page.keyboard.press('Tab'); // Clear
  await page.keyboard.press('Tab');
  await becomes(() => page.evaluate(() => deepActive()?.textContent), '1.9', 'the links of the active result are reached by keyboard');
  assert.deepEqual(await violations(page), []);
});

test('a suggestion of the engine is a button that searches for it', async (t) => {
  const { page } = await visit(t, searchbox);
  // The small engine corrects nothing: the answer is given what an engine that does would say.
  await page.evaluate(async () => {
    const path = '/mycel/client/index.js';
    const { Search } = await import(path);
    const { search } = Search.prototype;
    Search.prototype.search = async function (/** @type {string} */ query, /** @type {object} */ options) {
      const result = await search.call(this, query === 'frots' ? 'frost' : query, options);
      return query === 'frots' ? { ...result, didYouMean: 'frost' } : result;
    };
  });
  await page.focus('.mycel-input');
  await page.keyboard.insertText('frots');
  await page.waitForSelector('.mycel-suggestion');
  await becomes(() => page.textContent('.mycel-notes'), /^Showing results for frost\. Search for frots instead$/);
  await page.locator('.mycel-suggestion').first().click();
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.inputValue('.mycel-input'), 'frost');
});

test('a query that is too long is answered, and the reader told', async (t) => {
  const { page } = await visit(t, searchbox, { built: true });
  await page.fill('.mycel-input', 'gauge '.repeat(2000));
  await page.waitForSelector('.mycel-option');
  await becomes(() => page.textContent('.mycel-notes'), 'The query is long: not all of it was searched for.');
});

test('of a query as long as a page, a line is repeated', async (t) => {
  const { page } = await visit(t, searchbox);
  const query = 'zeppelin'.repeat(12_000);
  await page.fill('.mycel-input', query);
  await page.waitForFunction(() => deep('.mycel-headline')?.textContent?.startsWith('No results'));
  assert.ok(((await page.textContent('.mycel-headline')) ?? '').length < 200);
  assert.ok(((await page.textContent('.mycel-notes')) ?? '').length < 600);
});

test('more results follow the first, and the active one is the first of the new', async (t) => {
  const { page } = await visit(t, '<mycel-searchbox hits="2"></mycel-searchbox>');
  await page.focus('.mycel-input');
  await type(page, 'roots mulch', 2);
  const first = await options(page);
  await page.getByRole('button', { name: 'More results' }).click();
  await page.waitForFunction(() => deepAll('.mycel-option').length === 4);
  assert.deepEqual([...first].sort(), (await options(page)).filter((name) => first.includes(name)).sort());
  await becomes(() => focused(page), 'mycel-input');
});

test('a searchbox that pops up closes when the reader leaves', async (t) => {
  const { page } = await visit(t, '<mycel-searchbox popup></mycel-searchbox><button>After</button>');
  await page.focus('.mycel-input');
  await type(page, 'frost');
  await becomes(() => page.getAttribute('.mycel-input', 'aria-expanded'), 'true');
  await page.focus('button:text("After")');
  await becomes(() => page.locator('.mycel-option').isVisible(), false);
  await becomes(() => page.getAttribute('.mycel-input', 'aria-expanded'), 'false');
  await page.focus('.mycel-input');
  await becomes(() => page.locator('.mycel-option').isVisible(), true);
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('.mycel-option').isVisible(), false);
  await becomes(() => page.inputValue('.mycel-input'), 'frost');
});

test('nothing goes to another host', async (t) => {
  const page = await newPage(t, browser);
  const site = await adoptedSite(t, { 'index.html': html(trigger) }, { built: true });
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(site.url);
  await page.keyboard.press('/');
  await type(page, 'stilling well');
  assert.ok(requests.length > 5);
  assert.deepEqual(requests.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:')), []);
  assert.deepEqual(requests.filter((url) => url.includes('stilling')), [], 'the query is in no request');
});

test('a page whose address cannot be changed is searched all the same', async (t) => {
  const { page } = await visit(t, `<iframe srcdoc='${adoption}${searchbox}'></iframe>`);
  const frame = page.frameLocator('iframe');
  await frame.locator('.mycel-input').fill('frost');
  await frame.locator('.mycel-option').waitFor();
  await becomes(() => frame.locator('.mycel-option .mycel-name').allTextContents(), ['When not to mulch']);
});

test('a search that is given up leaves the list at rest', async (t) => {
  const { page, site } = await visit(t, searchbox);
  site.on(/text/, server.held());
  await page.locator('.mycel-input').fill('frost');
  await page.waitForSelector('.mycel-results[aria-busy=true]', { state: 'attached' });
  await asked(site, /text/);
  await page.locator('.mycel-input').fill('');
  await page.waitForSelector('.mycel-results[aria-busy=false]', { state: 'attached' });
});

test('an element that is taken out of the page is forgotten', async (t) => {
  const { page } = await visit(t, searchbox);
  const searched = async () => {
    // Without the keyboard, for browsers keep what was typed in, to undo it.
    await page.evaluate(() => {
      const box = /** @type {import('../../src/ui/element.js').SearchBox} */ (document.querySelector('mycel-searchbox'));
      box.input.value = 'frost';
      return box.load();
    });
    await page.waitForFunction(() => deep('.mycel-option') && deep('[aria-busy=false]') !== null);
  };
  await searched();
  await page.evaluate(() => {
    const box = /** @type {Element} */ (document.querySelector('mycel-searchbox'));
    Object.assign(globalThis, { first: new WeakRef(box) });
    box.replaceWith(document.createElement('mycel-searchbox'));
  });
  await searched();
  for (let n = 0; n < 20; n++) {
    await page.requestGC();
    if (await page.evaluate(() => Reflect.get(globalThis, 'first').deref() === undefined)) return;
  }
  assert.fail('it is still there');
});

test('an element whose words do not arrive says so', async (t) => {
  const page = await newPage(t, browser, { allow: /500/ });
  const site = await adoptedSite(t, { 'index.html': html(searchbox, 'lang="de"') });
  site.on(/strings/, server.status(500));
  await page.goto(site.url);
  await page.locator('.mycel-input').fill('frost');
  await page.waitForSelector('.failed');
  site.restore();
  await page.reload();
  await page.locator('.mycel-input').fill('frost');
  await page.waitForSelector('.mycel-option');
});

test('a page that a router has copied, or swapped the head of, has one box, in shape', async (t) => {
  const { page } = await visit(t, '<mycel-searchbox><p slot="note">Note</p></mycel-searchbox>');
  await page.focus('.mycel-input');
  await type(page, 'frost');
  const found = await page.evaluate(() => {
    const copy = /** @type {HTMLElement} */ (document.body.cloneNode(true));
    document.body.replaceWith(copy);
    return [deepAll('.mycel').length, deepAll('.mycel-input').length, deepAll('[slot=note]').length];
  });
  assert.deepEqual(found, [1, 1, 1]);
  await page.waitForSelector('.mycel-option'); // the address has the query
  assert.ok(await page.evaluate(() => document.querySelector('[slot=note]')?.assignedSlot?.closest('.mycel-body')));
});

test('a dialog that is taken out of the page, and put back, opens anew', async (t) => {
  const { page } = await visit(t, trigger);
  await page.click('.mycel-trigger');
  await page.evaluate(() => {
    const modal = /** @type {Element} */ (document.querySelector('mycel-search-modal'));
    modal.remove();
    document.body.append(modal);
  });
  await becomes(() => isOpen(page), false, 'nothing lies over the page that Escape does not close');
  await page.click('.mycel-trigger');
  await becomes(() => page.locator('dialog:modal').count(), 1);
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelector('mycel-search-modal')?.remove());
  await page.click('.mycel-trigger');
  await becomes(() => page.locator('dialog:modal').count(), 1, 'where there is none any more, one is made');
});
