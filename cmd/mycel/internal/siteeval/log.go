package siteeval

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"mycel"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/files"
)

// firstResults is how many results readers see without scrolling. A page that they often choose below these may be
// pinned.
const firstResults = 3

// Log has the queries of a log, the most frequent first.
type Log []*logged

// logged is a query of a log, with the addresses that readers chose.
type logged struct {
	query    string
	count    int
	selected map[string]int // by address
}

// ReadLog reads a log of queries: lines of JSON with the query, and with the address that the reader selected, if any.
// Queries that differ only in case and white space are the same. The most frequent queries come first.
func ReadLog(name string) (Log, error) {
	raw, err := files.Read(name, files.Most)
	if err != nil {
		return nil, err
	}
	byQuery, number := map[string]*logged{}, 0
	for line := range strings.Lines(string(raw)) {
		if number++; strings.TrimSpace(line) == "" {
			continue
		}
		var entry struct{ Query, Selected string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		query := strings.ToLower(strings.Join(strings.Fields(entry.Query), " "))
		if query == "" {
			return nil, fmt.Errorf("%s:%d: got no query, want {\"query\": \"…\", \"selected\": \"address\"}", name, number)
		}
		it := byQuery[query]
		if it == nil {
			it = &logged{query: query, selected: map[string]int{}}
			byQuery[query] = it
		}
		it.count++
		if entry.Selected != "" {
			it.selected[entry.Selected]++
		}
	}
	order := func(a, b *logged) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.query, b.query)) }
	return slices.SortedFunc(maps.Values(byQuery), order), nil
}

// chosen returns the address that readers selected most often, "" for none.
func (l *logged) chosen() (best string) {
	for address, n := range l.selected {
		if best == "" || n > l.selected[best] || n == l.selected[best] && address < best {
			best = address
		}
	}
	return best
}

// Report answers the queries of a log again and lists hints for the maintainer: queries without any answer, words that
// occur nowhere and may need synonyms, and pages to pin, which readers chose behind the first results.
func (all Log) Report(ctx context.Context, w io.Writer, b *mycel.Bundle) error {
	var nothing, words, pins []string
	for _, it := range all {
		result, err := b.Search(ctx, it.query, engine.Options{})
		if err != nil {
			return fmt.Errorf("%q: %w", it.query, err)
		}
		times := terminal.Quantity(it.count, "time", "times")
		var unknown []string
		for _, t := range result.Terms {
			if !t.Known && !t.Stop && !t.Excluded && len(t.As) == 0 {
				unknown = append(unknown, t.Word)
			}
		}
		if len(result.Hits) == 0 {
			nothing = append(nothing, fmt.Sprintf("%s (%s)", it.query, times))
		} else if len(unknown) > 0 {
			words = append(words, fmt.Sprintf("%s, of %s (%s)", strings.Join(unknown, ", "), it.query, times))
		}
		address := it.chosen()
		place := slices.IndexFunc(result.Hits, func(h answer.Hit) bool { return endsWithPage(address, h.URL) })
		if address != "" && (place < 0 || place >= firstResults) {
			where := "not found"
			if place >= 0 {
				where = fmt.Sprintf("result %d", place+1)
			}
			pins = append(pins, fmt.Sprintf("%s → %s (%s, %s)", it.query, address, where, times))
		}
	}
	for _, part := range []struct {
		title string
		lines []string
	}{{"Nothing found", nothing}, {"Words that the site lacks: synonyms?", words}, {"Pages chosen behind the first results: pins?", pins}} {
		fmt.Fprintf(w, "%s: %d\n", part.title, len(part.lines))
		for _, line := range part.lines {
			fmt.Fprintf(w, "  %s\n", terminal.Printable(line))
		}
	}
	return nil
}

// endsWithPage reports whether the path of an address ends with the path of a page. The folder of the site on its host
// may precede it, because the bundle does not know that folder.
func endsWithPage(address, page string) bool {
	address, _, _ = strings.Cut(address, "?")
	page, _, _ = strings.Cut(page, "?")
	page = PageOf(page)
	rest, found := strings.CutSuffix(PageOf(address), page)
	return found && page != "" && (rest == "" || strings.HasSuffix(rest, "/"))
}
