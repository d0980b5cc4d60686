package givengraph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// lightRAG reads a custom knowledge graph in the form of LightRAG's insert_custom_kg.
func (r *reader) lightRAG(raw []byte) error {
	var kg struct {
		Chunks        []json.RawMessage `json:"chunks"`
		Entities      []json.RawMessage `json:"entities"`
		Relationships []json.RawMessage `json:"relationships"`
	}
	if err := decode(raw, &kg); err != nil {
		return err
	}
	for _, list := range []struct {
		key  string
		rows []json.RawMessage
		read func(json.RawMessage) error
	}{{"chunks", kg.Chunks, r.lightChunk}, {"entities", kg.Entities, r.lightEntity}, {"relationships", kg.Relationships, r.lightRelation}} {
		for i, row := range list.rows {
			if err := list.read(row); err != nil {
				return fmt.Errorf("%s[%d]: %w", list.key, i, err)
			}
		}
	}
	return nil
}

func (r *reader) lightChunk(raw json.RawMessage) error {
	var c struct {
		Content string `json:"content"`
		ID      string `json:"source_id"`
		File    string `json:"file_path"`
	}
	if err := decode(raw, &c); err != nil {
		return err
	}
	if c.ID == "" {
		return errors.New("got no source_id")
	}
	r.addPassage(c.ID, Passage{Document: c.File, Number: -1, Text: c.Content})
	return nil
}

// addPassage adds a passage, unless its id exists.
func (r *reader) addPassage(id string, p Passage) {
	if _, ok := r.passage[id]; !ok {
		r.passage[id] = len(r.Passages)
		r.Passages = append(r.Passages, p)
	}
}

func (r *reader) lightEntity(raw json.RawMessage) error {
	var e struct {
		Name   string `json:"entity_name"`
		Type   string `json:"entity_type"`
		Text   string `json:"description"`
		Source string `json:"source_id"`
		File   string `json:"file_path"`
	}
	if err := decode(raw, &e); err != nil {
		return err
	}
	n, err := r.entity("entity_name", e.Name)
	if err != nil {
		return err
	}
	to := &r.Entities[n]
	to.setType(e.Type)
	addTexts(&to.Texts, e.Text)
	r.place(lightSources(e.Source, e.File), &to.Passages, &to.Places)
	return nil
}

// lightSources lists the chunks and the files of a source. LightRAG writes UNKNOWN or unknown_source if there
// is none.
func lightSources(of ...string) (ids []string) {
	for _, list := range of {
		for id := range strings.SplitSeq(list, separator) {
			if !strings.EqualFold(id, "unknown") && id != "unknown_source" && id != "custom_kg" {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func (r *reader) lightRelation(raw json.RawMessage) error {
	var l struct {
		From     string   `json:"src_id"`
		To       string   `json:"tgt_id"`
		Text     string   `json:"description"`
		Keywords string   `json:"keywords"`
		Weight   *float64 `json:"weight"`
		Source   string   `json:"source_id"`
		File     string   `json:"file_path"`
	}
	if err := decode(raw, &l); err != nil {
		return err
	}
	to, err := r.relation("src_id and tgt_id", l.From, l.To)
	if to == nil {
		return err
	}
	if l.Text == "" {
		l.Text = l.Keywords
	}
	addTexts(&to.Texts, l.Text)
	to.weigh(l.Weight)
	r.place(lightSources(l.Source, l.File), &to.Passages, &to.Places)
	return nil
}

// row is a line of JSON Lines: a row of GraphRAG's tables of entities, relationships or text units.
type row struct {
	ID        json.RawMessage `json:"id"` // a string or a number
	Title     *string         `json:"title"`
	Name      *string         `json:"name"` // of an entity, in older tables
	Type      string          `json:"type"`
	Text      *string         `json:"text"`
	About     string          `json:"description"`
	Source    *string         `json:"source"`
	Target    *string         `json:"target"`
	Weight    *float64        `json:"weight"`
	Units     []string        `json:"text_unit_ids"`
	Document  string          `json:"document_id"`
	Documents []string        `json:"document_ids"`
}

// rows reads JSON Lines. It reads text units first, at any place in the file, because entities refer to them.
func (r *reader) rows(raw []byte) error {
	err := r.eachRow(raw, func(row *row) error {
		if row.Text == nil || row.Title != nil {
			return nil // a row of documents, which have both
		}
		if row.Document != "" {
			row.Documents = append(row.Documents, row.Document)
		}
		p := Passage{Number: -1, Text: *row.Text}
		if len(row.Documents) == 1 {
			p.Document = row.Documents[0]
		}
		id := string(row.ID)
		_ = json.Unmarshal(row.ID, &id) // a number stays as it is written
		r.addPassage(id, p)
		return nil
	})
	if err != nil {
		return err
	}
	return r.eachRow(raw, r.row)
}

// eachRow calls f for every line. An error names the line.
func (r *reader) eachRow(raw []byte, f func(*row) error) error {
	number := 0
	for line := range bytes.Lines(raw) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var one row
		err := decode(line, &one)
		if err == nil {
			err = f(&one)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

// row reads an entity or a relation.
func (r *reader) row(row *row) error {
	if row.Title == nil {
		row.Title = row.Name
	}
	switch {
	case row.Source != nil && row.Target != nil:
		to, err := r.relation("source and target", *row.Source, *row.Target)
		if to == nil {
			return err
		}
		addTexts(&to.Texts, row.About)
		to.weigh(row.Weight)
		r.place(row.Units, &to.Passages, &to.Places)
		return nil
	case row.Text != nil:
		return nil
	case row.Title == nil:
		return errors.New("got none of title, source with target, and text: want a row of GraphRAG's entities, relationships or text units")
	}
	n, err := r.entity("title", *row.Title)
	if err != nil {
		return err
	}
	to := &r.Entities[n]
	to.setType(row.Type)
	addTexts(&to.Texts, row.About)
	r.place(row.Units, &to.Passages, &to.Places)
	return nil
}
