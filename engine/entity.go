package engine

import "mycel/engine/answer"

// EntityRequest asks for the first entity that a text names.
type EntityRequest struct {
	Name string
	K    int // as of Related
}

// Ask tells of the entity: see answer.NewEntity. While parts are Missing it is not final. The error wraps ErrOption.
func (q EntityRequest) Ask(e *Engine) (out *answer.About, err error) {
	k, err := neighbours(q.K)
	if err != nil {
		return nil, err
	}
	missing, waiting := e.Ask(func() {
		if found := links(e.index, e.index.Parser.Parse(q.Name)); len(found) > 0 {
			out = answer.NewEntity(&e.tables, found[0].Entity, k)
		} else {
			err = optionError("of", "got "+quoted(q.Name)+", want the id or URL of a document, with or without the #anchor of a section, or the name of an entity")
		}
	})
	switch {
	case waiting:
		out = &answer.About{}
	case err != nil:
		return nil, err
	}
	out.Missing, out.Waiting = missing, waiting
	return out, nil
}
