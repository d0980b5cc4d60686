package lexical

import (
	"errors"
	"math"
	"testing"

	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// core is what a dictionary of one block says of itself; block is the block. Tests change a field and encode.
type coreFields struct {
	top, common, from, to, spelling []string
	starts, forms                   []uint32
	commonTerm                      []uint32
	commonFlag                      []byte
}

func (c coreFields) encode() []byte {
	var w wire.Writer
	w.Sorted(c.top)
	w.Offsets(c.starts)
	w.Offsets(c.forms)
	w.Sorted(c.common)
	w.Uint32s(c.commonTerm)
	w.Raw(c.commonFlag)
	w.Strings(c.from)
	w.Strings(c.to)
	w.Sorted(c.spelling)
	return w.Bytes()
}

type blockFields struct {
	forms, added, far, key, words                           []string
	flag                                                    []byte
	term, once, cut, df, away, farTerm, end, short, weighed []uint32
}

func (b blockFields) encode() []byte {
	var w wire.Writer
	w.Sorted(b.forms)
	w.Raw(b.flag)
	w.Uint32s(b.term)
	w.Uint32s(b.once)
	w.Uint32s(b.cut)
	w.Strings(b.added)
	w.Uint32s(b.df)
	w.Uint32s(b.away)
	w.Strings(b.far)
	w.Uint32s(b.farTerm)
	w.Sorted(b.key)
	w.Offsets(b.end)
	w.Strings(b.words)
	w.Uint32s(b.short)
	w.Uint32s(b.weighed)
	return w.Bytes()
}

func goodCore() coreFields {
	return coreFields{top: []string{""}, starts: []uint32{0, 2}, forms: []uint32{0, 3}, common: []string{"the"}, commonTerm: []uint32{1}, commonFlag: []byte{0}, from: []string{"s"}, to: []string{""}, spelling: []string{""}}
}

// goodBlock has the terms "lamp" and "light" of the forms "lamp", "lamps" and "lights".
func goodBlock() blockFields {
	return blockFields{
		forms: []string{"lamp", "lamps", "lights"}, flag: []byte{0, 0, 0}, term: []uint32{0, 0, wire.Zigzag(1)}, once: []uint32{0, 1, 0}, cut: []uint32{0, 1}, added: []string{"", ""},
		df: []uint32{2, 1}, weighed: []uint32{0, 0}, key: []string{"l"}, end: []uint32{0, 1}, words: []string{"lamp"}, short: []uint32{0},
	}
}

// Each array of a dictionary and of a block is held against the others: what disagrees is refused, not read.
func TestDictionaryRefuses(t *testing.T) {
	load := func(c coreFields, b blockFields, set *Set) error {
		d, err := DecodeDictionary(c.encode(), 7, 1, 3, set)
		if err != nil {
			return err
		}
		r := wire.NewReader(b.encode())
		d.LoadBlock(0, r)
		return r.Close()
	}
	must.OK(t, load(goodCore(), goodBlock(), nil))
	inSet := goodBlock()
	inSet.weighed = []uint32{wire.Zigzag(898), 0}
	must.OK(t, load(goodCore(), inSet, &Set{Passages: 1000}))
	for name, change := range map[string]func(c *coreFields){
		"no first words":           func(c *coreFields) { c.top = []string{"a"} },
		"more terms than any":      func(c *coreFields) { c.starts = []uint32{0, 4*maxTermsPerPassage + 1} },
		"more forms than any":      func(c *coreFields) { c.forms = []uint32{0, 4*maxTermsPerPassage + 1} },
		"flags of no common words": func(c *coreFields) { c.commonFlag = nil },
		"a common word of no term": func(c *coreFields) { c.commonTerm = []uint32{2} },
		"half a rule":              func(c *coreFields) { c.to = nil },
		"another number of blocks": func(c *coreFields) { c.top = []string{"", "m"} },
	} {
		c := goodCore()
		change(&c)
		must.Is(t, load(c, goodBlock(), nil), wire.ErrCorrupt, "%s", name)
	}
	for name, change := range map[string]func(b *blockFields){
		"fewer flags":              func(b *blockFields) { b.flag = b.flag[1:] },
		"fewer forms":              func(b *blockFields) { b.forms = b.forms[1:] },
		"a term behind the last":   func(b *blockFields) { b.term = []uint32{0, 0, wire.Zigzag(2)} },
		"a term before the first":  func(b *blockFields) { b.term = []uint32{0, 0, wire.Zigzag(-1)} },
		"a stem longer than forms": func(b *blockFields) { b.cut = []uint32{5, 1} },
		"stems out of order":       func(b *blockFields) { b.added = []string{"", ""}; b.cut = []uint32{0, 6} },
		"a stem twice":             func(b *blockFields) { b.cut, b.added = []uint32{0, 6}, []string{"", "lamp"} },
		"a passage behind all":     func(b *blockFields) { b.once = []uint32{0, 4, 0} },
		"fewer single passages":    func(b *blockFields) { b.once = b.once[1:] },
		"fewer stems":              func(b *blockFields) { b.cut = b.cut[1:] },
		"more passages than any":   func(b *blockFields) { b.df = []uint32{4, 1} },
		"a form of another block":  func(b *blockFields) { b.away = []uint32{1} },
		"a far form of no term":    func(b *blockFields) { b.far, b.farTerm = []string{"x"}, []uint32{2} },
		"a completion of no term":  func(b *blockFields) { b.short = []uint32{wire.Zigzag(2)} },
		"a completion before all":  func(b *blockFields) { b.short = []uint32{wire.Zigzag(-1)} },
		"completions without ends": func(b *blockFields) { b.end = []uint32{0, 2} },
		"counts above all":         func(b *blockFields) { b.weighed = []uint32{0, wire.Zigzag(3)} },
		"counts below none":        func(b *blockFields) { b.weighed = []uint32{0, wire.Zigzag(-2)} },
		"fewer counts":             func(b *blockFields) { b.weighed = b.weighed[1:] },
	} {
		b := goodBlock()
		change(&b)
		must.Is(t, load(goodCore(), b, nil), wire.ErrCorrupt, "%s", name)
	}
	two := goodCore()
	two.top, two.starts, two.forms = []string{"", "m"}, []uint32{0, 2, 3}, []uint32{0, 3, 4}
	d := must.Get(DecodeDictionary(two.encode(), 7, 2, 3, nil))(t)
	away := goodBlock()
	away.term = []uint32{0, wire.Zigzag(2), wire.Zigzag(-1)} // "lamps" is a form of a term of the next block
	r := wire.NewReader(away.encode())
	if d.LoadBlock(0, r); r.OK() {
		t.Error("a form of another block without its passages is accepted")
	}
	away.away = []uint32{3}
	r = wire.NewReader(away.encode())
	if d.LoadBlock(0, r); r.Close() != nil {
		t.Errorf("a form of another block: %v", r.Close())
	}
	late := goodBlock()
	late.forms = []string{"lamp", "lamps", "nights"}
	r = wire.NewReader(late.encode())
	if d.LoadBlock(0, r); r.OK() {
		t.Error("a form behind the block is accepted")
	}
	want := &parts.Missing{}
	missing := *d
	missing.ReadBy(want)
	must.Be(t, missing.Stem(2) == "" && missing.DF(2) == 0 && missing.AnyMissing(), "a term of a missing block is known")
	if _, ok := missing.Form("night"); ok || want.Len() != 1 {
		t.Errorf("a word of a missing block is known; noted %v", want.Take())
	}
	if empty, err := DecodeDictionary(coreFields{starts: []uint32{0}, forms: []uint32{0}}.encode(), 7, 0, 3, nil); err != nil {
		t.Error(err)
	} else if _, ok := empty.Form("a"); ok || empty.AnyMissing() {
		t.Error("a dictionary without blocks has a word, or waits for one")
	}
}

// Lists of spelling, sets and lists that are cut are refused where their numbers disagree.
func TestTablesRefuse(t *testing.T) {
	write := func(f func(w *wire.Writer)) []byte {
		var w wire.Writer
		f(&w)
		return w.Bytes()
	}
	spelling := func(b []byte) error {
		var s Spelling
		s.Set(0, 1)
		return s.Load(0, b)
	}
	for name, c := range map[string]struct {
		b    []byte
		read func(b []byte) error
		good bool
	}{
		"spelling":              {write(func(w *wire.Writer) { w.Sorted([]string{"a", "b"}); w.Raw([]byte{1, 2}) }), spelling, true},
		"spelling, fewer ranks": {write(func(w *wire.Writer) { w.Sorted([]string{"a", "b"}); w.Raw([]byte{1}) }), spelling, false},
		"spelling, more":        {write(func(w *wire.Writer) { w.Sorted([]string{"a"}); w.Raw([]byte{1}); w.Uint(1) }), spelling, false},
		"set":                   {(&Set{1, 2, 3, 4}).Encode(), func(b []byte) error { _, err := DecodeSet(b); return err }, true},
		"set, three numbers":    {write(func(w *wire.Writer) { w.Uint32s([]uint32{1, 2, 3}) }), func(b []byte) error { _, err := DecodeSet(b); return err }, false},
		"lists that are cut":    {EncodeWeights(Passages, 5), cutLists, true},
	} {
		if err := c.read(c.b); (err == nil) != c.good || err != nil && !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func cutLists(b []byte) error {
	p := NewPostings(parts.Reader{}, 1, 9)
	p.SetParts(parts.Reader{}, parts.Reader{Layout: parts.One(0, 1)}, parts.Reader{})
	if _, err := p.DecodeWeights(b, 9); err != nil {
		return err
	}
	for number, good := range map[uint32]bool{0: true, 1: false, math.MaxUint32: false} {
		var w wire.Writer
		w.Append(make([]byte, p.Kept(9)))
		w.Uint(number)
		if err := p.LoadRows([]uint32{0}, make([]byte, p.Kept(9)), w.Bytes(), func(uint32) int { return 9 }); (err == nil) != good {
			return errors.New("the number of a whole list is not checked")
		}
	}
	return nil
}

// The lists of a rest ascend, so that no term counts twice in a passage.
func TestRestsRefuse(t *testing.T) {
	rest := func(steps ...uint32) []byte {
		var w wire.Writer
		w.Uint(uint32(len(steps)))
		for _, step := range steps {
			w.Uint(step)
			w.Byte(7)
		}
		return w.Bytes()
	}
	for name, c := range map[string]struct {
		b    []byte
		good bool
	}{
		"all lists":           {rest(0, 0), true},
		"the last list":       {rest(1), true},
		"a list behind all":   {rest(2), false},
		"one list twice":      {rest(1, math.MaxUint32), false},
		"more than the lists": {rest(0, 0, 0), false},
		"cut":                 {rest(0, 0)[:4], false},
		"bytes left over":     {append(rest(0), 0), false},
	} {
		p := NewPostings(parts.Reader{}, 1, 9)
		p.SetParts(parts.Reader{}, parts.Reader{Layout: parts.One(0, 2)}, parts.Reader{})
		err := p.LoadRests([]uint32{3}, c.b)
		must.Be(t, (err == nil) == c.good && (err == nil || errors.Is(err, wire.ErrCorrupt)), "%s: %v", name, err)
	}
}
