//go:build !js

package wasm_test

import (
	"testing"

	"mycel/builder"
	"mycel/engine"
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
		if after := ask(); after != first {
			t.Errorf("%s: %d bytes of memory after many questions, %d after the first ones", name, after, first)
		}
		waste := make([]byte, 1<<20)
		for range 256 {
			if _, err := p.in.Search(waste); err == nil {
				t.Fatal("a request of zeros was taken")
			}
		}
		if after := ask(); after > first+4<<20 {
			t.Errorf("%s: %d bytes of memory after requests of 256 MiB, %d before", name, after, first)
		}
	}
}
