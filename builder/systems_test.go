package builder

import (
	"path/filepath"
	"slices"
	"testing"

	buildermethod "mycel/builder/method"
	"mycel/builder/method/all"
	"mycel/builder/method/ketrag"
	"mycel/engine/method"
	"mycel/internal/must"
)

// What the builder can build for is what the engine can answer by.
func TestSystemsOfBuilderAndEngine(t *testing.T) {
	must.Equal(t, all.Names(), method.Systems(), "the builder has")
	for _, name := range all.Names() {
		must.Be(t, slices.Contains(method.Modes(), name), "%s is no mode", name)
	}
}

// The bundle of the fixture corpus with each system is committed, as that without any is.
// Systems do not change what others build, whatever
// their order on the command line.
func TestGoldenSystems(t *testing.T) {
	for _, name := range all.Names() {
		m := all.Named(name)
		if name == "ket" {
			m = []buildermethod.Method{ketrag.Method{Options: ketrag.Options{Halvings: 1}}}
		}
		dir, _ := handbook(t, func(c *Config) { c.With = slices.Concat(m, m) })
		asGolden(t, dir, filepath.Join("..", "engine", "testdata", "systems", name))
	}
}

// The bytes of all systems together do not depend on the run, the cores or the order
// in which they are asked for.
func TestSystemsDeterminism(t *testing.T) {
	backwards := all.Methods()
	slices.Reverse(backwards)
	first, _ := handbook(t, func(c *Config) { c.With = all.Methods() })
	second, _ := handbook(t, func(c *Config) { c.With = backwards })
	same(t, "in another order", must.Tree(t, first), must.Tree(t, second))
}
