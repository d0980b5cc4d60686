package dialect

import (
	"regexp"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// readLines drops, outside of code, the lines that are marks of tools: those that open and close containers and
// directives, imports, definitions that nobody sees. What a container shows as its title stays, as a paragraph. Content
// that the mark above it indents is moved back, or CommonMark would take it for code.
func readLines(src string, p Page) string {
	l := lines{in: strings.Split(src, "\n"), page: p, code: code{isMDX: p.IsMDX}}
	l.out = make([]string, 0, len(l.in))
	for l.at = 0; l.at < len(l.in); l.at++ {
		line := l.blocks.dedent(l.in[l.at], l.code.mark != "")
		if l.code.mark == "" && l.fence(line) {
			continue
		}
		if l.code.isCode(line) {
			if !l.code.isHidden(line) {
				l.out = append(l.out, line)
			}
			continue
		}
		l.line(line)
	}
	return strings.Join(l.out, "\n")
}

type lines struct {
	in, out []string
	at      int // of the line at hand
	page    Page
	code    code
	blocks  blockStack
	fences  []string // marks of the open directives of MyST, whose content is text
	noEnd   bool     // a listing between colons has no end
	props   bool     // the line before opened a component of Nuxt, which may have properties
	hidden  int      // lines of a comment that has no end are not hidden: where the last one begins, plus one
}

// lineRules are tried in this order on lines that begin with one of these signs, behind white space. Each
// reports whether it took the line.
var lineRules = []struct {
	first string
	read  func(l *lines, line string) bool
}{
	{"ie", (*lines).module}, {"%", (*lines).comment}, {"!?=", (*lines).admonition}, {"/", (*lines).slashBlock}, {":#>", (*lines).colons},
	{">", (*lines).callout}, {"!?", (*lines).tip}, {"(", (*lines).target}, {"*[$@\\-+0123456789", (*lines).unseen}, {"{>", (*lines).attributes},
	{"<", (*lines).tag},
}

func (l *lines) line(line string) {
	text := strings.TrimLeft(line, " \t")
	for _, rule := range lineRules {
		if text != "" && strings.IndexByte(rule.first, text[0]) >= 0 && rule.read(l, line) {
			return
		}
	}
	l.out = append(l.out, line)
}

// show writes a paragraph, or only sets apart the lines around it.
func (l *lines) show(indent, text string) {
	l.out = append(l.out, "")
	if text = strings.TrimSpace(text); text != "" {
		l.out = append(l.out, indent+text, "")
	}
}

// rest returns the lines behind the one at hand.
func (l *lines) rest() []string { return l.in[l.at+1:] }

var (
	// fenceInfo is the first line of a fenced block: indentation, mark, info.
	fenceInfo = regexp.MustCompile("^([ \\t>]*)(`{3,}|~{3,})[ \\t]*([^`]*)$")

	// directiveInfo is the info of a directive of MyST: "{note} Title". A class, as in "{.python}", is none.
	directiveInfo = regexp.MustCompile(`^\{([a-zA-Z][\w:+-]*)\}\s*(.*)$`)

	directiveOption = regexp.MustCompile(`^\s*:([\w-]+):\s*(.*)$`)

	// codeTitle is a title in the info of a listing: title="src/a.js", filename=a.py, [npm], js:src/a.js.
	codeTitle = regexp.MustCompile(`(?:^|[\s{,])(?:title|filename|file|caption|label|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{?["` + "`" + `]([^"` + "`" + `]*)|([^\s}"']+))|\s\[([^\]]+)\]|^[\w+#-]+:([\w./-]+\.\w+)`)
)

// Directives of MyST whose content is no text: a listing, or nothing that a reader sees.
var (
	codeDirectives = []string{"code", "code-block", "code-cell", "sourcecode", "literalinclude", "parsed-literal", "prompt", "math", "mermaid",
		"graphviz", "digraph", "uml", "plantuml", "testcode", "testsetup", "testoutput", "doctest", "eval-rst", "highlight", "raw", "typst", "ipython3"}
	unseenDirectives = []string{"toctree", "tableofcontents", "contents", "bibliography", "autosummary", "image", "include", "index", "meta", "postlist",
		"cssclass", "currentmodule", "module", "py:module", "py:currentmodule", "default-role", "nb-exec-table", "sectionauthor", "codeauthor", "tags", "raw"}
	programs = []string{"r", "python", "julia", "bash", "sh", "shell", "js", "javascript", "ts", "typescript", "ojs", "sql", "stan", "dot", "java", "go", "rust", "c", "cpp",
		"rcpp", "css", "html", "yaml", "json", "latex", "ipython", "observable", "powershell", "perl", "ruby", "scala", "octave", "fortran", "asis", "cat", "webr-r", "pyodide-python"}
)

// fence handles the first line of a fenced block that is a directive or has a title, and the last line of
// a directive. It reports whether it took the line.
func (l *lines) fence(line string) bool {
	if fenceRun(strings.TrimLeft(line, " \t>")) == "" {
		return false
	}
	m := fenceInfo.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	indent, mark, info := m[1], m[2], strings.TrimSpace(m[3])
	if n := len(l.fences); n > 0 && info == "" && mark[0] == l.fences[n-1][0] && len(mark) >= len(l.fences[n-1]) {
		l.fences = l.fences[:n-1]
		l.show("", "")
		return true
	}
	if d := directiveInfo.FindStringSubmatch(info); d != nil {
		return l.directive(indent, mark, strings.ToLower(d[1]), strings.TrimSpace(d[2]))
	}
	if strings.HasPrefix(info, "{") && strings.HasSuffix(info, "}") && !strings.ContainsAny(info, ".=#") {
		return false // chunk of knitr with options
	}
	if t := codeTitle.FindStringSubmatch(info); t != nil {
		if title := strings.Join(t[1:], ""); title != "" {
			l.show(indent, escaper.Replace(title))
		}
	}
	return false
}

// directive handles a directive of MyST in a fence or between colons.
func (l *lines) directive(indent, mark, name, argument string) bool {
	skip, title := l.options()
	switch {
	case slices.Contains(unseenDirectives, name):
		for i, line := range l.rest() {
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), mark) {
				l.at += i + 1
				break
			}
		}
		l.show("", "")
		return true
	case slices.Contains(codeDirectives, name) || slices.Contains(programs, name):
		if title != "" {
			l.show(indent, title)
		}
		if strings.HasPrefix(mark, ":") {
			l.colonCode(indent, mark, argument, skip)
			return true
		}
		if name == "code" || name == "code-block" || name == "sourcecode" || name == "code-cell" {
			name = argument
		}
		l.at += skip
		line := indent + mark + strings.ReplaceAll(name, " ", "")
		l.code.isCode(line)
		l.out = append(l.out, line)
		return true
	}
	l.at += skip
	l.fences = append(l.fences, mark)
	if name == "figure" || name == "figure-md" || name == "tab-set" || name == "grid" || name == "grid-item" || name == "div" || name == "container" || name == "glossary" || name == "list-table" {
		argument = "" // the address of a picture, columns, classes
	}
	if title != "" && title != argument {
		argument += "\n\n" + indent + title
	}
	l.show(indent, argument)
	return true
}

// options returns how many of the next lines are options of a directive, and the title or caption among them.
func (l *lines) options() (n int, title string) {
	next := l.rest()
	if len(next) > 0 && strings.TrimSpace(next[0]) == "---" {
		for i, line := range next[1:min(len(next), maxOptions)] {
			if strings.TrimSpace(line) == "---" {
				return i + 2, title
			}
			if key, value, _ := strings.Cut(strings.TrimSpace(line), ":"); key == "title" || key == "caption" {
				title = strings.Trim(strings.TrimSpace(value), `"'`)
			}
		}
		return 0, ""
	}
	for n < len(next) {
		m := directiveOption.FindStringSubmatch(next[n])
		if m == nil {
			break
		}
		if m[1] == "title" || m[1] == "caption" {
			title = m[2]
		}
		n++
	}
	return n, title
}

const maxOptions = 50 // lines

// colonCode makes a fence of a listing between colons.
func (l *lines) colonCode(indent, mark, language string, skip int) {
	if l.noEnd {
		return
	}
	rest := l.rest()
	end := slices.IndexFunc(rest, func(line string) bool { return strings.TrimSpace(line) == mark })
	if l.noEnd = end < 0; l.noEnd {
		return
	}
	body := strings.Join(rest[min(skip, end):end], "\n")
	l.out = append(l.out, strings.Split(indent+fenced(body, language), "\n")...)
	l.at += end + 1
}

// module drops imports and exports of MDX, and imports of Markdown.
func (l *lines) module(line string) bool {
	n := moduleLines(l.in[l.at:], l.page.IsMDX)
	if n == 0 {
		return false
	}
	l.out = append(l.out, "")
	l.at += n - 1
	return true
}

// comment drops lines between %% and %% of Obsidian, and those that begin with % in MyST.
func (l *lines) comment(line string) bool {
	text := strings.TrimSpace(line)
	if l.page.Tool == Sphinx { // MyST
		return true
	}
	if !strings.HasPrefix(text, "%%") || strings.Contains(text[2:], "%%") || l.hidden > 0 {
		return false
	}
	for i, next := range l.rest() {
		if _, behind, ok := strings.Cut(next, "%%"); ok {
			l.at += i + 1
			l.out = append(l.out, behind)
			return true
		}
	}
	l.hidden = l.at + 1
	return false
}

// blockMarker is an admonition or a tab of Python-Markdown, whose content is indented:
// `!!! note inline end "Title"`, `??? tip`, `=== "Tab"`. Retype writes `!!!note Title`.
var blockMarker = regexp.MustCompile(`^( *)(?:(?:!!!|\?\?\?\+?)(?: +[\w-]+[ \w-]*?(?:"(.*)")?|[a-z]+(?: +(.*))?)?|===[!+]? +["'](.*)["'])\s*$`)

func (l *lines) admonition(line string) bool {
	m := blockMarker.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	l.blocks.open(len(m[1]))
	l.show(m[1], m[2]+m[3]+m[4])
	return true
}

// slashMarker is a block of PyMdown: `/// note | Title`, `///`.
var slashMarker = regexp.MustCompile(`^[ \t]*/{3,}\s*(?:[\w-]+(?:\s*\|\s*(.*))?)?$`)

func (l *lines) slashBlock(line string) bool {
	m := slashMarker.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	for _, option := range l.rest() { // indented, as "    open: True"
		if !strings.HasPrefix(option, "    ") {
			break
		}
		l.at++
	}
	l.show(indentOf(line), m[1])
	return true
}

var (
	// colonMarker is a container of Docusaurus, VitePress, MyST or Quarto: ":::note[Title]{a=b}",
	// "::: tip Title", ":::{warning} Title", "::: {.callout-note title="T"}", ":::".
	colonMarker = regexp.MustCompile(`^([ \t>]*)(:{3,})\s*(?:(\{?)([\w:-]+)\}?)?\s*(?:\[(.*)\])?\s*(?:\{([^}]*)\})?\s*(.*)$`)

	trailingAttributes = regexp.MustCompile(`\s*\{[^{}]*\}?$`)

	// componentMarker is a component of Nuxt or a directive of remark: "::card{title="T"}", "::".
	componentMarker = regexp.MustCompile(`^([ \t]*):{2}(?:([a-zA-Z][\w-]*)(?:\[(.*)\])?(?:\{(.*)\})?)?\s*$`)

	// generated is a place for documentation that mkdocstrings makes of source: "::: crates.box.Box".
	generated = regexp.MustCompile(`^[ \t]*:{3}[ \t]*\w+(?:\.\w+)+[ \t]*$`)

	// lineDirective is one of DocFX that begins and ends in its line: ":::image source="a.png" alt-text="T":::".
	lineDirective = regexp.MustCompile(`^[ \t>]*:{3}\s*([\w-]+)\s*([^:].*?)?:{3}\s*$`)

	// slot names the part of a component of Nuxt that follows.
	slot = regexp.MustCompile(`^[ \t]*#(?:title|description|default|header|footer|content|code|body|summary|left|right|top|bottom|icon|links|headline)\s*$`)
)

func (l *lines) colons(line string) bool {
	text := strings.TrimLeft(line, " \t>")
	if l.props && slot.MatchString(line) {
		l.show("", "")
		return true
	}
	if !strings.HasPrefix(text, "::") {
		return false
	}
	if generated.MatchString(line) {
		for len(l.rest()) > 0 && strings.HasPrefix(l.rest()[0], "    ") { // options
			l.at++
		}
		l.show("", "")
		return true
	}
	if m := lineDirective.FindStringSubmatch(line); m != nil {
		l.show("", shownText(m[1], m[2]))
		return true
	}
	if m := colonMarker.FindStringSubmatch(line); m != nil {
		if m[3] != "" {
			return l.directive(m[1], m[2], strings.ToLower(m[4]), m[7])
		}
		title := strings.TrimSpace(m[5] + " " + m[7])
		if n := len(l.fences); n > 0 && m[4] == "" && title == "" && strings.HasPrefix(m[2], l.fences[n-1]) {
			l.fences = l.fences[:n-1]
		}
		title = trailingAttributes.ReplaceAllString(title, "")
		if m[4] == "moniker" || m[4] == "zone" {
			title = ""
		}
		if title == "" {
			title = shownText("", m[6])
		}
		l.show(indentOf(m[1]), strings.Trim(title, ": "))
		return true
	}
	m := componentMarker.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	l.props = l.props || m[2] != ""
	n, title := 0, ""
	if m[2] != "" {
		n, title = l.properties()
	}
	l.at += n
	for _, shown := range []string{m[3], shownText(m[2], m[4]), title} {
		if shown != "" {
			l.show(m[1], shown)
		}
	}
	l.show("", "")
	return true
}

// properties returns how many of the next lines are the properties of a component, in YAML between
// lines "---", and their text.
func (l *lines) properties() (n int, shown string) {
	next := l.rest()
	if len(next) == 0 || strings.TrimSpace(next[0]) != "---" {
		return 0, ""
	}
	values := map[string]string{}
	for i, line := range next[1:min(len(next), maxOptions)] {
		if strings.TrimSpace(line) == "---" {
			return i + 2, joinShown(values, "\n\n")
		}
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		values[key] = strings.Trim(strings.TrimSpace(value), `"'`)
	}
	return 0, ""
}

// alertMarker is an alert of GitHub or a callout of Obsidian: "> [!NOTE]- Title". DocFX has "> [!div class=a]".
var alertMarker = regexp.MustCompile(`^([ \t]*>[ \t>]*)\[!([\w-]+)(?:[^\]]*)\][+-]?(.*)$`)

func (l *lines) callout(line string) bool {
	m := alertMarker.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	l.out = append(l.out, m[1]+strings.TrimLeft(m[3], " "), strings.TrimRight(m[1], " "))
	return true
}

// tipMarker is a note of docsify: "!> text", "?> text".
var tipMarker = regexp.MustCompile(`^([ \t]*)[!?]>[ \t]+(.*)$`)

func (l *lines) tip(line string) bool {
	m := tipMarker.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	l.out = append(l.out, m[1]+m[2])
	return true
}

// targetMarker is a target of MyST: "(name)=".
var targetMarker = regexp.MustCompile(`^[ \t]*\(([^\s()]+)\)=\s*$`)

// target makes an anchor of a target before a heading.
func (l *lines) target(line string) bool {
	m := targetMarker.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	l.out = append(l.out, "", `<a id="`+document.DocutilsID(m[1])+`"></a>`, "")
	return true
}

var (
	// unseen are lines that readers never see: definitions of abbreviations, a mark for a list of contents,
	// marks of pages and of excerpts.
	unseen = regexp.MustCompile(`^[ \t]*(?:\*\[[^\]]+\]:.*|\[{1,2}_?(?i:toc)_?\]{1,2}|\$\{toc\}|@\[(?i:toc)\].*|\[\[_?TOC_?\]\]|\\(?:newpage|pagebreak|clearpage)|@(?:slidestart|slideend).*)\s*$`)

	// contentsList is an item in whose place kramdown puts a list of contents, for which the next line asks.
	contentsList = regexp.MustCompile(`^[ \t]*(?:[-*+]|\d+\.)[ \t]`)
	contentsMark = regexp.MustCompile(`^[ \t]*\{:\s*toc\b`)
)

func (l *lines) unseen(line string) bool {
	isMark := contentsList.MatchString(line) && len(l.rest()) > 0 && contentsMark.MatchString(l.rest()[0])
	isBreak := l.page.Tool == Sphinx && strings.HasPrefix(line, "+++")
	if !isMark && !isBreak && !unseen.MatchString(line) {
		return false
	}
	l.out = append(l.out, "")
	return true
}

// attributeLine is a list of attributes that is alone in its line, and belongs to the block beside it:
// "{: .note #id}" of kramdown, "{.note}" of markdown-it.
var attributeLine = regexp.MustCompile(`^[ \t>]*(\{:[^{}]*\}|\{[.#][^{}]*\})\s*$`)

// heading is a heading that begins with its marks.
var heading = regexp.MustCompile(`^[ \t>]{0,3}#{1,6}[ \t]`)

func (l *lines) attributes(line string) bool {
	m := attributeLine.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	if n := len(l.out); n > 0 && heading.MatchString(l.out[n-1]) {
		l.out[n-1] += " " + m[1]
	} else if id := idOf(m[1]); id != "" {
		l.out = append(l.out, `<a id="`+id+`"></a>`)
	}
	return true
}

var (
	// blockTag and inlineTag are the tag of an element that is alone in its line.
	blockTag  = regexp.MustCompile(`^[ \t]*</?(?:div|section|article|details|aside|figure|center|blockquote|main|header|footer|p)(?:\s[^<>]*)?>\s*$`)
	inlineTag = regexp.MustCompile(`^[ \t]*</?(?:em|small|strong|b|i|span|sub|sup|font|u|mark|big)(?:\s[^<>]*)?>\s*$`)
	// markdownInTag is the attribute by which kramdown and Python-Markdown read Markdown in an element.
	markdownInTag = regexp.MustCompile(`\smarkdown(?:=["']?(?:1|block|span|true)["']?)?[\s>]`)
	// taggedLine is an element of a line. In MDX there is Markdown in it.
	taggedLine = regexp.MustCompile(`^([ \t]*)(<(?:figcaption|p|div|summary|center)(?:\s[^<>]*)?>)(.*[\[*_\x60].*)(</[a-z]+>)\s*$`)
)

// tag sets apart the tag of an element in whose text the tool reads Markdown: CommonMark reads none up to a blank line.
func (l *lines) tag(line string) bool {
	m := taggedLine.FindStringSubmatch(line)
	switch {
	case m != nil && l.page.IsMDX:
		l.out = append(l.out, m[1]+m[2], "", m[1]+m[3], "", m[1]+m[4], "")
	case inlineTag.MatchString(line), blockTag.MatchString(line) && (l.page.IsMDX || markdownInTag.MatchString(line)):
		l.out = append(l.out, line, "")
	default:
		return false
	}
	return true
}

// blockIndent is how far Python-Markdown indents the content of a block.
const blockIndent = 4

// blockStack holds the indentation of the open Python-Markdown blocks, each
// relative to the content of the one around it.
type blockStack []int

func (b *blockStack) open(indent int) { *b = append(*b, indent) }

// dedent moves line to where it would stand without the open blocks. Less
// indentation than a block's content has ends the block, except in code.
func (b *blockStack) dedent(line string, inCode bool) string {
	if strings.TrimSpace(line) == "" {
		return line
	}
	for depth, indent := range *b {
		rest, ok := cutIndent(line, indent, blockIndent)
		if !ok {
			if !inCode {
				*b = (*b)[:depth]
			}
			break
		}
		line = rest
	}
	return line
}

// cutIndent removes n spaces (or a tab) from the indentation of line after the first
// keep spaces. It reports whether they were there.
func cutIndent(line string, keep, n int) (string, bool) {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if indent >= keep+n {
		return line[:keep] + line[keep+n:], true
	}
	if indent == keep && strings.HasPrefix(line[keep:], "\t") {
		return line[:keep] + line[keep+1:], true
	}
	return line, false
}

// importLine is a whole import of an ECMAScript module.
var importLine = regexp.MustCompile(`^import\s+(?:.+\s+from\s+)?(?:'[^']+'|"[^"]+");?\s*$`)

// moduleLines returns how many of the lines make up an import or export statement, 0 if the first does not begin one.
// In Markdown only whole imports count; in MDX a statement may go on until its brackets are closed.
func moduleLines(lines []string, isMDX bool) int {
	if importLine.MatchString(lines[0]) {
		return 1
	}
	if !isMDX || !strings.HasPrefix(lines[0], "import ") && !strings.HasPrefix(lines[0], "export ") {
		return 0
	}
	depth := 0
	for i, line := range lines[:min(len(lines), maxModuleLines)] {
		depth += strings.Count(line, "{") + strings.Count(line, "(") + strings.Count(line, "[") -
			strings.Count(line, "}") - strings.Count(line, ")") - strings.Count(line, "]")
		if depth <= 0 {
			return i + 1
		}
	}
	return 1
}

// maxModuleLines bounds the search for the end of a statement.
const maxModuleLines = 500
