package dialect

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mycel/builder/ingest/document"
)

// Extension reads the marks of tools in a line. The context of the parser should have a [Page] (see [NewContext]).
var Extension goldmark.Extender = extension{}

type extension struct{}

// Extend implements goldmark.Extender. The parser asks marks before its own links and after footnotes.
func (extension) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(
		util.Prioritized(emphasis{}, 450),
		util.Prioritized(marks{}, 150),
	), countedParsers)
}

var pageKey = parser.NewContextKey()

// NewContext returns the context in which the parser reads a page.
func NewContext(p Page) parser.Context {
	c := parser.NewContext()
	c.Set(pageKey, &inlinePage{Page: p})
	return c
}

type inlinePage struct {
	Page
	steps int         // comparisons of marks of emphasis
	close map[int]int // length of the mark that is to be dropped, by its place in the source
}

// A mark is what an inline rule has read: n bytes, in whose place stands a text or a link.
type mark struct {
	n      int
	text   string
	target string // of a link
	id     string // of the heading that it is in
	isCode bool
	close  int // a second mark is to be dropped so many bytes further on, which is as long as this one
}

// inlineRules are tried in this order where their first byte is met.
var inlineRules = []struct {
	first byte
	read  func(c *inlinePage, line string, before rune, in *ast.Heading) (mark, bool)
}{
	{'[', readHeadingMark}, {'[', readWikiLink}, {'[', readReference}, {'!', readUnshown}, {'{', readRole}, {'{', readCritic}, {'{', readAttributes},
	{':', readColon}, {'+', readKeys}, {'+', readPair}, {'=', readPair}, {'^', readCaret}, {'^', readPair}, {'%', readUnshown},
}

// maxMark is the length of the longest mark.
const maxMark = 500

type marks struct{}

// Trigger implements parser.InlineParser.
func (marks) Trigger() []byte { return []byte("[!{:+=^%") }

// Parse implements parser.InlineParser.
func (marks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	c, ok := pc.Get(pageKey).(*inlinePage)
	if !ok {
		return nil
	}
	raw, segment := block.PeekLine()
	if n := c.close[segment.Start]; n > 0 && n <= len(raw) {
		delete(c.close, segment.Start)
		block.Advance(n)
		return ast.NewString(nil)
	}
	line := string(raw[:min(len(raw), maxMark)])
	before := block.PrecendingCharacter()
	in, _ := parent.(*ast.Heading)
	for _, rule := range inlineRules {
		if rule.first != line[0] {
			continue
		}
		m, ok := rule.read(c, line, before, in)
		if !ok || line[0] == '[' && m.target == "" && isDefined(line[:m.n], pc) {
			continue
		}
		if m.close > 0 {
			if c.close == nil {
				c.close = map[int]int{}
			}
			c.close[segment.Start+m.close] = m.n
		}
		if m.id != "" && in != nil {
			in.SetAttributeString("id", []byte(m.id))
		}
		block.Advance(m.n)
		return m.node()
	}
	return nil
}

func (m *mark) node() ast.Node {
	shown := ast.NewString([]byte(m.text))
	shown.SetRaw(true)
	switch {
	case m.target != "":
		link := ast.NewLink()
		link.Destination = []byte(m.target)
		link.AppendChild(link, shown)
		return link
	case m.isCode:
		span := ast.NewCodeSpan()
		span.AppendChild(span, shown)
		return span
	}
	return shown
}

// isDefined reports whether "[text][label]" or "[label][]" names a link that the page defines.
func isDefined(link string, pc parser.Context) bool {
	label := strings.TrimSuffix(link, "[]")
	if i := strings.LastIndex(label, "["); i >= 0 {
		label = strings.Trim(label[i:], "[]")
	}
	_, ok := pc.Reference(util.ToLinkReference([]byte(label)))
	return ok
}

// wikiLink is "[[page#part|text]]" of Obsidian, Quartz and Foam, or "[[text|page]]" of GitHub's wikis.
var wikiLink = regexp.MustCompile(`^\[\[([^\[\]\s|][^\[\]|\n]*?)\\?(?:\|([^\[\]\n]*))?\]\]`)

func readWikiLink(c *inlinePage, line string, _ rune, _ *ast.Heading) (m mark, ok bool) {
	all := wikiLink.FindStringSubmatch(line)
	if all == nil || strings.HasPrefix(line[len(all[0]):], "(") {
		return m, false
	}
	m.n, m.text = len(all[0]), strings.TrimSpace(all[2])
	name := all[1]
	if m.text != "" && c.find(name) == "" && c.find(m.text) != "" {
		name, m.text = m.text, name
	}
	page, part, _ := strings.Cut(name, "#")
	if m.text == "" {
		m.text = strings.TrimSpace(page)
		if part != "" {
			m.text = strings.TrimPrefix(part[strings.LastIndex(part, "#")+1:], "^")
		}
	}
	if at := c.find(name); at != "" && page != "" {
		m.target = at
		if part != "" && part[0] != '^' {
			m.target += "#" + (&document.Slugger{Rule: c.Slugs}).Slug(part[strings.LastIndex(part, "#")+1:])
		}
	}
	return m, true
}

// find returns the target of a link to the page with a name, relative to this one.
func (c *inlinePage) find(name string) string {
	if c.Link == nil {
		return ""
	}
	page, _, _ := strings.Cut(name, "#")
	at := c.Link(strings.TrimSpace(page))
	if at == "" || !strings.Contains(c.Path, "/") {
		return at
	}
	return strings.Repeat("../", strings.Count(c.Path, "/")) + at
}

var (
	// reference is a link by a label. One without a definition is of a plugin: "[text][config.lang]".
	reference = regexp.MustCompile("^\\[((?:[^\\[\\]`\n]|`[^`\n]*`)+)\\](?:\\[([^\\[\\]\n]*)\\]| \\[([\\w-]+\\.[\\w.-]+)\\])")
	// note is a reference to a footnote that the page does not have.
	note      = regexp.MustCompile(`^\[\^[^\]\s]+\]`)
	labelled  = regexp.MustCompile(`[._-]|\pL{3}`)
	codeLabel = regexp.MustCompile("^`[^`]*`$")
)

func readReference(_ *inlinePage, line string, before rune, _ *ast.Heading) (m mark, ok bool) {
	if all := note.FindString(line); all != "" && !strings.HasPrefix(line[len(all):], ":") && !strings.HasPrefix(line[len(all):], "(") {
		return mark{n: len(all)}, true
	}
	all := reference.FindStringSubmatch(line)
	if all == nil || unicode.IsLetter(before) || unicode.IsDigit(before) || all[2] != "" && !labelled.MatchString(all[2]) {
		return m, false
	}
	return mark{n: len(all[0]), text: strings.NewReplacer("`", "", "*", "").Replace(all[1]), isCode: codeLabel.MatchString(all[1])}, true
}

// unshown is what the page does not show as text: a picture or another page in Obsidian ("![[picture.png]]"), and a comment.
var unshown = regexp.MustCompile(`^(?:!\[\[[^\[\]\n]+\]\]|%%[^\n]*?%%)`)

func readUnshown(_ *inlinePage, line string, _ rune, _ *ast.Heading) (mark, bool) {
	n := len(unshown.FindString(line))
	return mark{n: n}, n > 0
}

var (
	// role is one of MyST: "{ref}`text <target>`". reST has ":ref:`target`".
	role       = regexp.MustCompile("^(?:\\{([\\w:.+-]+)\\}|:([a-z][\\w:+-]*):)(`+)([^`]+)(`+)")
	roleTarget = regexp.MustCompile(`^(.*?)\s*<([^<>]+)>$`)

	unseenRoles = regexp.MustCompile(`^(?:octicon|material-.*|fa[brs]?|cite.*|footcite.*|raw(?:-.*)?|index|eq|nb-download|iconify|emoji)$`)
	codeRoles   = regexp.MustCompile(`^(?:code|literal|file|command|option|envvar|program|samp|kbd|keys|math|makevar|regexp|mailheader|mimetype|newsgroup|confval|setting|djadmin|(?:py|c|cpp|js|rst|std|sphinx|rust|go):.*)$`)
)

func readRole(_ *inlinePage, line string, _ rune, _ *ast.Heading) (m mark, ok bool) {
	all := role.FindStringSubmatch(line)
	if all == nil || len(all[3]) != len(all[5]) {
		return m, false
	}
	name, shown := all[1]+all[2], strings.TrimSpace(all[4])
	m.n = len(all[0])
	if unseenRoles.MatchString(name) {
		return m, true
	}
	m.isCode = codeRoles.MatchString(name)
	target := ""
	if t := roleTarget.FindStringSubmatch(shown); t != nil {
		shown, target = t[1], t[2]
		if shown == "" {
			shown = target
		}
	} else {
		target = shown
		shown = strings.TrimPrefix(shown, "!")
		if rest, short := strings.CutPrefix(shown, "~"); short {
			shown = rest[strings.LastIndex(rest, ".")+1:]
		}
		switch name {
		case "doc", "ref", "numref", "download":
			shown = strings.NewReplacer("-", " ", "_", " ").Replace(path.Base(shown))
		case "abbr":
			shown, _, _ = strings.Cut(shown, " (")
		}
	}
	m.text = shown
	if name == "doc" {
		m.target = target + ".md"
	}
	return m, true
}

// critic are the marks of CriticMarkup, with what stays of them.
var critic = regexp.MustCompile(`^\{(?:\+\+(.*?)\+\+|--.*?--|~~.*?~>(.*?)~~|==(.*?)==|>>.*?<<)\}`)

func readCritic(_ *inlinePage, line string, _ rune, _ *ast.Heading) (m mark, ok bool) {
	all := critic.FindStringSubmatch(line)
	if all == nil {
		return m, false
	}
	return mark{n: len(all[0]), text: strings.Join(all[1:], "")}, true
}

var (
	// attributes are a list of attributes: "{: .note #id a=b }", "{.class}", "{ a="b" }", "{docsify-ignore}".
	attributes = regexp.MustCompile(`^\{(:?)\s*((?:[^{}"'\n]|"[^"\n]*"|'[^'\n]*')*)\}`)
	attribute  = regexp.MustCompile(`^(?:[.#][^\s.#=]+|[\w@:-]+=(?:"[^"]*"|'[^']*'|\S*)|-)$`)
	bareWord   = regexp.MustCompile(`^[a-z][\w-]*-[\w-]+$`)
	idName     = regexp.MustCompile(`(?:^|\s)#([^\s.}#]+)|(?:^|\s)id=["']?([^\s"'}]+)`)
)

// idOf returns the id in a list of attributes, "" if there is none.
func idOf(list string) string {
	m := idName.FindStringSubmatch(strings.Trim(list, "{:} \t"))
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

func readAttributes(_ *inlinePage, line string, before rune, in *ast.Heading) (m mark, ok bool) {
	all := attributes.FindStringSubmatch(line)
	if all == nil {
		return m, false
	}
	m.n, m.id = len(all[0]), idOf(all[2])
	words := attributeWord.FindAllString(all[2], -1)
	atEnd := strings.TrimSpace(line[m.n:]) == ""
	switch {
	case all[1] != "":
		return m, true
	case len(words) == 0:
		return m, false
	}
	for _, word := range words {
		isBare := bareWord.MatchString(word) && (in != nil && atEnd || strings.ContainsRune(")]`*_\"", before)) || strings.HasPrefix(word, "docsify-")
		if !attribute.MatchString(word) && !isBare {
			return m, false
		}
	}
	return m, true
}

// attributeWord is a part of a list of attributes between blanks that are outside of quotes.
var attributeWord = regexp.MustCompile(`(?:[^\s,"']|"[^"]*"|'[^']*')+`)

var (
	// headingAttributes are those of docsify: "## Title :id=x".
	headingAttributes = regexp.MustCompile(`^:(id|class|target|disabled|ignore)(?:=([^\s:]+))?(?:\s|$)`)
	// icon is a picture by its name, which stands free: ":rocket:", ":material-home:", ":octicons-mark-16:".
	icon = regexp.MustCompile(`^:[a-z0-9+-][a-z0-9_+-]*:(?:$|[^\w:\x60])`)
	// textDirective is one of remark and Nuxt: ":badge[New]{type=tip}", ":icon{name=x}".
	textDirective = regexp.MustCompile(`^:([a-zA-Z][\w-]*)(?:\[([^\[\]\n]*)\](?:\{[^{}\n]*\})?|\{[^{}\n]*\})`)
)

// headingMark is the id of a heading, or a note about lists of contents: "## Title [#id]", "## Title [!toc]".
var headingMark = regexp.MustCompile(`^\[(?:#([^\s\]]+)|!?toc)\]\s*$`)

func readHeadingMark(_ *inlinePage, line string, before rune, in *ast.Heading) (m mark, ok bool) {
	all := headingMark.FindStringSubmatch(line)
	if all == nil || in == nil || !unicode.IsSpace(before) {
		return m, false
	}
	return mark{n: len(strings.TrimRight(all[0], " \n")), id: all[1]}, true
}

func readColon(c *inlinePage, line string, before rune, in *ast.Heading) (m mark, ok bool) {
	if in != nil && unicode.IsSpace(before) {
		if all := headingAttributes.FindStringSubmatch(line); all != nil {
			m = mark{n: len(strings.TrimRight(all[0], " \n"))}
			if all[1] == "id" {
				m.id = all[2]
			}
			return m, true
		}
	}
	if m, ok := readRole(c, line, before, in); ok {
		return m, true
	}
	if unicode.IsLetter(before) || unicode.IsDigit(before) || before == ':' {
		return m, false
	}
	if found := icon.FindString(line); found != "" {
		return mark{n: strings.LastIndexByte(found, ':') + 1}, true
	}
	if all := textDirective.FindStringSubmatch(line); all != nil {
		return mark{n: len(all[0]), text: all[2]}, true
	}
	return m, false
}

// keys are "++ctrl+alt+"My key"++" of PyMdown.
var keys = regexp.MustCompile(`^\+\+((?:[a-zA-Z0-9_-]+|"[^"\n]*")(?:\+(?:[a-zA-Z0-9_-]+|"[^"\n]*"))*)\+\+`)

func readKeys(_ *inlinePage, line string, before rune, _ *ast.Heading) (m mark, ok bool) {
	all := keys.FindStringSubmatch(line)
	if all == nil || unicode.IsLetter(before) || unicode.IsDigit(before) || before == '+' {
		return m, false
	}
	return mark{n: len(all[0]), text: strings.NewReplacer("+", " ", `"`, "").Replace(all[1])}, true
}

// readPair reads two equal marks around a text: "==marked==", "^^inserted^^", "++inserted++".
func readPair(_ *inlinePage, line string, before rune, _ *ast.Heading) (m mark, ok bool) {
	sign := line[:1]
	if len(line) < 5 || line[1] != line[0] || line[2] == line[0] || line[2] == ' ' || before == rune(line[0]) ||
		sign == "+" && (unicode.IsLetter(before) || unicode.IsDigit(before)) {
		return m, false
	}
	n := strings.Index(line[2:], sign+sign)
	if n <= 0 || line[2+n-1] == ' ' || strings.HasPrefix(line[2+n+2:], sign) || strings.Contains(line[2:2+n], "`") && strings.Count(line[2:2+n], "`")%2 > 0 {
		return m, false
	}
	return mark{n: 2, close: 2 + n}, true
}

var (
	blockID  = regexp.MustCompile(`^\^[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*\s*$`) // of Obsidian: "text ^id"
	ownNote  = regexp.MustCompile(`^\^\[((?:[^\[\]\n]|\[[^\[\]\n]*\])+)\]`)    // footnote at its place, of Pandoc and Quarto
	exponent = regexp.MustCompile(`^\^([^\s^]{1,40})\^`)                       // of Pandoc and PyMdown
)

func readCaret(_ *inlinePage, line string, before rune, _ *ast.Heading) (m mark, ok bool) {
	if n := len(strings.TrimRight(blockID.FindString(line), "\n ")); n > 0 && (before == ' ' || before == '\n') {
		return mark{n: n}, true
	}
	if all := ownNote.FindStringSubmatch(line); all != nil {
		return mark{n: len(all[0]), text: " (" + strings.NewReplacer("`", "", "*", "").Replace(all[1]) + ")"}, true
	}
	if all := exponent.FindStringSubmatch(line); all != nil && before != ' ' && before != '^' {
		if unicode.IsDigit(before) {
			all[1] = "^" + all[1]
		}
		return mark{n: len(all[0]), text: all[1]}, true
	}
	return m, false
}

// emphasis reads "*" and "_" as CommonMark does, but beside letters of Chinese, Japanese and Korean, where
// no space stands between words and signs: **“text”**text.
type emphasis struct{}

// Trigger implements parser.InlineParser.
func (emphasis) Trigger() []byte { return []byte{'*'} }

// Parse implements parser.InlineParser.
func (emphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, _ := block.PeekLine()
	n := len(line) - len(bytes.TrimLeft(line, "*"))
	after, _ := utf8.DecodeRune(line[n:])
	if !isCJK(before) && !isCJK(after) {
		return nil
	}
	canOpen := !isBlank(after) && (!util.IsPunctRune(after) || isCJK(after) || isCJK(before) || isBlank(before) || util.IsPunctRune(before))
	canClose := !isBlank(before) && (!util.IsPunctRune(before) || isCJK(before) || isCJK(after) || isBlank(after) || util.IsPunctRune(after))
	if !canOpen && !canClose {
		return asText(n, block)
	}
	node := parser.NewEmphasisParser().Parse(parent, block, pc)
	if d, ok := node.(*parser.Delimiter); ok {
		d.CanOpen, d.CanClose = canOpen, canClose
		count(d, pc)
	}
	return node
}

func isBlank(r rune) bool { return r == utf8.RuneError || unicode.IsSpace(r) }

// isCJK reports whether r is a letter or sign of a script that has no spaces around its signs.
func isCJK(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF || r == 0x30FC
}
