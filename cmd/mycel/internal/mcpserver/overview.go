package mcpserver

import (
	"cmp"
	"context"

	"mycel"
)

type overviewInput struct {
	Topic  string `json:"topic,omitempty" jsonschema:"words; empty for what all documents are about"`
	Tokens int    `json:"tokens,omitempty"`
}

// summary is the result of overview.
type summary struct {
	Text      string  `json:"text" jsonschema:"summaries, each after a line with its number [n]"`
	Sources   []cited `json:"sources" jsonschema:"sections that the sentences are from"`
	Truncated bool    `json:"truncated" jsonschema:"whether more tokens would tell more"`
	Note      string  `json:"note,omitempty" jsonschema:"why there is no overview"`
}

// cited is a section whose sentences are in a summary.
type cited struct {
	N int `json:"n" jsonschema:"number of the summary"`
	place
}

// overview returns an overview of the documents on a topic.
func (s *server) overview(ctx context.Context, b *mycel.Bundle, in overviewInput) (*summary, error) {
	if err := checkText("topic", in.Topic); err != nil {
		return nil, err
	}
	o, err := b.Overview(ctx, in.Topic, cmp.Or(in.Tokens, defaultTokens))
	if err != nil {
		return nil, err
	}
	out := &summary{Text: o.Context, Sources: []cited{}, Truncated: o.Truncated, Note: o.Reason}
	for _, one := range o.Summaries {
		for _, section := range one.Sections {
			out.Sources = append(out.Sources, cited{one.N, s.placeOfSource(section)})
		}
	}
	return out, nil
}
