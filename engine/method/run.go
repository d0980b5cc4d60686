package method

import "slices"

// Run answers a request in the given mode; ok is false for an unknown mode.
func (s *Searcher) Run(mode string, r *Request) (out *Ranking, ok bool) {
	if !r.Options.Timings || s.Clock == nil {
		return s.run(mode, r)
	}
	start := s.Clock()
	s.seeded = 0
	if out, ok = s.run(mode, r); ok {
		end := s.Clock()
		if s.seeded == 0 {
			s.seeded = end
		}
		out.Timings = &Timings{Seeding: s.seeded - start, Walking: end - s.seeded}
	}
	return out, ok
}

func (s *Searcher) run(mode string, r *Request) (out *Ranking, ok bool) {
	guess := s.Index.AnyMissing() // it is not known yet whether words are misspelt
	ready := s.Index.Loaded(r)
	if ready {
		s.collapse(r)
	}
	for _, m := range registered {
		if mode != "" && !slices.Contains(m.Modes, mode) {
			continue
		}
		if r.Mode = mode; mode == "" {
			r.Mode = m.Modes[0]
		}
		if !ready {
			if m.Early != nil {
				m.Early(s, r)
			}
			return Waiting(r.Mode), true
		}
		if !s.Index.ownLoaded(m) {
			return Waiting(r.Mode), true
		}
		out = s.Rank(m, r)
		out.Has = func() []uint32 {
			s.ScoreChunks(r)
			return s.Scores.Mask
		}
		if guess {
			out.Items = nil // other hits may come: their titles and texts are not to be fetched for nothing
		}
		return out, true
	}
	return nil, false
}

// opened is a method with its ranker.
type opened struct {
	method *Method
	ranker Ranker
}

// Rank answers a request by a method. The first request makes its ranker.
func (s *Searcher) Rank(m *Method, r *Request) *Ranking {
	for i := range s.opened {
		if s.opened[i].method == m {
			return s.opened[i].ranker(r)
		}
	}
	s.opened = append(s.opened, opened{m, m.Open(s)})
	return s.Rank(m, r)
}
