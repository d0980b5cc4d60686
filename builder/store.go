package builder

import (
	"fmt"
	"sync/atomic"

	"mycel/builder/analyse"
	"mycel/builder/cache"
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// Reuse tells what a build had from its cache.
type Reuse struct {
	Path    string `json:"path"`
	Pages   int    `json:"pages"`             // not analysed again
	Problem string `json:"problem,omitempty"` // why the cache was not read, or not written
}

// store keeps in the cache results that depend on one page alone: documents of files, whose keys
// say from what bytes and with which options they were read, and pages, whose keys say further
// how the document was analysed. It also keeps compressed files, whose keys are their
// content. Nothing else is kept: RATIONALE.md has the figures.
type store struct {
	cache   *cache.Cache
	reading string // all but the source that a document depends on
	pages   string // all but the document that a page depends on
	reused  atomic.Int64
}

// openStore opens the build's cache, if it has one.
func (r *run) openStore() {
	if r.Cache == "" {
		return
	}
	r.report.Reuse = &Reuse{Path: r.Cache}
	program, err := cache.ProgramSum()
	if err != nil {
		r.report.Reuse.Problem = err.Error()
		return
	}
	c, problem := cache.Open(r.Cache, program)
	r.report.Reuse.Problem = problem
	o := r.Ingest
	o.Progress, o.Store, o.Skip, o.Date = nil, nil, "", ""
	r.store = &store{cache: c, reading: short(fmt.Sprintf("%#v", o))}
}

// short makes something that many keys depend on short: they are hashes.
func short(s string) string {
	key := cache.KeyOf("", s)
	return string(key[:])
}

// Load implements ingest.Store.
func (s *store) Load(name string, raw []byte) (d document.Document, ok bool) {
	key := s.Mark(name, raw)
	value, ok := s.cache.Get(key)
	if !ok {
		return d, false
	}
	r := varint.NewReader(string(value))
	d.ReadRecord(r)
	d.Mark = key
	return d, r.Close() == nil
}

// Keep implements ingest.Store.
func (s *store) Keep(name string, raw []byte, d *document.Document) {
	d.Mark = s.Mark(name, raw)
	var w varint.Writer
	d.Record(&w)
	s.cache.Put(d.Mark, w.Bytes)
}

// Mark implements ingest.Store.
func (s *store) Mark(name string, raw []byte) [16]byte {
	return cache.KeyOf("document", name, s.reading, string(raw))
}

// describePages notes what pages depend on besides their documents. external is nil without
// Mentions.
func (r *run) describePages(external *ner.External) {
	if r.store == nil {
		return
	}
	var mentions []byte
	if external != nil {
		mentions = external.Sum()
	}
	r.store.pages = short(fmt.Sprintf("%q %q %d %d %d %d %x", r.Language, r.Tokenizer, r.ChunkTokens, r.ChunkOverlap, r.NER, r.Terms, mentions))
}

// page returns the page of a document and its strings if the last build had it, else nil.
func (s *store) page(d *document.Document, t *analyse.Languages) (*analyse.Page, analyse.Own) {
	if s == nil {
		return nil, analyse.Own{}
	}
	value, ok := s.cache.Get(s.pageKey(d))
	if !ok {
		return nil, analyse.Own{}
	}
	r := varint.NewReader(string(value))
	p, strings := analyse.ReadPage(r, d, t)
	if r.Close() != nil {
		return nil, analyse.Own{}
	}
	s.reused.Add(1)
	return p, strings
}

// keep keeps a page that has not joined others.
func (s *store) keep(p *analyse.Page, o analyse.Own) {
	if s == nil {
		return
	}
	var w varint.Writer
	p.Record(&w, o)
	s.cache.Put(s.pageKey(p.Doc), w.Bytes)
}

func (s *store) pageKey(d *document.Document) cache.Key {
	return cache.KeyOf("page", s.pages, string(d.Mark[:]))
}

// packedKey returns the key of a compressed file.
func (s *store) packedKey(ends []int, sum string, text bool) cache.Key {
	return cache.KeyOf("packed", sum, fmt.Sprint(ends, text))
}

// packed returns a compressed file if the last build had it.
func (s *store) packed(key cache.Key) ([]byte, bool) {
	if s == nil {
		return nil, false
	}
	return s.cache.Get(key)
}

// keepPacked keeps a compressed file.
func (s *store) keepPacked(key cache.Key, content []byte) {
	if s != nil {
		s.cache.Put(key, content)
	}
}

// save keeps what this build has computed. A cache that cannot be written is told of
// and costs the next build its time, not this one its bundle.
func (r *run) save() {
	s := r.store
	if s == nil {
		return
	}
	r.report.Reuse.Pages = int(s.reused.Load())
	if r.report.Reuse.Pages == 0 && s.cache.Found() {
		r.report.Reuse.Problem = "it is of other pages or other settings"
	}
	if err := s.cache.Save(); err != nil && r.report.Reuse.Problem == "" {
		r.report.Reuse.Problem = "not written: " + err.Error()
	}
}
