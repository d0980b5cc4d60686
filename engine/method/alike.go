package method

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/text"
)

// An answer has one of several chunks with nearly the same text. The others are left out before a method ranks. So they
// displace no other chunk, neither in a list nor among the passages from which a walk starts.

// sameScore is the least share of a group's best score that counts as equal: one word in ten should not decide which of
// two copies is shown.
const sameScore = 0.95

// collapse chooses one chunk of each group of the index. It moves the filters of the request from Only to wanted, and
// leaves in Only the chosen chunks.
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
	asked := s.Index.versionsAsked(r.Query)
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

// versionsAsked tells, by version, whether the query names it.
func (x *Index) versionsAsked(q *query.Query) []bool {
	var asked []bool
	for v := range x.Alike.NumVersions() {
		name := plain(x.Alike.VersionName(v))
		named := false
		for i := range q.Words {
			named = named || plain(q.Words[i].Key) == name
		}
		asked = append(asked, named)
	}
	return asked
}

// plain returns the key of a version without the v that it may begin with.
func plain(version string) string { return strings.TrimPrefix(text.Key(version), "v") }

// choose returns the position of the chunk that stands for its group. It prefers chunks that
// the filters allow, then those that the operators may allow, then those of a version that
// the query names. Of these it takes the first whose score is about the best.
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
	return -1 // the group is empty
}

// fits returns how well a chunk meets the filters, operators and version of a request, 0..7.
func (s *Searcher) fits(r *Request, c uint32, asked []bool) (fits int) {
	if r.Wants(c) {
		fits = 4
	}
	if s.operatorsAllow(r, c, false) {
		fits += 2
	}
	if v := s.Index.Alike.Version(s.Index.Document(c)); v >= 0 && asked[v] {
		fits++
	}
	return fits
}

// Replaced returns the chunks with nearly the same text as chunk by that were left out for it, although the filters let
// them through.
func (x *Index) Replaced(r *Request, by model.ChunkID) (chunks []uint32) {
	if !r.collapsed {
		return nil
	}
	for _, c := range x.Alike.Of(by) {
		if c != uint32(by) && (r.wanted == nil || r.wanted[c]) {
			chunks = append(chunks, c)
		}
	}
	return chunks
}
