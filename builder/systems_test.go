package builder

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mycel"
	"mycel/engine/strategy"
)

// What the builder can build for is what the engine can answer by.
func TestSystemsOfBuilderAndEngine(t *testing.T) {
	if got, want := Systems(), strategy.Systems(); !slices.Equal(got, want) {
		t.Errorf("the builder has %v, the engine %v", got, want)
	}
	for _, name := range Systems() {
		if !slices.Contains(strategy.Modes(), name) {
			t.Errorf("%s is no mode", name)
		}
	}
}

func TestUnknownSystem(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Output: filepath.Join(t.TempDir(), "bundle"), With: []string{"oracle"}}
	if _, err := Build(context.Background(), c); !errors.Is(err, ErrConfig) {
		t.Errorf("error %v", err)
	}
}

// indexOf reads the uncompressed index of a bundle.
func indexOf(t testing.TB, dir string) []byte {
	t.Helper()
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	index, err := mycel.ReadFile(dir, m.Index)
	if err != nil {
		t.Fatal(err)
	}
	return index
}

// The index of the fixture corpus with each system is committed, as the bundle without
// any is; the texts are the same. Systems do not change what others build, whatever
// their order on the command line.
func TestGoldenSystems(t *testing.T) {
	for _, name := range Systems() {
		dir, _ := handbook(t, func(c *Config) { c.With, c.KET.Halvings = []string{name, name}, 1 })
		got := indexOf(t, dir)
		golden := filepath.Join("..", "engine", "testdata", "systems", name+".gz")
		if *update {
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			if _, err := w.Write(got); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(w.Close(), os.MkdirAll(filepath.Dir(golden), 0o755), os.WriteFile(golden, packed.Bytes(), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		packed, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(gunzip(t, packed), got) {
			t.Errorf("%s differs: if that is meant, run go test ./builder -update and look at the results of the engine's tests", golden)
		}
	}
}

// The bytes of all systems together do not depend on the run, the cores or the order
// in which they are asked for.
func TestSystemsDeterminism(t *testing.T) {
	backwards := Systems()
	slices.Reverse(backwards)
	first, _ := handbook(t, func(c *Config) { c.With = Systems() })
	second, _ := handbook(t, func(c *Config) { c.With = backwards })
	same(t, "in another order", contents(t, first), contents(t, second))
}
