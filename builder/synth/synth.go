// Package synth makes corpora of any size for tests and benchmarks: short encyclopedia-like passages about people,
// towns, works and companies that refer to each other, with a popularity by Zipf's law, and questions that need two
// passages for an answer. The same seed gives the same corpus on every machine.
package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// Passage is one document.
type Passage struct{ ID, Title, Text string }

// Question is answered by the passages in Gold, in the order of the reasoning.
type Question struct {
	Text string
	Gold []string // passage ids
}

// Corpus makes n passages and up to m questions.
func Corpus(seed uint64, n, m int) ([]Passage, []Question) {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 42)), n: n}
	passages := make([]Passage, n)
	facts := make([]fact, n)
	for i := range n {
		passages[i], facts[i] = g.passage(i)
	}
	var questions []Question
	for i := 0; i < n && len(questions) < m; i++ {
		f := facts[i]
		template := bridges[i%len(bridges)]
		questions = append(questions, Question{
			Text: fmt.Sprintf(template, f.relation, passages[i].Title),
			Gold: []string{passages[i].ID, id(f.target)},
		})
	}
	return passages, questions
}

// fact is the relation of a passage to the passage that continues it.
type fact struct {
	relation string
	target   int
}

var bridges = []string{
	"What is the %[1]s of %[2]s best known for?",
	"In which year was the %[1]s of %[2]s founded or born?",
	"Which river or field is connected with the %[1]s of %[2]s?",
	"%[2]s: where does its %[1]s come from?",
}

type generator struct {
	rng *rand.Rand
	n   int
}

func id(i int) string { return fmt.Sprintf("s%07d", i) }

var (
	syllables = []string{"ka", "lo", "mi", "ren", "tor", "va", "sel", "dun", "ber", "ana", "os", "wick", "ford", "hal", "gri", "ul", "pen", "zar", "el", "qui", "stra", "mond", "ther", "bia", "noc"}
	kinds     = []struct {
		suffix, class, relation string
	}{
		{"", "writer", "birthplace"}, {"ton", "town", "founder"}, {" Works", "company", "owner"}, {" Bridge", "bridge", "engineer"},
	}
	fields = []string{"botany", "optics", "weaving", "hydrology", "chess", "bell founding", "astronomy", "surveying", "glass", "printing", "horology", "shipbuilding"}
	verbs  = []string{"studied", "described", "repaired", "financed", "painted", "opposed", "measured", "inherited"}
)

// name spells number i as a capitalised name that no other number has.
func name(i int) string {
	var s strings.Builder
	for first := true; first || i > 0; first = false {
		s.WriteString(syllables[i%len(syllables)])
		i /= len(syllables)
	}
	word := s.String()
	return strings.ToUpper(word[:1]) + word[1:]
}

func title(i int) string {
	k := kinds[i%len(kinds)]
	if k.class == "writer" {
		return name(i*7+3) + " " + name(i*3+1)
	}
	return name(i*5+2) + k.suffix
}

// popular draws a passage number; number r is drawn about 1/(r+1) times as often as the first.
func (g *generator) popular() int {
	return min(g.n-1, int(math.Exp(g.rng.Float64()*math.Log(float64(g.n)+1)))-1)
}

func (g *generator) passage(i int) (Passage, fact) {
	k := kinds[i%len(kinds)]
	target := g.popular()
	if target == i {
		target = (i + 1) % g.n
	}
	year := 1500 + g.rng.IntN(500)
	var s strings.Builder
	fmt.Fprintf(&s, "%s is a %s known for %s. ", title(i), k.class, fields[g.rng.IntN(len(fields))])
	fmt.Fprintf(&s, "Its %s is %s. ", k.relation, title(target))
	fmt.Fprintf(&s, "It dates from %d and is mentioned together with %s.", year, title(g.popular()))
	for range g.rng.IntN(4) {
		fmt.Fprintf(&s, " In %d %s %s the %s of %s.", year+g.rng.IntN(80), title(g.popular()), verbs[g.rng.IntN(len(verbs))], fields[g.rng.IntN(len(fields))], name(g.popular()*5+2))
	}
	return Passage{ID: id(i), Title: title(i), Text: s.String()}, fact{relation: k.relation, target: target}
}
