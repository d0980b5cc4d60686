package builder

import (
	"slices"
	"sync"

	"mycel/builder/cache"
	"mycel/builder/intern"
	"mycel/builder/ner"
	"mycel/builder/varint"
)

// Pages in the cache have numbers for their words and for the strings of their
// candidates. The tables of these grow from build to build. Each is two entries, so that
// an edit writes few bytes: a base, and what has come behind it. When that is a quarter
// of the base they become one, and if half of it is of no use any more, that goes.

// table names the entries of a table.
func (s *store) table(kind, part string) cache.Key {
	return cache.KeyOf(kind, s.reading, s.pages, part)
}

// openTables makes the tables of the last build those of this one.
func (b *build) openTables() {
	s := b.store
	var (
		table   *intern.Table
		stems   []string
		strings *ner.Strings
		both    sync.WaitGroup
	)
	both.Go(func() { table, stems = s.readForms() })
	both.Go(func() { strings = s.readStrings() })
	both.Wait()
	if table == nil || strings == nil {
		s.formBase, s.stringBase = 0, 0 // one is of no use without the other
		return
	}
	b.forms, b.strings = formsOf(table), strings
	b.forms.stems = stems
	s.forms, s.strings = len(stems), len(strings.All())
}

// rows calls read for every row of a table, in order, after room for so many more. ok is
// false if it is not there or damaged. base is how many rows its first entry has.
func (s *store) rows(kind string, room func(n int), read func(r *varint.Reader)) (base int, ok bool) {
	for _, part := range []string{"base", "more"} {
		value, ok := s.cache.Get(s.table(kind, part))
		if !ok {
			return 0, false
		}
		r := varint.NewReader(value)
		n := r.Count()
		room(n)
		for range n {
			read(r)
		}
		if r.Close() != nil {
			return 0, false
		}
		if part == "base" {
			base = n
		}
	}
	return base, true
}

// readForms returns the table of words and their stems, nil where there is none.
func (s *store) readForms() (table *intern.Table, stems []string) {
	var keys []string
	base, ok := s.rows("forms", func(n int) {
		keys, stems = slices.Grow(keys, n), slices.Grow(stems, n)
	}, func(r *varint.Reader) {
		key := r.String()
		if key == "" {
			r.Fail() // no word
		}
		keys, stems = append(keys, key), append(stems, readStem(r, key))
	})
	if !ok {
		return nil, nil
	}
	if table, ok = intern.Of(keys); !ok {
		return nil, nil // a string is there twice: not a table of ours
	}
	s.formBase = base
	return table, stems
}

// readStrings returns the table of strings, nil where there is none.
func (s *store) readStrings() *ner.Strings {
	var (
		all       []string
		singulars []uint32
	)
	base, ok := s.rows("strings", func(n int) {
		all, singulars = slices.Grow(all, n), slices.Grow(singulars, n)
	}, func(r *varint.Reader) {
		all, singulars = append(all, r.String()), append(singulars, uint32(r.Int()))
	})
	if !ok {
		return nil
	}
	strings, ok := ner.StringsOf(all, singulars)
	if !ok {
		return nil
	}
	s.stringBase = base
	return strings
}

// renumbered says what forms and strings are called from now on; nil is as before.
type renumbered struct {
	forms   []form
	strings []uint32
}

func (n renumbered) same() bool { return n.forms == nil }

func (n renumbered) form(f form) form {
	if n.forms == nil {
		return f
	}
	return n.forms[f]
}

// keepTables keeps the tables for the next build.
func (b *build) keepTables() (now renumbered) {
	s := b.store
	b.forms.growStems()
	keys, stems, names := b.forms.keys, b.forms.stems, b.strings
	all := names.All()
	if grown(s.formBase, len(keys)) || grown(s.stringBase, len(all)) {
		s.formBase, s.stringBase = 0, 0
		candidates := make([]*ner.Numbered, len(b.pages))
		for i, p := range b.pages {
			candidates[i] = p.candidates
		}
		forms, usedKeys, usedStems := b.forms.used(b.pages)
		strings, used := b.strings.Used(candidates)
		if len(keys)+len(all) > 2*(len(usedKeys)+len(used.All()))+minTable {
			now = renumbered{forms, strings}
			s.cache.Renew()
			keys, stems, names, all = usedKeys, usedStems, used, used.All()
		}
	}
	s.keepRows("forms", &s.formBase, s.forms, len(keys), func(w *varint.Writer, i int) {
		w.String(keys[i])
		recordStem(w, keys[i], stems[i])
	})
	s.keepRows("strings", &s.stringBase, s.strings, len(all), func(w *varint.Writer, i int) {
		w.String(all[i])
		w.Uint(uint64(names.Singular(i)))
	})
	return now
}

// grown tells whether n rows are so many more than the base that they become one.
func grown(base, n int) bool { return n-base > base/4 }

// keepRows writes n rows of a table, of which there were before so many: those behind
// the base, or all if there is none.
func (s *store) keepRows(kind string, base *int, before, n int, record func(w *varint.Writer, i int)) {
	write := func(part string, from, to int) {
		var w varint.Writer
		w.Int(to - from)
		for i := from; i < to; i++ {
			record(&w, i)
		}
		s.cache.Put(s.table(kind, part), w.Bytes)
	}
	switch {
	case *base == 0:
		write("base", 0, n)
		write("more", n, n)
	case n != before:
		write("more", *base, n)
	}
}

// used returns the forms that pages have, with their stems, and by number what their
// numbers are among these.
func (f *forms) used(pages []*page) (numbers []form, keys, stems []string) {
	numbers = make([]form, len(f.keys)) // 1 + number, then number
	use := func(words wordList) {
		for _, w := range words {
			if numbers[w] == 0 {
				keys, stems = append(keys, f.keys[w]), append(stems, f.stems[w])
				numbers[w] = form(len(keys))
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
	for i, n := range numbers {
		numbers[i] = max(n, 1) - 1
	}
	return numbers, keys, stems
}

// minTable is how many rows no page need have: stop words, and what only a lexicon
// knows of. Tests have less.
var minTable = 1 << 12

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
