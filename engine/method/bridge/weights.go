package bridge

// Weights are the parameters of the bridge walk. The zero value stands for
// DefaultWeights; otherwise every field counts as it is, 0 included, so that each part
// of the walk can be switched off.
type Weights struct {
	Seeds int // passages that links start from, in either round

	Title      float32 // evidence that a passage is titled by a query entity
	TitleCover float32 // … more, by how much of the query the entity covers
	Weak       float32 // weight of a query entity that may be a common word
	Mention    float32 // of the query's entities that a passage mentions
	Dense      float32 // of the similarity by vectors, where the index has them

	Forward float32 // to the passages titled by an entity that the seed mentions
	Reverse float32 // from a titled passage to those that mention it
	Shared  float32 // between two that mention the same entity

	Base     float32 // weight of every link
	Sentence float32 // … more, by how much of the query the linking sentence covers
	Residual float32 // … by how much of the query the target adds
	Known    float32 // … less, where the query names the entity itself
	Link     float32 // of the best link beside a passage's own evidence

	Second     float32 // strength of a passage that a link led to, as a seed; 0 for one round
	SecondRest float32 // share of the query that must be left uncovered to go on

	Learned float32 // of what the trees of rerank.go say of the best passages
}

// DefaultWeights is one set for all corpora, chosen on the queries at odd positions of
// three data sets, and on two of these without titles and capitals. The optimum is flat:
// quite different sets differ by less than a point of recall.
var DefaultWeights = Weights{
	Seeds: 12,
	Title: 2, TitleCover: 4, Weak: 0.3, Mention: 0.6, Dense: 0.33,
	Forward: 1.1, Reverse: 0.8, Shared: 0.28,
	Base: 0.6, Sentence: 0.75, Residual: 5, Known: 0.8, Link: 0.93,
	Second: 1, SecondRest: 0.08,
	Learned: 0.4,
}

// Part is a part of the bridge walk that can be left out, to measure it.
type Part uint8

// The parts, in the order of their names in parameters.go.
const (
	NoPart Part = iota
	PartLinks
	PartTitle
	PartMention
	PartDense
	PartForward
	PartReverse
	PartShared
	PartSentence
	PartResidual
	PartKnown
	PartRarity
	PartSecond
	PartLearned
)

// without returns the weights with a part left out. PartRarity is no weight.
func (w Weights) without(p Part) Weights {
	weight := [...]*float32{
		PartLinks: &w.Link, PartTitle: &w.Title, PartMention: &w.Mention, PartDense: &w.Dense, PartForward: &w.Forward, PartReverse: &w.Reverse,
		PartShared: &w.Shared, PartSentence: &w.Sentence, PartResidual: &w.Residual, PartKnown: &w.Known, PartSecond: &w.Second, PartLearned: &w.Learned,
	}[p]
	if weight != nil {
		*weight = 0
	}
	if p == PartTitle {
		w.TitleCover = 0
	}
	return w
}
