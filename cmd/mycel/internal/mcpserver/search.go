package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"mycel"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/query"
)

// found is the result of search and related.
type found struct {
	Results []item `json:"results" jsonschema:"best first"`
	Note    string `json:"note,omitempty" jsonschema:"why there are no results, or which words no document has"`
	Outline string `json:"outline,omitempty" jsonschema:"of a question about all documents: what they are about, subject by subject"`
}

// item is a document or section.
type item struct {
	place
	Text     string  `json:"text" jsonschema:"what of it matches"`
	Sections []place `json:"sections,omitempty" jsonschema:"further sections of the same document that match, best first"`
}

type searchInput struct {
	Query string `json:"query" jsonschema:"a question, or words to search for"`
	Limit int    `json:"limit,omitempty"`

	Language string `json:"language,omitempty" jsonschema:"search only documents in this language, a BCP 47 tag such as en"`
	Version  string `json:"version,omitempty" jsonschema:"search only documents of this version"`
}

// search ranks documents and sections with the search of the bundle.
func (s *server) search(ctx context.Context, b *mycel.Bundle, in searchInput) (*found, error) {
	if err := checkText("query", in.Query); err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.Query) == "" {
		return nil, errors.New("query: it is empty; give a question, or words to search for")
	}
	filter, err := narrow(b, in)
	if err != nil {
		return nil, err
	}
	result, err := b.Search(ctx, in.Query, engine.Options{Options: method.Options{K: cmp.Or(in.Limit, defaultLimit)}, Filter: filter})
	if err != nil {
		return nil, err
	}
	out := &found{Results: make([]item, 0, len(result.Hits)), Note: searchNote(result)}
	for i := range result.Hits {
		h := &result.Hits[i]
		out.Results = append(out.Results, item{place: s.placeOfHit(h), Text: excerptText(h), Sections: s.placesBelow(h)})
	}
	if topic, whole := method.AsksForWhole(b.Engine().Request(in.Query, engine.Options{})); whole && topic < 0 && filter == nil {
		outline, err := b.Overview(ctx, in.Query, outlineTokens)
		if err != nil && !errors.Is(err, engine.ErrNoTokens) {
			return nil, err
		}
		if err == nil {
			out.Outline = outline.Context
		}
	}
	return out, nil
}

// outlineTokens is the greatest length of the outline beside the results, in tokens.
const outlineTokens = 500

// narrow returns the filter of the arguments language and version, nil without them. It removes
// documents that declare no language or version. The error for an unknown value lists the values.
func narrow(b *mycel.Bundle, in searchInput) (*facet.Condition, error) {
	all := facet.Condition{Op: facet.All}
	for _, want := range []struct {
		key, value string
		same       func(value string) bool
	}{
		{"language", in.Language, func(value string) bool { return primary(value) == primary(in.Language) }},
		{"version", in.Version, func(value string) bool { return value == in.Version }},
	} {
		if want.value == "" {
			continue
		}
		var known []string
		some := facet.Condition{Op: facet.Any}
		for _, v := range b.Engine().Filters() {
			if v.Key != want.key {
				continue
			}
			known = append(known, v.Value)
			if want.same(v.Value) {
				some.Parts = append(some.Parts, facet.Condition{Op: facet.Is, Key: v.Key, Value: v.Value})
			}
		}
		switch {
		case len(known) == 0:
			return nil, fmt.Errorf("%s: these documents have none to choose from; leave it out", want.key)
		case len(some.Parts) == 0:
			return nil, fmt.Errorf("%s: got %q, want one of %s", want.key, want.value, strings.Join(known, ", "))
		}
		all.Parts = append(all.Parts, some)
	}
	if len(all.Parts) == 0 {
		return nil, nil
	}
	return &all, nil
}

// primary returns the language of a BCP 47 tag: its first subtag.
func primary(tag string) string {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return language
}

// searchNote returns a note for the model if an answer is poor.
func searchNote(r *answer.Result) string {
	var notes []string
	if len(r.Hits) == 0 {
		notes = append(notes, "no section matches")
	}
	seen := map[string]bool{}
	var unknown []string
	for _, t := range r.Terms {
		if key := strings.ToLower(t.Word); !t.Known && !t.Stop && !seen[key] {
			seen[key] = true
			unknown = append(unknown, t.Word)
		}
	}
	if len(unknown) > 0 {
		notes = append(notes, "not in these documents: "+strings.Join(unknown, ", "))
	}
	return strings.Join(notes, "; ")
}

// excerptText returns the excerpt of a hit, with dots where it was cut.
func excerptText(h *answer.Hit) string {
	if h.Excerpt == nil {
		return ""
	}
	text := h.Excerpt.Text
	if h.Excerpt.CutStart {
		text = "… " + text
	}
	if h.Excerpt.CutEnd {
		text += " …"
	}
	return text
}

// checkText refuses texts that are too long, because the engine would ignore their end.
func checkText(name, text string) error {
	if len(text) > query.MaxBytes {
		return fmt.Errorf("%s: got %d bytes, want at most %d", name, len(text), query.MaxBytes)
	}
	return nil
}
