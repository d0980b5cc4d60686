//go:build !js

package wasm_test

import (
	"testing"

	"mycel/builder"
	"mycel/engine"
	"mycel/internal/must"
	"mycel/manifest"
)

// A question leaves no memory behind: however many there are, an engine takes as much as for the largest one.
func TestMemoryOfQuestionsIsTakenBack(t *testing.T) {
	dir, questions := corpusWith(t, 2000, 20, builder.Config{})
	for _, name := range []string{manifest.CoreEngine, manifest.WholeEngine} {
		p := openIn(t, name, dir)
		ask := func() uint32 {
			for _, q := range questions {
				p.wasm(t, q.Text, engine.Options{})
			}
			return p.in.MemoryBytes()
		}
		first := ask()
		for range 10 {
			ask()
		}
		must.Equal(t, ask(), first, "%s", name)
		waste := make([]byte, 1<<20)
		for range 256 {
			must.Hold(t, must.Err(p.in.Search(waste)) != nil, "a request of zeros was taken")
		}
		after := ask()
		must.Be(t, after <= first+4<<20, "%s: %d bytes of memory after requests of 256 MiB, %d before", name, after, first)
	}
}
