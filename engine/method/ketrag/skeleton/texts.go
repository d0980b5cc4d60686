package skeleton

import "mycel/engine/wire"

// EncodeTexts writes what a language model wrote of the entities and of the relations;
// "" where the description is extractive.
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

// LoadTexts reads what EncodeTexts wrote of s, or nothing if nothing is written. On an error, which wraps
// wire.ErrCorrupt, s is as it was.
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

// Written reports whether a language model wrote of any entity or relation.
func (s *Skeleton) Written() bool { return s.texts.Len() > 0 }

// EntityText returns what a language model wrote of the entity at a position, "" where its description is sentences.
// Those of a written description say where the documents speak of the entity.
func (s *Skeleton) EntityText(i int) string { return s.text(i) }

// RelationText is EntityText of a relation.
func (s *Skeleton) RelationText(i int) string { return s.text(len(s.entities) + i) }

func (s *Skeleton) text(i int) string {
	if s.texts.Len() == 0 {
		return ""
	}
	return s.texts.At(i)
}
