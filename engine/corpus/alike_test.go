package corpus

import (
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// Groups of near duplicates and versions are read as they were written; a chunk is in one group at most.
func TestAlike(t *testing.T) {
	a, err := DecodeAlike(EncodeAlike([][]uint32{{4, 1}, {2, 3, 0}}, []string{"", "v2", "v1", "v2"}), 6, 4)
	must.OK(t, err)
	for c, want := range [][]uint32{{2, 3, 0}, {4, 1}, {2, 3, 0}, {2, 3, 0}, {4, 1}, nil} {
		must.Equal(t, a.Of(model.ChunkID(c)), want, "chunk %d is alike", c)
	}
	for d, want := range []string{"", "v2", "v1", "v2"} {
		v := a.Version(model.DocID(d))
		must.Be(t, (v >= 0) == (want != "") && (v < 0 || a.VersionName(v) == want), "document %d has version %d, want %q", d, v, want)
	}
	must.Be(t, a.Len() == 2 && a.NumVersions() == 2 && (*Alike)(nil).Of(0) == nil, "%d groups, %d versions", a.Len(), a.NumVersions())
	plain := EncodeAlike([][]uint32{{4, 1}}, make([]string, 4))
	a, err = DecodeAlike(plain, 6, 4)
	must.Be(t, err == nil && a.Version(3) == -1 && a.NumVersions() == 0, "without versions: %v, %v", a, err)
	all := EncodeAlike([][]uint32{{4, 1}}, nil)
	must.Be(t, slices.Equal(all, plain), "documents without versions take %d bytes, want %d", len(plain), len(all))
	for name, c := range map[string]struct {
		b            []byte
		chunks, docs int
	}{
		"fewer chunks":    {EncodeAlike([][]uint32{{4, 1}}, nil), 4, 4},
		"fewer documents": {EncodeAlike(nil, []string{"v1", "v2"}), 4, 1},
		"more documents":  {EncodeAlike(nil, []string{"v1", "v2"}), 4, 3},
		"cut":             {plain[:len(plain)-1], 6, 4},
		"longer":          {append(slices.Clone(plain), 0), 6, 4},
		"nothing":         {nil, 6, 4},
	} {
		must.Is(t, must.Err(DecodeAlike(c.b, c.chunks, c.docs)), wire.ErrCorrupt, "%s", name)
	}
}

// A text is in no block if it is empty, and its stretch counts from the block in which it begins.
func TestStretches(t *testing.T) {
	x := must.Get(open(sample()))(t)
	for span, want := range map[model.Span]Stretch{
		{Start: 3, End: 9}: {0, 1, 3, 6}, {Start: 25, End: 40}: {1, 2, 0, 15}, {Start: 24, End: 26}: {0, 2, 24, 2}, {Start: 7, End: 7}: {}, {Start: 9, End: 3}: {},
	} {
		got, ok := x.Blocks.Stretch(span)
		must.Be(t, got == want && ok, "%v: got %v, %v, want %v", span, got, ok, want)
	}
}
