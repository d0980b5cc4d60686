package write

import (
	"testing"

	"mycel/engine/bundle"
	"mycel/internal/must"
	"mycel/manifest"
)

// A core that no reader opens is refused before it is written, by the names of its largest
// sections; one that just fits is not.
func TestCoreTooLarge(t *testing.T) {
	half := make([]byte, manifest.MaxUnpacked/2)
	sections := []bundle.Section{
		{Name: "small", Data: half[:100]}, {Name: "words", Data: half}, {Name: "names", Data: half[:len(half)-100-3*5]},
	}
	if err := fits(sections, 0); err != nil {
		t.Errorf("a core of the largest size: %v", err)
	}
	must.Be(t, fits(sections, 1) != nil, "a core of one byte more is taken")
	sections[2].Data = half[:100<<20]
	sections[0].Data = half[:64<<20]
	_, _, err := Pack(bundle.Header{}, sections)
	must.Say(t, err, "292 MiB")
	must.Say(t, err, "words 128 MiB, names 100 MiB, small 64 MiB")
}
