// Package bridge ranks by the bridge walk: multi-hop retrieval without a model or an encoder (ours;
// docs/strategies.md). Words find the first passage of a chain. The second is reached over an entity of the first, and
// recognised because it covers words of the query that are still uncovered.
//
// From the passages that links led to, links are followed once more: a chain of three or four passages is found that
// way. residual is then what neither end of the first link covers.
//
// It is a short walk on the entity–passage graph of arXiv 2602.23372 with edge weights that depend on the query:
//
//	base(d)  = lexical(d) + title(d) + Mention·mentions(d) + Dense·near(d), scaled to a maximum of 1
//	link     = base(p)^0.75 · type · df(e)^−0.3 · (Base + Sentence·sentence + Residual·residual − Known·known)
//	score(d) = base(d) + Link·max link into d
//
// for seeds p, entities e of p and passages d that have to do with e. sentence is how much of the query the sentence
// that mentions e covers, residual how much d covers of what p does not, known is 1 if the query names e itself. The
// factors are Weights. The best passages by this are put in order once more: rerank.go.
package bridge
