package noderag

import "mycel/engine/method"

// Walk is how mass spreads from the entries.
type Walk uint8

const (
	Restart Walk = iota // with restarts at the entries, as in the paper; the default
	Lazy                // without, as in the authors' code
)

// Quota says what of texts, units, attributes and elements a walk selects.
type Quota uint8

const (
	QuotaShared  Quota = iota // one number for all of them together, as in the authors' code; the default
	QuotaPerType              // the same number of each, as in the paper
)

// EntryTypes are the nodes that are compared with the query.
type EntryTypes uint8

const (
	EntryAll      EntryTypes = iota // texts, units, attributes and elements, as in the authors' code; the default
	EntryElements                   // all but texts, as in the paper
)

// EntryWeight is what an entry by name counts.
type EntryWeight uint8

const (
	EntryShared EntryWeight = iota // nodes that have the same words of the query share one entry's weight; the default
	EntryEqual                     // as much as an entry by similarity, as in the paper
)

// Order is how passages are ranked.
type Order uint8

const (
	OrderWalk  Order = iota // by the mass that the walk brought to the texts themselves; the default
	OrderFound              // as the nodes that they belong to were found
)

// Part is a part of mode node that can be left out.
type Part uint8

const (
	NoPart         Part = iota
	PartDual            // entries by name
	PartCross           // the selection of the walk
	PartCorrection      // of the edges' weights by degrees
)

// Format is how a context for a language model is laid out.
type Format uint8

const (
	FormatTypes Format = iota // a heading for each type of node; the default
	FormatFlat                // texts alone
)

// Options holds the parameters of mode node. The zero value of each field means its
// default. Numbers are the paper's. Of what the paper and its authors' code do
// differently, or leave open, EntryTypes and Order were chosen on every other query of
// HotpotQA, 2WikiMultihopQA and SciFact, by make ablations.
type Options struct {
	Entries     int // nodes that are most similar to the query, 1..100; default 10
	EntryTypes  EntryTypes
	EntryWeight EntryWeight
	Walk        Walk
	Alpha       float32 // chance of a restart, or of a step of the lazy walk, 0.01..1; default 0.5
	Steps       int     // 0..10; default 2
	Quota       Quota
	Texts       int // quota of texts, units, attributes and elements, 1..1000; default 10
	Names       int // quota of entities, 1..1000; default 10
	Relations   int // 1..1000; default 30
	Overviews   int // 1..1000; default 10
	Order       Order
	Format      Format
	Without     Part
	Similarity  method.Similarity
}
