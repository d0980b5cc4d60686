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

// related lists the neighbours of a document or section, or the sections with an entity, each with its reasons.
func (s *server) related(ctx context.Context, b *mycel.Bundle, in relatedInput) (*found, error) {
	t, unknown := s.find(ctx, b, in.ID)
	near, e, err := b.RelatedTo(ctx, cmp.Or(t.name, in.ID), cmp.Or(in.Limit, defaultLimit))
	if err != nil {
		return nil, cmp.Or(unknown, err)
	}
	list, note := []answer.Neighbour(nil), ""
	if e != nil {
		list, note = e.Passages, layout.Entity(e)
	} else {
		list, note = near.Neighbours, near.Reason
	}
	out := &found{Results: make([]item, 0, len(list)), Note: note}
	for _, n := range list {
		out.Results = append(out.Results, item{place: s.placeOfSource(n.Source), Text: layout.Near(&n)})
	}
	return out, nil
}
