package facet

// Op says how the parts of a condition are joined.
type Op uint8

const (
	All  Op = iota // every part holds
	Any            // at least one part holds
	None           // no part holds
	Is             // a document has the value of a key
)

// Condition says which documents are wanted: a tree whose leaves are values of
// filters. A condition without leaves holds for every document, and as a part of
// another condition it is left out: a form in which nothing is chosen asks for nothing.
type Condition struct {
	Op         Op
	Key, Value string      // of Is
	Parts      []Condition // of the others
}

// UnknownKey returns a key in c that the table has no filter for; ok is false if
// there is none.
func (t *Table) UnknownKey(c *Condition) (key string, ok bool) {
	if c.Op == Is {
		return c.Key, t.Key.Find(c.Key) < 0
	}
	for i := range c.Parts {
		if key, ok := t.UnknownKey(&c.Parts[i]); ok {
			return key, true
		}
	}
	return "", false
}

// Matches tells for every document whether c holds for it, or returns nil if c has no
// leaf. A value that no document has holds for none. O(documents) for each part.
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
	// All is: in none of the parts does a document lack.
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
