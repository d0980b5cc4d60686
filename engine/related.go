package engine

import (
	"cmp"
	"strconv"
	"strings"

	"mycel/engine/answer"
	"mycel/engine/corpus"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/msgpack"
	"mycel/engine/parts"
)

// Related finds the neighbours of a document or of a section. of is the id or URL of a
// document; with #anchor behind it, it names a section. Neighbours mention the same rare
// entities, or a link joins them in either direction. Neighbours of a section are also the
// sections around, within and beside it. There are at most k; 0 stands for 10. The error wraps
// ErrOption.
func (e *Engine) Related(of string, k int) (*answer.Related, error) {
	k, err := neighbours(k)
	if err != nil {
		return nil, err
	}
	var out *answer.Related
	missing, _ := e.Ask(func() { out, err = e.related(of, k) })
	if len(missing) > 0 {
		return &answer.Related{Of: of, Missing: missing}, nil
	}
	return out, err
}

// neighbours returns the number of neighbours to find: k, or 10 if k is 0.
func neighbours(k int) (int, error) {
	if k < 0 || k > method.MaxK {
		return 0, optionError("k", "got "+strconv.Itoa(k)+", want 1 to "+strconv.Itoa(method.MaxK))
	}
	return cmp.Or(k, 10), nil
}

func (e *Engine) related(of string, k int) (*answer.Related, error) {
	doc, section, isSection, ok := find(e.index, of)
	if !ok {
		return nil, optionError("of", "got "+quoted(of)+", want the id or URL of a document, with or without the #anchor of a section")
	}
	first, end := section, section+1
	if !isSection {
		first, end = e.index.Corpus.DocSections(doc)
	}
	return answer.NewRelated(e.index, of, first, end, isSection, k), nil
}

// Find looks up a document by its id or URL, or a section by the anchor behind a #. ok tells
// whether it exists, isSection whether the name has an anchor. While parts are missing it finds
// nothing, and returns them. O(documents).
func (e *Engine) Find(name string) (doc model.DocID, section model.SectionID, isSection, ok bool, missing []parts.ID) {
	missing, _ = e.Ask(func() { doc, section, isSection, ok = find(e.index, name) })
	return doc, section, isSection, ok, missing
}

func find(x *method.Index, name string) (doc model.DocID, section model.SectionID, isSection, ok bool) {
	if !x.Corpus.DocID.HasAll() {
		return 0, 0, false, false
	}
	if doc, ok = findDocument(x.Corpus, name); ok {
		return doc, 0, false, true
	}
	page, anchor, _ := strings.Cut(name, "#")
	if doc, ok = findDocument(x.Corpus, page); !ok || anchor == "" {
		return 0, 0, false, false
	}
	first, end := x.Corpus.DocSections(doc)
	for s := first; s < end; s++ {
		if x.Corpus.Anchor.At(int(s)) == anchor {
			return doc, s, true, true
		}
	}
	return 0, 0, false, false
}

func findDocument(c *corpus.Tables, name string) (model.DocID, bool) {
	for d := range c.NumDocuments() {
		if name != "" && (c.DocID.At(d) == name || c.DocURL.At(d) == name) {
			return model.DocID(d), true
		}
	}
	return 0, false
}

// ParseRelatedRequest reads a request for neighbours: a msgpack map of "of" and "k". See
// ParseEvidenceRequest.
func ParseRelatedRequest(b []byte) (of string, k int, err error) {
	err = parseMap(b, "of", func(r *msgpack.Reader, key string) (err error) {
		switch key {
		case "of":
			of = r.Str()
		case "k":
			k, err = number(r, key)
		default:
			err = optionError(key, "there is no such option")
		}
		return err
	})
	return of, k, err
}
