package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// PageRule says how files that match a pattern are treated.
type PageRule struct {
	Glob    string  `yaml:"glob"`              // for slash paths in the source: "blog/**", "**/changelog.md"
	Exclude bool    `yaml:"exclude,omitempty"` // leave the files out
	Boost   float64 `yaml:"boost,omitempty"`   // factor of their scores, above 0 to MaxBoost; 0 leaves them
}

// Prepare checks the options, and compiles their selectors.
func (o *Options) Prepare() (err error) {
	globs := []string{o.Glob}
	for _, rule := range o.Pages {
		if rule.Glob == "" {
			return fmt.Errorf("pages: a rule has no glob")
		}
		if rule.Boost < 0 || rule.Boost > MaxBoost {
			return fmt.Errorf("pages: %q: got a boost of %g, want one above 0, at most %d", rule.Glob, rule.Boost, MaxBoost)
		}
		globs = append(globs, rule.Glob)
	}
	for _, glob := range globs {
		if !doublestar.ValidatePattern(glob) {
			return fmt.Errorf("not a valid pattern for paths: %q", glob)
		}
	}
	o.Selectors, err = compileSelectors(o)
	return err
}

// Validate checks patterns of paths and CSS selectors.
func (o Options) Validate() error { return o.Prepare() }

// Wanted reports whether Glob and Skip allow the file at the slash path rel.
func (o *Options) Wanted(rel string) bool {
	if o.Skip != "" && strings.HasPrefix(rel, o.Skip+"/") {
		return false
	}
	return o.Glob == "" || doublestar.MatchUnvalidated(o.Glob, rel)
}

// Excluded returns a SkipError if a rule excludes the file at the slash path rel.
func (o *Options) Excluded(rel string) error {
	for _, rule := range o.Pages {
		if rule.Exclude && doublestar.MatchUnvalidated(rule.Glob, rel) {
			return SkipError("is excluded by the configuration: " + rule.Glob)
		}
	}
	return nil
}

// Boosts reports whether a rule boosts the file at the slash path rel.
func (o *Options) Boosts(rel string) bool {
	return slices.ContainsFunc(o.Pages, func(r PageRule) bool { return r.Boost > 0 && doublestar.MatchUnvalidated(r.Glob, rel) })
}

// Adjust applies the options to the document of the file at rel.
func (o *Options) Adjust(rel string, d *Document) {
	if d.Boost == 0 && !o.Boosts(rel) && d.isReleaseNotes() {
		d.Multiply(releaseNotesBoost)
	}
	for _, rule := range o.Pages {
		if rule.Boost > 0 && doublestar.MatchUnvalidated(rule.Glob, rel) {
			d.Multiply(rule.Boost)
		}
	}
	if o.Language != "" {
		d.Lang = o.Language
	}
}
