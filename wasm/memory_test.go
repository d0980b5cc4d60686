//go:build !js

package wasm_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mycel"
	"mycel/builder"
	"mycel/wasm/wazerohost"
)

// paused is the clock of an engine that has to wait for the processor: now and then a reading is
// much later than the one before.
func paused(in int, jump time.Duration) func() time.Time {
	random := rand.New(rand.NewPCG(3, 2))
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(50 * time.Microsecond)
		if random.IntN(in) == 0 {
			now = now.Add(jump)
		}
		return now
	}
}

// Garbage is collected however long an instance lives, and whatever its clock shows: Go's
// concurrent collector divides its work by time, which a machine that is busy takes away.
func TestGarbageIsCollected(t *testing.T) {
	dir, _ := corpusWith(t, 2000, 1, builder.Config{})
	b, err := mycel.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := b.Manifest()
	p := &pair{dir: dir, native: b}
	p.index = p.file(t, m.Index)
	var parts [][]byte
	for _, f := range m.Parts {
		packed, err := os.ReadFile(filepath.Join(dir, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, gunzip(t, packed))
	}
	wasm := shipped(t, mycel.WholeEngine)
	for name, clock := range map[string]func() time.Time{
		"busy machine":    paused(24, 390*time.Millisecond),
		"starved machine": paused(900, 900*time.Millisecond),
		"idle machine":    paused(1<<40, 0),
	} {
		t.Run(name, func(t *testing.T) {
			program, err := wazerohost.Compile(context.Background(), wasm, wazerohost.Options{Now: clock, CacheDir: compiledCode})
			if err != nil {
				t.Fatal(err)
			}
			defer program.Close()
			p := &pair{dir: dir, native: b, program: program, index: p.index}
			p.start(t)
			wasteMemory(t, p.in, parts)
		})
	}
}

func wasteMemory(t *testing.T, in *wazerohost.Instance, parts [][]byte) {
	for i, part := range parts {
		if _, err := in.AddPart(uint32(i), part); err != nil {
			t.Fatal(err)
		}
	}
	const wasted = 256
	waste := make([]byte, 1<<20)
	before := in.MemoryBytes()
	for range wasted {
		if _, err := in.Search(waste); err == nil {
			t.Fatal("a request of zeros was taken")
		}
	}
	after := in.MemoryBytes()
	t.Logf("%d parts: %d MiB of memory after %d MiB of requests, %d before", len(parts), after>>20, wasted, before>>20)
	if after > before+wasted<<20/4 {
		t.Errorf("%d MiB of memory after %d MiB of requests, %d before", after>>20, wasted, before>>20)
	}
}
