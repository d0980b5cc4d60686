package ner

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// On ASCII, where the borders of words are those of package regexp too, the matches
// are those of the paper's expression.
func TestRegexMatches(t *testing.T) {
	paper := regexp.MustCompile(`\b[A-Z][a-z]+(?:\s+[A-Z][a-z]+){0,3}\b`)
	rng := rand.New(rand.NewPCG(1, 2))
	const alphabet = "AaBbz  \n.1_'-"
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(24) {
			b.WriteByte(alphabet[rng.IntN(len(alphabet))])
		}
		var want [][2]int
		for _, m := range paper.FindAllStringIndex(b.String(), -1) {
			want = append(want, [2]int{m[0], m[1]})
		}
		if got := regexMatches(b.String()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %v, want %v", b.String(), got, want)
		}
	}
	for text, want := range map[string]string{
		"Malmö is near Lund": "Lund", "Ada Lovelace’s notes": "Ada Lovelace", "One Two Three Four Five Six": "One Two Three Four|Five Six",
		"The NASA chief James E. Webb": "The|James|Webb", "\xffAda \xff Bo": "Ada|Bo", "Übung Ada": "Ada",
	} {
		var got []string
		for _, m := range regexMatches(text) {
			got = append(got, text[m[0]:m[1]])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLiteral(t *testing.T) {
	texts := []string{"Ed Wood directed. Later Ed Wood drank.", "Bela\nLugosi met Ed Wood in Hollywood."}
	names := []string{"Ed Wood (film)", "Bela Lugosi"}
	s := NewStrings()
	var docs []*Numbered
	var titles []Title
	for i, text := range texts {
		docs = append(docs, s.Number(ScanRegex(names[i], text)))
		titles = append(titles, Title{Text: names[i], Doc: i}, Title{Text: "Later Life", Doc: i, Level: 1})
	}
	describe := func(l *Literal) (out []string) {
		for i, c := range docs {
			var line []string
			for _, m := range l.Mentions(texts[i], starts(texts[i]), c) {
				line = append(line, l.Entities()[m.Entity].Name+"@"+string(rune('0'+m.Sentence)))
			}
			out = append(out, strings.Join(line, ", "))
		}
		return out
	}
	plain := NewLiteral(s, docs, nil)
	if got, want := describe(plain), []string{"Ed Wood@0, Later Ed Wood@1", "Bela Lugosi@0, Ed Wood@0, Hollywood@0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("without titles: got %q, want %q", got, want)
	}
	if len(plain.Aliases()) != 0 {
		t.Errorf("got aliases %v", plain.Aliases())
	}
	linked := NewLiteral(s, docs, titles)
	if got, want := describe(linked), []string{"Ed Wood (film)@0, Later Ed Wood@1", "Bela Lugosi@0, Ed Wood (film)@0, Hollywood@0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("with titles: got %q, want %q", got, want)
	}
	if got := linked.Aliases(); len(got) != 1 || got[0].Key != "ed wood" || linked.Entities()[got[0].Entity].Key != "ed wood film" {
		t.Errorf("got aliases %v of %v", got, linked.Entities())
	}
	// A second page of the name makes the short form ambiguous.
	other := NewLiteral(s, docs, append(titles, Title{Text: "Ed Wood (director)", Doc: 1}))
	if got, want := describe(other)[0], "Ed Wood@0, Later Ed Wood@1"; got != want {
		t.Errorf("two titles: got %q, want %q", got, want)
	}
}
