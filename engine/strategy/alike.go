package strategy

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/text"
)

// Of chunks with nearly the same text one is in the answer: the others are left out
// before a mode ranks, so that they take no place from anything, neither in a list nor
// among the passages that a walk starts from.

// sameScore is the part of the best score of a group from which on a score counts as
// the same: texts that differ in a word in ten do not differ in rank for what it is.
const sameScore = 0.95

// collapse chooses one chunk of each group of the index. The filters of the request are
// in Only; they come to be in wanted, and Only has what is left.
func (s *Searcher) collapse(r *Request) {
	a := s.Index.Alike
	if a == nil || r.Options.NoCollapse || r.collapsed {
		return
	}
	s.ScoreChunks(r)
	r.collapsed, r.wanted = true, r.Only
	only := make([]bool, s.Index.Corpus.NumChunks())
	for c := range only {
		only[c] = r.Wants(uint32(c))
	}
	asked := s.versionsAsked(r)
	for g := range a.Len() {
		group := a.Group(g)
		chosen := s.choose(r, group, asked)
		for i, c := range group {
			if i == chosen || !only[c] {
				continue
			}
			only[c] = false
			if s.Scores.Mask[c] != 0 {
				r.hidden = append(r.hidden, c)
			}
		}
	}
	r.Only = only
	s.leaveOut(r)
}

// versionsAsked tells of each version whether the query names it.
func (s *Searcher) versionsAsked(r *Request) []bool {
	var asked []bool
	for v := range s.Index.Alike.NumVersions() {
		name := plain(s.Index.Alike.VersionName(v))
		named := false
		for i := range r.Query.Words {
			named = named || plain(r.Query.Words[i].Key) == name
		}
		asked = append(asked, named)
	}
	return asked
}

// plain returns the key of a version without the v that it may begin with.
//
//go:noinline
func plain(version string) string { return strings.TrimPrefix(text.Key(version), "v") }

// choose returns the position of the chunk that stands for its group: of those that the filters let
// through, that the operators of the query may, and whose version the query names, as
// far as there are such, the best; of scores that are as good as the same the first of
// the group.
func (s *Searcher) choose(r *Request, group []uint32, asked []bool) int {
	most, best := -1, float32(0)
	for _, c := range group {
		fits := s.fits(r, c, asked)
		if fits > most {
			most, best = fits, 0
		}
		if fits == most {
			best = max(best, s.Scores.Score[c])
		}
	}
	for i, c := range group {
		if s.Scores.Score[c] >= sameScore*best && s.fits(r, c, asked) == most {
			return i
		}
	}
	return -1 // of an empty group
}

// fits says how well a chunk meets what a request demands besides words.
func (s *Searcher) fits(r *Request, c uint32, asked []bool) (fits int) {
	if r.Wants(c) {
		fits = 4
	}
	if s.mayAdmit(r, c) {
		fits += 2
	}
	if v := s.Index.Alike.Version(s.Document(c)); v >= 0 && asked[v] {
		fits++
	}
	return fits
}

// Replaced returns the chunks that the filters let through and that are left out for
// one of nearly the same text.
func (s *Searcher) Replaced(r *Request, by model.ChunkID) (chunks []uint32) {
	if !r.collapsed {
		return nil
	}
	for _, c := range s.Index.Alike.Of(by) {
		if c != uint32(by) && (r.wanted == nil || r.wanted[c]) {
			chunks = append(chunks, c)
		}
	}
	return chunks
}
