import { throwIfAborted } from '../util/abort.js';
import { MycelError } from '../errors.js';
import { addCounts, merge } from './merge.js';
/** @import {Embedder, Info, Mode, Result, SearchOptions, SeveralStatus} from '../types.js' */
/** @import {Search} from './client.js' */
/** @import {Origin, Part} from './merge.js' */

/** Hits that a search finds unless it says otherwise, as the engine has it. */
export const defaultHits = 10;

/** The facet by which some of several bundles are chosen, unless a bundle has it itself. */
const source = 'source';

/** The name of a bundle: the last folder of its site, or the host. @param {string} site absolute */
function nameOf(site) {
  const { pathname, host } = new URL(site);
  return decodeURIComponent(pathname.replace(/\/$/, '').split('/').at(-1) || host || site);
}

/**
 * Whether a name meets a condition on values of one key.
 * @param {any} condition as of a filter: a value, any of several, or any, all, none, not
 * @param {string | undefined} name @returns {boolean}
 */
function meets(condition, name) {
  if (condition === undefined) return true;
  if (typeof condition === 'string') return condition === name;
  if (Array.isArray(condition)) return condition.some((one) => meets(one, name));
  const { any, all, none, not } = condition;
  const list = (/** @type {any} */ one) => [one].flat();
  return (any === undefined || meets(any, name)) && list(all ?? []).every((one) => meets(one, name)) && !list(none ?? []).some((one) => meets(one, name)) && (not === undefined || !meets(not, name));
}

/** Codes of errors that are the caller's, whichever bundle tells them. */
const callers = new Set(['aborted', 'closed']);

/** @typedef {Member & {search: Search}} Open a bundle that is open */
/** @typedef {{bundle: string, error: MycelError}} Failure a bundle that gave no answer */

/**
 * One of several bundles.
 * @typedef {object} Member
 * @property {string} url the bundle folder, absolute
 * @property {string} site where its result links start from, absolute
 * @property {number} weight
 * @property {Search} [search] absent if it could not be opened
 * @property {MycelError} [error] why not
 */

/** What only one bundle has, which is to be opened by itself: evidence, overviews and neighbours. */
export class OneOnly {
  /** @returns {Promise<never>} */
  async retrieve() {
    throw oneOnly('retrieve');
  }

  /** @returns {Promise<never>} */
  async overview() {
    throw oneOnly('overview');
  }

  /** @returns {Promise<never>} */
  async related() {
    throw oneOnly('related');
  }
}

/**
 * Several bundles that are searched as one. Each keeps its own engine, worker and build. One
 * that fails is left out: the others answer, and result and status say why it does not.
 */
export class Several extends OneOnly {
  #members;
  /** Names of members in the facet `source`. @type {Map<Member, string>} */
  #names;

  /** Use open() with an array. @param {Member[]} members at least one of them open */
  constructor(members) {
    super();
    this.#members = members;
    const short = members.map(({ site }) => nameOf(site));
    this.#names = new Map(members.map((member, i) => [member, short.indexOf(short[i]) === short.lastIndexOf(short[i]) ? short[i] : member.site]));
  }

  /** The folder of the first bundle. */
  get url() {
    return this.#members[0].url;
  }

  /** The members that are open. */
  get #open() {
    return /** @type {Open[]} */ (this.#members.filter(({ search }) => search));
  }

  /**
   * What the engines say: numbers are sums, of texts the first bundle's. Modes are those that all bundles have.
   * @returns {Info}
   */
  get info() {
    const all = this.#open.map(({ search }) => search.info);
    const [first] = all;
    const total = (/** @type {'documents' | 'sections' | 'chunks' | 'sentences' | 'entities' | 'edges' | 'summaries' | 'terms' | 'blocks'} */ key) => all.reduce((sum, info) => sum + info[key], 0);
    const shared = (/** @type {'modes' | 'systems'} */ key) => first[key].filter((mode) => all.every((info) => info[key].includes(mode)));
    const counts = all.flatMap(({ filters }) => (filters ? [filters] : []));
    const { format, version, engine, language, tokenizer } = first;
    return {
      format, version, engine, language, tokenizer,
      documents: total('documents'), sections: total('sections'), chunks: total('chunks'), sentences: total('sentences'), entities: total('entities'),
      edges: total('edges'), summaries: total('summaries'), terms: total('terms'), blocks: total('blocks'),
      modes: shared('modes'), systems: shared('systems'),
      filters: { [source]: this.#sources(this.#open.map(({ url }) => url)), ...addCounts(counts) },
    };
  }

  /**
   * The facet `source`: the documents of each bundle.
   * @param {string[]} urls of the bundles that count; the others have 0 documents
   */
  #sources(urls) {
    return Object.fromEntries(this.#open.map((member) => [/** @type {string} */ (this.#names.get(member)), urls.includes(member.url) ? member.search.info.documents : 0]));
  }

  /**
   * Answers a query from all bundles. Hits have `bundle`, the folder that they are from, and absolute addresses; scores
   * are comparable among all hits of the answer. Texts are fetched for the hits of the answer alone. The filter
   * `source` takes names of bundles: the last folder of their site, or its host.
   *
   * @param {string} query
   * @param {SearchOptions} [options] without `sort`
   * @returns {Promise<Result>} `failures` names bundles that did not answer
   * @throws {MycelError} as of one bundle; what a bundle throws only if all do. `unsupported` with `sort`
   */
  async search(query, options = {}) {
    const { signal, k = defaultHits } = options;
    if (options.sort !== undefined) throw new MycelError('unsupported', 'sort: several bundles are ordered by relevance alone; sort in one bundle');
    throwIfAborted(signal, 'search');
    const plain = { ...options, onRanked: undefined };
    /** @type {unknown} */
    let sources;
    if (options.filters && !Array.isArray(options.filters) && !this.#open.some(({ search }) => search.info.filters?.[source])) {
      const { [source]: mine, ...filters } = /** @type {Record<string, any>} */ (options.filters);
      sources = mine;
      plain.filters = Object.keys(filters).length > 0 ? filters : undefined;
    }
    const members = this.#open.filter((member) => meets(sources, this.#names.get(member)));
    /** @type {Failure[]} */
    const failures = [];
    const parts = await askAll(members.map((member) => ({ url: member.url, member })), (search) => search.search(query, { ...plain, excerpts: [] }), failures);
    if (parts.length === 0) throw failures[0]?.error ?? new MycelError('request', `filters.${source}: got ${JSON.stringify(sources)}, want some of ${[...this.#names.values()].join(', ')}`);
    const answering = parts.filter(({ result: { hits } }) => hits.length > 0).map(({ bundle }) => bundle);
    const shown = (/** @type {Result} */ answer) => told({ ...answer, filters: { [source]: this.#sources(answering), ...answer.filters } }, failures);
    return deliver(parts, merge(parts, k), options, (search, excerpts) => search.search(query, { ...plain, excerpts }), shown);
  }

  /** All values of all filters of all bundles, with how many documents have each. */
  filters() {
    return this.info.filters ?? {};
  }

  /**
   * Sets what makes the vectors of queries, in all bundles.
   * @param {Embedder | null} embedder null for none
   * @throws {MycelError} `embedder` if a bundle has other vectors, or none
   */
  setEmbedder(embedder) {
    for (const { search } of this.#open) search.setEmbedder(embedder);
  }

  /** The state as of the last answer: numbers are sums, and `bundles` has the state of each. @returns {SeveralStatus} */
  status() {
    const all = this.#open.map(({ search }) => search.status());
    const [first] = all;
    const total = (/** @type {'bytesLoaded' | 'filesKept' | 'partsLoaded' | 'parts' | 'restarts' | 'updates'} */ key) => all.reduce((sum, status) => sum + status[key], 0);
    const failed = this.#members.flatMap(({ url, error }) => (error ? [`${url} is not searched: ${error.message}`] : []));
    const lastError = this.#members.find(({ error }) => error)?.error?.toJSON() ?? all.find((status) => status.lastError)?.lastError;
    return {
      ...first,
      modes: /** @type {Mode[]} */ (first.modes.filter((mode) => all.every(({ modes }) => modes.includes(mode)))),
      bytesLoaded: total('bytesLoaded'), filesKept: total('filesKept'), partsLoaded: total('partsLoaded'),
      parts: total('parts'), restarts: total('restarts'), updates: total('updates'),
      fallbacks: [...failed, ...all.flatMap(({ fallbacks }) => fallbacks)],
      ...(lastError && { lastError }),
      bundles: this.#members.map(({ url, search, error }) => ({ url, ...(search && { status: search.status() }), ...(error && { error: error.toJSON() }) })),
    };
  }

  /** Closes all bundles. */
  close() {
    for (const { search } of this.#open) search.close();
  }
}

/** @param {string} what */
export function oneOnly(what) {
  return new MycelError('unsupported', `${what}: got several bundles, want one: open it by itself`);
}

/**
 * Asks some bundles. Those that fail are noted.
 * @template {Open} M @param {{url: string, member: M | Promise<M>}[]} places @param {(search: Search) => Promise<Result>} ask
 * @param {Failure[]} failures
 * @param {Set<string>} [passed] codes of errors that are the caller's, whichever bundle tells them
 * @returns {Promise<(M & Part)[]>}
 */
export async function askAll(places, ask, failures, passed = callers) {
  const outcomes = await Promise.allSettled(places.map(async ({ url, member }) => {
    const open = await member;
    return { ...open, result: await ask(open.search), bundle: url, chunks: open.search.info.chunks };
  }));
  return outcomes.flatMap((outcome, i) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    const { url } = places[i];
    const error = MycelError.from(outcome.reason, 'panic', `searching ${url}`);
    if (passed.has(error.code)) throw error;
    failures.push({ bundle: url, error });
    return [];
  });
}

/**
 * Delivers a merged answer, and asks the bundles of its hits once more, for their texts.
 * @param {(Open & Part)[]} parts @param {{result: Result, origins: Origin[]}} merged @param {SearchOptions} options
 * @param {(search: Search, excerpts: number[]) => Promise<Result>} ask @param {(result: Result) => Result} shown
 * @returns {Promise<Result>} a bundle whose texts cannot be had keeps its hits without them
 */
export async function deliver(parts, { result, origins }, { k = defaultHits, excerpts, onRanked, signal }, ask, shown) {
  const wanted = (excerpts ?? result.hits.map((_, i) => i)).filter((i) => i < origins.length);
  if (wanted.length === 0) return shown(result);
  if (!signal?.aborted) onRanked?.(shown(result));
  /** @type {import('../errors.js').ErrorData | undefined} */
  let textError;
  const complete = await Promise.all(parts.map(async (part, i) => {
    const positions = wanted.filter((at) => origins[at].part === i).map((at) => origins[at].position);
    if (positions.length === 0) return part;
    try {
      const result = await ask(part.search, positions);
      textError ??= result.textError;
      return { ...part, result };
    } catch (error) {
      const known = MycelError.from(error, 'panic', `searching ${part.bundle}`);
      if (callers.has(known.code)) throw known;
      textError ??= known.toJSON();
      return part;
    }
  }));
  const { result: whole } = merge(complete, k);
  return shown(textError ? { ...whole, textError } : whole);
}

/** @param {Result} result @param {Failure[]} failures @returns {Result} */
export function told(result, failures) {
  return failures.length > 0 ? { ...result, failures: failures.map(({ bundle, error }) => ({ bundle, error: error.toJSON() })) } : result;
}
