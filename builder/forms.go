package builder

import (
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/intern"
)

// form is the number of a key in the table of the build. Numbers depend on the order
// in which pages were read and on caches: nothing of the bundle may depend on them.
type form uint32

// wordList holds the keys of a text's tokens.
type wordList []form

// forms is the table of all keys of the corpus's words, and of how keys with
// diacritics are written: stemmers need the diacritics that keys have lost.
type forms struct {
	mu      sync.Mutex
	keys    []string
	table   *intern.Table
	written map[form]map[string]int
}

// spelt is how often a page writes a key otherwise than the key is spelt.
type spelt struct {
	key     form
	written string
	count   int
}

func newForms() *forms {
	return &forms{table: intern.New(0), written: map[form]map[string]int{}}
}

// adopt gives lists of words, and how they are written, the numbers of the table. Before
// they have places in keys.
func (f *forms) adopt(keys []string, written []spelt, lists func(visit func(wordList))) {
	numbers := f.number(keys)
	lists(func(list wordList) {
		for i, w := range list {
			list[i] = numbers[w]
		}
	})
	for i := range written {
		written[i].key = numbers[written[i].key]
	}
	f.count(written)
}

// number returns the numbers of keys, giving new ones to those it does not know.
func (f *forms) number(keys []string) []form {
	hashes := f.table.Hashes(keys)
	f.mu.Lock()
	defer f.mu.Unlock()
	numbers := f.table.NumberCopies(keys, hashes)
	f.keys = f.table.All()
	out := make([]form, len(keys))
	for i, n := range numbers {
		out[i] = form(n)
	}
	return out
}

// count adds what a page writes.
func (f *forms) count(list []spelt) {
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

// all returns the keys by number. Those that are added later are not among them.
func (f *forms) all() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.keys
}

// mostly returns how a key is mostly written, which occurs so often as a form; ties go to
// the smaller string.
func (f *forms) mostly(w form, key string, occurrences int) string {
	if f.keys[w] != key { // a form of one language: how it is written is said of the key
		number, ok := f.table.Find(key)
		if !ok {
			return key
		}
		w = form(number)
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

// speller numbers the keys of one text by themselves, so that pages which are
// analysed at the same time meet once and not at every word.
type speller struct {
	numbers map[string]form
	keys    []string
	written map[spelling]int
}

// spelling is a key and how it is written.
type spelling struct {
	key     form
	written string
}

func newSpeller() *speller { return &speller{numbers: map[string]form{}} }

// word returns the number of a key that is written so.
func (s *speller) word(key []byte, written string) form {
	n, ok := s.numbers[string(key)]
	if !ok {
		n = form(len(s.keys))
		s.keys = append(s.keys, string(key))
		s.numbers[s.keys[n]] = n
	}
	if isASCII(written) {
		return n
	}
	if text := strings.ToLower(norm.NFKC.String(written)); text != s.keys[n] {
		if s.written == nil {
			s.written = map[spelling]int{}
		}
		s.written[spelling{n, text}]++
	}
	return n
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// spelt returns how the keys are written.
func (s *speller) spelt() []spelt {
	var out []spelt
	for k, n := range s.written {
		out = append(out, spelt{k.key, strings.Clone(k.written), n})
	}
	return out
}
