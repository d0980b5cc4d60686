package engine

import (
	"mycel/engine/answer"
	"mycel/engine/parts"
)

// EntityRequest asks for the first entity that a text names.
type EntityRequest struct {
	Name string
	K    int // as of Related
}

// Ask tells of the entity: see answer.NewEntity. The answer is nil while parts are missing. The engines for browsers do not
// have it, for their size. The error wraps ErrOption.
func (q EntityRequest) Ask(e *Engine) (out *answer.About, missing []parts.ID, err error) {
	k, err := neighbours(q.K)
	if err != nil {
		return nil, nil, err
	}
	missing, _ = e.Ask(func() {
		if found := links(e.index, e.index.Parser.Parse(q.Name)); len(found) > 0 {
			out = answer.NewEntity(&e.tables, found[0].Entity, k)
		} else {
			err = optionError("of", "got "+quoted(q.Name)+", want the id or URL of a document, with or without the #anchor of a section, or the name of an entity")
		}
	})
	if len(missing) > 0 {
		return nil, missing, nil
	}
	return out, nil, err
}
