package query

import "mycel/engine/lexical"

// Keys returns the keys of the query's words, without excluded words.
func (q *Query) Keys() (keys []string) {
	for i := range q.Words {
		if w := &q.Words[i]; !w.Excluded {
			keys = append(keys, w.Key)
		}
	}
	return keys
}

// NamesOf returns the names that a query may be. Names with exactly its words come first.
func (p *Parser) NamesOf(q *Query) []lexical.Name {
	var words []lexical.NameWord
	for i := range q.Words {
		w := &q.Words[i]
		if w.Excluded {
			continue
		}
		// A name is read without its language.
		var word lexical.NameWord
		t, stop, ok := p.Lookup(w.Key)
		if ok {
			word.Terms, word.Stop = append(word.Terms, t), stop
		} else {
			word.Stop = w.Stop
		}
		if bit := q.BitOf(w); bit >= 0 {
			for _, u := range q.Readings(bit) {
				if q.Means(w, u) && !(ok && u == t) {
					word.Terms = append(word.Terms, u)
				}
			}
		}
		words = append(words, word)
	}
	return p.NamesFrom(words)
}
