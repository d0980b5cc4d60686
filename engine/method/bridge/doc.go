// Package bridge ranks by the bridge walk: multi-hop retrieval without a model or an encoder (ours;
// docs/strategies.md). Words find the first passage of a chain. An entity of the first passage leads to the second.
// The second is recognised by the words of the query that it covers and the first does not.
//
// The walk follows links once more from the passages that it has reached, and so finds chains of three or four
// passages. residual is then the part that neither end of the first link covers.
//
// It is a short walk on the entity–passage graph of arXiv 2602.23372 with edge weights that depend on the query:
//
//	base(d)  = lexical(d) + title(d) + Mention·mentions(d) + Dense·near(d), scaled to a maximum of 1
//	link     = base(p)^0.75 · type · df(e)^−0.3 · (Base + Sentence·sentence + Residual·residual − Known·known)
//	score(d) = base(d) + Link·max link into d
//
// for seeds p, entities e of p and passages d about e or with e. sentence is the share of the query that the sentence
// with e covers. residual is the share that d covers and p does not. known is 1 if the query names e itself. The
// factors are Weights. The best passages are then ordered once more: rerank.go.
package bridge
