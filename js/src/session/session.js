import { Engine } from '../engine/engine.js';
import { MycelError } from '../errors.js';
import { fetchBootAssets, requirePlatform, savesData } from '../files/bootassets.js';
import { Loader, parseManifest } from '../files/loader.js';
import { Queue } from './queue.js';
import { isPanic, mayBeGone, retryAfterPanic } from './recovery.js';
import { packWarmCache, readWarmCache, warmCacheLimit } from '../files/warmcache.js';
import { nextTask } from '../util/task.js';
import { throwIfAborted, untilAborted } from '../util/abort.js';
import { firstFiles } from '../files/manifest.js';
import { manifestName } from '../files/names.js';
/** @import {Info, Mode, Progress, Result} from '../types.js' */
/** @import {Answer, Request, Verb} from '../api/ask.js' */
/** @import {SearchRequest} from '../api/options.js' */
/** @import {BundleFile, Manifest} from '../files/manifest.js' */
/** @import {Prefetched} from '../files/prefetch.js' */
/** @import {BootAssets} from '../files/bootassets.js' */
/** @import {WarmCache} from '../files/warmcache.js' */
/** @import {Source} from '../files/loader.js' */

/**
 * The counters that only the thread of the engine knows; see Status.
 * @typedef {object} SessionStatus
 * @property {number} bytesLoaded
 * @property {number} filesKept
 * @property {number} partsLoaded
 * @property {number} parts
 * @property {number} restarts
 * @property {number} updates
 * @property {string} bundle
 * @property {string} engine
 * @property {string[]} fallbacks
 * @property {import('../types.js').Mode[]} modes
 */

/**
 * A manifest and what was made of it.
 * @typedef {object} Assembly
 * @property {Manifest} manifest
 * @property {WebAssembly.Module} module
 * @property {Engine} engine
 * @property {Info} info
 */

/**
 * The search that a bundle is opened for, under way before it is asked for.
 * @typedef {object} Expected
 * @property {Engine} engine
 * @property {string} request as JSON
 * @property {Promise<{answer: Result, failure?: MycelError}>} outcome
 * @property {Result} [ranked] its result before its excerpts are fetched, if they have to be
 * @property {(result: Result) => void} [onRanked] of who asks
 */

/** The mode that needs the least. @type {Mode} */
const keywords = 'bm25';

/**
 * What keeps a mode from answering while an engine lives: its files cannot be loaded, or the
 * larger engine that it needs cannot be started.
 * @type {Set<string>}
 */
const unloadable = new Set(['network', 'not-found', 'checksum', 'format', 'part', 'memory', 'crashed']);

/** Compressed bytes of an index up to which all of it is fetched after the first answer. */
const preloadLimit = 4 << 20;

/** Milliseconds after an answer until the rest of the index is fetched: the page shows the answer first. */
const preloadPause = 250;

/** Milliseconds within which texts come that are on this device: to show a result without them first would take longer. */
const rankedPause = 60;

/** Compiles code the browser has so far only seen, so that the first true query is fast. */
const warmUpRequest = { query: 'warm up', k: 1 };

/**
 * One open bundle: its files, an engine, and what leads from a query to a
 * complete answer. Runs wherever the engine is to run, in a worker or not.
 *
 *     open ──▶ search ──▶ complete? ──▶ answer
 *                ▲            │ missing parts
 *                └─ addPart ◀─┘ fetched in parallel
 */
export class Session {
  #loader;
  #manifest;
  #module;
  /** Whether the module is the whole engine, not the core of it. */
  #whole;
  /** @type {Engine | undefined} */
  #engine;
  #queue = new Queue();
  #closing = new AbortController();
  #restarts = 0;
  #updates = 0;
  /** What mode answered the last search in the place of another, and why; '' if none did. */
  #instead = '';
  /** @type {Expected | undefined} */
  #expected;
  /** The engine that is given the rest of the index. @type {Engine | undefined} */
  #preloaded;
  /** Parts of the index that are at hand, until all of them are kept for the next visit. @type {WarmCache} */
  #warmCache = new Map();
  /** Whether all that is at hand is kept. */
  #warmCacheKept = true;
  /** Parts the present engine holds. @type {Set<number>} */
  #held = new Set();
  /** Parts whose last copy was of no use. @type {Set<number>} */
  #suspect = new Set();
  /** Parts of the present bundle on their way, by number. @type {Map<number, Promise<Uint8Array>>} */
  #inFlight = new Map();
  /** The whole engine and the index on their way, and of which bundle. @type {{manifest: Manifest, files: Promise<[WebAssembly.Module, Uint8Array]>} | undefined} */
  #larger;

  /** @type {Info} */
  info;

  /** Called when a newer bundle has taken the place of the one that has answered. */
  onUpdate = () => {};

  /**
   * Use {@link Session.open}.
   * @param {Loader} loader
   * @param {Assembly} assembly
   */
  constructor(loader, { manifest, module, engine, info }) {
    this.#loader = loader;
    this.#manifest = manifest;
    this.#module = module;
    this.#whole = !manifest.core;
    this.#engine = engine;
    this.info = info;
  }

  /**
   * Fetches the bundle and starts an engine on it.
   * @param {string} base absolute URL of the bundle folder, ending in a slash
   * @param {object} [options]
   * @param {typeof globalThis.fetch} [options.fetch]
   * @param {Prefetched} [options.prefetched] what has been fetched already
   * @param {SearchRequest} [options.expect] the first search, if it is known
   * @param {AbortSignal} [options.signal]
   * @param {(progress: Progress) => void} [options.onProgress]
   * @param {() => void} [options.onNews] called when the server has been asked for the
   *   manifest, if that of an earlier visit was taken before
   * @returns {Promise<Session>}
   */
  static async open(base, { fetch, prefetched, expect, signal, onProgress, onNews } = {}) {
    requirePlatform();
    throwIfAborted(signal, 'open');
    const loader = new Loader(base, fetch);
    loader.bytesLoaded += prefetched?.bytesLoaded ?? 0;
    loader.filesKept += prefetched?.filesKept ?? 0;
    const manifest = prefetched ? loader.adopt(prefetched.source) : await loader.manifest(signal);
    let assembly;
    try {
      assembly = await assemble(loader, manifest, signal, onProgress, prefetched?.assets);
    } catch (error) {
      const next = await successor(loader, manifest, error, signal);
      if (!next) throw error;
      assembly = await assemble(loader, next.manifest, signal, onProgress);
      loader.adopt(next.source);
    }
    const session = new Session(loader, assembly);
    if (prefetched?.assets?.warmCache) session.#warmCache = readWarmCache(prefetched.assets.warmCache);
    session.#expect(expect);
    if (prefetched?.source.unasked && assembly.manifest === manifest) void session.#confirm().then(onNews);
    return session;
  }

  /**
   * Answers one query. Searches run one at a time, in order.
   * @param {SearchRequest} request
   * @param {AbortSignal} [signal]
   * @param {(result: Result) => void} [onRanked] given the result before its excerpts are fetched
   * @returns {Promise<Result>}
   */
  search(request, signal, onRanked) {
    const task = async () => {
      const { answer, failure } = await this.#found(request, signal, onRanked);
      if (this.#engine) this.#preload(this.#engine);
      return answer.missing?.length ? incomplete(answer, failure) : answer;
    };
    return this.#queue.add(task, signal, 'search');
  }

  /**
   * Asks for evidence, an overview or what is related, in turn with searches. An
   * answer without all its texts would pass for a poorer one: it is an error.
   * @param {Verb} verb
   * @param {Request} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  ask(verb, request, signal) {
    const task = async () => {
      const { answer, failure } = await this.#answer(undefined, (engine) => engine.ask(verb, request), signal);
      if (answer.missing?.length) throw failure ?? stillMissing(answer.missing);
      return answer;
    };
    return this.#queue.add(task, signal, verb);
  }

  /** @returns {SessionStatus} */
  status() {
    return {
      bytesLoaded: this.#loader.bytesLoaded,
      filesKept: this.#loader.filesKept,
      partsLoaded: this.#held.size,
      parts: this.#manifest.parts.length,
      restarts: this.#restarts,
      updates: this.#updates,
      bundle: this.#manifest.version,
      engine: this.info.engine,
      fallbacks: [...this.#loader.fallbacks, ...(this.#instead ? [this.#instead] : [])],
      modes: this.info.modes,
    };
  }

  /** Stops downloads and drops the engine; searches that have not begun reject with code `closed`. */
  close() {
    this.#closing.abort();
    this.#engine = undefined;
  }

  /**
   * Begins with the search that is about to be asked for: by then its parts are on their
   * way, or there. Where none is known any other compiles the engine's code.
   * @param {SearchRequest} [request]
   */
  #expect(request) {
    const engine = this.#engine;
    if (!engine) return;
    const known = request && this.info.modes.includes(request.mode ?? 'auto');
    if (!known) return warmUp(engine);
    const ask = () => {
      if (engine !== this.#engine) throw new MycelError('state', 'another engine has taken its place');
      return engine.search(request);
    };
    const onRanked = (/** @type {Result} */ result) => {
      expected.ranked = result;
      expected.onRanked?.(result);
    };
    const outcome = this.#complete(engine, ask, this.#closing.signal, onRanked);
    /** @type {Expected} */
    const expected = { engine, request: JSON.stringify(request), outcome };
    // What fails here fails again when it is asked for, and is told then.
    void outcome.catch(() => {}).then(() => (expected.ranked = undefined));
    this.#expected = expected;
  }

  /**
   * The search that the bundle was opened for, if this is it. Only the first to ask can be:
   * what it needs is loaded for the next.
   * @param {Engine} engine
   * @param {SearchRequest} request
   * @param {((result: Result) => void) | undefined} onRanked
   * @returns {Promise<{answer: Result, failure?: MycelError}> | undefined}
   */
  #resume(engine, request, onRanked) {
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected?.engine !== engine || expected.request !== JSON.stringify(request)) return undefined;
    expected.onRanked = onRanked;
    if (expected.ranked) onRanked?.(expected.ranked);
    return expected.outcome;
  }

  /**
   * Searches as the request says or, where what its mode needs cannot be loaded, by
   * keywords, which need what is there. The result says its mode, the status why.
   * @param {SearchRequest} request
   * @param {AbortSignal | undefined} signal
   * @param {((result: Result) => void) | undefined} onRanked
   */
  async #found(request, signal, onRanked) {
    const { mode = 'auto' } = request;
    const by = (/** @type {Mode} */ mode, /** @type {SearchRequest} */ request) => {
      const resume = (/** @type {Engine} */ engine) => this.#resume(engine, request, onRanked);
      return this.#answer(mode, (engine) => engine.search(request), signal, { resume, onRanked });
    };
    try {
      const outcome = await by(mode, request);
      this.#instead = '';
      return outcome;
    } catch (error) {
      if (!(error instanceof MycelError) || !unloadable.has(error.code) || !this.#engine?.alive || mode === keywords) throw error;
      this.#instead = `mode ${mode} was answered by ${keywords}: ${error.message}`;
      const { params, vector, ...rest } = request;
      return by(keywords, { ...rest, mode: keywords });
    }
  }

  /**
   * Asks an engine, with the texts that it wants. If it dies of the question, another
   * one is asked; if a file is gone because the site has a new bundle, that is opened
   * and asked.
   * @template {{missing?: number[], waiting?: boolean}} T
   * @param {Mode | undefined} mode that the engine must know; undefined for what only
   *   the whole engine does
   * @param {(engine: Engine) => T} ask
   * @param {AbortSignal | undefined} signal
   * @param {object} [options]
   * @param {(engine: Engine) => Promise<{answer: T, failure?: MycelError}> | undefined} [options.resume]
   *   takes up what is under way already
   * @param {(answer: T) => void} [options.onRanked]
   * @returns {Promise<{answer: T, failure?: MycelError}>}
   */
  async #answer(mode, ask, signal, { resume, onRanked } = {}) {
    const attempt = () =>
      retryAfterPanic(async () => {
        const engine = await this.#liveEngine(!this.#whole && !(mode && this.info.modes.includes(mode)), signal);
        const outcome = resume?.(engine);
        return outcome ? untilAborted(outcome, signal, 'search') : this.#complete(engine, () => ask(engine), signal, onRanked);
      });
    let outcome, reason;
    try {
      outcome = await attempt();
      reason = outcome.failure;
    } catch (error) {
      reason = error;
    }
    if (await this.#update(reason)) return attempt();
    if (!outcome) throw reason;
    return outcome;
  }

  /**
   * Opens the bundle that has taken the place of this one, if that is why a file is
   * gone. One that cannot be opened changes nothing.
   * @param {unknown} reason what failed
   * @returns {Promise<boolean>} whether there is another one now
   */
  async #update(reason) {
    const { signal } = this.#closing;
    const next = await successor(this.#loader, this.#manifest, reason, signal);
    if (!next) return false;
    try {
      this.#take(warmed(await assemble(this.#loader, next.manifest, signal)));
    } catch {
      return false; // half of it may still be on its way to the host
    }
    this.#loader.adopt(next.source);
    return true;
  }

  /** @param {Assembly} next that takes the place of the present one */
  #take({ manifest, module, engine, info }) {
    this.#manifest = manifest;
    this.#module = module;
    this.#whole = !manifest.core;
    this.#engine = engine;
    this.info = info;
    this.#held.clear();
    this.#suspect.clear();
    this.#inFlight.clear();
    this.#warmCacheKept = false;
    this.#updates++;
  }

  /**
   * Asks the server for its manifest while the bundle of an earlier visit answers, and
   * opens the one that it lists if that is another: it takes over between two searches,
   * so that no answer is of both. Until then, and if it cannot be had, the status says
   * what answers.
   */
  async #confirm() {
    const { signal } = this.#closing;
    const before = this.#updates;
    try {
      const source = await this.#loader.ask(signal);
      const manifest = parseManifest(source.text, manifestName);
      if (!same(manifest, this.#manifest)) {
        const next = warmed(await assemble(this.#loader, manifest, signal));
        // A search may have found out by itself, from a file that was gone.
        await this.#queue.add(async () => void (same(manifest, this.#manifest) || this.#take(next)), signal, 'update');
      }
      this.#loader.adopt(source);
    } catch (error) {
      if (!signal.aborted) this.#loader.stale = error instanceof Error ? error.message : String(error);
    }
    if (this.#updates > before) this.onUpdate();
  }

  /**
   * The engine, or a new one if it has died or can only search and more is asked.
   * The index is fetched again, from the HTTP cache as a rule, rather than held in
   * memory twice for the sake of a rare event.
   * @param {boolean} whole whether the whole engine is needed
   * @param {AbortSignal | undefined} signal of the search that needs it
   * @returns {Promise<Engine>}
   */
  async #liveEngine(whole, signal) {
    if (this.#closing.signal.aborted) throw new MycelError('closed', 'the search was closed');
    const more = whole && !this.#whole;
    if (this.#engine?.alive && !more) return this.#engine;
    if (!more) this.#restarts++;
    const closing = this.#closing.signal;
    const [module, index] = more
      ? await untilAborted(this.#fetchLarger(), signal, 'search')
      : [this.#module, await this.#loader.bytes(this.#manifest.index, closing)];
    const engine = await Engine.start(module);
    this.info = await openIndex(engine, index, () => this.#loader.bytes(this.#manifest.index, closing, { fresh: true }));
    this.#module = module;
    this.#whole ||= more;
    this.#held.clear();
    this.#engine = engine;
    return engine;
  }

  /**
   * Fetches the whole engine, unless it is on its way. As with parts it is not stopped with
   * the search that wanted it, for which the next one need not wait.
   * @returns {Promise<[WebAssembly.Module, Uint8Array]>}
   */
  #fetchLarger() {
    const manifest = this.#manifest;
    if (this.#larger?.manifest === manifest) return this.#larger.files;
    const { signal } = this.#closing;
    const files = Promise.all([this.#loader.module(manifest.wasm, signal), this.#loader.bytes(manifest.index, signal)]).finally(() => {
      if (this.#larger?.files === files) this.#larger = undefined;
    });
    this.#larger = { manifest, files };
    return files;
  }

  /**
   * Asks, gives the engine the parts it wants, and asks again,
   * until nothing is missing or what is missing cannot be had. A part is
   * tried once per question.
   * @template {{missing?: number[], waiting?: boolean}} T
   * @param {Engine} engine
   * @param {() => T} ask
   * @param {AbortSignal | undefined} signal
   * @param {(answer: T) => void} [onRanked] given what lacks nothing but texts, if these
   *   do not come soon
   * @returns {Promise<{answer: T, failure?: MycelError}>} why parts are missing;
   *   nothing if the engine took every part and still asks
   */
  async #complete(engine, ask, signal, onRanked) {
    const tried = new Set();
    let ranked = false;
    /** @type {MycelError | undefined} */
    let failure;
    for (;;) {
      const answer = ask();
      const wanted = (answer.missing ?? []).filter((part) => !tried.has(part));
      if (wanted.length === 0) {
        if (answer.waiting) throw failure ?? stillMissing(answer.missing);
        return { answer, failure };
      }
      const arrivals = wanted.map((part) => this.#part(part));
      if (!answer.waiting && !ranked) {
        ranked = true;
        const timer = setTimeout(() => onRanked?.(answer), rankedPause);
        void Promise.allSettled(arrivals).then(() => clearTimeout(timer));
      }
      const outcomes = await untilAborted(Promise.allSettled(arrivals), signal, 'search');
      for (const [i, outcome] of outcomes.entries()) {
        const warm = this.#isWarm(wanted[i]);
        const error = this.#give(engine, wanted[i], outcome);
        if (error && warm) continue; // it is fetched instead
        tried.add(wanted[i]);
        failure ??= error;
      }
    }
  }

  /**
   * Fetches the rest of the index in the quiet after an answer, so that later ones wait
   * for nothing; not for readers who save data, nor where it is large. What fails is left
   * to the search that needs it.
   * @param {Engine} engine
   */
  async #preload(engine) {
    const [first, end] = this.info.rows ?? [0, 0];
    if (this.#preloaded === engine || savesData() || sum(this.#rows) > preloadLimit) return;
    this.#preloaded = engine;
    const gone = () => this.#closing.signal.aborted || this.#engine !== engine || !engine.alive;
    await new Promise((resolve) => setTimeout(resolve, preloadPause));
    for (let part = first; part < end; part++) {
      await nextTask(); // a search may have come meanwhile
      if (gone()) return;
      if (this.#held.has(part)) continue;
      const [outcome] = await Promise.allSettled([this.#part(part)]);
      if (gone()) return;
      if (this.#held.has(part)) continue;
      const warm = this.#isWarm(part);
      try {
        if (!this.#give(engine, part, outcome)) continue;
        if (!warm) return;
        part--; // it is fetched instead
      } catch {
        return; // the engine died; the next search starts another one
      }
    }
    this.#keepWarmCache();
    void this.#loader.keepUnpacked(firstFiles(this.#manifest)[0], this.#closing.signal).catch(() => {}); // it is a convenience
  }

  /**
   * Whether a part is at hand, which then no sum has verified in this visit.
   * @param {number} part
   */
  #isWarm(part) {
    return this.#warmCache.has(this.#manifest.parts[part]?.path);
  }

  /** The parts of the index, without those of its texts. */
  get #rows() {
    const [first, end] = this.info.rows ?? [0, 0];
    return this.#manifest.parts.slice(first, end);
  }

  /**
   * Puts a part aside that the engine has taken, for the next visit.
   * @param {number} part
   * @param {Uint8Array} bytes
   */
  #putAside(part, bytes) {
    const file = this.#manifest.parts[part];
    const rows = this.#rows;
    if (this.#warmCache.has(file.path) || !rows.includes(file) || sum(rows) > warmCacheLimit) return;
    this.#warmCache.set(file.path, bytes);
    this.#warmCacheKept = false;
  }

  /** Keeps what has been put aside, if it is all. */
  #keepWarmCache() {
    const rows = this.#rows.map(({ path }) => [path, this.#warmCache.get(path)]);
    if (!this.#warmCacheKept && rows.length > 0 && rows.every(([, bytes]) => bytes)) {
      void this.#loader.keepWarmCache(this.#manifest, packWarmCache(new Map(/** @type {[string, Uint8Array][]} */ (rows))));
    }
    this.#warmCacheKept = true;
    this.#warmCache = new Map();
  }

  /**
   * Gives the engine a part that has arrived.
   * @param {Engine} engine
   * @param {number} part
   * @param {PromiseSettledResult<Uint8Array>} outcome of fetching it
   * @returns {MycelError | undefined} why the engine has it not
   */
  #give(engine, part, outcome) {
    try {
      if (outcome.status === 'rejected') throw outcome.reason;
      const present = engine === this.#engine; // another may have taken its place
      if (present && this.#held.has(part)) return undefined; // two have waited for it
      engine.addPart(part, outcome.value);
      this.#suspect.delete(part);
      if (!present) return undefined;
      this.#held.add(part);
      this.#putAside(part, outcome.value);
      return undefined;
    } catch (error) {
      if (isPanic(error)) throw error;
      if (!this.#warmCache.delete(this.#manifest.parts[part]?.path)) this.#suspect.add(part);
      return MycelError.from(error, 'network', `part ${part}`);
    }
  }

  /**
   * Fetches a part, unless it is at hand. It is not stopped when the search that wanted it
   * is: the next search, a letter longer, is likely to want it too.
   * @param {number} part
   * @returns {Promise<Uint8Array>}
   */
  #part(part) {
    const known = this.#inFlight.get(part);
    if (known) return known;
    const file = this.#manifest.parts[part];
    if (!file) {
      return Promise.reject(new MycelError('format', `the engine wants part ${part}, the manifest lists ${this.#manifest.parts.length}`));
    }
    const warm = this.#warmCache.get(file.path);
    if (warm) {
      this.#loader.filesKept++;
      return Promise.resolve(warm);
    }
    const arrival = this.#loader
      .bytes(file, this.#closing.signal, { fresh: this.#suspect.has(part) })
      .finally(() => {
        if (this.#inFlight.get(part) === arrival) this.#inFlight.delete(part);
      });
    this.#inFlight.set(part, arrival);
    return arrival;
  }
}

/**
 * Starts an engine on what a manifest lists.
 * @param {Loader} loader
 * @param {Manifest} manifest
 * @param {AbortSignal | undefined} signal
 * @param {(progress: Progress) => void} [onProgress]
 * @param {BootAssets} [assets] if it has been fetched already
 * @returns {Promise<Assembly>}
 */
async function assemble(loader, manifest, signal, onProgress, assets) {
  const { module, index } = assets ?? (await fetchBootAssets(loader, manifest, signal, onProgress));
  const engine = await Engine.start(module);
  const info = await openIndex(engine, index, () => loader.bytes(manifest.index, signal, { fresh: true }));
  throwIfAborted(signal, 'open');
  return { manifest, module, engine, info };
}

/**
 * @param {BundleFile[]} files
 * @returns {number} their compressed bytes
 */
function sum(files) {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

/**
 * Whether two manifests list the same.
 * @param {Manifest} a
 * @param {Manifest} b
 */
function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The manifest that lists other files than `known`, if one that may be gone has led here: a
 * site was updated while its pages were open.
 * @param {Loader} loader
 * @param {Manifest} known
 * @param {unknown} reason what failed
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<{source: Source, manifest: Manifest} | undefined>} not adopted yet
 * @throws {MycelError} code `version` if the new bundle is not for this client
 */
async function successor(loader, known, reason, signal) {
  if (!mayBeGone(reason)) return undefined;
  try {
    // A service worker would hand out the manifest that it keeps, which is that of `known`.
    const source = await loader.ask(signal, { past: true });
    const manifest = parseManifest(source.text, manifestName);
    return same(manifest, known) ? undefined : { source, manifest };
  } catch (error) {
    if (error instanceof MycelError && error.code === 'version') throw error;
    return undefined;
  }
}

/**
 * Opens an index; one that is refused is fetched again past the HTTP cache and
 * tried once more.
 * @param {Engine} engine
 * @param {Uint8Array} index
 * @param {() => Promise<Uint8Array>} refetch
 * @returns {Promise<Info>}
 */
async function openIndex(engine, index, refetch) {
  try {
    return engine.open(index);
  } catch (error) {
    if (isPanic(error)) throw error;
  }
  return engine.open(await refetch());
}

/** @param {Assembly} assembly */
function warmed(assembly) {
  warmUp(assembly.engine);
  return assembly;
}

/**
 * Failures are left to the first true query, which recovers from them.
 * @param {Engine} engine
 */
function warmUp(engine) {
  try {
    engine.search(warmUpRequest);
  } catch (error) {
    if (!(error instanceof MycelError)) throw error;
  }
}

/**
 * A result whose hits lack excerpts, with the reason.
 * @param {Result} result
 * @param {MycelError | undefined} failure undefined if the engine took every part and still asks
 * @returns {Result}
 */
function incomplete(result, failure) {
  const error = failure ?? stillMissing(result.missing);
  return { ...result, textError: error.toJSON() };
}

/** @param {number[] | undefined} missing */
function stillMissing(missing) {
  return new MycelError('state', `the engine still wants parts ${missing} after they were given`);
}
