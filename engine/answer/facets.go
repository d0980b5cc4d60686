package answer

import "mycel/engine/facet"

// counts writes the member "filters" if there is a value: an object per key, with the
// number of documents of each value.
func (w *jsonWriter) counts(values []ValueCount) {
	if len(values) == 0 {
		return
	}
	w.key("filters").open('{')
	for i, v := range values {
		if i == 0 || values[i-1].Key != v.Key {
			w.name(v.Key).open('{')
		}
		w.name(v.Value).num(v.Documents)
		if i == len(values)-1 || values[i+1].Key != v.Key {
			w.close('}')
		}
	}
	w.close('}')
}

// meta writes the member "meta" if there is a field.
func (w *jsonWriter) meta(fields []facet.Field) {
	if len(fields) == 0 {
		return
	}
	w.key("meta").open('{')
	for _, f := range fields {
		w.name(f.Key).str(f.Value)
	}
	w.close('}')
}

// name begins a member with any string as its key.
func (w *jsonWriter) name(k string) *jsonWriter {
	w.item().str(k)
	w.dst = append(w.dst, ':')
	return w
}

// ValueCount is a value of a filter with the number of its documents.
type ValueCount struct {
	Key, Value string
	Documents  int
}

// Count returns the values of the matching documents with their counts; matches is
// nil for all documents.
func (t *Tables) Count(matches []bool) []ValueCount {
	var out []ValueCount
	for _, c := range t.Facets.Counts(matches) {
		out = append(out, ValueCount{Key: t.Facets.Key.At(c.Key), Value: t.Facets.Value.At(c.Value), Documents: c.Documents})
	}
	return out
}
