package strategy

// NodeWalk is how mass spreads from the entries.
type NodeWalk uint8

const (
	NodeRestart NodeWalk = iota // with restarts at the entries, as in the paper; the default
	NodeLazy                    // without, as in the authors' code
)

// NodeQuota says what of texts, units, attributes and elements a walk selects.
type NodeQuota uint8

const (
	QuotaShared  NodeQuota = iota // so many of all of them, as in the authors' code; the default
	QuotaPerType                  // so many of each, as in the paper
)

// NodeEntryTypes are the nodes that are compared with the query.
type NodeEntryTypes uint8

const (
	EntryAll      NodeEntryTypes = iota // texts, units, attributes and elements, as in the authors' code; the default
	EntryElements                       // all but texts, as in the paper
)

// NodeEntryWeight is what an entry by name counts.
type NodeEntryWeight uint8

const (
	EntryShared NodeEntryWeight = iota // nodes that have the same words of the query share one entry's weight; the default
	EntryEqual                         // as much as an entry by similarity, as in the paper
)

// NodeOrder is how passages are ranked.
type NodeOrder uint8

const (
	OrderWalk  NodeOrder = iota // by the mass that the walk brought to the texts themselves; the default
	OrderFound                  // as the nodes that they belong to were found
)

// NodePart is a part of mode node that can be left out.
type NodePart uint8

const (
	NoNodePart     NodePart = iota
	NodeDual                // entries by name
	NodeCross               // what the walk selects
	NodeCorrection          // of the edges' weights by degrees
)

// NodeFormat is how a context for a language model is laid out.
type NodeFormat uint8

const (
	FormatTypes NodeFormat = iota // a heading for each type of node; the default
	FormatFlat                    // texts alone
)

// Node holds the parameters of mode node. The zero value of each field means its
// default. Numbers are the paper's. Of what the paper and its authors' code do
// differently, or leave open, EntryTypes and Order were chosen on every other query of
// HotpotQA, 2WikiMultihopQA and SciFact, by make ablations.
type Node struct {
	Entries     int // nodes that are most similar to the query, 1..100; default 10
	EntryTypes  NodeEntryTypes
	EntryWeight NodeEntryWeight
	Walk        NodeWalk
	Alpha       float32 // chance of a restart, or of a step of the lazy walk, 0.01..1; default 0.5
	Steps       int     // 1..10; default 2
	Quota       NodeQuota
	Texts       int // quota of texts, units, attributes and elements, 1..1000; default 10
	Names       int // quota of entities, 1..1000; default 10
	Relations   int // 1..1000; default 30
	Overviews   int // 1..1000; default 10
	Order       NodeOrder
	Format      NodeFormat
	Without     NodePart
}
