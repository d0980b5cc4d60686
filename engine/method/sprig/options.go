package sprig

// Weighting says how much the passages that a walk starts from count.
type Weighting uint8

const (
	WeightRank    Weighting = iota // 1/rank; the default
	WeightRaw                      // the retriever's score
	WeightSoftmax                  // e^(score − best score), normalised
)

// Penalty says how a document frequency weighs against an entity.
type Penalty uint8

const (
	PenaltyRoot Penalty = iota // df^−½; the default
	PenaltyNone                // df^0
	PenaltyFull                // df^−1
)

// Mix says how the seed mass is shared between entities and passages.
type Mix uint8

const (
	MixMass     Mix = iota // by the weights they have; the default
	MixAdaptive            // by how many there are
	MixFixed               // EntityShare for the entities
)

// Fallback says where the walk of ModeGraph starts when the query names no entity.
type Fallback uint8

const (
	FallbackTop     Fallback = iota // at the best passage by words; the default
	FallbackNone                    // nowhere: words rank alone
	FallbackUniform                 // at all passages alike, whatever the query
)

// Solver names the way to compute personalized PageRank.
type Solver uint8

const (
	SolverPush  Solver = iota // forward push; the default
	SolverPower               // power iteration, MaxIter rounds
)

// Fusion is the way to join the ranking of the walk and that of its seeds.
type Fusion uint8

const (
	FusionNone    Fusion = iota // the walk ranks; the default
	FusionRRF                   // reciprocal rank fusion of both
	FusionMinRank               // the better rank of the seeds' and of a walk from entities alone
)

// Nodes is the kind of node that links passages in the graph.
type Nodes uint8

const (
	NodesEntities Nodes = iota // the default
	NodesTerms                 // all terms of medium frequency: a baseline
)

// Options holds the parameters of SPRIG. The zero value of each field means its default, which is the
// paper's if the paper has one. Two were chosen on every other question of HotpotQA and
// 2WikiMultihopQA, by make ablations: 3 seed passages, and an epsilon of 1e-3. That walks less far
// than 1e-4, finds at least as much among the first 5, and takes a fraction of the time.
type Options struct {
	Restart float32 // α, the chance of going back to the seeds, 0.01..1; default 0.15
	Solver  Solver
	Epsilon float32 // of push: residual per edge not worth a visit, 1e-7..1; default 1e-3
	MaxIter int     // of power: rounds, 1..1000; default 5

	SeedPassages int // passages to start from, 1..100; default 3
	Weighting    Weighting
	SeedPenalty  Penalty // q, of the query's entities
	Mix          Mix
	EntityShare  float32 // of the seed mass, 0 < share ≤ 1, for MixFixed; default 0.5
	Fallback     Fallback

	HubPenalty    Penalty // p, of entities on the way from a passage
	HubTopPercent float32 // percentage of the entities, those in most passages, left out, 0..100; default 0
	MaxEdges      int     // heaviest passages kept per entity; default 0, which is all
	Nodes         Nodes
	MinDF         int     // entities in fewer passages are left out, ≥ 1; default 1, of terms 3
	MaxDFPercent  float32 // entities in more of the passages are left out, 0..100; default 100, of terms 10

	Fusion Fusion
}

// maxTermShare: a term in more than 1/maxTermShare of the passages is no node of the graph of terms,
// because it links passages that have nothing in common.
const maxTermShare = 10
