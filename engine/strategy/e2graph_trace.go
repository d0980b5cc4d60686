package strategy

// Branch is the way that E2GraphRAG answers a query.
type Branch string

const (
	BranchLocal      Branch = "local"      // chunks that mention both entities of a near pair
	BranchOccurrence Branch = "occurrence" // GLOBAL-B: similar nodes, by occurrences of the entities
	BranchGlobal     Branch = "global"     // GLOBAL-A: the most similar nodes
)

// Trace is what E2GraphRAG did to answer a query.
type Trace struct {
	Branch Branch
	// Hops is the limit that the answer was found with: the pairs of Ranking.Pairs
	// that are at most so far apart are P(h). For BranchLocal only.
	Hops  int
	Steps []Step // the limits tried, the widest first; none where no pair is near
	// Nodes are all that was selected, in order and at most k: chunks with their
	// keys for BranchLocal, equal keys side by side and each group in the order of
	// the corpus; else nodes of the collapsed tree. Ranking.Items shows of them one
	// chunk a section, and chunks in place of summaries.
	Nodes []Item
}

// Step is one hop limit tried.
type Step struct {
	Hops   int
	Pairs  int // in P(h)
	Chunks int // in C(h)
}
