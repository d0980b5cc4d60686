package shards

import (
	"testing"

	"mycel/engine/corpus"
	"mycel/internal/must"
)

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
