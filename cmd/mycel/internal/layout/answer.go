// Package layout formats the result of a search for a person.
package layout

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine/answer"
	"mycel/engine/excerpt"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/query"
	"mycel/engine/related"
)

// Text returns a result in lines of at most width columns, with bold matches if asked.
func Text(r *answer.Result, width int, bold bool) []byte {
	p := page{result: r, width: width, bold: bold}
	for i := range r.Hits {
		p.hit(i)
	}
	if r.Cut {
		fmt.Fprintf(&p, "The query is too long: its first %d bytes and %d words are read, and the %d rarest searched for.\n",
			query.MaxBytes, query.MaxWords, lexical.MaxTerms)
	}
	p.unknownWords()
	p.synonyms()
	if r.DidYouMean != "" {
		fmt.Fprintf(&p, "Did you mean: %s (its results are shown)\n", terminal.Printable(r.DidYouMean))
	}
	fmt.Fprintf(&p, "%s: %s\n", r.Mode, r.Reason)
	return p.Bytes()
}

// page collects the lines of a result.
type page struct {
	bytes.Buffer
	result *answer.Result
	width  int  // columns
	bold   bool // print matches in bold
}

func (p *page) hit(i int) {
	h := &p.result.Hits[i]
	fmt.Fprintf(p, "%2d. ", i+1)
	p.headline(h)
	fmt.Fprintf(p, "%s%s\n", terminal.Indent, terminal.Printable(cmp.Or(h.URL, h.Document)))
	p.excerpt(h.Excerpt)
	if len(h.AlsoIn) > 0 {
		fmt.Fprintf(p, "%salso in %s\n", terminal.Indent, terminal.Printable(strings.Join(alsoIn(h), ", ")))
	}
	fmt.Fprintf(p, "%s(%s)\n", terminal.Indent, terminal.Printable(p.why(h)))
	for i := range h.Nested {
		n := &h.Nested[i]
		fmt.Fprintf(p, "%s› %s\n%s  %s\n", terminal.Indent, terminal.Emphasise(cmp.Or(n.Heading, h.Title), n.HeadingMatches, p.bold), terminal.Indent, terminal.Printable(cmp.Or(n.URL, h.Document)))
	}
	p.WriteByte('\n')
}

// alsoIn names the other versions of a section; without versions, the addresses of nearly equal sections.
func alsoIn(h *answer.Hit) []string {
	var names []string
	for _, a := range h.AlsoIn {
		names = append(names, cmp.Or(a.Version, a.URL, a.Document))
	}
	return names
}

// excerpt writes the lines of an excerpt, with dots where it was cut.
func (p *page) excerpt(e *excerpt.Excerpt) {
	if e == nil {
		return
	}
	lines := terminal.Wrap(e.Text, e.Matches, p.width-len(terminal.Indent)-len("… "), p.bold)
	for i, line := range lines {
		if i == 0 && e.CutStart {
			line = "… " + line
		}
		if i == len(lines)-1 && e.CutEnd {
			line += " …"
		}
		fmt.Fprintf(p, "%s%s\n", terminal.Indent, line)
	}
}

// headline writes the headings of a hit: title › headings above › heading.
func (p *page) headline(h *answer.Hit) {
	for i, crumb := range h.Breadcrumb {
		spans := h.TitleMatches
		if i > 0 {
			p.WriteString(" › ")
			spans = nil
		}
		p.WriteString(terminal.Emphasise(crumb, spans, p.bold))
	}
	// A page's first heading usually repeats its title.
	if h.Heading != "" && h.Heading != h.Title {
		p.WriteString(" › ")
		p.WriteString(terminal.Emphasise(h.Heading, h.HeadingMatches, p.bold))
	}
	p.WriteByte('\n')
}

// exactly says which text of a hit equals the query.
var exactly = map[method.Exactness]string{
	method.ExactTitle: "the page has this very title", method.ExactHead: "the section has this very heading", method.ExactCode: "the section has this very name",
}

// foundBy says how a hit was found.
var foundBy = map[method.Source]string{
	method.Words: "by its words", method.Filled: "by its words, to fill the list", method.Vector: "by vectors",
	method.Graph: "through the graph", "skeleton": "through the skeleton", "node": "by the walk",
}

// why returns the reasons for a hit in one line.
func (p *page) why(h *answer.Hit) string {
	var parts []string
	if exact := exactly[h.Why.Exact]; exact != "" {
		parts = append(parts, exact)
	}
	led := false // whether a reason already says how the hit was found
	for i := range h.Why.Reasons {
		r := &h.Why.Reasons[i]
		part := reason(r)
		if i == 0 && (r.Kind == method.ByEntities || r.Kind == method.ByPair) {
			part = foundBy[h.Why.Source] + ": " + part
		}
		if led = led || part != "" && r.Kind != related.TieLink; part != "" {
			parts = append(parts, part)
		}
	}
	if !led {
		parts = append(parts, cmp.Or(foundBy[h.Why.Source], string(h.Why.Source)))
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

// reason returns a path that leads to a hit, in words.
func reason(r *answer.Reason) string {
	path := terminal.Printable(strings.Join(r.Path, ", "))
	s := ""
	switch {
	case r.From != nil:
		from := Label(r.From.Title, r.From.Heading)
		if r.Kind == related.TieLink {
			s = fmt.Sprintf("“%s” calls this “%s” (%s)", terminal.Printable(from), terminal.Printable(r.Label), terminal.Printable(r.From.URL))
			break
		}
		s = fmt.Sprintf("from “%s” over %s", terminal.Printable(from), path)
	case r.Kind == method.ByPair:
		s = terminal.Printable(strings.Join(r.Path, " → "))
	case r.Kind == method.ByEntities:
		s = path
	case len(r.Path) > 0:
		s = fmt.Sprintf("through the %s “%s”", r.Kind, path)
	case r.Label != "" && r.Text == "":
		s = fmt.Sprintf("through the %s “%s”", r.Kind, terminal.Printable(r.Label))
	}
	if r.Text != "" {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("a language model wrote of it: “%s”", beginning(r.Text))
	}
	return s
}

// maxBeginning is the length of the shown part of a summary, in characters.
const maxBeginning = 200

// beginning returns a text in one line. A long text is cut between words.
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

// words lists words of the query without repetitions, whatever their case.
func (p *page) words(terms []int) string {
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

// unknownWords lists the words of the query that occur in no document. They often explain a poor answer.
func (p *page) unknownWords() {
	var terms []int
	for i, t := range p.result.Terms {
		if !t.Known && !t.Stop && !t.Excluded && t.Read != query.Prefix && t.Read != query.Synonym {
			terms = append(terms, i)
		}
	}
	if words := p.words(terms); words != "" {
		fmt.Fprintf(p, "Not in this bundle: %s\n", terminal.Printable(words))
	}
}

// synonyms says which words the search used instead of a word of the query, or besides it.
func (p *page) synonyms() {
	said := map[string]bool{}
	for _, t := range p.result.Terms {
		how := "read as"
		switch {
		case t.Read == query.Prefix || t.Read == query.Typo || len(t.As) == 0 || said[t.Word]:
			continue
		case t.Read != query.Synonym:
			how = "also read as"
		}
		said[t.Word] = true
		fmt.Fprintf(p, "%s %s %s\n", terminal.Printable(t.Word), how, terminal.Printable(strings.Join(t.As, ", ")))
	}
}
