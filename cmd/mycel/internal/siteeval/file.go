// Package siteeval tests the search of a site with queries and the pages that should answer them.
package siteeval

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"

	"mycel"
	"mycel/cmd/mycel/internal/usage"
	"mycel/files"
)

// File has the queries of a site, and the least figures that its search must reach.
type File struct {
	Queries    []Case
	Thresholds Thresholds
}

// Case is one query with the addresses that answer it. Want needs any of them, WantAll needs all. A query has one
// of these lists.
type Case struct {
	Query   string   `json:"query"`
	Want    []string `json:"want,omitempty"`
	WantAll []string `json:"want_all,omitempty"`
	group   string   // name shared by similar queries, such as those of one thread
	id      string   // document with the query's text, "" for none
	line    int
}

// Thresholds are the least values of the measures; 0 is no threshold.
type Thresholds struct{ success1, success5, mrr float64 }

// Register adds the flags of the thresholds.
func (t *Thresholds) Register(f *pflag.FlagSet) {
	f.Var(usage.Share(&t.success1), "min-success-at-1", "least share of queries whose first hit is wanted")
	f.Var(usage.Share(&t.success5), "min-success-at-5", "least share of queries with a wanted page among the first five hits")
	f.Var(usage.Share(&t.mrr), "min-mrr", "least mean reciprocal rank of the first wanted hit, among ten")
}

// set sets the threshold called name.
func (t *Thresholds) set(name, value string) error {
	switch name {
	case "min_success_at_1":
		return usage.Share(&t.success1).Set(value)
	case "min_success_at_5":
		return usage.Share(&t.success5).Set(value)
	case "min_mrr":
		return usage.Share(&t.mrr).Set(value)
	}
	return fmt.Errorf("unknown key%s", usage.DidYouMean(usage.Near([]string{"min_mrr", "min_success_at_1", "min_success_at_5"}, name)))
}

// Read reads queries and thresholds:
//
//	Thresholds: {min_success_at_5: 0.9}
//	queries:
//	  - query: how do I share data between threads
//	    want: [threads.html#sharing, sync.html]
//	    group: thread 17
//	    id: questions/17.html
//	  - {query: share data or send it, want_all: [sync.html, channels.html]}
//
// Queries may also be the keys of a mapping. A single address need not be in a list.
func Read(name string) (*File, error) {
	raw, err := files.Read(name, files.Most)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Queries    yaml.Node            `yaml:"queries"`
		Thresholds map[string]yaml.Node `yaml:"thresholds"`
	}
	d := yaml.NewDecoder(strings.NewReader(string(raw)))
	d.KnownFields(true)
	if err := d.Decode(&doc); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &File{}
	for _, key := range slices.Sorted(maps.Keys(doc.Thresholds)) {
		value := doc.Thresholds[key]
		if err := f.Thresholds.set(key, value.Value); err != nil {
			return nil, fmt.Errorf("%s:%d: Thresholds: %s: %w", name, value.Line, key, err)
		}
	}
	if err := f.readQueries(&doc.Queries); err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	if len(f.Queries) == 0 {
		return nil, fmt.Errorf("%s: no queries", name)
	}
	return f, nil
}

// readQueries reads queries in either form. Its errors begin with the line number.
func (f *File) readQueries(n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			entry := map[string]yaml.Node{"query": *n.Content[i], "want": *n.Content[i+1]}
			if err := f.readQuery(entry, n.Content[i].Line); err != nil {
				return err
			}
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			var entry map[string]yaml.Node
			if err := item.Decode(&entry); err != nil {
				return fmt.Errorf("%d: want an entry with query and want", item.Line)
			}
			if err := f.readQuery(entry, item.Line); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%d: queries: want a list", n.Line)
	}
	return nil
}

// readQuery reads one entry.
func (f *File) readQuery(entry map[string]yaml.Node, line int) error {
	q := Case{line: line}
	for _, key := range slices.Sorted(maps.Keys(entry)) {
		value := entry[key]
		var err error
		switch key {
		case "query":
			q.Query = value.Value
		case "group":
			q.group = value.Value
		case "id":
			q.id = value.Value
		case "want":
			q.Want, err = addresses(&value)
		case "want_all":
			q.WantAll, err = addresses(&value)
		default:
			err = fmt.Errorf("unknown key %q; an entry has query, and want or want_all, group and id", key)
		}
		if err != nil {
			return fmt.Errorf("%d: %w", line, err)
		}
	}
	if strings.TrimSpace(q.Query) == "" || len(q.Want)+len(q.WantAll) == 0 {
		return fmt.Errorf("%d: want a query, and an address that answers it", line)
	}
	if len(q.Want) > 0 && len(q.WantAll) > 0 {
		return fmt.Errorf("%d: an entry has want or want_all, not both", line)
	}
	if q.group == "" {
		q.group = "line " + strconv.Itoa(line) + ": " + q.Query // a group of its own
	}
	f.Queries = append(f.Queries, q)
	return nil
}

// addresses reads an address or a list of addresses.
func addresses(n *yaml.Node) (list []string, err error) {
	if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		return []string{n.Value}, nil
	}
	if err := n.Decode(&list); err != nil {
		return nil, errors.New("want an address or a list of addresses")
	}
	return list, nil
}

// CheckAddresses refuses addresses that belong to no document. Queries for them would always
// fail, whatever the search does.
func (f *File) CheckAddresses(name string, b *mycel.Bundle) error {
	known := map[string]bool{}
	t := b.Engine().Index().Corpus
	for d := range t.NumDocuments() {
		known[t.DocID.At(d)] = true
		known[PageOf(t.DocURL.At(d))] = true
	}
	var errs []error
	for _, q := range f.Queries {
		for _, want := range slices.Concat(q.Want, q.WantAll) {
			if !known[want] && !known[PageOf(want)] {
				errs = append(errs, fmt.Errorf("%s:%d: no page of the bundle has the address %s", name, q.line, want))
			}
		}
	}
	return errors.Join(errs...)
}

// PageOf normalises an address: it removes the fragment and a slash or dot at the beginning.
func PageOf(address string) string {
	page, _, _ := strings.Cut(address, "#")
	page = strings.TrimPrefix(strings.TrimPrefix(page, "/"), "./")
	if plain, err := url.PathUnescape(page); err == nil {
		return plain
	}
	return page
}

// Or returns the Thresholds, with values of other where they are 0.
func (t Thresholds) Or(other Thresholds) *Thresholds {
	for _, pair := range [][2]*float64{{&t.success1, &other.success1}, {&t.success5, &other.success5}, {&t.mrr, &other.mrr}} {
		if *pair[0] == 0 {
			*pair[0] = *pair[1]
		}
	}
	return &t
}

// Check compares every mode with the Thresholds.
func (t *Thresholds) Check(r *Report) error {
	var errs []error
	for _, m := range r.Modes {
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"success@1", m.Hits.Success1.Mean, t.success1}, {"success@5", m.Hits.Success5.Mean, t.success5}, {"MRR@10", m.Hits.MRR.Mean, t.mrr}} {
			if c.got < c.want && m.Hits.Queries > 0 {
				errs = append(errs, usage.Missedf("%s of mode %s is %.3f, want at least %g", c.name, m.Mode, c.got, c.want))
			}
		}
	}
	return errors.Join(errs...)
}
