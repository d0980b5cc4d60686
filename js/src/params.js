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
export const wordModes = ['bm25', 'graph', 'graph_hybrid'];

/** The modes that the search page offers, each with the key of its name in ui/strings/. @type {Readonly<Record<string, string>>} */
export const labels = { auto: 'best', bm25: 'keywords', bridge: 'connected', e2graph: 'entities' };

/**
 * @typedef {object} Params
 * @property {boolean} [noFill] Show only the hits that the method itself finds, without those of keyword search before and behind them.
 * @property {boolean} [noCollapse] Show all passages that have nearly the same text, not just one of them.
 * @property {'unfinished' | 'always' | 'never'} [prefix] Complete the last word of the query: if it is unknown or short, always, or never. Default: unfinished
 * @property {boolean} [noTypos] Search for unknown words as they are, and not for words with a similar spelling.
 * @property {boolean} [timings] Add the times of each step to the JSON of a result.
 * @property {number} [hops] e2graph: Two entities of the query are near if a path of at most this number of edges connects them. Default: 4; a whole number from 1 to 8
 * @property {number} [minWeight] e2graph: Ignore edges between entities that share fewer sentences than this. Default: 1; a whole number from 1 to 65535
 * @property {number} [hubCap] e2graph: Follow no path through an entity with more neighbours than this; 0 is no limit. Default: 0; a whole number from 0 to 2147483647
 * @property {number} [maxDfRatio] e2graph: Ignore entities of the query that more than this share of all passages mention. Default: 1; a number from 0.001 to 1
 * @property {'mixed' | 'words' | 'dense'} [similarity] e2graph, ket, node, da: How texts are compared with the query: by words, by vectors, or by both. An index without vectors has only words. Default: mixed
 * @property {number} [restart] graph, graph_hybrid, graph_dense, graph_rrf: Chance, at each step of the walk, of returning to a passage or entity from which it started. With a higher chance the walk stays nearer to the query. Default: 0.15; a number from 0.01 to 1
 * @property {number} [epsilon] graph, graph_hybrid, graph_dense, graph_rrf: Precision of the walk: it ignores amounts below this. Smaller values take longer. Default: 0.001; a number from 1e-07 to 1
 * @property {number} [seedPassages] graph, graph_hybrid, graph_dense, graph_rrf: How many of the best passages of keyword search the walk starts from. Default: 3; a whole number from 1 to 100
 * @property {number} [hubTopPercent] graph, graph_hybrid, graph_dense, graph_rrf: Ignore this percentage of the entities: those that most passages mention. Default: 0; a number from 0 to 100
 * @property {number} [maxEdges] graph, graph_hybrid, graph_dense, graph_rrf: Follow at most this number of links from an entity, those to the passages that mention it most; 0 follows all. Default: 0; a whole number from 0 to 2147483647
 * @property {number} [minDF] graph, graph_hybrid, graph_dense, graph_rrf: Ignore entities that fewer passages mention. Default: 1; a whole number from 1 to 2147483647
 * @property {number} [maxDFPercent] graph, graph_hybrid, graph_dense, graph_rrf: Ignore entities that more than this percentage of the passages mention. Default: 100; a number from 0.001 to 100
 * @property {'auto' | 'neighbours' | 'both' | 'keywords' | 'skeleton' | 'text' | 'hybrid'} [ketChannels] ket: Which channels a context has. auto takes skeleton and keywords (both) if a language model wrote the skeleton, of documents with sections the nearest passages (text), else these and their neighbours. Default: auto
 * @property {number} [ketTheta] ket: Share of a context's budget for entities and relations; keywords get the rest. Default: 0.5; a number from 0.001 to 1
 * @property {number} [ketEntities] ket: How many entities, the nearest to the query, the search in the skeleton starts from. Default: 10; a whole number from 1 to 1000
 * @property {number} [ketKeywords] ket: How many keywords, the nearest to the query, are followed to passages. Default: 1000; a whole number from 1 to 2147483647
 * @property {number} [ketMaxDf] ket: Ignore keywords that occur in more than this share of the pieces. Default: 1; a number from 0.0001 to 1
 * @property {number} [nodeEntries] node: How many nodes, the most similar to the query, the walk starts from. Default: 10; a whole number from 1 to 100
 * @property {number} [nodeAlpha] node: Chance, at each step of the walk, of returning to a node from which it started. Default: 0.5; a number from 0.01 to 1
 * @property {number} [nodeSteps] node: How many steps the walk takes. Default: 2; a whole number from 0 to 10
 * @property {number} [nodeTexts] node: How many texts, units, attributes and elements the walk selects. Default: 10; a whole number from 1 to 1000
 * @property {number} [nodeNames] node: How many entities the walk selects, whose neighbours are then added. Default: 10; a whole number from 1 to 1000
 * @property {number} [nodeRelations] node: How many relations the walk selects. Default: 30; a whole number from 1 to 1000
 * @property {number} [nodeOverviews] node: How many overviews the walk selects, whose elements are then added. Default: 10; a whole number from 1 to 1000
 * @property {'types' | 'flat'} [nodeFormat] node: Write contexts with a heading for each type of node (types), or as one list (flat). Default: types
 * @property {number} [daTruss] da: How densely communities are connected: each relation is in at least two triangles fewer than this; 0 tries several values. Default: 0; a whole number from 0 to 255
 * @property {number} [daCandidates] da: How many values of daTruss are tried on each layer, if daTruss is 0. Default: 4; a whole number from 1 to 16
 * @property {number} [daReportTokens] da: Share of a context's budget for reports on communities, in relation to daContextTokens and daSourceTokens. Default: 3200; a whole number from 1 to 2147483647
 * @property {number} [daContextTokens] da: Share of a context's budget for tables of entities and relations. Default: 4800; a whole number from 1 to 2147483647
 * @property {number} [daSourceTokens] da: Share of a context's budget for passages. Default: 4000; a whole number from 1 to 2147483647
 * @property {number} [daMaxChecks] da: How many removals of a node the search for a community tries at most. It ends then with the best community so far. Default: 200000; a whole number from 1 to 2147483647
 * @property {number} [daComponents] da: How many communities a layer may have for each value of daTruss. Default: 4; a whole number from 1 to 16
 * @property {number} [daReach] da: How many passages, the most similar to the query, are searched for communities. Default: 200; a whole number from 1 to 2147483647
 */
