/**
 * The modes, and what `params` of search() and retrieve() may have. Written by go generate ./cmd/mycel.
 *
 * @module
 */

/**
 * How to rank:
 * - `auto`: Chooses between bm25 and bridge by the query.
 * - `bm25`: Ranks by the words of the query.
 * - `bridge`: Follows links over entities from the best passages to passages with the words that they lack.
 * - `e2graph`: E2GraphRAG: passages that join near entities, else the summary tree.
 * - `graph`, `graph_hybrid`, `graph_dense`, `graph_rrf`: SPRIG: personalised PageRank over passages and the entities that they mention.
 * - `dense`: Ranks by sign vectors alone.
 * - `ket`: KET-RAG: a skeleton of entities, and keywords near the query.
 * - `node`: NodeRAG: a walk in a graph of seven types of nodes.
 * - `da`: DA-RAG: communities of passages and entities that hold together.
 * @typedef {'auto' | 'bm25' | 'bridge' | 'e2graph' | 'graph' | 'graph_hybrid' | 'graph_dense' | 'graph_rrf' | 'dense' | 'ket' | 'node' | 'da'} Mode
 */

/** @type {readonly Mode[]} */
export const modes = ['auto', 'bm25', 'bridge', 'e2graph', 'graph', 'graph_hybrid', 'graph_dense', 'graph_rrf', 'dense', 'ket', 'node', 'da'];

/** The modes that ignore the vector of a query. @type {readonly Mode[]} */
export const wordModes = ['bm25', 'e2graph', 'graph', 'graph_hybrid'];

/** The modes that the search page offers, each with the key of its name in ui/strings/. @type {Readonly<Record<string, string>>} */
export const labels = { auto: 'best', bm25: 'keywords', bridge: 'connected', e2graph: 'entities' };

/**
 * @typedef {object} Params
 * @property {boolean} [noFill] leave out what keyword search adds before and behind what a method found
 * @property {boolean} [noCollapse] show every one of several passages with nearly the same text
 * @property {'unfinished' | 'always' | 'never'} [prefix] complete the last word: if it is unfinished (unknown or short), always or never. Default unfinished
 * @property {boolean} [noTypos] do not read unknown words as misspellings of others
 * @property {boolean} [timings] measure where the time goes, shown in JSON
 * @property {number} [hops] e2graph: edges between two entities that count as near; a whole number from 1 to 8. Default 4
 * @property {number} [minWeight] e2graph: lightest edge followed; a whole number from 1 to 65535. Default 1
 * @property {number} [hubCap] e2graph: walk through no entity with more neighbours (0: through all); a whole number from 1 to 2147483647. Default 0
 * @property {number} [maxDfRatio] e2graph: leave out entities of the query in more than this share of the passages; a number from 0.001 to 1. Default 1
 * @property {'mixed' | 'words' | 'dense'} [similarity] e2graph, ket, node, da: compare with the query by words, by vectors, or both, as far as the index has vectors. Default mixed
 * @property {number} [restart] graph, graph_hybrid, graph_dense, graph_rrf: chance of going back to the seeds; a number from 0.01 to 1. Default 0.15
 * @property {number} [epsilon] graph, graph_hybrid, graph_dense, graph_rrf: residual per edge not worth a visit; a number from 0.0000001 to 1. Default 0.001
 * @property {number} [seedPassages] graph, graph_hybrid, graph_dense, graph_rrf: passages to start from; a whole number from 1 to 100. Default 3
 * @property {number} [hubTopPercent] graph, graph_hybrid, graph_dense, graph_rrf: leave out so many percent of the entities, the most frequent (0: none); a number from 0.001 to 100. Default 0
 * @property {number} [maxEdges] graph, graph_hybrid, graph_dense, graph_rrf: passages kept per entity, the heaviest (0: all); a whole number from 1 to 2147483647. Default 0
 * @property {number} [minDF] graph, graph_hybrid, graph_dense, graph_rrf: leave out entities in fewer passages; a whole number from 1 to 2147483647. Default 1
 * @property {number} [maxDFPercent] graph, graph_hybrid, graph_dense, graph_rrf: leave out entities in more percent of the passages; a number from 0.001 to 100. Default 100
 * @property {'auto' | 'neighbours' | 'both' | 'keywords' | 'skeleton' | 'text' | 'hybrid'} [ketChannels] ket: what contexts are made of: the nearest passages and their neighbours, or both skeleton and keywords, which auto chooses where a language model wrote the skeleton. Default auto
 * @property {number} [ketTheta] ket: share of the budget for the skeleton; a number from 0.001 to 1. Default 0.5
 * @property {number} [ketEntities] ket: entities that the skeleton is entered by; a whole number from 1 to 1000. Default 10
 * @property {number} [ketKeywords] ket: keywords followed at most; a whole number from 1 to 2147483647. Default 1000
 * @property {number} [ketMaxDf] ket: pass over keywords in more than this share of the pieces; a number from 0.0001 to 1. Default 1
 * @property {number} [nodeEntries] node: nodes most similar to the query that the walk starts from; a whole number from 1 to 100. Default 10
 * @property {number} [nodeAlpha] node: chance of a restart; a number from 0.01 to 1. Default 0.5
 * @property {number} [nodeSteps] node: steps of the walk; a whole number from 1 to 10. Default 2
 * @property {number} [nodeTexts] node: texts, units, attributes and elements that the walk selects; a whole number from 1 to 1000. Default 10
 * @property {number} [nodeNames] node: entities that it selects, to be expanded; a whole number from 1 to 1000. Default 10
 * @property {number} [nodeRelations] node: relations that it selects; a whole number from 1 to 1000. Default 30
 * @property {number} [nodeOverviews] node: overviews that it selects, to be expanded; a whole number from 1 to 1000. Default 10
 * @property {'types' | 'flat'} [nodeFormat] node: contexts with a heading for each type of node, or flat. Default types
 * @property {number} [daTruss] da: k of the communities (0: several are tried); a whole number from 2 to 255. Default 0
 * @property {number} [daCandidates] da: values of k tried on a layer; a whole number from 1 to 16. Default 4
 * @property {number} [daReportTokens] da: tokens of all reports, in proportion to a context's budget; a whole number from 1 to 2147483647. Default 3200
 * @property {number} [daContextTokens] da: tokens of entities and relations, likewise; a whole number from 1 to 2147483647. Default 4800
 * @property {number} [daSourceTokens] da: tokens of passages, likewise; a whole number from 1 to 2147483647. Default 4000
 * @property {number} [daMaxChecks] da: removals that one search tries; a whole number from 1 to 2147483647. Default 200000
 * @property {number} [daComponents] da: communities that one search may return; a whole number from 1 to 16. Default 4
 * @property {number} [daReach] da: passages that are searched, the nearest to the query; a whole number from 1 to 2147483647. Default 200
 */
