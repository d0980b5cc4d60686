// Package answer turns rankings into answers: results, evidence, overviews and neighbours, and writes them as
// JSON.
package answer

import (
	"mycel/engine/bundle"
	"mycel/engine/evidence"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/model"
)

// Tables holds the tables from which answers are made.
type Tables struct {
	Index *method.Index
	Texts
	Header    *bundle.Header
	Directory *bundle.Directory // of the parts
	Facets    *facet.Table
	Tokens    *evidence.Tokens
	Metadata  *facet.Metadata
}

// Fields returns the metadata of a document; nil for a bundle without metadata.
func (t *Tables) Fields(d model.DocID) []facet.Field {
	if !t.Index.HasPart(bundle.GroupMetadata) {
		return nil
	}
	return t.Metadata.Fields(d)
}
