/**
 * The service worker of a bundle keeps the files of one build, so that search works without network, and answers with
 * these files. The script of a new build differs, because it begins with its revision (builder/precache.go). The browser
 * installs it beside the old one, with all of its files or not at all. It takes over when no page of the old build is
 * open any more. A page therefore never sees two builds.
 *
 * It takes over earlier if a client needs a file of the old build that neither the cache nor the server has. The client
 * then opens the whole bundle of the server, and later pages must load from that bundle. A site's own service worker
 * leaves this decision to the site.
 *
 * Texts of results, and the whole engine if a smaller one searches, are kept when they are first fetched whole. With
 * `?keep=all` in the address of the script, or `mycelKeep = 'all'` before it is imported, all are kept at once. The
 * client keeps parts that come in ranges, each under its place, because the ranges depend on the connection.
 */

import { sha256 as sumOf } from './files/digest.js';
import { keptHeader } from './files/names.js';

/**
 * What is used of the scope of a service worker, and what may stand before this script:
 * the revision, and in a site's own service worker the place of the bundle.
 * @typedef {object} Scope
 * @property {string} mycelRevision
 * @property {string} [mycelBundle] the bundle folder, relative to the service worker
 * @property {'all'} [mycelKeep]
 * @property {{href: string}} location
 * @property {{update: () => Promise<unknown>, waiting: ServiceWorker | null, installing: ServiceWorker | null}} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

/**
 * A file of a list in precache.json, as Workbox has it.
 * @typedef {object} Entry
 * @property {string} url relative to the list
 * @property {string | null} revision null if the name changes with the content
 */

/** @typedef {{revision: string, core: Entry[], index: Entry[], text: Entry[], whole: Entry[]}} Precache */

const { mycelRevision: revision } = scope;
const base = new URL(scope.mycelBundle ?? './', scope.location.href).href;
const everything = (scope.mycelKeep ?? new URL(scope.location.href).searchParams.get('keep')) === 'all';
const prefix = `mycel-sw:${base}:`;
const name = prefix + revision;
const manifestURL = `${base}mycel.json`;

/** Said by the service worker of a build to that of the next. */
const takeOver = 'mycel: take over';

/** The hash in the names of index, texts and engines. */
const contentName = /\.[0-9a-f]{16}\./;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(base)) event.respondWith(answer(event));
});
scope.addEventListener('message', (event) => {
  if (event.data === takeOver) event.waitUntil(takePlace());
});

/** Keeps all files of this build, or fails and leaves the one before in its place. */
async function install() {
  const again = await caches.has(name); // with other options, or in another script of the site
  const cache = await caches.open(name);
  try {
    const response = await fetch(`${base}precache.json`, { cache: 'no-store' });
    const text = await response.text();
    const list = /** @type {Precache} */ (JSON.parse(text));
    if (list.revision !== revision) throw new Error('the site is just being updated');
    const rest = [...list.text, ...list.whole];
    const entries = [...list.core, ...list.index, ...(everything ? rest : [])];
    const missing = await fromOthers(cache, entries);
    await cache.addAll(missing.map(({ url, revision }) => new Request(base + url, { cache: revision ? 'no-cache' : 'default' })));
    await refusePages(cache, entries);
    await fromOthers(cache, rest).catch(() => {}); // as many as there is room for
    await checkManifest(cache, text);
  } catch (error) {
    if (!again) await caches.delete(name); // or pages are served from it
    throw error;
  }
}

/**
 * Takes what other caches hold under the same, changing name.
 * @param {Cache} cache @param {Entry[]} entries
 * @returns {Promise<Entry[]>} the rest
 */
async function fromOthers(cache, entries) {
  const missing = [];
  for (const entry of entries) {
    const url = base + entry.url;
    const kept = entry.revision === null ? await caches.match(url) : undefined;
    if (kept && !(await isStrange(url, kept.clone()))) await cache.put(url, kept);
    else missing.push(entry);
  }
  return missing;
}

/**
 * Refuses what a host has sent in the place of a file that it has not got yet: kept under
 * the name of its content, it would be handed out by this build and all that follow.
 * @param {Cache} cache @param {Entry[]} entries
 */
async function refusePages(cache, entries) {
  for (const { url } of entries) {
    const kept = await cache.match(base + url);
    if (!kept || !(await isStrange(base + url, kept))) continue;
    await cache.delete(base + url);
    throw new Error(`${url} is a page: the site is just being updated`);
  }
}

/**
 * Whether an answer is the page of an application, or one that says to log in, under the
 * name of another file. What else may be wrong with a file the client finds out.
 * @param {string} url
 * @param {Response} response which is read
 */
async function isStrange(url, response) {
  if (url.endsWith('.html') || !/^text\/html\b/i.test(response.headers.get('Content-Type') ?? '')) return false;
  return /^\s*</.test(await response.text());
}

/** A host may have been given a new manifest between two of the files. @param {Cache} cache @param {string} precache the list */
async function checkManifest(cache, precache) {
  const manifest = await (await cache.match(manifestURL))?.json();
  const { sha256 } = manifest.files.find((/** @type {{path: string}} */ { path }) => path === 'precache.json') ?? {};
  if ((await sumOf(new TextEncoder().encode(precache))) !== sha256) throw new Error('the site is just being updated');
}

/** Removes the files of other builds. */
async function forgetOthers() {
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && other !== name) await caches.delete(other);
  }
}

/**
 * Answers with a file of this build, else from the network. If the client bypasses all caches because its copy was bad,
 * the file is fetched again. It replaces the copy if no other build can have a file of that name.
 * @param {{request: Request, waitUntil: (work: Promise<unknown>) => void}} event @returns {Promise<Response>}
 */
async function answer(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const url = origin + pathname + (pathname.endsWith('/') ? 'index.html' : '');
  const cache = await caches.open(name).catch(() => undefined); // a broken disk leaves the network
  const kept = await cache?.match(url).catch(() => undefined);
  if (kept && request.cache !== 'reload') return marked(kept);
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (kept) return marked(kept);
    throw error;
  }
  // What is named by its content may be of any build. A full disk fails no search.
  if (response.status === 200 && contentName.test(url)) await cache?.put(url, response.clone()).catch(() => {});
  if (!kept || url !== manifestURL || response.status !== 200) return response;
  // Who asks for the manifest past all caches misses a file.
  const [theirs, ours] = await Promise.all([response.clone().text(), kept.clone().text()]);
  if (theirs === ours) return marked(kept);
  if (!scope.mycelBundle) event.waitUntil(giveWay());
  return response;
}

/**
 * Has the service worker of the server's build take over as soon as it has its files. The
 * browser may be at an update already that began before the new build was whole: it asks again.
 */
async function giveWay() {
  const { registration } = scope;
  for (let wait = 250; wait <= 8000; wait *= 2) {
    await registration.update().catch(() => {});
    const next = registration.installing ?? registration.waiting;
    next?.postMessage(takeOver);
    if (next && (await installed(next))) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/**
 * Takes the place of the old service worker. Chromium sometimes misses the end of the old
 * one's last event, and looks again a minute later: this one asks again before.
 */
async function takePlace() {
  await scope.skipWaiting();
  do await new Promise((resolve) => setTimeout(resolve, 1000));
  while (scope.registration.installing);
  if (scope.registration.waiting) await scope.skipWaiting();
}

/** @param {ServiceWorker} worker @returns {Promise<boolean>} whether its installation succeeds */
function installed(worker) {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state !== 'installing') resolve(worker.state !== 'redundant');
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** @param {Response} response @returns {Response} with a note for the client that it need not keep files itself */
function marked(response) {
  const headers = new Headers(response.headers);
  headers.set(keptHeader, 'service-worker');
  return new Response(response.body, { status: response.status, headers });
}
