package arena

import (
	"strings"
	"testing"

	"mycel/internal/must"
)

// What was given out stays as it was, however much comes behind it.
func TestStrings(t *testing.T) {
	var a Strings
	var got, want []string
	for i := range 5000 {
		s := strings.Repeat(string(rune('a'+i%26)), i*7%5000)
		got, want = append(got, a.Keep(s)), append(want, s)
	}
	for i := range want {
		must.Hold(t, got[i] == want[i], "string %d is another", i)
	}
}

func TestSlices(t *testing.T) {
	var a Slices[uint32]
	var all [][]uint32
	for i := range 5000 {
		s := a.Make(i % 300)
		if len(s) != i%300 || cap(s) != len(s) {
			t.Fatalf("got %d elements and room for %d, want %d", len(s), cap(s), i%300)
		}
		for k := range s {
			must.Hold(t, s[k] == 0, "slice %d begins with what another has", i)
			s[k] = uint32(i)
		}
		all = append(all, s)
	}
	for i, s := range all {
		for _, x := range s {
			must.Equal(t, x, uint32(i), "slice %d shares memory with slice", i)
		}
	}
	must.Be(t, a.Make(0) == nil, "no elements take memory")
}

// Many small strings are few objects.
func TestObjects(t *testing.T) {
	n := testing.AllocsPerRun(10, func() {
		var a Strings
		for range 10_000 {
			a.Keep("ten bytes ")
		}
	})
	if n > 3 {
		t.Errorf("10,000 short strings took %v allocations, want 2 blocks", n)
	}
}
