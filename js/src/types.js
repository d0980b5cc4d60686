/**
 * The public types. All offsets (start, end, matches) count UTF-16 code units,
 * as String.prototype.slice does, in the string that stands beside them.
 *
 * @module
 */

/** How to rank. @typedef {import('./params.js').Mode} Mode */

/**
 * @typedef {object} OpenOptions
 * @property {AbortSignal} [signal] aborts opening; no effect once open() has returned
 * @property {boolean} [worker] run the engine in a Web Worker. Default true,
 *   unless `fetch` is given. If no worker can be started (Node, a page from
 *   another origin), the engine runs on the calling thread: see status()
 * @property {typeof globalThis.fetch} [fetch] used instead of the global fetch;
 *   it cannot be handed to a worker, so it excludes `worker: true`
 * @property {WebAssembly.Module} [engine] the full engine, for programs that may import modules of WebAssembly but not
 *   compile them: `writeEngine` of `mycel/node` writes its file. It excludes `worker: true`
 * @property {{query: string} & Pick<SearchOptions, 'mode' | 'k'>} [expect] the first
 *   search, if it is known: its parts are fetched as soon as the engine runs
 * @property {(progress: Progress) => void} [onProgress] called while the bundle loads
 * @property {() => void} [onUpdate] called when a newer bundle has replaced the
 *   present one: search again. With this option the bundle of an earlier visit is opened
 *   at once, while the server is asked for a newer one
 */

/**
 * How far opening has come.
 * @typedef {object} Progress
 * @property {'download' | 'start'} phase files are arriving; the engine is being started
 * @property {number} loaded bytes received, 0..total
 * @property {number} total bytes of the engine and the index, as the manifest states them
 */

/**
 * @typedef {object} SearchOptions
 * @property {number} [k] how many hits at most, 1..100. Default 10
 * @property {Mode} [mode] how to rank. Default `auto`
 * @property {import('./params.js').Params} [params] of the method, such as `{ hops: 2 }`
 * @property {Filters} [filters] which documents to find. Default all
 * @property {string | Record<string, 'asc' | 'desc'>} [sort] orders the hits by a key in
 *   the place of relevance: `'date'` or `{ date: 'desc' }`. Documents without the key
 *   come last
 * @property {string} [language] of the query, a BCP 47 tag such as
 *   `document.documentElement.lang`: how its words are read in a bundle of pages in
 *   several languages. Default any
 * @property {string} [shared] for a bundle of a set: `Result.shared` of the root, so that scores of
 *   bundles compare. A set gives it to its bundles
 * @property {(result: Result) => void} [onRanked] called with the same hits in the same
 *   order before their missing excerpts are fetched; not called if no excerpt is missing
 * @property {readonly number[]} [excerpts] positions, 0..99, of the hits that need an
 *   excerpt; no text is fetched for others. Default all
 * @property {boolean} [nestedExcerpts] gives the nested sections of these hits excerpts, too. Default false
 * @property {boolean} [explain] gives hits that get an excerpt the links to them that have words of the
 *   query, as reasons of kind `link`, and names the entities of the query in every mode. Files that other
 *   searches do not need are fetched. Default false
 * @property {AbortSignal} [signal] aborts this search: its promise rejects at
 *   once with code `aborted` and never delivers
 */

/**
 * A condition on documents, in the form of Pagefind. `{ version: '2.1' }` is met by
 * documents with that value, `{ tags: ['a', 'b'] }` by documents with both values,
 * `{ tags: { any: ['a', 'b'] } }` by documents with either. The conditions of all keys must hold.
 * `any`, `all`, `none` and `not`, which is the same as `none`, may also join whole
 * conditions: `{ any: [{ version: '2.1' }, { tags: 'a' }] }`.
 * @typedef {{[key: string]: FilterValue | undefined}} Filters
 */

/** @typedef {string | FilterValue[] | {[key: string]: FilterValue | undefined} | {from?: string | number, to?: string | number}} FilterValue */

/** How many documents have each value of each filter. @typedef {Record<string, Record<string, number>>} FilterCounts */

/**
 * The engine's description of the bundle.
 * @typedef {object} Info
 * @property {number} format number of the index format
 * @property {string} version of the engine
 * @property {string} engine version of the program that built the index
 * @property {string} language BCP 47 tag of the language whose stemmer is used
 * @property {string} tokenizer name of the tokenizer that counted chunk sizes
 * @property {number} documents
 * @property {number} sections
 * @property {number} chunks
 * @property {number} sentences
 * @property {number} entities nodes of the entity graph
 * @property {number} edges edges of the entity graph
 * @property {number} summaries nodes of the summary tree
 * @property {number} terms distinct terms in the index
 * @property {number} blocks text blocks, fetched when an excerpt needs them
 * @property {[number, number]} [rows] the parts [first, end) that most queries need
 * @property {Mode[]} modes modes of the engine that was opened. The whole engine, which has
 *   all modes of the bundle, is loaded at the first search in another mode: see Status
 * @property {VectorInfo} [vectors] absent if the bundle has none
 * @property {Mode[]} systems modes of this bundle, such as `ket`, that a bundle has only if
 *   it was built with them
 * @property {FilterCounts} [filters] all documents by value; absent if the bundle has
 *   no filters
 * @property {string[]} [sorts] keys to sort by; absent if the bundle has none
 * @property {[number, number, number, number]} [set] in a bundle or the root of a set: the chunks and the documents of all bundles,
 *   a number that identifies the set, and in the root the number of bundles, else 0
 */

/**
 * The origin of the vectors of a bundle.
 * @typedef {object} VectorInfo
 * @property {string} model name of the model that made them, or `trained on this corpus`
 * @property {number} bits signs a chunk
 * @property {number} dims dimensions of the model; 0 for vectors trained on the
 *   corpus, which no embedder can make
 */

/**
 * Makes vectors of queries with the model that made those of the bundle.
 * @typedef {object} Embedder
 * @property {string} id name of the model, as in `Info.vectors.model`
 * @property {number} dims its dimensions, as in `Info.vectors.dims`
 * @property {(texts: string[]) => Promise<Float32Array[]> | Float32Array[]} embed
 *   a vector for each text, finite and not zero
 */

/**
 * The state of an open search, as of the last answer.
 * @typedef {object} Status
 * @property {'open' | 'closed'} state
 * @property {boolean} worker whether the engine runs in a worker
 * @property {string} version version of this client
 * @property {string} bundle version of the program that built the bundle
 * @property {string} engine version of the engine
 * @property {number} bytesLoaded bytes received over the network so far, all files
 * @property {number} filesKept files that came from an earlier visit, out of Cache Storage
 * @property {Mode[]} modes modes of the engine that is loaded now
 * @property {number} partsLoaded parts of the index and of its texts that the engine holds
 * @property {number} parts parts in the bundle
 * @property {number} restarts how often the engine or its worker was replaced after a failure
 * @property {number} updates how often a newer bundle was opened instead of this one,
 *   because a file was gone or the server had the newer one
 * @property {string[]} fallbacks a sentence for each thing that the client does without,
 *   and why; usually empty
 * @property {import('./errors.js').ErrorData} [lastError] the last failure, also of texts;
 *   absent if there was none
 * @property {VectorInfo} [vectors] as in Info
 * @property {string} [embedder] id of the embedder that was set; absent without one
 */

/**
 * The state of several bundles. Numbers are sums.
 * @typedef {Status & {bundles: {url: string, status?: Status, error?: import('./errors.js').ErrorData}[]}} SeveralStatus
 */

/**
 * One of several bundles to open.
 * @typedef {object} BundleOptions
 * @property {string | URL} url the bundle folder
 * @property {string | URL} [site] where its result links start from. Default the folder around
 *   the bundle
 * @property {number} [weight] above 0: its scores are multiplied by it. Default 1
 */

/** Half-open range [start, end) in UTF-16 code units. @typedef {[start: number, end: number]} Range */

/**
 * One word of the query.
 * @typedef {object} Term
 * @property {string} word as typed
 * @property {number} start in Result.query
 * @property {number} end in Result.query
 * @property {boolean} known whether the index has this term
 * @property {boolean} stop whether it is a stop word, which does not count for ranking
 * @property {'exact' | 'stem' | 'prefix' | 'typo' | 'synonym'} [read] how it was read: in
 *   this form, as another form of the word, as the beginning or as a misspelling of
 *   other words, as a synonym of other words; absent if the index has nothing like it
 * @property {string[]} [as] the words that it was read as, most likely first, if
 *   `read` is `prefix`, `typo` or `synonym`; else its synonyms, which count beside it
 * @property {true} [excluded] it follows a minus: no hit has it
 * @property {number} [chunks] how many chunks have it, as it was read; absent for 0 and for
 *   stop words
 */

/**
 * One entity recognised in the query.
 * @typedef {object} Entity
 * @property {string} name
 * @property {number} start in Result.query
 * @property {number} end in Result.query
 * @property {number} chunks how many chunks mention it
 */

/**
 * Text shown for a hit.
 * @typedef {object} Excerpt
 * @property {string} text
 * @property {Range[]} matches in `text`
 * @property {Range[]} [code] parts of `text` that are code: inline code and lines of listings; absent without code
 * @property {boolean} cutStart whether the section has text before this
 * @property {boolean} cutEnd whether the section has text after this
 */

/**
 * Why a hit is in the answer.
 * @typedef {object} Why
 * @property {'title' | 'heading' | 'code'} [exact] the part of the hit that is the
 *   query: such hits come before all others
 * @property {string} source what found it: `words` (keyword ranking), `graph` (the entity graph), `summary` (the summary
 *   tree), `bridge` (a link from another passage), `vector`, `filled` (keyword ranking that filled up a list which the
 *   others left short), `pin` (a page that the site suggests), or a source of the method
 * @property {number[]} terms indexes into Result.terms: words that the hit shows; without an excerpt, words of its passage
 * @property {{entity: number, count: number}[]} entities indexes into
 *   Result.entities, and how often the chunk mentions each
 * @property {Reason[]} [reasons] in the order in which they lead to the hit; absent if words alone do
 */

/**
 * Something that led to a hit, or a finding on the way to an answer. Its kind says which of the other members it has; the
 * kinds are in docs/strategies.md.
 * @typedef {object} Reason
 * @property {string} kind
 * @property {string} [label] a word for it
 * @property {string[]} [path] names of the entities over which it leads, or which it is about
 * @property {number} [weight]
 * @property {string} [text] written about it by a language model during the build
 * @property {From} [from] the passage where it starts
 * @property {Record<string, number>} [figures] numbers about it, by name
 */

/**
 * A passage where a reason starts.
 * @typedef {object} From
 * @property {string} title of its document
 * @property {string} heading of its section, or ''
 * @property {string} url of that section
 * @property {string} sentence with the link; '' while its text is missing
 * @property {number[]} covers indexes into Result.terms: words that the target adds
 */

/**
 * One section of one document.
 * @typedef {object} Hit
 * @property {string} [bundle] address of the bundle folder; present when several bundles are open
 * @property {string} document id of the document
 * @property {string} title of the document
 * @property {string} heading of the section; '' for text before the first heading
 * @property {string[]} breadcrumb headings above the section, outermost first
 * @property {string} url relative to the site root, with the fragment
 * @property {string} anchor the fragment without '#', or ''
 * @property {number} section
 * @property {number} chunk
 * @property {number} score comparable within one answer only
 * @property {Record<string, string>} [meta] fields of the document; absent if it has none
 * @property {Range[]} [titleMatches] in `title`
 * @property {Range[]} [headingMatches] in `heading`
 * @property {Excerpt} [excerpt] absent if its text could not be loaded, or was
 *   not asked for
 * @property {AlsoIn[]} [alsoIn] passages with nearly the same text, such as those of other
 *   versions of the page, which this hit replaces; absent if there are none
 * @property {string} [version] of the document, if it is known and `alsoIn` is there
 * @property {Nested[]} [nested] up to three further sections of the page that match, best
 *   first; absent without such sections, and from methods whose hits are sections
 * @property {Why} why
 */

/**
 * A section below a hit of the same page.
 * @typedef {object} Nested
 * @property {string} heading of the section; '' for text before the first heading
 * @property {string} url relative to the site root, with the fragment
 * @property {string} anchor the fragment without '#', or ''
 * @property {number} section
 * @property {number} chunk
 * @property {number} score of the section; that of the hit is its page's
 * @property {Range[]} headingMatches in `heading`
 * @property {Excerpt} [excerpt] as in a hit, if `nestedExcerpts` asked for it
 */

/**
 * A section with nearly the text of a hit.
 * @typedef {object} AlsoIn
 * @property {string} document id of the document
 * @property {string} title of the document
 * @property {string} heading of the section
 * @property {string} url relative to the site root, with the fragment
 * @property {string} [version] of the document, if it is known
 */

/**
 * The work of a search.
 * @typedef {object} Stats
 * @property {number} postings read
 * @property {number} edges walked
 * @property {number} chunks scored
 */

/**
 * @typedef {object} Result
 * @property {string} query as the engine read it
 * @property {true} [cut] the query is too long: part of it was not read, or not searched
 *   for
 * @property {Exclude<Mode, 'auto'>} mode the mode that was used
 * @property {string} reason why this mode, one sentence
 * @property {boolean} [waiting] between host and engine alone: there is no answer without the missing parts
 * @property {number[]} [missing] parts with text that could not be loaded; absent
 *   when every hit has its excerpt
 * @property {import('./errors.js').ErrorData} [textError] why they could not,
 *   present exactly when `missing` is. The hits and their order are complete
 * @property {{bundle: string, error: import('./errors.js').ErrorData}[]} [failures] which of
 *   several bundles did not answer, and why; absent if all did
 * @property {string} [didYouMean] the query with misspelt words corrected; hits are
 *   of the corrected words
 * @property {Term[]} terms
 * @property {Entity[]} entities
 * @property {Reason[]} [notes] findings on the way to the answer
 * @property {Hit[]} hits best first, 0..k of them
 * @property {FilterCounts} [filters] for each value, the number of matching documents,
 *   hits or not; values without documents are left out
 * @property {number} [best] of a bundle of a set: the best score by words. Scores of hits are then not
 *   divided by it
 * @property {number[]} [bundles] of the root of a set: numbers of the bundles that have words of the query, each
 *   followed by the greatest score that a passage there may have, greatest first
 * @property {string} [shared] of the root of a set: how it reads the query
 * @property {Stats} stats
 * @property {Timings} [timings] present when the parameter `timings` is true
 */

/**
 * Where the time of ranking went, in milliseconds.
 * @typedef {object} Timings
 * @property {number} seeding until the seeds of a walk were known; all of the time in a
 *   mode that does not walk
 * @property {number} walking the rest
 */

export {};
