package engine

import "mycel/engine/answer"

// EntityRequest asks for the first entity that a text names.
type EntityRequest struct {
	Name string
	K    int // most neighbours; 0 stands for the same default as in Related
}

// Ask returns the entity's passages and neighbours: see answer.NewEntity. The answer is not final while parts are
// Missing. The error wraps ErrOption.
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
