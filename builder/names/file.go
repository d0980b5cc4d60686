package names

import (
	"fmt"
	"slices"
	"strings"

	"mycel/builder/ner"
	"mycel/engine/entity"
	"mycel/files"
)

// File is a parsed file of names.
type File struct {
	lines []line
	by    map[string]int // key of a name → number of the line with it
}

// line is a rule with its names.
type line struct {
	rule  string
	names []string
}

// kinds maps rules to the kinds that they give entities.
var kinds = map[string]entity.Kind{"term": entity.Term, "name": entity.Name, "code": entity.Code}

// mostWords is the most words of a name.
const mostWords = 16

// ReadFile reads a file of names. A line has a rule and names with commas between them:
//
//	keep: Ferris, borrow checker              # entities, wherever they stand
//	drop: Listing, Chapter                    # no entities
//	join: Tom Sawyer, Tom, Thomas Sawyer      # one entity, which the first names
//	code: make                                # kept, and of this kind: term, name or code
//
// Comments and errors are those of [files.EachLine]. A name has one rule.
func ReadFile(name string) (*File, error) {
	f := &File{by: map[string]int{}}
	return f, files.EachLine(name, f.add)
}

// add reads a line.
func (f *File) add(number int, text string) error {
	rule, list, ok := strings.Cut(text, ":")
	l := line{rule: strings.TrimSpace(rule)}
	if _, kind := kinds[l.rule]; !ok || !kind && !slices.Contains([]string{"keep", "drop", "join"}, l.rule) {
		return fmt.Errorf("got %q, want keep, drop, join, term, name or code, a colon, and names with commas between them", text)
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.Join(strings.Fields(name), " ")
		switch key := ner.Key(name); {
		case key == "":
			return fmt.Errorf("got the name %q, want a word on both sides of every comma", name)
		case strings.Count(key, " ") >= mostWords:
			return fmt.Errorf("got the name %q, want at most %d words", name, mostWords)
		case f.by[key] > 0:
			return fmt.Errorf("%q has a rule in line %d, want one rule for a name", name, f.by[key])
		default:
			f.by[key] = number
		}
		l.names = append(l.names, name)
	}
	if l.rule == "join" && len(l.names) < 2 {
		return fmt.Errorf("got %q alone, want two names or more to join", l.names[0])
	}
	f.lines = append(f.lines, l)
	return nil
}

// Kept returns the names that are always entities; nil for a nil file.
func (f *File) Kept() (names []string) {
	if f == nil {
		return nil
	}
	for _, l := range f.lines {
		if l.rule != "drop" {
			names = append(names, l.names...)
		}
	}
	return names
}

// Apply drops, joins and types entities by the rules of the file. All kept names must be
// entities already.
func (f *File) Apply(c *Corpus) {
	if f == nil {
		return
	}
	to, dropped := c.Same(), make([]bool, len(c.Entities))
	for _, l := range f.lines {
		var first uint32
		for i, name := range l.names {
			e, ok := c.Find(ner.Key(name))
			if !ok {
				continue // a dropped name that is no entity
			}
			switch kind, typed := kinds[l.rule]; {
			case l.rule == "drop":
				dropped[e] = true
			case typed:
				c.Entities[e].Kind = kind
			case l.rule == "join" && i == 0:
				first = e
				c.Entities[e].Name = name
			case l.rule == "join" && e != first:
				to[e] = first
			}
		}
	}
	to = Roots(to)
	for e, of := range to {
		if dropped[of] {
			to[e] = Gone
		}
	}
	c.Join(to)
}

// Find returns the entity of a key or alias, or else of its singular.
func (c *Corpus) Find(key string) (uint32, bool) {
	for _, key := range []string{key, entity.Singular(key)} {
		if i, ok := slices.BinarySearchFunc(c.Entities, key, func(e entity.Entity, key string) int { return strings.Compare(e.Key, key) }); ok {
			return uint32(i), true
		}
		if i, ok := slices.BinarySearchFunc(c.Aliases, key, func(a entity.Alias, key string) int { return strings.Compare(a.Key, key) }); ok {
			return uint32(c.Aliases[i].Entity), true
		}
	}
	return 0, false
}
