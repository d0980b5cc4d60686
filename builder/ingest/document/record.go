package document

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/builder/varint"
)

// Store keeps documents from one reading to the next. It is used from several goroutines at once.
type Store interface {
	// Load returns the document that Keep was given for a source of the same name and content under the same options.
	Load(name string, raw []byte) (Document, bool)
	Keep(name string, raw []byte, d *Document)
	// Mark returns the mark of the document of a source of that name and content.
	Mark(name string, raw []byte) [16]byte
}

// Load asks the store, if there is one.
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

// Record appends all of a document but its mark to a record. Equal documents have equal records.
func (d *Document) Record(w *varint.Writer) {
	plain := *d
	plain.Filters = nil // the encoder sorts the keys of maps of strings alone
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
		panic(err) // a document has strings, numbers, and lists and maps of these alone
	}
	w.String(b.String())
}

// ReadRecord reads what Record has written.
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
