import { throwIfAborted, untilAborted } from '../util/abort.js';
import { MycelError } from '../errors.js';
import { isSlow, requirePlatform, savesData } from '../files/bootassets.js';
import { PartLoader } from '../files/partloader.js';
import { isText } from '../files/manifest.js';
import { EngineLoader, warmUp } from './engineloader.js';
import { Queue } from './queue.js';
import { mayBeGone, retryAfterPanic } from './recovery.js';
import { Shards } from './shards.js';
/** @import {Mode, Progress, Result, Status} from '../types.js' */
/** @import {Answer, Request, Verb} from '../api/ask.js' */
/** @import {SearchRequest} from '../api/options.js' */
/** @import {Engine} from '../engine/engine.js' */
/** @import {Manifest} from '../files/manifest.js' */
/** @import {Prefetched} from '../files/prefetch.js' */
/** @import {Source} from '../files/loader.js' */
/** @import {Started} from './engineloader.js' */
/** @import {Pack, PackTable} from '../files/packtable.js' */

/**
 * The part of a Status that only the thread of the engine knows.
 * @typedef {Omit<Status, 'state' | 'worker' | 'version' | 'lastError' | 'vectors' | 'embedder'>} SessionStatus
 */

/** The mode that needs the fewest files. @type {Mode} */
const keywords = 'bm25';

/**
 * Why a mode may fail while an engine lives: its files cannot be loaded, or the full
 * engine that it needs cannot be started.
 * @type {Set<string>}
 */
const unloadable = new Set(['network', 'not-found', 'checksum', 'format', 'part', 'memory', 'crashed']);

/** Bytes of packs up to which the rest of them is fetched after an answer: of the index, and with texts. */
const restLimit = 1 << 20;

/**
 * Bytes of shards, unpacked, above which a new engine takes the place of the one that holds them: memory of
 * WebAssembly never shrinks. What the new engine needs comes from the browser's store.
 */
const mostHeld = 64 << 20;

/** Milliseconds without a question after which the rest of the index is fetched: the page is idle, and nobody types. */
const restPause = 500;

/**
 * Milliseconds that a result waits for its texts, so that a list is drawn once where they come soon.
 * It does not wait where other files have taken longer.
 */
const rankedPause = 100;

/**
 * One open bundle: it leads from a query to a complete answer. Runs wherever the
 * engine is to run, in a worker or not.
 *
 *     open ──▶ search ──▶ complete? ──▶ answer
 *                ▲            │ missing shards
 *                └─ addPart ◀─┘ fetched in parallel
 *
 * Its engines come from an {@link EngineLoader}, its files from a {@link PartLoader}; {@link Shards}
 * says which shards its engine holds.
 */
export class Session {
  #files;
  #engines;
  #shards = /** @type {Shards} */ (/** @type {unknown} */ (undefined));
  /** The engine that answers. */
  #present = /** @type {Started} */ (/** @type {unknown} */ (undefined));
  #queue = new Queue();
  #closing = new AbortController();
  #searched = false;
  #restarts = 0;
  #updates = 0;
  /** Which mode answered the last search in the place of another, and why; '' if none did. */
  #instead = '';
  /** The table of the packs that are fetched whole. @type {PackTable | undefined} */
  #fetched;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;
  /** Ends fetching them. */
  #resting = new AbortController();
  #mostHeld;
  /** The engine of the last answer, and how many it has given. @type {{engine?: Engine, answers: number}} */
  #busy = { answers: 0 };

  /** Use {@link Session.open}. @param {PartLoader} files @param {number} most bytes of shards that an engine may hold */
  constructor(files, most) {
    this.#files = files;
    this.#engines = new EngineLoader(files, this.#closing.signal);
    this.#mostHeld = most;
  }

  /**
   * Fetches the bundle and starts an engine on it.
   * @param {string} base absolute URL of the bundle folder, ending in a slash
   * @param {object} [options]
   * @param {typeof globalThis.fetch} [options.fetch]
   * @param {WebAssembly.Module} [options.engine] the full one, in the place of those of the bundle
   * @param {Prefetched} [options.prefetched] what has been fetched already
   * @param {SearchRequest} [options.expect] the first search, if it is known
   * @param {AbortSignal} [options.signal]
   * @param {(progress: Progress) => void} [options.onProgress]
   * @param {(updated: boolean) => void} [options.onNews] called when the server has been asked for the
   *   manifest, if that of an earlier visit was taken before; `updated`: a newer bundle has taken its place
   * @param {number} [options.most] bytes of shards that an engine may hold, unpacked
   * @returns {Promise<Session>}
   */
  static async open(base, { fetch, engine, prefetched, expect, signal, onProgress, onNews, most = mostHeld } = {}) {
    requirePlatform();
    throwIfAborted(signal, 'open');
    const files = new PartLoader(base, fetch, { engine });
    files.bytesLoaded += prefetched?.bytesLoaded ?? 0;
    files.filesKept += prefetched?.filesKept ?? 0;
    const session = new Session(files, most);
    const engines = session.#engines;
    const manifest = prefetched ? files.adopt(prefetched.source) : await files.manifest(signal);
    const assets = prefetched?.assets;
    let started;
    try {
      started = await engines.start(manifest, { signal, onProgress, assets });
    } catch (error) {
      const next = await successor(files, manifest, error, signal);
      if (!next) throw error;
      started = await engines.start(next.manifest, { signal, onProgress });
      files.adopt(next);
    }
    session.#serve(started);
    if (session.#readsAhead) files.packs.expect(prefetched?.rate ?? 0);
    session.#expect(expect);
    if (prefetched?.source.unasked && started.manifest === manifest) void session.#confirm().then(onNews);
    return session;
  }

  /** What the engine says about the bundle. */
  get info() {
    return this.#present.info;
  }

  /** The engine that answers; undefined once the session is closed. */
  get #engine() {
    return this.#closing.signal.aborted ? undefined : this.#present.engine;
  }

  /**
   * Answers one query. Searches run one at a time, in order.
   * @param {SearchRequest} request
   * @param {AbortSignal} [signal]
   * @param {(result: Result) => void} [onRanked] given the result before its excerpts are fetched
   * @returns {Promise<Result>}
   */
  search(request, signal, onRanked) {
    this.#stopRest();
    if (this.#searched) this.#readAhead(); // the reader types
    this.#searched = true;
    const task = async () => {
      const { answer, failure } = await this.#found(request, signal, onRanked);
      this.#fetchRest();
      this.#relieve();
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
      this.#relieve();
      if (answer.missing?.length) throw failure ?? stillMissing(answer.missing);
      return answer;
    };
    return this.#queue.add(task, signal, verb);
  }

  /** @returns {SessionStatus} */
  status() {
    return {
      bytesLoaded: this.#files.bytesLoaded,
      filesKept: this.#files.filesKept,
      partsLoaded: this.#shards.loaded,
      parts: this.#present.table.length,
      restarts: this.#restarts,
      updates: this.#updates,
      bundle: this.#present.manifest.version,
      engine: this.info.version,
      fallbacks: [...this.#files.fallbacks, ...(this.#instead ? [this.#instead] : [])],
      modes: this.info.modes,
    };
  }

  /** Stops downloads and drops the engine; searches that have not begun reject with code `closed`. */
  close() {
    this.#stopRest();
    this.#closing.abort();
  }

  /**
   * After an answer, has a new engine take the place of one that holds too many shards. If one answer alone needs
   * as many, more are allowed: the next would need them again.
   */
  #relieve() {
    const engine = this.#engine;
    if (!engine) return;
    if (this.#busy.engine !== engine) this.#busy = { engine, answers: 0 };
    const alone = ++this.#busy.answers === 1;
    const held = this.#shards.heldBytes;
    if (held <= this.#mostHeld) return;
    if (alone) {
      this.#mostHeld = 2 * held;
      return;
    }
    const replace = async () => {
      if (this.#engine !== engine || !engine.alive) return;
      this.#present = await this.#engines.restart(this.#present);
      this.#shards.serve(this.#present.engine);
    };
    this.#queue.add(replace, this.#closing.signal, 'replace').catch(() => {}); // the engine still answers
  }

  /**
   * Begins with the search that is about to be asked for: by then its parts are on their
   * way, or there. Where none is known any other compiles the engine's code.
   * @param {SearchRequest} [request]
   */
  #expect(request) {
    const engine = this.#engine;
    if (!engine) return;
    if (!request || !this.info.modes.includes(request.mode ?? 'auto')) return void warmUp(this.#present);
    // What fails here fails again when it is asked for, and is told then.
    this.#complete(engine, () => engine.search(request), this.#closing.signal).catch(() => {});
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
    const by = (/** @type {Mode} */ mode, /** @type {SearchRequest} */ request) => this.#answer(mode, (engine) => engine.search(request), signal, onRanked);
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
   * @param {(answer: T) => void} [onRanked]
   * @returns {Promise<{answer: T, failure?: MycelError}>}
   */
  async #answer(mode, ask, signal, onRanked) {
    const attempt = () =>
      retryAfterPanic(async () => {
        const engine = await this.#liveEngine(!(mode && this.info.modes.includes(mode)), signal);
        return this.#complete(engine, () => ask(engine), signal, onRanked);
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
    const next = await successor(this.#files, this.#present.manifest, reason, this.#closing.signal);
    if (!next) return false;
    try {
      this.#take(warmUp(await this.#engines.start(next.manifest)));
    } catch {
      return false; // half of it may still be on its way to the server
    }
    this.#files.adopt(next);
    return true;
  }

  /** @param {Started} next of a newer bundle */
  #take(next) {
    this.#serve(next);
    this.#updates++;
  }

  /** @param {Started} started whose bundle answers from now on */
  #serve(started) {
    this.#present = started;
    this.#shards = new Shards(this.#files, started, this.#closing.signal);
  }

  /**
   * Asks the server for its manifest while the bundle of an earlier visit answers. If the
   * server lists another bundle, that takes over between two searches, so that no answer
   * is of both. Until then, and if it cannot be had, the status says which one answers.
   */
  async #confirm() {
    const { signal } = this.#closing;
    const before = this.#updates;
    const known = (/** @type {Source} */ { manifest }) => same(manifest, this.#present.manifest);
    try {
      const source = await this.#files.ask(signal);
      if (!known(source)) {
        const next = warmUp(await this.#engines.start(source.manifest));
        // A search may have found out by itself, from a file that was gone.
        await this.#queue.add(async () => void (known(source) || this.#take(next)), signal, 'update');
      }
      this.#files.adopt(source);
    } catch (error) {
      if (!signal.aborted) this.#files.stale = error instanceof Error ? error.message : String(error);
    }
    return this.#updates > before;
  }

  /**
   * The engine, or a new one if it has died, or the full one if it can only search and
   * more is asked.
   * @param {boolean} full whether the full engine is needed
   * @param {AbortSignal | undefined} signal of the search that needs it
   * @returns {Promise<Engine>}
   */
  async #liveEngine(full, signal) {
    if (this.#closing.signal.aborted) throw new MycelError('closed', 'the search was closed');
    const present = this.#present;
    const more = full && !present.full;
    if (present.engine.alive && !more) return present.engine;
    if (!more) this.#restarts++;
    this.#present = await (more ? this.#engines.startFull(present, signal) : this.#engines.restart(present));
    this.#shards.serve(this.#present.engine);
    return this.#present.engine;
  }

  /**
   * Asks, gives the engine the shards it wants, and asks again,
   * until none is missing or those that are cannot be had. A shard is
   * tried once per question.
   * @template {{missing?: number[], waiting?: boolean}} T
   * @param {Engine} engine
   * @param {() => T} ask
   * @param {AbortSignal | undefined} signal
   * @param {(answer: T) => void} [onRanked] given what lacks nothing but texts, if these
   *   do not come soon
   * @returns {Promise<{answer: T, failure?: MycelError}>} why shards are missing;
   *   undefined if the engine took every one and still asks
   */
  async #complete(engine, ask, signal, onRanked) {
    const shards = this.#shards;
    const firstRow = this.info.rows?.[0] ?? 0; // texts come before rows
    const tried = new Set();
    /** Shards on their way to the engine, texts among them that a later round will want. @type {Map<number, ReturnType<Shards['give']>>} */
    const given = new Map();
    let ranked = false;
    let waited = 0; // milliseconds, for the files of the rounds before
    /** @type {MycelError | undefined} */
    let failure;
    for (;;) {
      const answer = ask();
      const wanted = (answer.missing ?? []).filter((shard) => !tried.has(shard));
      // Texts do not end the waiting for rows.
      const now = answer.waiting ? wanted.filter((shard) => shard >= firstRow) : wanted;
      if (now.length === 0) {
        if (answer.waiting) throw failure ?? stillMissing(answer.missing);
        return { answer, failure };
      }
      for (const shard of [...now, ...wanted]) { // rows first: a browser fetches few files at a time
        if (given.has(shard)) continue;
        const arrival = shards.give(engine, shard);
        arrival.catch(() => {}); // whoever awaits it hears
        given.set(shard, arrival);
      }
      const arrivals = now.map((shard) => given.get(shard));
      if (!answer.waiting && !ranked) {
        ranked = true;
        const timer = setTimeout(() => onRanked?.(answer), waited > rankedPause ? 0 : rankedPause);
        void Promise.allSettled(arrivals).then(() => clearTimeout(timer));
      }
      const asked = performance.now();
      const failures = await untilAborted(Promise.all(arrivals), signal, 'search');
      waited += performance.now() - asked;
      failure ??= failures.find(Boolean);
      for (const shard of now) tried.add(shard);
    }
  }

  /**
   * Whether later searches are read ahead for: of a small index, but not at the edge, for readers who save data or have a slow connection, nor
   * of a bundle of a set, which is one of many.
   */
  get #readsAhead() {
    const { manifest, info } = this.#present;
    return !this.#files.engine && !savesData() && !isSlow() && info.set?.[3] !== 0 && manifest.parts.bytes <= restLimit;
  }

  /** @returns {Pack[]} packs that are read ahead from now on */
  #readAhead() {
    const { manifest: { parts, texts }, table } = this.#present;
    const rest = this.#readsAhead ? table.packs.filter(({ path }) => !isText(path) || texts.bytes + parts.bytes <= restLimit) : [];
    this.#files.packs.readAhead(rest);
    return rest;
  }

  /** Fetches the rest of a small index when nobody has asked for a while. What fails is left to the search that needs it. */
  #fetchRest() {
    this.#stopRest();
    const { table } = this.#present;
    const rest = this.#readAhead();
    if (!this.#engine || this.#fetched === table || rest.length === 0) return;
    const { signal } = (this.#resting = new AbortController());
    this.#idle = setTimeout(async () => {
      for (const pack of rest) await this.#files.packs.rest(pack, signal).catch(() => {});
      if (!signal.aborted) this.#fetched = table;
    }, restPause);
    /** @type {{unref?: () => void}} */ (this.#idle).unref?.(); // Node would wait for it
  }

  /** Leaves the link to who asks. */
  #stopRest() {
    clearTimeout(this.#idle);
    this.#resting.abort();
  }
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
 * @param {PartLoader} files
 * @param {Manifest} known
 * @param {unknown} reason what failed
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Source | undefined>} not adopted yet
 * @throws {MycelError} code `version` if the new bundle is not for this client
 */
async function successor(files, known, reason, signal) {
  if (!mayBeGone(reason)) return undefined;
  try {
    // A service worker would hand out the manifest that it keeps, which is that of `known`.
    const source = await files.ask(signal, { past: true });
    return same(source.manifest, known) ? undefined : source;
  } catch (error) {
    if (error instanceof MycelError && error.code === 'version') throw error;
    return undefined;
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
