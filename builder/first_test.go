package builder

import (
	"bytes"
	"slices"
	"testing"

	"mycel/builder/shards"
	"mycel/builder/terms"
	"mycel/engine/bundle"
)

// The index file has the hierarchy whatever its size, other families that first queries read as far as there is room and they
// are few parts, and all families of a small index.
func TestTakeFirst(t *testing.T) {
	type family struct {
		name         string
		parts, bytes int // bytes of each
	}
	for _, c := range []struct {
		name     string
		families []family
		want     []string
	}{
		{"a small index", []family{{bundle.FamilyTerms, 2, 100}, {bundle.FamilyText, 3, 100}, {bundle.FamilyOutline, 1, 100}}, []string{"outline", "terms", "text"}},
		{"a large text", []family{{bundle.FamilyTerms, 2, 100}, {bundle.FamilyText, 1, 70_000}, {bundle.FamilyOutline, 1, 100}}, []string{"outline", "terms"}},
		{"many parts of text", []family{{bundle.FamilyTerms, 2, 100}, {bundle.FamilyText, 64, 10}, {bundle.FamilyOutline, 1, 100}}, []string{"outline", "terms"}},
		{"as many parts as there may be", []family{{bundle.FamilyTerms, 64, 10}, {bundle.FamilyText, 1, 70_000}}, []string{"terms"}},
		{"more parts", []family{{bundle.FamilyTerms, 65, 10}, {bundle.FamilyText, 1, 70_000}}, nil},
		{"a large hierarchy", []family{{bundle.FamilyOutline, 70, 1_000}, {bundle.FamilyTerms, 1, 10}}, []string{"outline"}},
		{"no room", []family{{bundle.FamilyLengths, 1, 40_000}, {bundle.FamilyKeys, 1, 40_000}, {bundle.FamilyHubs, 1, 20_000}, {bundle.FamilyText, 1, 10_000}}, []string{"lengths", "hubs"}},
		{"no parts", []family{{bundle.FamilyHubs, 0, 0}, {bundle.FamilyText, 1, 70_000}}, nil},
	} {
		x := &indexTables{Index: &shards.Index{Texts: &shards.TextBlocks{}, Postings: &terms.PostingLists{}}}
		families, first, all := map[string]sequence{}, 0, map[int]string{}
		for _, f := range c.families {
			of := sequence{first: first}
			for range f.parts {
				of.parts = append(of.parts, shards.Shard{Family: f.name, Encode: shards.EncoderOf(bytes.Repeat([]byte{1}, f.bytes))})
			}
			families[f.name], all[first] = of, f.name
			first += f.parts
		}
		inside, content := takeFirst(x, families)
		var got []string
		taken := 0
		for _, run := range inside.Runs {
			got = append(got, all[run.Firsts[0]])
			if _, there := families[all[run.Firsts[0]]]; there || run.Count == 0 || run.Count != len(run.Lengths) {
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
