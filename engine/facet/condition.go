package facet

// Op tells how the parts of a condition are joined.
type Op uint8

const (
	All  Op = iota // every part holds
	Any            // at least one part holds
	None           // no part holds
	Is             // the document has the value of the key
)

// Condition is a filter of documents: a tree whose leaves are values of filters. A condition without leaves holds for
// every document; inside another condition it is ignored, so a form in which nothing is chosen excludes nothing.
type Condition struct {
	Op         Op
	Key, Value string      // if Op is Is
	Parts      []Condition // if Op is another
}

// UnknownKey returns a key in c for which the table has no filter; ok is false if the table has all keys.
func (t *Table) UnknownKey(c *Condition) (key string, ok bool) {
	if c.Op == Is {
		_, known := t.Key.Find(c.Key)
		return c.Key, !known
	}
	for i := range c.Parts {
		if key, ok := t.UnknownKey(&c.Parts[i]); ok {
			return key, true
		}
	}
	return "", false
}

// Matches returns, for every document, whether c holds; nil if c has no leaves. A value that no
// document has holds for no document. O(documents) for each part.
func (t *Table) Matches(c *Condition) []bool {
	var out []bool
	if c.Op == Is {
		out = make([]bool, t.docs)
		if v := t.find(c.Key, c.Value); v >= 0 {
			for _, d := range t.Documents(v).Append(nil) {
				out[d] = true
			}
		}
		return out
	}
	// All parts hold for a document if no negation of a part does.
	for i := range c.Parts {
		part := t.Matches(&c.Parts[i])
		if out == nil && part != nil {
			out = make([]bool, t.docs)
		}
		for d, holds := range part {
			out[d] = out[d] || holds == (c.Op != All)
		}
	}
	if c.Op != Any {
		for d := range out {
			out[d] = !out[d]
		}
	}
	return out
}
