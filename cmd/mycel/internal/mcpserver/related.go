package mcpserver

import (
	"cmp"
	"context"

	"mycel"
	"mycel/cmd/mycel/internal/layout"
	"mycel/engine/answer"
)

type relatedInput struct {
	ID    string `json:"id" jsonschema:"of a result, the url of a document, or the name of an entity"`
	Limit int    `json:"limit,omitempty"`
}

// related lists the neighbours of a document or section, and the reasons why they are near.
func (s *server) related(ctx context.Context, b *mycel.Bundle, in relatedInput) (*found, error) {
	t, unknown := s.find(ctx, b, in.ID)
	if unknown != nil && len(in.ID) <= maxID {
		t.name = in.ID // of an entity, perhaps
	} else if unknown != nil {
		return nil, unknown
	}
	list, note := []answer.Neighbour(nil), ""
	if unknown != nil {
		e, err := b.Entity(ctx, t.name, cmp.Or(in.Limit, defaultLimit))
		if err != nil {
			return nil, unknown
		}
		list, note = e.Passages, layout.Entity(e)
	} else {
		near, err := b.Related(ctx, t.name, cmp.Or(in.Limit, defaultLimit))
		if err != nil {
			return nil, err
		}
		list, note = near.Neighbours, near.Reason
	}
	out := &found{Results: make([]item, 0, len(list)), Note: note}
	for _, n := range list {
		out.Results = append(out.Results, item{place: s.placeOfSource(n.Source), Text: layout.Near(&n)})
	}
	return out, nil
}
