import { throwIfAborted } from '../util/abort.js';
import { MycelError } from '../errors.js';
import { checkRetrieve, defaultBudget, fit } from './ask.js';
import { folderURL } from './folder.js';
import { between, joinEvidence } from './joined.js';
import { addCounts, merge, sums } from './merge.js';
/** @import {Evidence, RetrieveOptions} from '../evidence.js' */
/** @import {BundleOptions, Embedder, Info, Mode, OpenOptions, Result, SearchOptions, SeveralStatus} from '../types.js' */
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

/** What only one bundle has, which is to be opened by itself: overviews, neighbours and entities. */
export class OneOnly {
  /** @returns {Promise<never>} */
  async overview() {
    throw oneOnly('overview');
  }

  /** @returns {Promise<never>} */
  async related() {
    throw oneOnly('related');
  }

  /** @returns {Promise<never>} */
  async entity() {
    throw oneOnly('entity');
  }
}

/**
 * Several bundles that are searched as one. Each keeps its own engine, worker and build. One
 * that fails is left out: the others answer, and result and status say why it does not.
 */
export class Several extends OneOnly {
  #members;
  /** Those that are open. */
  #open;

  /** Use open() with an array. @param {Member[]} members at least one of them open */
  constructor(members) {
    super();
    const names = members.map(({ site }) => nameOf(site));
    this.#members = members.map((member, i) => ({ ...member, name: names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : member.site }));
    this.#open = this.#members.flatMap(({ search, ...member }) => (search ? [{ ...member, search }] : []));
  }

  /** The folder of the first bundle. */
  get url() {
    return this.#members[0].url;
  }

  /**
   * What the engines say: numbers are sums, of texts the first bundle's. Modes are those that all bundles have.
   * @returns {Info}
   */
  get info() {
    const all = this.#open.map(({ search }) => search.info);
    const [first] = all;
    const shared = (/** @type {'modes' | 'systems'} */ key) => first[key].filter((mode) => all.every((info) => info[key].includes(mode)));
    const counts = all.flatMap(({ filters }) => (filters ? [filters] : []));
    const { format, version, engine, language, tokenizer } = first;
    return {
      format, version, engine, language, tokenizer,
      ...sums(all, 'documents', 'sections', 'chunks', 'sentences', 'entities', 'edges', 'summaries', 'terms', 'blocks'),
      modes: shared('modes'), systems: shared('systems'),
      filters: { [source]: this.#sources(this.#open.map(({ url }) => url)), ...addCounts(counts) },
    };
  }

  /**
   * The facet `source`: the documents of each bundle.
   * @param {string[]} urls of the bundles that count; the others have 0 documents
   */
  #sources(urls) {
    return Object.fromEntries(this.#open.map(({ name, url, search }) => [name, urls.includes(url) ? search.info.documents : 0]));
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
    const { plain, members } = this.#choose({ ...options, onRanked: undefined });
    throwIfAborted(signal, 'search');
    /** @type {Failure[]} */
    const failures = [];
    const parts = await askAll(members.map((member) => ({ url: member.url, member })), (search) => search.search(query, { ...plain, excerpts: [] }), failures);
    if (parts.length === 0) throw failures[0].error;
    const answering = parts.filter(({ result: { hits } }) => hits.length > 0).map(({ bundle }) => bundle);
    const shown = (/** @type {Result} */ answer) => told({ ...answer, filters: { [source]: this.#sources(answering), ...answer.filters } }, failures);
    return deliver(parts, merge(parts, k), options, (search, excerpts) => search.search(query, { ...plain, excerpts }), shown);
  }

  /**
   * Packs passages of all bundles into one context. The budget is divided as the first hits of search() are among the
   * bundles; the bundle of the best hit comes first.
   *
   * @param {string} query
   * @param {RetrieveOptions} [options] without `sort`
   * @returns {Promise<Evidence>} without `next`
   * @throws {MycelError} as of one bundle. `unsupported` with `sort`
   */
  async retrieve(query, options = {}) {
    checkRetrieve(query, options);
    const { tokenBudget = defaultBudget, countTokens, minScore, ...search } = options;
    const { plain } = this.#choose(search);
    const { hits } = await this.search(query, { ...search, excerpts: [] });
    const bundles = hits.length > 0 ? hits.map(({ bundle }) => bundle) : [this.#open[0].url];
    const retrieve = async (/** @type {number} */ budget) => {
      const members = [...new Set(bundles)].map((url) => /** @type {Open} */ (this.#open.find((member) => member.url === url)));
      const whole = budget - between * (members.length - 1);
      return joinEvidence(await Promise.all(members.map(async ({ url, search, ...member }) => {
        const share = bundles.filter((bundle) => bundle === url).length / bundles.length;
        const evidence = await search.retrieve(query, { ...plain, minScore, tokenBudget: Math.max(1, Math.floor(whole * share)) });
        return { ...member, bundle: url, chunks: search.info.chunks, evidence };
      })));
    };
    return countTokens ? fit(retrieve, countTokens, tokenBudget) : retrieve(tokenBudget);
  }

  /**
   * Which bundles a search asks, and for what.
   * @template {Pick<SearchOptions, 'filters' | 'sort'>} O @param {O} options @returns {{plain: O, members: Open[]}}
   */
  #choose(options) {
    if (options.sort !== undefined) throw new MycelError('unsupported', 'sort: several bundles are ordered by relevance alone; sort in one bundle');
    const plain = { ...options };
    /** @type {unknown} */
    let sources;
    if (options.filters && !Array.isArray(options.filters) && !this.#open.some(({ search }) => search.info.filters?.[source])) {
      const { [source]: mine, ...filters } = /** @type {Record<string, any>} */ (options.filters);
      sources = mine;
      plain.filters = Object.keys(filters).length > 0 ? filters : undefined;
    }
    const members = this.#open.filter(({ name }) => meets(sources, name));
    if (members.length === 0) throw new MycelError('request', `filters.${source}: got ${JSON.stringify(sources)}, want some of ${this.#members.map(({ name }) => name).join(', ')}`);
    return { plain, members };
  }

  /** All values of all filters of all bundles, with how many documents have each. */
  filters() {
    return this.info.filters ?? {};
  }

  /**
   * Sets the embedder, which makes the vectors of queries, in all bundles.
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
    const failed = this.#members.flatMap(({ url, error }) => (error ? [`${url} is not searched: ${error.message}`] : []));
    const lastError = this.#members.find(({ error }) => error)?.error?.toJSON() ?? all.find((status) => status.lastError)?.lastError;
    return {
      ...first,
      modes: /** @type {Mode[]} */ (first.modes.filter((mode) => all.every(({ modes }) => modes.includes(mode)))),
      ...sums(all, 'bytesLoaded', 'filesKept', 'partsLoaded', 'parts', 'restarts', 'updates'),
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

/**
 * Opens several bundles, each with an engine of its own.
 * @param {readonly (string | URL | BundleOptions)[]} urls @param {OpenOptions} options
 * @param {(url: string, options: OpenOptions) => Promise<Search>} open opens one
 */
export async function openSeveral(urls, options, open) {
  const { onProgress, signal } = options;
  const progress = urls.map(() => ({ loaded: 0, total: 0 }));
  const outcomes = await Promise.allSettled(checkBundles(urls).map(async (/** @type {Member} */ member, i) => {
    /** @param {import('../types.js').Progress} now */
    const told = ({ phase, loaded, total }) => {
      progress[i] = { loaded, total };
      onProgress?.({ phase, ...sums(progress, 'loaded', 'total') });
    };
    try {
      member.search = await open(member.url, { ...options, ...(onProgress && { onProgress: told }) });
    } catch (error) {
      member.error = MycelError.from(error, 'network', `opening ${member.url}`);
      if (member.error.code === 'request' || member.error.code === 'aborted') throw member.error;
    }
    return member;
  }));
  const members = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  const failure = refused?.reason ?? (members.some(({ search }) => search) ? undefined : members[0].error);
  if (failure) {
    for (const { search } of members) search?.close();
    throw failure;
  }
  throwIfAborted(signal, 'open');
  return new Several(members);
}

/** @param {readonly (string | URL | BundleOptions)[]} urls @returns {Member[]} */
function checkBundles(urls) {
  if (urls.length === 0) throw new MycelError('request', 'url: got an empty array, want at least one bundle folder');
  return urls.map((one, i) => {
    const { url, site = '../', weight = 1 } = typeof one === 'string' || one instanceof URL ? { url: one } : (one ?? {});
    if (url === undefined) throw new MycelError('request', `url[${i}]: got ${JSON.stringify(one)}, want the URL of a bundle folder, or an object with url`);
    if (!(Number.isFinite(weight) && weight > 0)) throw new MycelError('request', `url[${i}].weight: got ${weight}, want a number above 0`);
    const folder = folderURL(url);
    return { url: folder, site: new URL(site, folder).href, weight };
  });
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
  const { result: whole } = merge(complete, k, origins.every((at) => url(complete, at) === url(parts, at)) ? origins : undefined); // one of them may be built anew meanwhile
  return shown(textError ? { ...whole, textError } : whole);
}

/** @param {Part[]} parts @param {Origin} origin */
const url = (parts, { part, position }) => parts[part].result.hits[position]?.url;

/** @param {Result} result @param {Failure[]} failures @returns {Result} */
export function told(result, failures) {
  return failures.length > 0 ? { ...result, failures: failures.map(({ bundle, error }) => ({ bundle, error: error.toJSON() })) } : result;
}
