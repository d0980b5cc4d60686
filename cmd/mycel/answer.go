package main

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"mycel/engine"
	"mycel/engine/excerpt"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/strategy"
)

// writeAnswer prints a result for a person.
func (p *program) writeAnswer(r *engine.Result) error {
	width, terminal := p.terminal(p.out)
	if !terminal {
		width = defaultWidth
	}
	page := answerPage{result: r, width: min(width, defaultWidth), bold: terminal && !p.plain()}
	for i := range r.Hits {
		page.hit(i)
	}
	if len(r.Hits) == 0 {
		fmt.Fprintf(p.err, "No section matches “%s”.\n", printable(r.Query))
	}
	if r.Cut {
		fmt.Fprintf(&page, "The query is too long: its first %d bytes and %d words are read, and the %d rarest searched for.\n",
			lexical.MaxQueryBytes, lexical.MaxQueryWords, lexical.MaxQueryTerms)
	}
	page.unknownWords()
	page.synonyms()
	if r.DidYouMean != "" {
		fmt.Fprintf(&page, "Did you mean: %s (its results are shown)\n", printable(r.DidYouMean))
	}
	fmt.Fprintf(&page, "%s: %s\n", r.Mode, r.Reason)
	_, err := p.out.Write(page.Bytes())
	return err
}

// answerPage lays a result out in lines.
type answerPage struct {
	bytes.Buffer
	result *engine.Result
	width  int  // columns
	bold   bool // emphasise matches
}

// indent stands before the lines below a hit's headline, in the place of its rank.
const indent = "    "

func (p *answerPage) hit(i int) {
	h := &p.result.Hits[i]
	fmt.Fprintf(p, "%2d. ", i+1)
	p.headline(h)
	address := h.URL
	if address == "" {
		address = h.Document
	}
	fmt.Fprintf(p, "%s%s\n", indent, printable(address))
	p.excerpt(h.Excerpt)
	if len(h.AlsoIn) > 0 {
		fmt.Fprintf(p, "%salso in %s\n", indent, printable(strings.Join(alsoIn(h), ", ")))
	}
	fmt.Fprintf(p, "%s(%s)\n\n", indent, printable(p.why(h)))
}

// alsoIn names the places of nearly the same text by their versions, or by their
// addresses where there is none.
func alsoIn(h *engine.Hit) []string {
	var names []string
	for _, a := range h.AlsoIn {
		names = append(names, cmp.Or(a.Version, a.URL, a.Document))
	}
	return names
}

// excerpt writes the lines of a text, with dots where it was cut off.
func (p *answerPage) excerpt(e *excerpt.Excerpt) {
	if e == nil {
		return
	}
	lines := wrap(e.Text, e.Matches, p.width-len(indent)-len("… "), p.bold)
	for i, line := range lines {
		if i == 0 && e.CutStart {
			line = "… " + line
		}
		if i == len(lines)-1 && e.CutEnd {
			line += " …"
		}
		fmt.Fprintf(p, "%s%s\n", indent, line)
	}
}

// headline writes where the hit is: title › headings above › heading.
func (p *answerPage) headline(h *engine.Hit) {
	for i, crumb := range h.Breadcrumb {
		spans := h.TitleMatches
		if i > 0 {
			p.WriteString(" › ")
			spans = nil
		}
		p.WriteString(emphasise(crumb, spans, p.bold))
	}
	// A page's first heading usually repeats its title.
	if h.Heading != "" && h.Heading != h.Title {
		p.WriteString(" › ")
		p.WriteString(emphasise(h.Heading, h.HeadingMatches, p.bold))
	}
	p.WriteByte('\n')
}

// communityOf says what the communities of a layer are of.
var communityOf = map[strategy.Layer]string{
	strategy.ChunkLayer: "passages", strategy.RelationLayer: "related entities", strategy.SimilarityLayer: "similar entities",
}

// why says in a line what brought a hit.
func (p *answerPage) why(h *engine.Hit) string {
	var parts []string
	switch h.Why.Exact {
	case strategy.ExactTitle:
		parts = append(parts, "the page has this very title")
	case strategy.ExactHead:
		parts = append(parts, "the section has this very heading")
	case strategy.ExactCode:
		parts = append(parts, "the section has this very name")
	}
	switch h.Why.Reader {
	case strategy.Graph:
		part := "through the graph"
		if h.Why.Layer != "" {
			part = p.community(&h.Why)
		}
		if len(h.Why.Via) > 0 {
			part += ": " + strings.Join(h.Why.Via, ", ")
		}
		if h.Why.Pair >= 0 {
			pair := p.result.Pairs[h.Why.Pair]
			if len(pair.Path) > 0 {
				part += ": " + strings.Join(pair.Path, " → ")
			} else { // the graph was not looked at
				part = "as a pair: " + p.result.Entities[pair.A].Name + ", " + p.result.Entities[pair.B].Name
			}
		}
		parts = append(parts, part)
	case strategy.Summary:
		parts = append(parts, fmt.Sprintf("through the summary “%s”", h.Why.Summary))
		if h.Why.Written != "" {
			parts = append(parts, fmt.Sprintf("which a language model wrote: “%s”", beginning(h.Why.Written)))
		}
	case strategy.Bridge:
		for _, b := range h.Why.Chain {
			from := b.Title
			if b.Heading != "" && b.Heading != b.Title {
				from += " › " + b.Heading
			}
			parts = append(parts, fmt.Sprintf("from “%s” over %s", printable(from), printable(b.Entity)))
		}
	case strategy.Vector:
		parts = append(parts, "by vectors")
	case strategy.Element:
		parts = append(parts, throughNode(&h.Why))
	case strategy.Skeleton:
		parts = append(parts, "through the skeleton: "+printable(strings.Join(h.Why.Via, ", ")))
	case strategy.Keyword:
		parts = append(parts, "by the keyword "+printable(h.Why.Keyword))
	case strategy.Filled:
		parts = append(parts, "by its words, to fill the list")
	default:
		parts = append(parts, "by its words")
	}
	if words := p.words(h.Why.Terms); words != "" {
		parts = append(parts, "shows "+words)
	}
	var mentions []string
	for _, e := range h.Why.Entities {
		mentions = append(mentions, fmt.Sprintf("%s %d×", p.result.Entities[e.Entity].Name, e.Count))
	}
	if len(mentions) > 0 {
		parts = append(parts, "mentions "+strings.Join(mentions, ", "))
	}
	return strings.Join(parts, "; ")
}

// community says which community led to a hit.
func (p *answerPage) community(w *engine.Why) string {
	of := communityOf[w.Layer]
	if w.Community < 0 || w.Community >= len(p.result.Communities) {
		return "through a community of " + of
	}
	c := &p.result.Communities[w.Community]
	return fmt.Sprintf("through “%s”, a community of %d %s (k %d)", printable(c.Title), c.Nodes, of, c.K)
}

// nodeKinds say what a node of NodeRAG's graph is.
var nodeKinds = map[string]string{
	"text": "its text", "unit": "a unit of it", "relation": "the relation of", "attribute": "what is said of", "element": "the theme",
}

// nodeFound says how it was found.
var nodeFound = map[strategy.FoundBy]string{
	strategy.BySimilarity: "which is like the query", strategy.ByWalk: "which the walk came to", strategy.ByExpansion: "which belongs to what the walk came to",
}

// throughNode says which node led to a hit.
func throughNode(w *engine.Why) string {
	over := ""
	if len(w.Via) > 0 {
		over = " over " + printable(strings.Join(w.Via, ", "))
	}
	n := w.Node
	if n == nil {
		return "by the walk" + over
	}
	s := "through " + nodeKinds[n.Type]
	if len(n.Names) > 0 {
		s += " " + printable(strings.Join(n.Names, ", "))
	}
	s += ", " + nodeFound[n.By]
	if n.By != strategy.BySimilarity {
		s += over
	}
	if n.Written != "" {
		s += fmt.Sprintf("; a language model wrote of it: “%s”", beginning(n.Written))
	}
	return s
}

// maxBeginning is how much of a written summary is shown, in characters.
const maxBeginning = 200

// beginning returns a text in one line, cut off between words where it is long.
func beginning(s string) string {
	var out strings.Builder
	n := 0
	for word := range strings.FieldsSeq(s) {
		if n += utf8.RuneCountInString(word) + 1; n > maxBeginning {
			out.WriteString(" …")
			break
		}
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(word)
	}
	return out.String()
}

// words lists words of the query, each once whatever its case.
func (p *answerPage) words(terms []int) string {
	var words []string
	seen := map[string]bool{}
	for _, i := range terms {
		word := p.result.Terms[i].Word
		if key := strings.ToLower(word); !seen[key] {
			seen[key] = true
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// unknownWords tells the words of the query that no document has: they are the
// usual cause of a poor answer.
func (p *answerPage) unknownWords() {
	var terms []int
	for i, t := range p.result.Terms {
		if !t.Known && !t.Stop && !t.Excluded && t.Read != lexical.Prefix && t.Read != lexical.Synonym {
			terms = append(terms, i)
		}
	}
	if words := p.words(terms); words != "" {
		fmt.Fprintf(p, "Not in this bundle: %s\n", printable(words))
	}
}

// synonyms tells what words of the query were taken for, or as well.
func (p *answerPage) synonyms() {
	said := map[string]bool{}
	for _, t := range p.result.Terms {
		how := "read as"
		switch {
		case t.Read == lexical.Prefix || t.Read == lexical.Typo || len(t.As) == 0 || said[t.Word]:
			continue
		case t.Read != lexical.Synonym:
			how = "also read as"
		}
		said[t.Word] = true
		fmt.Fprintf(p, "%s %s %s\n", printable(t.Word), how, printable(strings.Join(t.As, ", ")))
	}
}

// emphasise returns s with its matches in bold, or as it is.
func emphasise(s string, matches []model.Span, bold bool) string {
	if !bold {
		return printable(s)
	}
	var out strings.Builder
	at := uint32(0)
	for _, m := range matches {
		out.WriteString(printable(s[at:m.Start]))
		out.WriteString(boldOn)
		out.WriteString(printable(s[m.Start:m.End]))
		out.WriteString(boldOff)
		at = m.End
	}
	out.WriteString(printable(s[at:]))
	return out.String()
}

// The escape sequences of bold and normal intensity (ECMA-48, SGR).
const (
	boldOn  = "\x1b[1m"
	boldOff = "\x1b[22m"
)
