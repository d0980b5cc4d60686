package dialect

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// runTemplates removes the tags and outputs of templates and shortcodes outside code. It keeps the text that they
// show: text in an attribute of a tag, a literal in an output, the target of a link.
func runTemplates(src string, p Page) string {
	if p.IsMDX || !strings.Contains(src, "{") && !strings.Contains(src, "<%") {
		return src // in MDX braces are expressions
	}
	t := templates{src: src, page: p, code: code{isMDX: p.IsMDX}, noEnd: map[string]bool{}, atLine: true}
	for t.pos < len(t.src) {
		if t.atLine {
			t.startLine()
			continue
		}
		switch c := t.src[t.pos]; c {
		case '\n':
			t.copy(1)
			if strings.HasPrefix(t.src[t.pos:], "\n") {
				t.spans.newParagraph()
			}
			t.atLine = true
		case '`':
			t.copy(t.spans.length(t.src[t.pos:]))
		case '\\':
			t.escape()
		case '{', '<':
			if !t.tag() {
				t.copy(1)
			}
		default:
			n := strings.IndexAny(t.src[t.pos:], "\n`\\{<")
			if n < 0 {
				n = len(t.src) - t.pos
			}
			t.copy(n)
		}
	}
	return t.out.String()
}

type templates struct {
	src    string
	pos    int
	out    bytes.Buffer
	page   Page
	code   code
	spans  spans
	atLine bool // a line begins here
	noEnd  map[string]bool
	line   int // length of out when the line began
}

func (t *templates) copy(n int) {
	t.out.WriteString(t.src[t.pos : t.pos+n])
	t.pos += n
}

// startLine copies a line of code, or begins a line of text.
func (t *templates) startLine() {
	t.atLine, t.line = false, t.out.Len()
	rest := t.src[t.pos:]
	end := lineLength(rest)
	if !t.code.isCode(rest[:end]) {
		return
	}
	t.out.WriteString(t.codeLine(rest[:end]))
	t.pos += end
}

// codeLine returns a line of code as the tool shows it. Tools that run templates in code have escapes for them.
func (t *templates) codeLine(line string) string {
	if !strings.Contains(line, "{") {
		return line
	}
	line = escapedShortcode.ReplaceAllString(line, "$1$2$3")
	line = bookDirective.ReplaceAllString(line, "$1")
	switch t.page.Tool {
	case Jekyll, Eleventy:
		line = rawTag.ReplaceAllString(line, "")
	case Hugo:
		line = shortcode.ReplaceAllStringFunc(line, func(s string) string {
			if strings.HasPrefix(s[3:], "/*") {
				return s
			}
			return ""
		})
	}
	return line
}

var (
	escapedShortcode = regexp.MustCompile(`(\{\{[<%])/\*(.*?)\*/([>%]\}\})`)
	shortcode        = regexp.MustCompile(`\{\{(?:<[^}]*>|%[^}]*%)\}\}`)
	bookDirective    = regexp.MustCompile(`\\(\{\{#\w[^}]*\}\})|\{\{#(?:include|rustdoc_include|playground|playpen|shiftinclude|template|title)\s[^}]*\}\}`)
	rawTag           = regexp.MustCompile(`\{%-?\s*(?:end)?(?:raw|verbatim)\s*-?%\}`)
)

// escape copies a backslash and the escaped text: one character, or a directive of mdBook.
func (t *templates) escape() {
	n := min(2, len(t.src)-t.pos)
	if rest := t.src[t.pos+1:]; strings.HasPrefix(rest, "{{#") {
		if end := strings.Index(rest[:lineLength(rest)], "}}"); end > 0 {
			t.out.WriteString(literal(rest[:end+2]))
			t.pos += end + 3
			return
		}
	}
	t.copy(n)
}

// tag processes a tag or output at this position, and reports whether there is one.
func (t *templates) tag() bool {
	for _, s := range templateSyntaxes {
		rest := t.src[t.pos:]
		if !strings.HasPrefix(rest, s.open) || t.noEnd[s.close] {
			continue
		}
		if s.oneParagraph {
			rest = rest[:min(len(rest), len(s.open)+maxTag)]
		}
		end := strings.Index(rest[len(s.open):], s.close)
		if end < 0 {
			t.noEnd[s.close] = !s.oneParagraph
			continue
		}
		inner := rest[len(s.open) : len(s.open)+end]
		if s.oneParagraph && strings.Contains(inner, "\n\n") {
			continue
		}
		if length := len(s.open) + end + len(s.close); s.run(t, inner, length) {
			return true
		}
	}
	return false
}

// maxTag is the length of the longest tag that must end in its paragraph, in bytes.
const maxTag = 2000

// templateSyntaxes are tried in this order. run receives the text between open and close, and the length of
// the whole tag. It reports whether it has processed the tag.
var templateSyntaxes = []struct {
	open, close  string
	oneParagraph bool
	run          func(t *templates, inner string, length int) bool
}{
	{"{{</*", "*/>}}", true, (*templates).escaped},
	{"{{%/*", "*/%}}", true, (*templates).escaped},
	{"{{<", ">}}", false, (*templates).shortcode},
	{"{{%", "%}}", false, (*templates).shortcode},
	{"{{!--", "--}}", false, (*templates).drop},
	{"{{/*", "*/}}", false, (*templates).drop},
	{"{{", "}}", true, (*templates).output},
	{"{%", "%}", false, (*templates).liquid},
	{"{# ", " #}", false, (*templates).drop},
	{"{::comment}", "{:/comment}", false, (*templates).drop},
	{"{::comment}", "{:/}", false, (*templates).drop},
	{"{::", "}", true, (*templates).drop},
	{"{:/", "}", true, (*templates).drop},
	{"<%", "%>", false, (*templates).drop},
}

func (t *templates) drop(_ string, length int) bool {
	t.pos += length
	return true
}

// escaped writes a shortcode that the page shows.
func (t *templates) escaped(inner string, length int) bool {
	open := t.src[t.pos : t.pos+3]
	t.out.WriteString(literal(open + inner + t.src[t.pos+length-3:t.pos+length]))
	t.pos += length
	return true
}

// literal returns text whose braces no later step reads as templates. Code in it stays as it is.
func literal(text string) string {
	var out strings.Builder
	var open code
	var in spans
	for line := range strings.SplitAfterSeq(text, "\n") {
		if open.isCode(line) {
			out.WriteString(line)
			continue
		}
		for len(line) > 0 {
			n := strings.IndexAny(line, "`{}%<[")
			if n < 0 {
				n = len(line)
			}
			out.WriteString(line[:n])
			if line = line[n:]; line == "" {
				break
			}
			if line[0] == '`' {
				n = in.length(line)
				out.WriteString(line[:n])
				line = line[n:]
				continue
			}
			if line[0] == '{' || line[0] == '}' || line[0] == '%' || strings.HasPrefix(line, "[[") || line[0] == '<' && len(line) > 1 && line[1] == ' ' {
				out.WriteByte('\\')
			}
			out.WriteByte(line[0])
			line = line[1:]
		}
	}
	return out.String()
}

// inTarget reports whether the next character belongs to the target of a link.
func (t *templates) inTarget() bool {
	line := string(t.out.Bytes()[max(t.line, t.out.Len()-maxTag):])
	return strings.LastIndex(line, "](") > strings.LastIndex(line, ")") || linkDefinition.MatchString(line) || strings.HasSuffix(line, `="`)
}

var linkDefinition = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:[ \t]*\S*$`)

// show writes the text of a tag. It is a paragraph if the line has no other text.
func (t *templates) show(text string) {
	if text == "" || t.inTarget() {
		return
	}
	rest := t.src[t.pos:]
	before := t.out.Bytes()[t.line:]
	rest = strings.TrimLeft(rest[:lineLength(rest)], " \t")
	if len(bytes.TrimSpace(before)) == 0 && (rest == "" || strings.HasPrefix(rest, "{")) {
		t.out.WriteString("\n" + string(before) + text + "\n")
		return
	}
	t.out.WriteString(" " + text + " ")
}

var (
	quotedLiteral = regexp.MustCompile(`^\s*["']([^"']*)["']\s*(?:$|\|)`)
	tagName       = regexp.MustCompile(`^[-~+\s]*([#/]?[\w:.-]*\w)`)
)

// output processes {{ … }}. It keeps a string; other values are unknown.
func (t *templates) output(inner string, length int) bool {
	switch t.page.Tool {
	case MdBook, Obsidian, Docsify, GitBook:
		if !strings.HasPrefix(inner, "#") {
			return false
		}
	}
	if t.pos > 0 && t.src[t.pos-1] == '$' || strings.Contains(inner, "{{") {
		return false // an expression of GitHub's workflows
	}
	if m := quotedLiteral.FindStringSubmatch(strings.Trim(inner, "-~")); m != nil {
		t.out.WriteString(m[1])
	}
	if strings.HasPrefix(t.src[t.pos+length:], "}") {
		length++ // {{{ raw }}} of Handlebars
	}
	t.pos += length
	t.emphasised()
	return true
}

// emphasised drops marks of emphasis that enclose nothing.
func (t *templates) emphasised() {
	for _, mark := range []string{"**", "__", "*", "_"} {
		if bytes.HasSuffix(t.out.Bytes(), []byte(mark)) && strings.HasPrefix(t.src[t.pos:], mark) {
			t.out.Truncate(t.out.Len() - len(mark))
			t.pos += len(mark)
			return
		}
	}
}

// blockEnd returns where the block of a tag ends, searching from an offset, and the length of the closing tag.
func (t *templates) blockEnd(from int, end *regexp.Regexp) (at, length int, ok bool) {
	if t.noEnd[end.String()] {
		return 0, 0, false
	}
	m := end.FindStringIndex(t.src[from:])
	if m == nil {
		t.noEnd[end.String()] = true
		return 0, 0, false
	}
	return from + m[0], m[1] - m[0], true
}

// Tags whose blocks contain no Markdown of the page.
var (
	literalBlocks = []string{"raw", "verbatim"}
	hiddenBlocks  = []string{"comment", "macro", "doc"}
	codeBlocks    = []string{"highlight", "codeblock", "prism", "sourcecode", "mermaid", "code_block"}
	targetTags    = []string{"link", "post_url", "ref", "relref", "url", "path", "static", "asset_path", "asset_link"}
)

// liquid handles {% … %} of Liquid, Jinja, Nunjucks, Twig, Tera and Markdoc.
func (t *templates) liquid(inner string, length int) bool {
	return t.block(inner, length, `\{%[-~+]?\s*(?:end|/\s*)`, `\s*[-~+]?%\}`)
}

// shortcode handles {{< … >}} and {{% … %}} of Hugo and Zola.
func (t *templates) shortcode(inner string, length int) bool {
	return t.block(inner, length, `\{\{[<%]-?\s*/\s*`, `\s*-?[>%]\}\}`)
}

// block processes a tag with a name, arguments, and perhaps a block. In the closing tag, the name is between
// beforeName and afterName.
func (t *templates) block(inner string, length int, beforeName, afterName string) bool {
	m := tagName.FindStringSubmatchIndex(inner)
	if m == nil {
		return t.drop("", length)
	}
	name, arguments := inner[m[2]:m[3]], strings.Trim(inner[m[3]:], "-~+/ \t\n")
	isLiteral, isHidden, isCode := slices.Contains(literalBlocks, name), slices.Contains(hiddenBlocks, name), slices.Contains(codeBlocks, name)
	from := t.pos + length
	if isLiteral || isHidden || isCode {
		if at, n, ok := t.blockEnd(from, regexp.MustCompile(beforeName+name+afterName)); ok {
			body := t.src[from:at]
			t.pos = at + n
			switch {
			case isLiteral:
				t.out.WriteString(literal(body))
			case isCode:
				language, _, _ := strings.Cut(strings.TrimPrefix(arguments, "lang:"), " ")
				t.out.WriteString("\n" + fenced(strings.Trim(body, "\n"), strings.Trim(language, `"'`)) + "\n")
			}
			return true
		}
	}
	t.pos = from
	if slices.Contains(targetTags, name) {
		if t.inTarget() {
			path, _, _ := strings.Cut(arguments, " ")
			t.out.WriteString(strings.Trim(path, `"'`))
		}
		return true
	}
	t.show(shownText(name, arguments))
	return true
}

var (
	argument  = regexp.MustCompile(`([\w-]+)\s*[=:]\s*(?:"([^"]*)"|'([^']*)')`)
	firstText = regexp.MustCompile(`^(?:[\w-]+\s+)?(?:"([^"]*)"|'([^']*)')\s*(?:$|[\w"'])`)
)

// shownNames are attributes whose values readers see. The first attribute of a row counts.
var shownNames = [][]string{{"title", "header", "heading", "label", "summary"}, {"subtitle"}, {"caption", "text", "content", "description", "desc"}}

// titledTags are tags whose first unnamed argument is a title.
var titledTags = []string{"tab", "details", "expand", "expandable", "accordion", "collapse", "notice", "admonition", "callout", "card", "panel", "step", "hint", "alert", "note", "button", "spoiler"}

// shownText returns the arguments of a tag that readers see, "" for none. It leaves out values with templates.
func shownText(name, arguments string) string {
	values := map[string]string{}
	for _, m := range argument.FindAllStringSubmatch(arguments, -1) {
		values[strings.ToLower(m[1])] = m[2] + m[3]
	}
	if strings.HasPrefix(name, "tab") && name != "tabs" && values["title"] == "" {
		values["title"] = values["name"]
	}
	if m := firstText.FindStringSubmatch(arguments); m != nil && values["title"] == "" && slices.Contains(titledTags, strings.ToLower(name)) {
		values["title"] = m[1] + m[2]
	}
	return joinShown(values, "\n\n")
}

// joinShown joins the values that readers see.
func joinShown(values map[string]string, between string) string {
	var shown []string
	for _, row := range shownNames {
		for _, name := range row {
			if text := strings.Join(strings.Fields(values[name]), " "); text != "" && !strings.ContainsAny(text, "{}") {
				shown = append(shown, text)
				break
			}
		}
	}
	return strings.Join(shown, between)
}
