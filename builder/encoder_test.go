package builder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
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
	b := mustOpen(t, dir)
	return b
}

// sections returns what a search by vectors finds.
func sections(t testing.TB, b *mycel.Bundle, query string, v []float32) (found []string) {
	t.Helper()
	r, err := b.Search(context.Background(), query, engine.Options{Mode: dense.Mode, Vector: v})
	must.OK(t, err)
	for _, h := range r.Hits {
		found = append(found, h.Heading)
	}
	return found
}

func TestEncoderDescribed(t *testing.T) {
	want := answer.VectorInfo{Model: "synthetic", Bits: 256, Dims: 100}
	if got, ok := encoded(t, synthetic).Engine().Vectors(); !ok || got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// What the text of a passage says itself is found by its own vector.
func TestEncodedPassageFindsItself(t *testing.T) {
	b := encoded(t, synthetic)
	v, err := synthetic.Encode(context.Background(), []string{"The float gauge was designed by Edvard Lund, who had learned clockmaking in Brask."})
	must.OK(t, err)
	if got := sections(t, b, "zzz", v[0]); len(got) == 0 || got[0] != "The float gauge" {
		t.Errorf("got %q, want The float gauge first", got)
	}
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
		if !errors.Is(err, engine.ErrOption) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

// An index whose sections contradict each other about the encoder is refused.
func TestEncoderSectionsAgree(t *testing.T) {
	dir, _ := handbook(t, func(c *Config) { c.Vectors, c.Encoder = false, synthetic })
	m, err := manifest.Read(dir)
	must.OK(t, err)
	raw, err := m.ReadFile(dir, m.Index)
	must.OK(t, err)
	file, err := bundle.Parse(raw)
	must.OK(t, err)
	described := &vector.Encoder{Model: "m", Input: 255, Centre: make([]float32, 256)}
	for name, test := range map[string]struct {
		section string
		data    []byte // nil leaves the section out
	}{
		"an encoder of other dimensions": {bundle.SectionEncoder, described.Bytes()},
	} {
		var sections []bundle.Section
		for _, s := range file.Sections {
			if s.Name == test.section {
				if s.Data = test.data; s.Data == nil {
					continue
				}
			}
			sections = append(sections, s)
		}
		changed, _, err := write.Pack(file.Header, sections)
		must.OK(t, err)
		if _, err := engine.Open(changed); !errors.Is(err, bundle.ErrFormat) || !strings.Contains(err.Error(), test.section) {
			t.Errorf("%s: error %v, want one of section %s", name, err, test.section)
		}
	}
}

// Vectors do not depend on the number of processors.
func TestEncodedDeterminism(t *testing.T) {
	build := func() map[string]string {
		dir, _ := handbook(t, func(c *Config) { c.Vectors, c.Encoder = false, synthetic })
		return must.Tree(t, dir)
	}
	many := build()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	same(t, "one processor", many, build())
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
		if _, err := Build(context.Background(), c); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// failing is a model behind an address that does not answer.
type failing struct{ synth.Encoder }

var errFailing = errors.New("no answer")

func (failing) Encode(context.Context, []string) ([][]float32, error) { return nil, errFailing }

func TestEncoderFails(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", Encoder: failing{synthetic}}
	if _, err := Build(context.Background(), c); !errors.Is(err, errFailing) || !strings.Contains(fmt.Sprint(err), "model synthetic") {
		t.Errorf("error %v, want one of model synthetic", err)
	}
}
