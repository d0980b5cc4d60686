package query

import (
	"slices"

	"mycel/engine/lexical"
	"mycel/engine/model"
)

// Limits of corrections.
const (
	maxNear     = 3 // readings of a word, all with the smallest distance
	maxUnknowns = 8 // words of a query that are compared with the dictionary
)

// nearestWords returns the terms of the words nearest to key, best first, and those words; nil if no word
// is within furthest edits. A name is never a misspelling of a word with another first letter: names
// differ in it, but it is seldom misspelt.
func (p *Parser) nearestWords(key string, name bool, furthest int) (terms []model.TermID, forms []string) {
	letters, missing, common := []rune(key), false, false
	for most := 1; most <= min(furthest, lexical.Edits(letters)) && forms == nil && !common; most++ {
		c := lexical.Candidates{Most: maxNear}
		complete := p.Spelling().Near(letters, most, func(x lexical.Candidate) {
			common = common || x.Edits == 0
			if !name || !x.Renamed {
				c.Offer(x)
			}
		})
		missing = missing || !complete // parts for two edits are noted at once
		if !missing && !common {
			terms, forms = p.termsOf(c.List)
		}
	}
	return terms, forms
}

// termsOf returns the terms of listed words, each once, and the first word of each.
func (p *Parser) termsOf(list []lexical.Candidate) (terms []model.TermID, forms []string) {
	for i := range list {
		form := list[i].Form
		if t, _, ok := p.Exact(form); ok && !slices.Contains(terms, t) {
			terms, forms = append(terms, t), append(forms, form)
		}
	}
	return terms, forms
}
