package document

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/builder/varint"
)

// Store keeps documents for later builds. Several goroutines use it at once.
type Store interface {
	// Load returns the document that Keep stored for the same name, content and options.
	Load(name string, raw []byte) (Document, bool)
	Keep(name string, raw []byte, d *Document)
	// Mark returns the mark of the document for a name and content.
	Mark(name string, raw []byte) [16]byte
}

// Load returns the document in the store, if there is one.
func (o *Options) Load(name string, raw []byte) (Document, bool) {
	if o.Store == nil {
		return Document{}, false
	}
	return o.Store.Load(name, raw)
}

func (o *Options) Keep(name string, raw []byte, d *Document) {
	if o.Store != nil {
		o.Store.Keep(name, raw, d)
	}
}

// Record writes a document without its mark. Equal documents have equal records.
func (d *Document) Record(w *varint.Writer) {
	plain := *d
	plain.Filters = nil // the encoder sorts only the keys of maps of strings
	keys := slices.Sorted(maps.Keys(d.Filters))
	values := make([][]string, len(keys))
	for i, key := range keys {
		values[i] = d.Filters[key]
	}
	var b bytes.Buffer
	encoder := msgpack.NewEncoder(&b)
	encoder.SetSortMapKeys(true)
	encoder.UseArrayEncodedStructs(true)
	encoder.UseCompactInts(true)
	if err := encoder.EncodeMulti(&plain, keys, values); err != nil {
		panic(err) // impossible: a document has only strings, numbers, and lists and maps of them
	}
	w.String(b.String())
}

// ReadRecord reads a document that Record has written.
func (d *Document) ReadRecord(r *varint.Reader) {
	var keys []string
	var values [][]string
	err := msgpack.NewDecoder(strings.NewReader(r.String())).DecodeMulti(d, &keys, &values)
	if err != nil || len(keys) != len(values) {
		r.Fail()
		return
	}
	for i, key := range keys {
		if d.Filters == nil {
			d.Filters = make(map[string][]string, len(keys))
		}
		d.Filters[key] = values[i]
	}
}
