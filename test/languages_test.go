package test

import (
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/engine/query"
	"mycel/internal/must"
)

// polyglot is a site in four languages, one of which has no stemmer.
func polyglot(t *testing.T) *mycel.Bundle {
	page := func(lang, text string) string { return "---\nlang: " + lang + "\n---\n" + text }
	return corpusOf(t, map[string]string{
		"en1": page("en", "# Libraries\n\nThe libraries are open on Sunday. A son of the keeper reads there, and some coins are kept."),
		"en2": page("en-GB", "# Towers\n\nTowers stand at the shore. They are lit at night."),
		"en3": page("en", "# Boats\n\nA boat sails past the tower and the library, and then another."),
		"fr1": page("fr", "# Bibliothèques\n\nLes bibliothèques sont ouvertes le dimanche. Nous continuons avec son livre. Il faut chanter, danser, et nous chantons, dansons."),
		"fr2": page("fr", "# Coins\n\nLes coins de la tour sont ronds. Une maison et son jardin."),
		"ru1": page("ru", "# Книги\n\nВ библиотеке много книг. Читатели любят книги и журналы. Вода и рыба за домами, столами и словами; рука и нога."),
		"de1": page("de", "# Häuser\n\nDie Häuser stehen am Ufer. Sie will die Türme sehen, und was dahinter liegt."),
		"de2": page("de", "# Boote\n\nEin Haus und ein Boot."),
		"it1": page("it", "# Navi\n\nUna nave e due navi nel porto."),
	})
}

func TestLanguages(t *testing.T) {
	b := polyglot(t)
	for _, c := range []struct{ query, language, want string }{
		{"library", "", "en1 en3"}, {"library", "en", "en1 en3"}, {"library", "en-US", "en1 en3"},
		{"bibliothèque", "", "fr1"}, {"bibliothèque", "fr", "fr1"}, // by the forms that French pages have
		{"jardins", "fr", "fr2"}, // a form that no page has
		{"книгами", "", "ru1"}, {"книгами", "ru", "ru1"}, {"библиотека", "ru", "ru1"},
		{"Haus", "de", "de2"}, {"Häuser", "de", "de1"}, // no stemmer
		{"towering", "", "en2 en3"}, // English analogy
		{"navi", "it", "it1"},
		{"coin", "en", "en1"}, {"coins", "fr", "en1 fr2"},
		// A function word of one language is a word of the other.
		{"son", "en", "en1"},
		{"will Türme", "de", "de1"},
	} {
		o := engine.Options{}
		o.Read.Language, o.Read.NoTypos = c.language, true
		o.Read.Prefix = query.CompleteNever
		got := strings.Fields(documents(ask(t, b, c.query, o)))
		want := strings.Fields(c.want)
		if len(got) < len(want) {
			t.Errorf("%s (%s) finds %v, want %v", c.query, c.language, got, want)
			continue
		}
		for _, w := range want {
			if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+w+" ") {
				t.Errorf("%s (%s) finds %v, want %v", c.query, c.language, got, want)
			}
		}
	}
	stop := func(query, language string) (out string) {
		o := engine.Options{}
		o.Read.Language = language
		for _, w := range ask(t, b, query, o).Terms {
			if w.Stop {
				out += w.Word + " "
			}
		}
		return out
	}
	for _, c := range []struct{ query, language, want string }{
		{"the son of avec livres", "fr", "the son of avec "}, {"the son of avec livres", "en", "the of avec "},
		{"was will die", "de", "was will die "}, {"was will livre", "en", "was will "},
		{"книги и журналы", "ru", "и "},
	} {
		must.Equal(t, stop(c.query, c.language), c.want, "%q in %q: function words", c.query, c.language)
	}
	r := ask(t, b, "книгами", engine.Options{})
	if e := r.Hits[0].Excerpt; len(e.Matches) == 0 || !strings.Contains(e.Text, "книг") {
		t.Errorf("marked %v in %q", e.Matches, e.Text)
	}
}

// A corpus in one language, whatever its pages call it, has no section for it.
func TestOneLanguage(t *testing.T) {
	for _, pages := range []map[string]string{
		{"a": "---\nlang: en\n---\n# One\n\nA tower.", "b": "---\nlang: en-GB\n---\n# Two\n\nA lamp."},
		{"a": "---\nlang: is\n---\n# Einn\n\nTurn.", "b": "---\nlang: sk\n---\n# Dva\n\nVeža."},
		{"a": "---\nlang: nb\n---\n# En\n\nEt tårn.", "b": "# To\n\nEn lampe."},
	} {
		if b := corpusOf(t, pages); b.Engine().Index().Parser.Ways() != 1 {
			t.Errorf("%v: %d ways of stemming", pages, b.Engine().Index().Parser.Ways())
		}
	}
}

// A function word that is none in another language of the corpus is not searched for as that.
func TestFunctionWordOfAnotherLanguage(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"de": "---\nlang: de\n---\n# Sie will die Türme\n\nDie Türme will sie sehen.",
		"en": "---\nlang: en\n---\n# A will to die\n\nA will, and a will.",
		"up": "---\nlang: en\n---\n# Towers\n\nTürme, Türme, Türme; a will to die and a will.",
	})
	for _, query := range []string{"Sie will die Türme", "A will to die", "die Türme, die will", "will"} {
		for _, language := range []string{"", "de", "en"} {
			o := engine.Options{}
			o.Read.Language = language
			q := b.Engine().Request(query, o).Query
			for _, a := range q.Alternatives {
				if a.Bit < 0 || a.Bit >= len(q.Terms) {
					t.Errorf("%s (%s): an alternative stands for term %d of %d", query, language, a.Bit, len(q.Terms))
				}
			}
			if r := ask(t, b, query, o); len(r.Hits) == 0 {
				t.Errorf("%s (%s) finds nothing", query, language)
			}
		}
	}
}

// A compound of a language that writes it as one word is found by its parts, behind the words themselves, and finds texts that have
// the parts, linked or not.
func TestCompounds(t *testing.T) {
	const german, swedish = "---\nlang: de\n---\n", "---\nlang: sv\n---\n"
	for _, c := range []struct {
		pages map[string]string
		query string
		want  []string
	}{
		{map[string]string{
			"a": german + "# Hafen\n\nDer Lotsenturm am Hafen ist alt, die Boote sind jung.", "b": german + "# Kai\n\nDer Turm am Hafen ist alt, die Lotsen sind jung.", "c": german + "# Boote\n\nSie fahren aus.",
		}, "Turm", []string{"b.md", "a.md"}},
		{map[string]string{
			"a": german + "# Wetterdienstplan\n\nEr hängt aus.", "b": german + "# Hafen\n\nDas Wetter ist gut. Der Dienst beginnt.", "c": german + "# Plan\n\nEin Plan.",
		}, "Wetter Plan", []string{"a.md"}},
		{map[string]string{
			"a": swedish + "# Hus\n\nEn tornvaktare går runt. Vid havet brinner elden.", "b": swedish + "# Ön\n\nEn vaktare går runt. Vid ett torn brinner fyren.", "c": swedish + "# Båtar\n\nDe seglar.",
		}, "vaktare", []string{"b.md", "a.md"}},
		{map[string]string{
			"a": german + "# Kai\n\nDie Hafenverwaltung hat geschlossen.", "b": german + "# Turm\n\nIm Turm sitzt die Verwaltung, die für den Hafen sorgt.", "c": german + "# Hafen\n\nEin Hafen.",
		}, "Hafenverwaltung", []string{"a.md", "b.md"}},
		{map[string]string{
			"a": german + "# Turm\n\nIm Turm sitzt die Verwaltung.", "b": german + "# Hafen\n\nEin Hafen.", "c": german + "# Büro\n\nDie Verwaltung.",
		}, "in welchem Stockwerk sitzt der Verwaltungsturm", []string{"a.md"}},
		{map[string]string{
			"a": "# Lighthouse\n\nIt stands there.", "b": "# Harbour\n\nThe house is old, the light is bright.",
		}, "house", []string{"b.md"}},
		{map[string]string{
			"a": "# Lighthouse\n\nIt stands there.", "b": "# Harbour\n\nThe house is old, the light is bright.",
		}, "lighthouse", []string{"a.md"}},
	} {
		b := corpusOf(t, c.pages)
		var got []string
		for _, h := range ask(t, b, c.query, engine.Options{}).Hits {
			got = append(got, h.Document)
		}
		if len(got) < len(c.want) || !slices.Equal(got[:len(c.want)], c.want) || strings.HasSuffix(c.query, "house") && len(got) > 1 {
			t.Errorf("%q finds %q, want %q first", c.query, got, c.want)
		}
	}
}
