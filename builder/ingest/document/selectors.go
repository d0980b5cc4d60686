package document

import (
	"fmt"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// selectors are the compiled CSS selectors of the options.
type selectors struct {
	Root    cascadia.Matcher // nil for none
	exclude []cascadia.Matcher
}

// compileSelectors compiles the selectors of the options.
func compileSelectors(o *Options) (s selectors, err error) {
	if o.RootSelector != "" {
		if s.Root, err = cascadia.ParseGroup(o.RootSelector); err != nil {
			return s, fmt.Errorf("not a valid selector: %q: %w", o.RootSelector, err)
		}
	}
	for _, text := range o.ExcludeSelectors {
		m, err := cascadia.ParseGroup(text)
		if err != nil {
			return s, fmt.Errorf("not a valid selector: %q: %w", text, err)
		}
		s.exclude = append(s.exclude, m)
	}
	return s, nil
}

// Excluded returns the elements below root that ExcludeSelectors
// select.
func (s *selectors) Excluded(root *html.Node) map[*html.Node]bool {
	out := map[*html.Node]bool{}
	for _, m := range s.exclude {
		for _, n := range cascadia.QueryAll(root, m) {
			out[n] = true
		}
	}
	return out
}
