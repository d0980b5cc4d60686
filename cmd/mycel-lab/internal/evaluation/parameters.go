package evaluation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mycel/engine/method"
)

// Parameters are values of parameters of the strategies by name, as a request has
// them: float64, string or bool.
type Parameters map[string]any

// options returns what the parameters ask for.
func (p Parameters) options() (method.Options, error) {
	var o method.Options
	for _, name := range p.names() {
		known := method.FindSwitch(name)
		if known == nil {
			return o, fmt.Errorf("there is no parameter %q", name)
		}
		set := known.Parse(fmt.Sprint(p[name]))
		if !set.Valid() {
			return o, fmt.Errorf("%s: got %v, want %s", name, p[name], known.Want())
		}
		o.Set(set)
	}
	return o, nil
}

func (p Parameters) names() []string { return slices.Sorted(maps.Keys(p)) }

// String lists the parameters, "" for none.
func (p Parameters) String() string {
	var parts []string
	for _, name := range p.names() {
		parts = append(parts, fmt.Sprintf("%s %v", name, p[name]))
	}
	return strings.Join(parts, ", ")
}
