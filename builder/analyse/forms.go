package analyse

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/intern"
	"mycel/builder/order"
	"mycel/builder/varint"
)

// Form is the number of a key in the table of the build. Numbers depend on caches and on the order in which pages
// were read, so no byte of the bundle may depend on them.
type Form uint32

// WordList holds the keys of a text's tokens.
type WordList []Form

// Forms is the table of the keys of the corpus's words, and of the spellings of keys with diacritics: stemmers need
// the diacritics that keys have lost.
type Forms struct {
	mu      sync.Mutex
	Keys    []string
	table   *intern.Table
	written map[Form]map[string]int
}

// spelt is a spelling that differs from its key, with its occurrences on a page.
type spelt struct {
	key     Form
	written string
	count   int
}

func NewForms() *Forms {
	return &Forms{table: intern.New(0), written: map[Form]map[string]int{}}
}

// Adopt gives lists of words, and their spellings, the numbers of the table. Before that, their numbers are
// positions in keys.
func (f *Forms) Adopt(keys []string, written []spelt, lists func(visit func(WordList))) {
	numbers := f.Number(keys)
	lists(func(list WordList) {
		for i, w := range list {
			list[i] = numbers[w]
		}
	})
	for i := range written {
		written[i].key = numbers[written[i].key]
	}
	f.count(written)
}

// Number returns the numbers of keys. New keys get new numbers.
func (f *Forms) Number(keys []string) []Form {
	hashes := f.table.Hashes(keys)
	f.mu.Lock()
	defer f.mu.Unlock()
	numbers := f.table.NumberCopies(keys, hashes)
	f.Keys = f.table.All()
	out := make([]Form, len(keys))
	for i, n := range numbers {
		out[i] = Form(n)
	}
	return out
}

// count adds the spellings of a page.
func (f *Forms) count(list []spelt) {
	if len(list) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, v := range list {
		m := f.written[v.key]
		if m == nil {
			m = map[string]int{}
			f.written[v.key] = m
		}
		m[v.written] += v.count
	}
}

// FormCount has the occurrences of a form on pages, and of its spellings that differ from the key.
type FormCount struct {
	Key     string
	Count   int
	Written []WrittenCount // ascending
}

// WrittenCount is a spelling with its occurrences.
type WrittenCount struct {
	Written string
	Count   int
}

// Counts lists the forms of the table, ascending by key. counts is by number.
func (f *Forms) Counts(counts []int) []FormCount {
	list := make([]FormCount, len(f.Keys))
	for k, n := range order.By(len(f.Keys), func(i int) string { return f.Keys[i] }) {
		list[k] = FormCount{Key: f.Keys[n], Count: counts[n]}
		for _, written := range slices.Sorted(maps.Keys(f.written[Form(n)])) {
			list[k].Written = append(list[k].Written, WrittenCount{written, f.written[Form(n)][written]})
		}
	}
	return list
}

// AddCounts adds the counts of pages that are not in memory. It returns the numbers of the forms.
func (f *Forms) AddCounts(list []FormCount) []Form {
	keys := make([]string, len(list))
	for i := range list {
		keys[i] = list[i].Key
	}
	numbers := f.Number(keys)
	for i, n := range numbers {
		for _, w := range list[i].Written {
			f.count([]spelt{{n, strings.Clone(w.Written), w.Count}})
		}
	}
	return numbers
}

// Code writes the counts of a form to a record, or reads them. Strings that are read share the memory of the record.
func (f *FormCount) Code(c varint.Coder) {
	c.String(&f.Key)
	varint.Number(c, &f.Count)
	varint.List(c, &f.Written)
	for i := range f.Written {
		c.String(&f.Written[i].Written)
		varint.Number(c, &f.Written[i].Count)
	}
}

// ReadFormCount reads the counts of a form.
func ReadFormCount(r *varint.Reader) (f FormCount) {
	f.Code(varint.Coder{R: r})
	return f
}

// All returns the keys by number. It leaves out keys that are added later.
func (f *Forms) All() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Keys
}

// Mostly returns the most frequent spelling of a key, which occurs occurrences times as a form; ties go to the
// smaller string.
func (f *Forms) Mostly(w Form, key string, occurrences int) string {
	if f.Keys[w] != key { // a form of one language: the spellings belong to the key
		number, ok := f.table.Find(key)
		if !ok {
			return key
		}
		w = Form(number)
	}
	best, n := key, occurrences
	counts := f.written[w]
	for _, count := range counts {
		n -= count
	}
	for written, count := range counts {
		if count > n || count == n && (best == key || written < best) {
			best, n = written, count
		}
	}
	return best
}

// speller numbers the keys of one text by themselves, so that pages that are analysed at the same time lock the
// table once, and not at every word.
type speller struct {
	numbers map[string]Form
	Keys    []string
	written map[spelling]int
}

// spelling is a key with a spelling.
type spelling struct {
	key     Form
	written string
}

func NewSpeller() *speller { return &speller{numbers: map[string]Form{}} }

// word returns the number of a key, and notes its spelling.
func (s *speller) word(key []byte, written string) Form {
	n, ok := s.numbers[string(key)]
	if !ok {
		n = Form(len(s.Keys))
		s.Keys = append(s.Keys, string(key))
		s.numbers[s.Keys[n]] = n
	}
	if len(written) == utf8.RuneCountInString(written) { // ASCII
		return n
	}
	if text := strings.ToLower(norm.NFKC.String(written)); text != s.Keys[n] {
		if s.written == nil {
			s.written = map[spelling]int{}
		}
		s.written[spelling{n, text}]++
	}
	return n
}

// Spelt returns the spellings of the keys, by key.
func (s *speller) Spelt() []spelt {
	var out []spelt
	for k, n := range s.written {
		out = append(out, spelt{k.key, strings.Clone(k.written), n})
	}
	slices.SortFunc(out, func(a, b spelt) int {
		return cmp.Or(cmp.Compare(a.key, b.key), strings.Compare(a.written, b.written))
	})
	return out
}
