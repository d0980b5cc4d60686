package bridge

// Weights of the bridge walk: one set for all corpora. It was chosen on the queries at odd positions of
// three data sets, and on two of these without titles and capitals. The optimum is flat: very different
// sets differ by less than a point of recall.
const (
	numSeeds = 12 // passages from which links start, in either round

	weightTitle      = 2    // evidence that a passage is titled by a query entity
	weightTitleCover = 4    // … additional: times the share of the query that the entity covers
	weightWeak       = 0.3  // of a query entity that may be a common word
	weightMention    = 0.6  // of the query's entities that a passage mentions
	weightDense      = 0.33 // of the similarity by vectors, where the index has them

	weightForward = 1.1  // to the passages titled by an entity that the seed mentions
	weightReverse = 0.8  // from a titled passage to those that mention it
	weightShared  = 0.28 // between two that mention the same entity

	weightBase     = 0.6  // of every link
	weightSentence = 0.75 // … additional: times the share of the query that the linking sentence covers
	weightResidual = 5    // … additional: times the share of the query that the target adds
	weightKnown    = 0.8  // … subtracted where the query names the entity itself
	weightLink     = 0.93 // of the best link, added to a passage's own evidence

	leastLeft = 0.08 // least share of the query that is uncovered where a second round starts

	weightLearned = 0.4 // of the trees of rerank.go
)
