package builder

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

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

// The bundle of the fixture corpus with each system is committed, as that without any is.
// Systems do not change what others build, whatever
// their order on the command line.
func TestGoldenSystems(t *testing.T) {
	for _, name := range Systems() {
		dir, _ := handbook(t, func(c *Config) { c.With, c.KET.Halvings = []string{name, name}, 1 })
		asGolden(t, dir, filepath.Join("..", "engine", "testdata", "systems", name))
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
