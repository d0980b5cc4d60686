/**
 * The types of retrieve(), overview(), related() and entity(). Offsets called start and end of a passage or a citation are bytes
 * of UTF-8 in the text of the document, which a page does not hold as a whole.
 *
 * @module
 */

/**
 * @typedef {object} RetrieveOptions
 * @property {number} [k] how many passages are ranked at most, 1..100. Default 10
 * @property {number} [tokenBudget] tokens of the context at most. Default 2000
 * @property {(context: string) => number | Promise<number>} [countTokens] counts tokens in the place of the bundle's
 * tokenizer (Info.tokenizer). Called with whole contexts, a few times; longer ones must not have fewer tokens
 * @property {import('./types.js').Mode} [mode] how to rank. Default `auto`
 * @property {import('./params.js').Params} [params] of the method, as in search()
 * @property {import('./types.js').Filters} [filters] as in search()
 * @property {import('./types.js').SearchOptions['sort']} [sort] as in search()
 * @property {string} [language] as in search()
 * @property {number} [minScore] least score of a passage, as a share of the best one's, 0..1. Default 0
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} OverviewOptions
 * @property {number} [tokenBudget] tokens of the context at most. Default 2000
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} RelatedOptions
 * @property {number} [k] how many neighbours at most, 1..100. Default 10
 * @property {AbortSignal} [signal]
 */

/**
 * What a language model, or a person, needs to answer a query.
 * @typedef {object} Evidence
 * @property {string} query as the engine read it
 * @property {string} [reason] why there is no passage; absent if there is one
 * @property {string} context the passages, ready for a prompt: "[1] Title › Heading\n text", a blank line between them
 * @property {number} tokens of the context at most, by the bundle's tokenizer; exactly, by `countTokens`
 * @property {boolean} truncated whether the budget left out text that was found
 * @property {number} [next] the least budget, by the bundle's tokenizer, with which the context changes; present if
 * truncated
 * @property {Coverage} coverage
 * @property {Citation[]} citations parallel to `passages`
 * @property {Passage[]} passages in the order of the context
 * @property {Trace} trace
 */

/**
 * How much of the query the passages have.
 * @typedef {object} Coverage
 * @property {number} terms share of its words, by weight (idf), 0..1
 * @property {number} entities share of its entities, 0..1
 * @property {string[]} uncovered words that no passage has, stop words aside
 */

/**
 * The sentences of a passage that answer best.
 * @typedef {object} Citation
 * @property {number} n number of the passage: [n] in the context
 * @property {string} document id of the document
 * @property {string} title of the document
 * @property {string} heading of the section, or ''
 * @property {string} url relative to the site root, with anchor and text fragment: leads to the quote
 * @property {string} [bundle] of several bundles: the folder that it is from
 * @property {string} quote an exact substring of the document's text
 * @property {number} start
 * @property {number} end
 * @property {number} score comparable within one answer only
 */

/**
 * A run of sentences of one section, or a summary that a language model wrote.
 * @typedef {object} Passage
 * @property {number} n
 * @property {string} document
 * @property {string} title
 * @property {string} heading
 * @property {string} url with the section's anchor
 * @property {string} [bundle] of several bundles: the folder that it is from
 * @property {number} section
 * @property {string[]} [entities] of the query, by which the ranking grouped it
 * @property {string} [summary] title of the summary that the passage is of
 * @property {{document: string, title: string, heading: string, url: string}[]} [written]
 *   of a summary that a language model wrote: the sections below it
 * @property {string} text
 * @property {number} start
 * @property {number} end
 * @property {number} score
 */

/**
 * How the passages were found.
 * @typedef {object} Trace
 * @property {Exclude<import('./types.js').Mode, 'auto'>} mode the mode that was used
 * @property {string} reason why this mode
 * @property {true} [cut] as in a Result; likewise
 * @property {string} [didYouMean]
 * @property {import('./types.js').Term[]} terms
 * @property {import('./types.js').Entity[]} entities
 * @property {import('./types.js').Reason[]} [notes] findings on the way: see docs/javascript.md
 * @property {import('./types.js').Stats} stats
 * @property {RankList[]} lists rankings that were fused or walked from
 * @property {TraceItem[]} items all ranked chunks, best first
 */

/**
 * @typedef {object} RankList
 * @property {string} name
 * @property {{chunk: number, score: number}[]} items best first
 */

/**
 * @typedef {object} TraceItem
 * @property {string} document
 * @property {string} title
 * @property {string} heading
 * @property {string} url
 * @property {number} chunk
 * @property {number} score
 * @property {number} passage the n of the passage that has it, 0 if none has
 * @property {import('./types.js').Why} why
 */

/**
 * What the documents say about a topic.
 * @typedef {object} Overview
 * @property {string} topic as the engine read it
 * @property {string} [reason] why there is nothing; absent if there is something
 * @property {string} context ready for a prompt
 * @property {number} tokens of the context at most
 * @property {boolean} truncated whether the budget left out summaries
 * @property {Summary[]} summaries in the order of the context
 */

/**
 * A node of the summary tree: sentences of the documents themselves.
 * @typedef {object} Summary
 * @property {number} n
 * @property {string} title phrases that distinguish its passages
 * @property {number} level height in the tree: 1 stands for passages
 * @property {string} text a blank line stands for omitted sentences
 * @property {{document: string, title: string, heading: string, url: string}[]} sections
 *   that the sentences are from, in their order
 * @property {number} score
 */

/**
 * The neighbours of a document or section.
 * @typedef {object} Related
 * @property {string} of as asked for
 * @property {string} [reason] why there are no neighbours; otherwise absent
 * @property {Neighbour[]} neighbours nearest first
 */

/**
 * @typedef {object} Neighbour
 * @property {string} document
 * @property {string} title
 * @property {string} heading '' for a document as a whole
 * @property {string} url
 * @property {number} score 0..1
 * @property {string[]} entities that both mention, rarest first
 * @property {import('./types.js').Reason[]} [reasons] links, then headings, then the entities that join it to what
 *   was asked for: see docs/evidence.md
 */

/**
 * What the documents have of an entity.
 * @typedef {object} About
 * @property {string} name
 * @property {string} type name, code, title or term
 * @property {import('./types.js').Reason[]} near its neighbours in the graph, nearest first: `path` is the name of one, `from` a
 *   sentence with both
 * @property {Omit<Neighbour, 'entities'>[]} passages those of most mentions, which `score` counts; `from` of the only reason is a sentence
 */

export {};
