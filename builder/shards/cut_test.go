package shards

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/builder/terms"
	"mycel/engine/corpus"
	"mycel/internal/must"
)

// cutRow is a row to be cut, with the key that a part may begin with.
type cutRow struct {
	key  string
	size int
}

func cutRows(rows []cutRow, least, limit int) partition {
	return cut(len(rows), func(i int) int { return rows[i].size }, func(i int) border {
		if rows[i].key == "" {
			return noBorder
		}
		return borderAt(rows[i].key)
	}, least, limit)
}

func someRows(n int) []cutRow {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]cutRow, n)
	for i := range rows {
		rows[i] = cutRow{fmt.Sprint("page-", i, "#"), 50 + rng.IntN(200)}
	}
	return rows
}

// borders returns the keys that parts begin with.
func borders(rows []cutRow, p partition) (keys []string) {
	for i := range rows {
		if i == 0 || p.of[i] != p.of[i-1] {
			keys = append(keys, rows[i].key)
		}
	}
	return keys
}

func TestCut(t *testing.T) {
	rows := someRows(5000)
	for _, c := range []struct{ least, limit, from, to int }{{1, 60, 48, 60}, {1, 200, 160, 200}, {1 << 14, 60, 40, 60}, {1 << 30, 60, 1, 1}} {
		p := cutRows(rows, c.least, c.limit)
		must.Be(t, p.n >= c.from && p.n <= c.to, "%d parts of %d bytes at least, %d at most: want %d to %d", p.n, c.least, c.limit, c.from, c.to)
		must.Be(t, slices.IsSorted(p.of) && len(borders(rows, p)) == p.n, "%d parts that are no ranges of rows", p.n)
		size := make([]int, p.n)
		for i, at := range p.of {
			size[at] += rows[i].size
		}
		if most := slices.Max(size[:max(1, p.n-1)]); p.n > 1 && most > 2*slices.Min(size[:p.n-1]) {
			t.Errorf("parts of %d to %d bytes", slices.Min(size[:p.n-1]), most)
		}
	}
	if p := cutRows(nil, 1, 60); p.n != 0 {
		t.Errorf("%d parts of nothing", p.n)
	}
}

// Rows without keys begin no part but where it would be too large.
func TestCutAtKeys(t *testing.T) {
	rows := someRows(3000)
	for i := range rows {
		if i%5 != 0 {
			rows[i].key = ""
		}
	}
	without := 0
	all := borders(rows, cutRows(rows, 1, 60))
	for _, key := range all {
		if key == "" {
			without++
		}
	}
	must.Be(t, 10*without <= 3*len(all), "%d of %d parts begin within something", without, len(all))
}

// A row more moves the borders around it and no others.
func TestCutKeepsBorders(t *testing.T) {
	rows := someRows(5000)
	before := borders(rows, cutRows(rows, 1, 60))
	for _, at := range []int{0, 1234, 4999} {
		more := slices.Insert(slices.Clone(rows), at, cutRow{"a page more#", 120})
		moved := 0
		for _, key := range borders(more, cutRows(more, 1, 60)) {
			if !slices.Contains(before, key) {
				moved++
			}
		}
		must.Be(t, moved <= 5, "a row at %d moves %d of %d borders", at, moved, len(before))
	}
}

// Parts of terms that are pairs of characters are smaller: a query asks for many.
func TestPartsOfPairs(t *testing.T) {
	count := func(first rune, width int) int {
		x := &Index{Vocab: &terms.Vocabulary{}, Postings: &terms.PostingLists{}, Texts: &TextBlocks{most: 18000}}
		x.weights = func() *terms.Weights { return x.Postings.Weigh(nil, nil) }
		for i := range rune(3000) {
			x.Vocab.Stems = append(x.Vocab.Stems, string([]rune{first + i/60, first + i%60})+strings.Repeat("x", width))
			x.Postings.Rows = append(x.Postings.Rows, terms.PostingRow{N: 1})
		}
		return x.cutTerms(nil, nil).n
	}
	words, pairs := count('а', 2), count('一', 0) // of as many bytes
	must.Be(t, pairs >= 2*words && pairs <= 4*words, "%d parts of pairs, %d of words; want about three times as many", pairs, words)
}

// Slots begin where texts, rows and mentions are more than 18,000 parts. Of documentation, parts of mentions are pairs of those of rows.
func TestManyParts(t *testing.T) {
	for _, c := range []struct {
		of   sizes
		many bool
	}{
		{sizes{rows: 48000 * sizeChunks, sections: 3}, false},
		{sizes{rows: 48010 * sizeChunks, sections: 3}, true},
		{sizes{text: 36000 * sizeText, rows: 24000 * sizeChunks, sections: 3}, false},
		{sizes{rows: 18000 * sizeChunks, sections: 2}, false},
		{sizes{rows: 18001 * sizeChunks, sections: 2}, true},
		{sizes{text: 3 * sizeMentions * 18000, sections: 2}, true},
	} {
		must.Equal(t, c.of.manyParts(2, 18000), c.many, "%+v are many parts", c.of)
	}
}

// A section without text is looked at once for each section that it is in, however many follow it. A quadratic look
// would not end.
func TestManySectionsWithoutText(t *testing.T) {
	const n = 1 << 20
	sections := make([]corpus.Section, n)
	for i := range sections {
		sections[i].Parent = 0
	}
	sections[n-1].ChunkEnd = 1
	x := &Index{}
	x.Sections = sections
	names := namer{x: x}
	must.Be(t, names.introduces(0, n, 0), "the section of all introduces none")
	for s := uint32(1); s < n; s++ {
		must.Hold(t, !names.introduces(s, n, 0), "section %d introduces one beside it", s)
	}
}
