package ner

import "strings"

// TermMode is the choice of common-noun phrases that are entities.
//
// A run is a maximal sequence of words that are neither function words, nor verbs, nor vague (the idea of RAKE, Rose et
// al. 2010); of a run longer than three words the last three count, since English noun phrases end in their head.
type TermMode string

const (
	// TermsKeyphrase accepts runs of two or three words that occur three times or more in at least two places (two
	// documents, or sentences of one document keyphraseSpread apart), and the vocabulary of titles and headings: their
	// single nouns, if the pages under them repeat the word and account for a fair share of its occurrences in the
	// corpus.
	TermsKeyphrase TermMode = "keyphrase" // the default
	// TermsNone accepts no common nouns other than titles.
	TermsNone TermMode = "none"
	// TermsAll accepts every run of one to three words.
	TermsAll TermMode = "all"
)

// Options must be the same for Scan and NewLexicon of one corpus. The zero value is the default.
type Options struct {
	Terms    TermMode // default TermsKeyphrase; only English has terms
	Language string   // BCP 47 tag of the corpus; default English
}

const (
	maxSpan   = 6  // tokens of a capitalised span
	maxTokens = 16 // of an entity: positions in it are bits of a uint16
)

// terms reports whether runs of common nouns are wanted and possible.
func (o Options) terms() bool { return o.Terms != TermsNone && o.language().english }

func (o Options) language() *language {
	tag, _, _ := strings.Cut(strings.ToLower(o.Language), "-")
	return languageOf(tag)
}
