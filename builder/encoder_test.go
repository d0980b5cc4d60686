package builder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/embed"
	"mycel/builder/synth"
	"mycel/builder/write"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/method/dense"
	"mycel/engine/vector"
	"mycel/internal/must"
	"mycel/manifest"
)

var synthetic = synth.Encoder{Name: "synthetic", Dimensions: 100}

// encoded builds the handbook with vectors by an encoder.
func encoded(t testing.TB, e embed.Encoder) *mycel.Bundle {
	t.Helper()
	dir, _ := handbook(t, func(c *Config) { c.Vectors, c.Encoder = false, e })
	return mustOpen(t, dir)
}

// sections returns what a search by vectors finds.
func sections(t testing.TB, b *mycel.Bundle, query string, v []float32) (found []string) {
	t.Helper()
	r := must.Get(b.Search(context.Background(), query, engine.Options{Mode: dense.Mode, Vector: v}))(t)
	for _, h := range r.Hits {
		found = append(found, h.Heading)
	}
	return found
}

func TestEncoderDescribed(t *testing.T) {
	want := answer.VectorInfo{Model: "synthetic", Bits: 256, Dims: 100}
	got, ok := encoded(t, synthetic).Engine().Vectors()
	must.Be(t, ok && got == want, "got %+v, want %+v", got, want)
}

// What the text of a passage says itself is found by its own vector.
func TestEncodedPassageFindsItself(t *testing.T) {
	b := encoded(t, synthetic)
	v := must.Get(synthetic.Encode(context.Background(), []string{"The float gauge was designed by Edvard Lund, who had learned clockmaking in Brask."}))(t)
	got := sections(t, b, "zzz", v[0])
	must.Be(t, len(got) != 0 && got[0] == "The float gauge", "got %q, want The float gauge first", got)
}

func TestVectorOptionErrors(t *testing.T) {
	inf := make([]float32, 100)
	inf[99] = float32(math.Inf(1))
	trained, _ := handbook(t, nil)
	b := mustOpen(t, trained)
	e := encoded(t, synthetic)
	for name, test := range map[string]struct {
		b    *mycel.Bundle
		v    []float32
		want string
	}{
		"vectors without an encoder": {b, make([]float32, 100), "no vectors of an encoder"},
		"other dimensions":           {e, make([]float32, 99), "want 100 dimensions of model synthetic"},
		"no dimensions":              {e, []float32{}, "want 100 dimensions"},
		"infinite":                   {e, inf, "not a finite number"},
		"zero":                       {e, make([]float32, 100), "all of them are zero"},
	} {
		_, err := test.b.Search(context.Background(), "tide", engine.Options{Vector: test.v})
		must.Refuse(t, err, engine.ErrOption, test.want, "%s", name)
	}
}

// An index whose sections contradict each other about the encoder is refused.
func TestEncoderSectionsAgree(t *testing.T) {
	dir, _ := handbook(t, func(c *Config) { c.Vectors, c.Encoder = false, synthetic })
	m := must.Get(manifest.Read(dir))(t)
	raw := must.Get(m.ReadFile(dir, m.Index))(t)
	file := must.Get(bundle.Parse(raw))(t)
	described := &vector.Encoder{Model: "m", Input: 255, Centre: make([]float32, 256)}
	for i := range file.Sections {
		if file.Sections[i].Name == bundle.SectionEncoder {
			file.Sections[i].Data = described.Bytes()
		}
	}
	changed, _ := must.Get2(write.Pack(file.Header, file.Sections))(t)
	must.Refuse(t, must.Err(engine.Open(changed)), bundle.ErrFormat, bundle.SectionEncoder, "an encoder of other dimensions")
}

func TestEncoderConfigErrors(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"not both":            func(c *Config) { c.Encoder = synthetic },
		"96 vector bits":      func(c *Config) { c.Vectors, c.Encoder, c.VectorBits = false, synthetic, 96 },
		"2048 vector bits":    func(c *Config) { c.Vectors, c.Encoder, c.VectorBits = false, synthetic, 2048 },
		"there is no encoder": func(c *Config) { c.VectorBits = 64 },
	} {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", Vectors: true}
		change(&c)
		must.Refuse(t, must.Err(Build(context.Background(), c)), ErrConfig, want)
	}
}

// failing is a model behind an address that does not answer.
type failing struct{ synth.Encoder }

var errFailing = errors.New("no answer")

func (failing) Encode(context.Context, []string) ([][]float32, error) { return nil, errFailing }

func TestEncoderFails(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", Encoder: failing{synthetic}}
	_, err := Build(context.Background(), c)
	must.Be(t, errors.Is(err, errFailing) && strings.Contains(fmt.Sprint(err), "model synthetic"), "error %v, want one of model synthetic", err)
}
