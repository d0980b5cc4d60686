package builder

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/builder/varint"
	"mycel/builder/write"
)

// Kept holds results of a build for the next build of the same process: documents, pages and compressed
// files. Each result depends on one page or file alone; its key is a hash of everything on which it
// depends. The zero value is empty. It serves one build at a time.
type Kept struct {
	mu        sync.Mutex
	last, now map[keptKey][]byte // of the last build, and of this one
	reused    int                // pages
}

type keptKey [16]byte

// keyOf returns the key of a value. The value is of a kind, and depends on the parts.
func keyOf(kind string, parts ...string) (key keptKey) {
	h := sha256.New()
	for _, part := range append(parts, kind) {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	copy(key[:], h.Sum(nil))
	return key
}

func (k *Kept) get(key keptKey) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	value, ok := k.now[key]
	if !ok {
		if value, ok = k.last[key]; ok {
			k.now[key] = value
		}
	}
	return value, ok
}

func (k *Kept) put(key keptKey, value []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.now[key] = value
}

// store is the Kept of a build, with the settings on which the values depend.
type store struct {
	*Kept
	reading string // all settings on which a document depends
	pages   string // all settings on which a page depends
}

// openStore begins to use the results of the last build. A build that failed has removed nothing.
func (r *run) openStore() {
	if r.Kept == nil {
		return
	}
	k := r.Kept
	if k.now == nil {
		k.now = map[keptKey][]byte{}
	}
	k.reused = 0
	o := r.Ingest
	o.Progress, o.Store, o.Skip, o.Date = nil, nil, "", ""
	r.store = &store{Kept: k, reading: short(fmt.Sprintf("%#v", o))}
}

// close forgets the results that this build did not use.
func (s *store) close() {
	if s != nil {
		s.last, s.now = s.now, nil
	}
}

// short shortens a string that is part of many keys to its hash.
func short(s string) string {
	key := keyOf("", s)
	return string(key[:])
}

// Load implements ingest.Store.
func (s *store) Load(name string, raw []byte) (d document.Document, ok bool) {
	key := s.Mark(name, raw)
	value, ok := s.get(key)
	if ok {
		d.ReadRecord(varint.NewReader(string(value)))
		d.Mark = key
	}
	return d, ok
}

// Keep implements ingest.Store.
func (s *store) Keep(name string, raw []byte, d *document.Document) {
	d.Mark = s.Mark(name, raw)
	var w varint.Writer
	d.Record(&w)
	s.put(d.Mark, w.Bytes)
}

// Mark implements ingest.Store.
func (s *store) Mark(name string, raw []byte) [16]byte {
	return keyOf("document", name, s.reading, string(raw))
}

// describePages records the settings on which pages depend.
func (r *run) describePages() {
	if r.store != nil {
		r.store.pages = short(fmt.Sprintf("%q %q %d %d %q", r.Language, r.Tokenizer, r.ChunkTokens, r.ChunkOverlap, r.Terms))
	}
}

// page returns the page of a document and its strings if the last build had it, else nil.
func (s *store) page(d *document.Document) (*analyse.Page, analyse.Own) {
	if s == nil {
		return nil, analyse.Own{}
	}
	value, ok := s.get(s.pageKey(d))
	if !ok {
		return nil, analyse.Own{}
	}
	s.mu.Lock()
	s.reused++
	s.mu.Unlock()
	return analyse.ReadPage(varint.NewReader(string(value)), d)
}

// keep keeps a page before it joins the others.
func (s *store) keep(p *analyse.Page, o analyse.Own) {
	if s == nil {
		return
	}
	var w varint.Writer
	p.Record(&w, o)
	s.put(s.pageKey(p.Doc), w.Bytes)
}

func (s *store) pageKey(d *document.Document) keptKey {
	return keyOf("page", s.pages, string(d.Mark[:]))
}

// compress is write.Compress, but reuses the result of the last build for the same content. sum is the
// digest of the content.
func (s *store) compress(content []byte, ends []int, sum string, text bool) []byte {
	if s == nil {
		return write.Compress(content, ends, text)
	}
	key := keyOf("compressed", sum, fmt.Sprint(ends, text))
	packed, ok := s.get(key)
	if !ok {
		packed = write.Compress(content, ends, text)
		s.put(key, packed)
	}
	return packed
}
