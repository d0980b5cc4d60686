package builder

import (
	"bytes"
	"slices"
	"testing"

	"mycel/builder/shards"
	"mycel/builder/terms"
	"mycel/engine/bundle"
)

// The index file has the hierarchy unless it is large, other groups that first queries read as far as there is room and they
// are few parts, and all groups of a small index.
func TestTakeFirst(t *testing.T) {
	type group struct {
		name         string
		parts, bytes int // bytes of each
	}
	for _, c := range []struct {
		name   string
		groups []group
		want   []string
	}{
		{"a small index", []group{{bundle.GroupTerms, 2, 100}, {bundle.GroupText, 3, 100}, {bundle.GroupOutline, 1, 100}}, []string{"outline", "terms", "text"}},
		{"a large text", []group{{bundle.GroupTerms, 2, 100}, {bundle.GroupText, 1, 70_000}, {bundle.GroupOutline, 1, 100}}, []string{"outline", "terms"}},
		{"many parts of text", []group{{bundle.GroupTerms, 2, 100}, {bundle.GroupText, 64, 10}, {bundle.GroupOutline, 1, 100}}, []string{"outline", "terms"}},
		{"as many parts as there may be", []group{{bundle.GroupTerms, 64, 10}, {bundle.GroupText, 1, 70_000}}, []string{"terms"}},
		{"more parts", []group{{bundle.GroupTerms, 65, 10}, {bundle.GroupText, 1, 70_000}}, nil},
		{"a hierarchy of many parts", []group{{bundle.GroupOutline, 70, 400}, {bundle.GroupTerms, 1, 10}}, []string{"outline", "terms"}},
		{"a large hierarchy", []group{{bundle.GroupOutline, 1, 33_000}, {bundle.GroupTerms, 1, 10}}, []string{"terms"}},
		{"a hierarchy without room beside it", []group{{bundle.GroupOutline, 1, 65_530}, {bundle.GroupTerms, 1, 10}}, nil},
		{"no room", []group{{bundle.GroupKeys, 1, 40_000}, {bundle.GroupHubs, 1, 40_000}, {bundle.GroupChunks, 1, 20_000}, {bundle.GroupText, 1, 10_000}}, []string{"keys", "chunks"}},
		{"no parts", []group{{bundle.GroupHubs, 0, 0}, {bundle.GroupText, 1, 70_000}}, nil},
	} {
		x := &indexTables{Index: &shards.Index{Texts: &shards.TextBlocks{}, Postings: terms.NewPostingLists(0)}}
		groups, first, all := map[string]sequence{}, 0, map[int]string{}
		for _, f := range c.groups {
			of := sequence{first: first}
			for range f.parts {
				of.parts = append(of.parts, shards.Shard{Group: f.name, Encode: shards.EncoderOf(bytes.Repeat([]byte{1}, f.bytes))})
			}
			groups[f.name], all[first] = of, f.name
			first += f.parts
		}
		inside, content := takeFirst(x, groups)
		var got []string
		taken := 0
		for _, run := range inside.Runs {
			got = append(got, all[run.Firsts[0]])
			if _, there := groups[all[run.Firsts[0]]]; there || run.Count == 0 || run.Count != len(run.Lengths) {
				t.Errorf("%s: the run of %s has %d parts with %d lengths, and stays outside: %v", c.name, all[run.Firsts[0]], run.Count, len(run.Lengths), there)
			}
			for _, n := range run.Lengths {
				taken += n
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || taken != len(content) || inside.Bytes != taken {
			t.Errorf("%s: got %q, want %q; %d of %d bytes", c.name, got, c.want, len(content), inside.Bytes)
		}
	}
}
