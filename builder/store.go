package builder

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"mycel/builder/cache"
	"mycel/builder/ingest"
	"mycel/builder/varint"
)

// Reuse tells what a build had from its cache.
type Reuse struct {
	Path    string `json:"path"`
	Pages   int    `json:"pages"`             // not analysed again
	Problem string `json:"problem,omitempty"` // why the cache was not read, or not written
}

// store keeps documents and pages in the cache. Keys of documents say which program
// read them with which options and from what bytes; keys of pages say further how the
// document was analysed. So an entry is right or not there, and nothing else tells
// whether it is up to date.
type store struct {
	cache   *cache.Cache
	reading string // all but the source that a document depends on
	pages   string // all but the document that a page depends on
	table   cache.Key
	forms   int // in the table of the last build
	reused  atomic.Int64
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
	c, problem := cache.Open(b.Cache)
	b.report.Reuse.Problem = problem
	o := b.Ingest
	o.Progress, o.Store, o.Skip = nil, nil, ""
	b.store = &store{cache: c, reading: fmt.Sprintf("%s %#v", program, o)}
}

// programSum returns the SHA-256 of the running program: whatever changes the result
// changes it.
var programSum = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return string(h.Sum(nil)), err
})

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
	sum := sha256.Sum256(raw)
	return cache.KeyOf("document", s.reading, name, string(sum[:]))
}

// openPages makes the forms of the last build those of this one, so that its pages can
// be read.
func (b *build) openPages() error {
	if b.store == nil {
		return nil
	}
	mentions, err := fileSum(b.Mentions)
	if err != nil {
		return err
	}
	s := b.store
	s.pages = fmt.Sprintf("%q %q %d %d %d %d %x", b.Language, b.Tokenizer, b.ChunkTokens, b.ChunkOverlap, b.NER, b.Terms, mentions)
	s.table = cache.KeyOf("forms", s.reading, s.pages)
	value, ok := s.cache.Get(s.table)
	if !ok {
		return nil
	}
	r := varint.NewReader(value)
	keys := make([]string, r.Count())
	stems := make([]string, len(keys))
	for i := range keys {
		keys[i] = r.String()
		stems[i] = readStem(r, keys[i])
	}
	if r.Close() != nil {
		return nil // and no page is read
	}
	b.forms.number(keys)
	if s.forms = len(keys); len(b.forms.keys) != s.forms {
		b.forms, s.forms = newForms(), 0 // a key is there twice: not a table of ours
		return nil
	}
	b.forms.stems = stems
	return nil
}

// fileSum returns the SHA-256 of a file, nothing for "".
func fileSum(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	b, err := os.ReadFile(path)
	sum := sha256.Sum256(b)
	return sum[:], err
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
	p := readPage(r, d, s.forms)
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
		b.report.Reuse.Problem = "it is of other pages, other settings or another version of Mycel"
	}
	numbers, keys, stems := b.forms.compact(b.pages)
	for _, p := range b.pages {
		if p.kept && numbers == nil {
			continue
		}
		var w varint.Writer
		p.record(&w, func(f form) form {
			if numbers == nil {
				return f
			}
			return numbers[f]
		})
		s.cache.Put(s.keyOf(p), w.Bytes)
	}
	if len(keys) != s.forms || numbers != nil {
		var w varint.Writer
		w.Int(len(keys))
		for i, key := range keys {
			w.String(key)
			recordStem(&w, key, stems[i])
		}
		s.cache.Put(s.table, w.Bytes)
	}
	if err := s.cache.Save(); err != nil && b.report.Reuse.Problem == "" {
		b.report.Reuse.Problem = "not written: " + err.Error()
	}
}

// recordStem appends a stem, which mostly begins as its key does; "" is none.
func recordStem(w *varint.Writer, key, stem string) {
	same := commonPrefix(key, stem)
	w.Int(same)
	w.String(stem[same:])
}

func readStem(r *varint.Reader, key string) string {
	same, rest := r.Int(), r.String()
	if same > len(key) {
		r.Fail()
		return ""
	}
	if rest == "" {
		return key[:same]
	}
	return key[:same] + rest
}

// compact returns the keys of the table to be kept, and their stems. If no page has half of them any
// more, it leaves those out, and numbers says what the others are called then; else
// it is nil.
func (f *forms) compact(pages []*page) (numbers []form, keys, stems []string) {
	used := make([]bool, len(f.keys))
	n := 0
	use := func(words wordList) {
		for _, w := range words {
			if !used[w] {
				used[w] = true
				n++
			}
		}
	}
	for _, p := range pages {
		use(p.words)
		use(p.title)
		for _, h := range p.heading {
			use(h)
		}
		for _, s := range p.written {
			use(wordList{s.key})
		}
	}
	f.growStems()
	if len(f.keys) <= 2*n+minTable {
		return nil, f.keys, f.stems
	}
	numbers = make([]form, len(f.keys))
	for w, ok := range used {
		if ok {
			numbers[w] = form(len(keys))
			keys, stems = append(keys, f.keys[w]), append(stems, f.stems[w])
		}
	}
	return numbers, keys, stems
}

// minTable is how many forms no page need have: stop words, and a few. Tests have less.
var minTable = 1 << 12
