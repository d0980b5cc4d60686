package terms

import (
	"encoding/binary"
	"slices"

	"mycel/builder/fields"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Weights computes the weights of terms in chunks, and the postings that lists keep beside their terms
// (lexical.Postings).
type Weights struct {
	Content lexical.Content

	lists  *PostingLists
	means  []float32     // lengths of chunks, by language
	fields *fieldWeights // of documentation
	reach  int           // most postings of a list beside its term
	cut    []uint32      // terms whose lists are cut, ascending

	rests  []byte   // of all chunks, one behind the other
	ends   []uint32 // by chunk: the end of its rest
	counts []uint32 // by chunk: number of postings in its rest
}

// Weigh makes the weights of postings. section returns the section of a chunk.
func (l *PostingLists) Weigh(v *Vocabulary, section func(chunk uint32) model.SectionID) *Weights {
	x := &Weights{Content: l.content(), lists: l, means: l.languages.means(l), reach: l.reach()}
	if x.Content == lexical.Documentation {
		x.fields = newFieldWeights(l, v, section)
	}
	for t := range l.Rows {
		if int(l.Rows[t].N) > x.reach {
			x.cut = append(x.cut, uint32(t))
		}
	}
	if len(x.cut) > 0 {
		x.ends, x.counts = make([]uint32, len(l.Length)), make([]uint32, len(l.Length))
		x.collectRests()
	}
	return x
}

// collectRests makes the rests of all chunks: first their sizes, then their bytes.
func (x *Weights) collectRests() {
	next := make([]uint32, len(x.ends)) // by chunk: 1 + the number of the last list of its rest
	x.eachCut(func(number uint32, p posting) {
		x.ends[p.Passage] += uint32(len(wire.AppendUvarint(nil, number-next[p.Passage]))) + 1
		x.counts[p.Passage]++
		next[p.Passage] = number + 1
	})
	total := uint32(0)
	for c, n := range x.ends {
		x.ends[c] = total // where the rest begins; it moves to the end while the rest is written
		total += n
	}
	x.rests = make([]byte, total)
	clear(next)
	x.eachCut(func(number uint32, p posting) {
		at := x.rests[x.ends[p.Passage]:x.ends[p.Passage]]
		x.ends[p.Passage] += uint32(len(append(wire.AppendUvarint(at, number-next[p.Passage]), p.Level)))
		next[p.Passage] = number + 1
	})
}

// eachCut calls visit with the postings that lists do not keep, list by list.
func (x *Weights) eachCut(visit func(number uint32, p posting)) {
	var list []posting
	for number, t := range x.cut {
		list = x.append(list[:0], t)
		for _, p := range list {
			if !p.kept {
				visit(uint32(number), p)
			}
		}
	}
}

// posting is a posting with its level. kept tells whether the list beside the term has it. places and end delimit its
// places in the row's bytes. It is small, because a common word has one in every chunk.
type posting struct {
	lexical.Posting
	share       byte // of the heading, in documentation; 0 for none
	kept        bool
	places, end uint32
}

// append appends the postings of a term to all, which is empty. The heaviest are kept; of equal ones the first.
func (x *Weights) append(all []posting, t uint32) []posting {
	row := &x.lists.Rows[t]
	profiles := row.profiles
	var of [256]int // postings of each level
	chunk := uint32(0)
	for at := 0; at < len(row.bytes); {
		step, places, end := row.cut(at)
		distance, _ := binary.Uvarint(row.bytes[at:step])
		chunk += uint32(distance)
		p := posting{Posting: lexical.Posting{Passage: chunk}, kept: true, places: uint32(places), end: uint32(end)}
		switch tf := row.occurrences(step, places); x.Content {
		case lexical.Documentation:
			n, size := binary.Uvarint(profiles)
			profiles = profiles[size:]
			p.Level, p.share = x.fields.weigh(t, chunk, &x.lists.Fields.profiles[n])
		case lexical.Bundles:
			p.Level = byte(tf)
		default:
			p.Level = lexical.PassageLevel(tf, float32(x.lists.Length[chunk])/x.means[x.lists.languages.language(chunk)])
		}
		all = append(all, p)
		of[p.Level]++
		chunk++
		at = end
	}
	if len(all) <= x.reach {
		return all
	}
	least, left := len(of)-1, int(x.Kept(row.N)) // left: postings to keep of the least level and the levels below
	for ; of[least] <= left; least-- {
		left -= of[least]
	}
	for i := range all {
		switch p := &all[i]; {
		case int(p.Level) < least:
			p.kept = false
		case int(p.Level) == least:
			p.kept = left > 0
			left--
		}
	}
	return all
}

// eachOwn calls visit for the passages of a term, and tells which have it themselves: in documentation not all do.
func (l *PostingLists) eachOwn(t int, visit func(passage uint32, itself bool)) {
	row := &l.Rows[t]
	profiles, passage := row.profiles, uint32(0)
	row.each(func(step []byte, _ uint32, _ []byte) {
		distance, _ := binary.Uvarint(step)
		passage += uint32(distance)
		itself := true
		if l.Fields != nil {
			n, size := binary.Uvarint(profiles)
			profiles, itself = profiles[size:], l.Fields.profiles[n].Own()
		}
		visit(passage, itself)
		passage++
	})
}

// kept returns the postings of the list beside a term.
func (x *Weights) kept(t uint32) []posting {
	return slices.DeleteFunc(x.append(make([]posting, 0, x.lists.Rows[t].N), t), func(p posting) bool { return !p.kept })
}

// Kept returns the number of postings, of n, that a list keeps beside its term.
func (x *Weights) Kept(n uint32) uint32 {
	return uint32(lexical.Kept(int(n), len(x.lists.Length), x.reach))
}

// Encode writes the core's data about weights.
func (x *Weights) Encode() []byte {
	if x.reach == endless {
		return lexical.EncodeWeights(x.Content, 0)
	}
	return lexical.EncodeWeights(x.Content, x.reach)
}

// EncodeSteps writes the chunks of the lists of some terms.
func (x *Weights) EncodeSteps(w *wire.Writer, terms []uint32) {
	for _, t := range terms {
		if row := &x.lists.Rows[t]; int(row.N) > x.reach {
			writeSteps(w, x.kept(t))
		} else {
			row.each(func(step []byte, _ uint32, _ []byte) { w.Append(step) })
		}
	}
}

// EncodeRows writes the levels of the lists of some terms, in documentation the shares of headings, and which lists are
// cut.
func (x *Weights) EncodeRows(w *wire.Writer, terms []uint32) {
	for _, t := range terms {
		list := x.kept(t)
		var heads []uint32
		var shares []byte
		for i, p := range list {
			w.Byte(p.Level)
			if p.share > 0 {
				heads, shares = append(heads, uint32(i)), append(shares, p.share)
			}
		}
		if x.Content == lexical.Documentation {
			w.Uint(uint32(len(heads)))
			w.Steps(heads)
			w.Append(shares)
		}
		if number, ok := slices.BinarySearch(x.cut, t); ok {
			w.Uint(uint32(number))
		}
	}
}

// EncodePlaces writes the places of the lists of some terms.
func (x *Weights) EncodePlaces(w *wire.Writer, terms []uint32) {
	w.Uint(uint32(len(terms)))
	for _, t := range terms {
		w.Uint(x.Kept(x.lists.Rows[t].N))
	}
	for _, t := range terms {
		if row := &x.lists.Rows[t]; int(row.N) > x.reach {
			writePlaces(w, row, x.kept(t))
		} else {
			row.each(func(_ []byte, _ uint32, places []byte) { w.Append(places) })
		}
	}
}

// Whole returns the number of lists that are cut.
func (x *Weights) Whole() int { return len(x.cut) }

// EncodeWhole writes the whole list of a term whose list is cut.
func (x *Weights) EncodeWhole(w *wire.Writer, number int) {
	all := x.append(nil, x.cut[number])
	w.Uint(uint32(len(all)))
	writeSteps(w, all)
	for _, p := range all {
		w.Byte(p.Level)
	}
	writePlaces(w, &x.lists.Rows[x.cut[number]], all)
}

// EncodeRests writes the rests of some chunks.
func (x *Weights) EncodeRests(w *wire.Writer, chunks []uint32) {
	if len(x.cut) == 0 {
		return
	}
	for _, c := range chunks {
		w.Uint(x.counts[c])
		w.Append(x.rests[x.ends[c]-uint32(x.RestBytes(int(c))) : x.ends[c]])
	}
}

// RestBytes returns the size of a chunk's rest in bytes.
func (x *Weights) RestBytes(c int) int {
	switch {
	case len(x.cut) == 0:
		return 0
	case c == 0:
		return int(x.ends[0])
	}
	return int(x.ends[c] - x.ends[c-1])
}

// writeSteps writes the chunks of a list.
func writeSteps(w *wire.Writer, list []posting) {
	next := uint32(0)
	for _, p := range list {
		w.Uint(p.Passage - next)
		next = p.Passage + 1
	}
}

// writePlaces writes the places of some postings of a row.
func writePlaces(w *wire.Writer, row *PostingRow, list []posting) {
	for _, p := range list {
		w.Append(row.bytes[p.places:p.end])
	}
}

// Weighed returns the postings of a term in passages whose lengths are measured by mean: summaries, or descriptions of
// entities.
func (l *PostingLists) Weighed(t int, mean float32) []lexical.Posting {
	list := make([]lexical.Posting, 0, l.Rows[t].N)
	for _, p := range l.List(t) {
		list = append(list, lexical.Posting{Passage: p.Passage, Level: lexical.PassageLevel(p.TF, float32(l.Length[p.Passage])/mean)})
	}
	return list
}

// fieldWeights has the data for weights of documentation that profiles lack.
type fieldWeights struct {
	prose, listing []float32 // by chunk: weight of an occurrence
	section        func(chunk uint32) model.SectionID
	idf            []int // by term: of headings; 0 for stop words
	heading        []int // by section: the sum over its heading
}

func newFieldWeights(l *PostingLists, v *Vocabulary, section func(chunk uint32) model.SectionID) *fieldWeights {
	f := l.Fields
	x := &fieldWeights{
		prose: l.languages.lengthFactors(f.prose), listing: l.languages.lengthFactors(f.listing),
		section: section, idf: make([]int, len(f.own)), heading: make([]int, len(f.heading)),
	}
	for t, own := range l.counted() {
		if !v.Stop[t] {
			x.idf[t] = fields.HeadingIDF(own, len(f.prose))
		}
	}
	var terms []model.TermID
	for s, words := range f.heading {
		terms = terms[:0]
		for _, w := range words {
			terms = append(terms, v.Term[w])
		}
		slices.Sort(terms)
		for _, t := range slices.Compact(terms) {
			x.heading[s] += x.idf[t]
		}
	}
	return x
}

// weigh returns the level of a term with a profile in a chunk, and its share of the heading.
func (x *fieldWeights) weigh(t, chunk uint32, p *fields.Profile) (level, share byte) {
	if sum := x.heading[x.section(chunk)]; p[fields.Heading] > 0 && sum > 0 {
		share = fields.Share(x.idf[t], sum)
	}
	return lexical.Level(fields.DefaultFields.Of(p, x.prose[chunk], x.listing[chunk])), share
}
