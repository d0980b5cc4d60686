package builder

import (
	"fmt"
	"sync/atomic"

	"mycel/builder/cache"
	"mycel/builder/ingest"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// Reuse tells what a build had from its cache.
type Reuse struct {
	Path    string `json:"path"`
	Pages   int    `json:"pages"`             // not analysed again
	Problem string `json:"problem,omitempty"` // why the cache was not read, or not written
}

// store keeps documents and pages in the cache. Keys of documents say with which options
// they were read and from what bytes; keys of pages say further how the document was
// analysed. So an entry is right or not there, and nothing else tells whether it is up to
// date.
type store struct {
	cache   *cache.Cache
	reading string // all but the source that a document depends on
	pages   string // all but the document that a page depends on
	forms   int    // of the last build
	strings int    // of the last build
	// In the first entries of the tables, see openTables.
	formBase, stringBase int
	reused               atomic.Int64
}

// openStore opens the build's cache, if it has one.
func (b *build) openStore() {
	if b.Cache == "" {
		return
	}
	b.report.Reuse = &Reuse{Path: b.Cache}
	program, err := programSum()
	if err != nil {
		b.report.Reuse.Problem = err.Error()
		return
	}
	c, problem := cache.Open(b.Cache, program)
	b.report.Reuse.Problem = problem
	o := b.Ingest
	o.Progress, o.Store, o.Skip = nil, nil, ""
	b.store = &store{cache: c, reading: short(fmt.Sprintf("%#v", o))}
}

// short makes something that many keys depend on short: they are hashes.
func short(s string) string {
	key := cache.KeyOf("", s)
	return string(key[:])
}

// kept returns the cache, nil if there is none.
func (b *build) kept() *cache.Cache {
	if b.store == nil {
		return nil
	}
	return b.store.cache
}

// Load implements ingest.Store.
func (s *store) Load(name string, raw []byte) (d ingest.Document, ok bool) {
	key := s.document(name, raw)
	value, ok := s.cache.Get(key)
	if !ok {
		return d, false
	}
	r := varint.NewReader(value)
	d.ReadRecord(r)
	d.Mark = key
	return d, r.Close() == nil
}

// Keep implements ingest.Store.
func (s *store) Keep(name string, raw []byte, d *ingest.Document) {
	d.Mark = s.document(name, raw)
	var w varint.Writer
	d.Record(&w)
	s.cache.Put(d.Mark, w.Bytes)
}

func (s *store) document(name string, raw []byte) cache.Key {
	return cache.KeyOfBytes("document "+name, raw, s.reading)
}

// openPages makes the tables of the last build those of this one, so that its pages can
// be read. external is nil without Mentions.
func (b *build) openPages(external *ner.External) {
	if b.store == nil {
		return
	}
	var mentions []byte
	if external != nil {
		mentions = external.Sum()
	}
	s := b.store
	s.pages = short(fmt.Sprintf("%q %q %d %d %d %d %x", b.Language, b.Tokenizer, b.ChunkTokens, b.ChunkOverlap, b.NER, b.Terms, mentions))
	b.openTables()
	if s.forms == 0 {
		s.cache.Renew() // with other numbers no record of before is right
	}
}

// page returns the page of a document if the last build had it.
func (s *store) page(d *ingest.Document, f *forms) *page {
	if s == nil || s.forms == 0 {
		return nil
	}
	key := s.pageKey(d)
	value, ok := s.cache.Get(key)
	if !ok {
		return nil
	}
	r := varint.NewReader(value)
	p := readPage(r, d, s.forms, s.strings)
	if r.Close() != nil {
		return nil
	}
	f.count(p.written)
	s.reused.Add(1)
	p.kept, p.key = true, key
	return p
}

func (s *store) pageKey(d *ingest.Document) cache.Key {
	return cache.KeyOf("page", s.pages, string(d.Mark[:]))
}

// keyOf is pageKey for a page that may have been read.
func (s *store) keyOf(p *page) cache.Key {
	if p.kept {
		return p.key
	}
	return s.pageKey(p.doc)
}

// save keeps what this build has computed. A cache that cannot be written is told of
// and costs the next build its time, not this one its bundle.
func (b *build) save() {
	s := b.store
	if s == nil {
		return
	}
	b.report.Reuse.Pages = int(s.reused.Load())
	if b.report.Reuse.Pages == 0 && s.cache.Found() {
		b.report.Reuse.Problem = "it is of other pages or other settings"
	}
	now := b.keepTables()
	for _, p := range b.pages {
		if p.kept && now.same() {
			continue
		}
		var w varint.Writer
		p.record(&w, now)
		s.cache.Put(s.keyOf(p), w.Bytes)
	}
	if err := s.cache.Save(); err != nil && b.report.Reuse.Problem == "" {
		b.report.Reuse.Problem = "not written: " + err.Error()
	}
}
