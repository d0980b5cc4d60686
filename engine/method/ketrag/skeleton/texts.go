package skeleton

import "mycel/engine/wire"

// EncodeTexts writes a language model's texts about the entities and the relations; "" where the description is
// sentences.
func EncodeTexts(p *Parts) []byte {
	var texts []string
	for _, e := range p.Entities {
		texts = append(texts, e.Text)
	}
	for _, r := range p.Relations {
		texts = append(texts, r.Text)
	}
	var w wire.Writer
	w.Written(texts)
	return w.Bytes()
}

// LoadTexts reads the texts of s that EncodeTexts wrote; b is empty for no texts. On an error, which wraps
// wire.ErrCorrupt, s does not change.
func (s *Skeleton) LoadTexts(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	r := wire.NewReader(b)
	texts := r.Written(len(s.entities) + len(s.relations))
	if err := r.Close(); err != nil {
		return err
	}
	s.texts = texts
	return nil
}

// Written reports whether a language model wrote a text about an entity or relation.
func (s *Skeleton) Written() bool { return s.texts.Len() > 0 }

// EntityText returns a language model's text about the entity at a position; "" if sentences describe the entity.
// The sentences of an entity with such a text say where the documents mention it.
func (s *Skeleton) EntityText(i int) string { return s.text(i) }

// RelationText is EntityText for a relation.
func (s *Skeleton) RelationText(i int) string { return s.text(len(s.entities) + i) }

func (s *Skeleton) text(i int) string {
	if s.texts.Len() == 0 {
		return ""
	}
	return s.texts.At(i)
}
