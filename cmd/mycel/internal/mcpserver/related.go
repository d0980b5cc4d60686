package mcpserver

import (
	"cmp"
	"context"

	"mycel"
	"mycel/cmd/mycel/internal/layout"
)

type relatedInput struct {
	ID    string `json:"id" jsonschema:"of a result, or the url of a document"`
	Limit int    `json:"limit,omitempty"`
}

// related lists the neighbours of a document or section, and the reasons why they are near.
func (s *server) related(ctx context.Context, b *mycel.Bundle, in relatedInput) (*found, error) {
	t, err := s.find(ctx, b, in.ID)
	if err != nil {
		return nil, err
	}
	near, err := b.Related(ctx, t.name, cmp.Or(in.Limit, defaultLimit))
	if err != nil {
		return nil, err
	}
	out := &found{Results: make([]item, 0, len(near.Neighbours)), Note: near.Reason}
	for _, n := range near.Neighbours {
		out.Results = append(out.Results, item{place: s.placeOfSource(n.Source), Text: layout.Near(&n)})
	}
	return out, nil
}
