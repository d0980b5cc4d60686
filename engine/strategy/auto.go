package strategy

// Modes of retrieval.
const (
	ModeAuto    = "auto"
	ModeBM25    = "bm25"
	ModeE2Graph = "e2graph"
	ModeBridge  = "bridge"
)

// Modes lists the modes, the default first.
func Modes() []string { return []string{ModeAuto, ModeBM25, ModeE2Graph, ModeBridge} }

// Run answers a request in the given mode; ok is false for an unknown mode.
func (s *Searcher) Run(mode string, r *Request) (out *Ranking, ok bool) {
	switch mode {
	case ModeAuto, "":
		return s.Auto(r), true
	case ModeBM25:
		return s.BM25(r), true
	case ModeE2Graph:
		return s.E2Graph(r), true
	case ModeBridge:
		return s.Bridge(r), true
	}
	return nil, false
}

// Auto chooses the mode for a query.
func (s *Searcher) Auto(r *Request) *Ranking {
	out := s.BM25(r)
	out.Reason = "keyword search ranks best for this index"
	return out
}
