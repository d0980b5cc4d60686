package dialect

import (
	"regexp"
	"strings"

	"mycel/builder/ingest/document"
)

// dropComponents removes from prose, Markdown without code blocks, the tags of components (<Tabs>, <ui.Card>, <>),
// comments of MDX ({/* … */}), and in MDX the expressions in braces too; of an expression that is a string the string
// stays. HTML tags lose the attributes whose values are expressions and are otherwise left to the Markdown parser, and
// so is all that stands in code spans.
//
// Titles, labels, texts and descriptions in the attributes of a component are put in its place: readers see
// them. Those of a component that begins its line are paragraphs.
func dropComponents(prose string, isMDX bool) string {
	if !strings.ContainsAny(prose, "<{") {
		return prose
	}
	s := componentScanner{src: prose, isMDX: isMDX}
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case '`':
			s.copy(s.spans.length(s.src[s.pos:]))
		case '\\':
			s.copy(min(2, len(s.src)-s.pos))
		case '<':
			s.tag()
		case '{':
			s.expression()
		case '\n':
			s.lineEnd()
		default:
			s.copy(s.plainLength())
		}
	}
	return s.out.String()
}

// componentScanner goes through prose once, copying or dropping.
type componentScanner struct {
	src   string
	pos   int
	isMDX bool
	out   strings.Builder

	textInLine bool // something other than white space was copied from this line

	spans      spans
	noTagEnd   bool // a tag was found to have no end: brackets or quotes are unbalanced
	noBraceEnd bool
	noComment  bool // no HTML comment ends after this
}

// plainLength returns how many of the bytes ahead mean nothing special.
func (s *componentScanner) plainLength() int {
	rest := s.src[s.pos:]
	if i := strings.IndexAny(rest, "`\\<{\n"); i >= 0 {
		return i
	}
	return len(rest)
}

// copy writes the next n bytes.
func (s *componentScanner) copy(n int) {
	chunk := s.src[s.pos : s.pos+n]
	s.textInLine = s.textInLine || strings.Trim(chunk, " \t>") != ""
	s.out.WriteString(chunk)
	s.pos += n
}

func (s *componentScanner) lineEnd() {
	s.copy(1)
	s.textInLine = false
	if strings.HasPrefix(s.src[s.pos:], "\n") {
		s.spans.newParagraph()
	}
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// tag handles what begins with '<'.
func (s *componentScanner) tag() {
	if !s.noComment && strings.HasPrefix(s.src[s.pos:], "<!--") {
		s.comment()
		return
	}
	t := tagParser{src: s.src[s.pos:]}
	if s.noTagEnd || !t.parse() {
		s.noTagEnd = s.noTagEnd || t.unbalanced
		s.copy(1)
		return
	}
	switch {
	case !s.isComponent(t.name):
		s.out.WriteString(t.kept.String())
		s.textInLine = true
	case t.shown == nil:
	case s.textInLine || strings.HasPrefix(t.src[t.pos:], " "):
		s.out.WriteString(" " + joinShown(t.shown, " ") + " ")
		s.textInLine = true
	default:
		if text := joinShown(t.shown, "\n\n"); text != "" {
			s.out.WriteString("\n\n" + text + "\n\n")
		}
	}
	s.pos += t.pos
}

// comment copies an HTML comment, which the Markdown parser will drop.
func (s *componentScanner) comment() {
	n := strings.Index(s.src[s.pos:], "-->")
	if n < 0 {
		s.noComment = true
		n = 0
	}
	s.copy(n + 1)
}

// isComponent tells components from HTML elements as JSX does: by a capital letter or a dot. The empty name is a
// fragment's. In Markdown a name in capitals is HTML as it was once written, and a dot means nothing.
func (s *componentScanner) isComponent(name string) bool {
	if name == "" || s.isMDX && strings.Contains(name, ".") {
		return true
	}
	return 'A' <= name[0] && name[0] <= 'Z' && (s.isMDX || name != strings.ToUpper(name))
}

// expression handles what begins with '{'.
func (s *componentScanner) expression() {
	rest := s.src[s.pos:]
	isComment := strings.HasPrefix(rest, "{/*")
	isHeadingID := strings.HasPrefix(rest, "{#")
	if m := commentedID.FindString(rest); m != "" {
		s.out.WriteString("{#" + strings.Trim(m[3:len(m)-3], " #") + "}")
		s.pos += len(m)
		return
	}
	if s.noBraceEnd || isHeadingID || !isComment && !s.isMDX {
		s.copy(1)
		return
	}
	end := braceEnd(rest)
	if end < 0 {
		s.noBraceEnd = true
		s.copy(1)
		return
	}
	s.out.WriteString(stringLiteral(rest[1 : end-1]))
	s.pos += end
}

// commentedID is the id of a heading in a comment of MDX, as Docusaurus has it.
var commentedID = regexp.MustCompile(`^\{/\*\s*#[\w.-]+\s*\*/\}`)

// stringLiteral returns the value of a JavaScript string that the expression consists of, or "".
func stringLiteral(expression string) string {
	e := strings.TrimSpace(expression)
	if len(e) < 2 || !strings.ContainsRune("'\"`", rune(e[0])) || e[len(e)-1] != e[0] {
		return ""
	}
	inner := e[1 : len(e)-1]
	if strings.ContainsAny(inner, e[:1]+`\$`) {
		return ""
	}
	return inner
}

// braceEnd returns the length of the part of s, which begins with '{', up to the
// brace that closes it, or -1. Braces in quoted strings and comments do not count.
func braceEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '{':
			depth++
			i++
		case c == '}':
			depth--
			i++
			if depth == 0 {
				return i
			}
		case strings.HasPrefix(s[i:], "/*"):
			n := strings.Index(s[i+2:], "*/")
			if n < 0 {
				return -1
			}
			i += n + 4
		case c == '"' || c == '\'' || c == '`':
			i += quotedLength(s[i:])
		default:
			i++
		}
	}
	return -1
}

// quotedLength returns the length of the quoted string that s begins with, or 1 if it
// has no end: then the quote is an apostrophe. Only template strings span lines.
func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == s[0]:
			return i + 1
		case s[i] == '\n' && s[0] != '`':
			return 1
		}
	}
	return 1
}

// tagParser reads one tag of HTML or JSX.
type tagParser struct {
	src string
	pos int

	name       string            // "" for a fragment
	shown      map[string]string // values of attributes, by name
	kept       strings.Builder   // the tag without attributes that are expressions
	unbalanced bool              // src ended inside a quoted string or braces
}

// parse reads the tag at the beginning of src, and reports whether there is one.
func (t *tagParser) parse() bool {
	t.pos = 1
	if strings.HasPrefix(t.src[t.pos:], "/") {
		t.pos++
	}
	t.name = t.word("-_.")
	if t.name != "" && !isASCIILetter(t.name[0]) {
		return false
	}
	t.kept.WriteString(t.src[:t.pos])
	for {
		apart := t.space()
		rest := t.src[t.pos:]
		switch {
		case rest == "":
			return false
		case rest[0] == '>':
			t.pos++
			t.kept.WriteByte('>')
			return true
		case strings.HasPrefix(rest, "/>"):
			t.pos += 2
			t.kept.WriteByte('>')
			if !strings.EqualFold(t.name, "br") { // HTML would not end it
				t.kept.WriteString("</" + t.name + ">")
			}
			return true
		case t.name == "" || !apart || !t.attribute():
			return false
		}
	}
}

// space steps over white space, and reports whether there was some.
func (t *tagParser) space() bool {
	rest := t.src[t.pos:]
	n := len(rest) - len(strings.TrimLeft(rest, " \t\n"))
	if strings.Contains(rest[:n], "\n\n") {
		n = 0 // a blank line ends the paragraph, and any tag with it
	}
	t.kept.WriteString(rest[:n])
	t.pos += n
	return n > 0
}

// word reads a name of letters, digits and the punctuation that is allowed in it.
func (t *tagParser) word(punctuation string) string {
	start := t.pos
	for t.pos < len(t.src) {
		c := t.src[t.pos]
		if !isASCIILetter(c) && !document.IsDigit(c) && strings.IndexByte(punctuation, c) < 0 {
			break
		}
		t.pos++
	}
	return t.src[start:t.pos]
}

// attribute reads an attribute or a spread expression. Where the value is an
// expression it is not kept.
func (t *tagParser) attribute() bool {
	start := t.pos
	name := t.word("-_.:@#")
	if name != "" && !strings.HasPrefix(t.src[t.pos:], "=") {
		t.kept.WriteString(name)
		return true
	}
	if name != "" {
		t.pos++
	}
	rest := t.src[t.pos:]
	switch {
	case rest == "":
		return false
	case rest[0] == '{':
		return t.value(braceEnd(rest))
	case name == "":
		return false
	case rest[0] == '"' || rest[0] == '\'':
		if !t.value(1 + strings.IndexByte(rest[1:], rest[0]) + 1) {
			return false
		}
		if t.shown == nil {
			t.shown = map[string]string{}
		}
		if strings.HasSuffix(t.name, "Field") && (name == "name" || name == "path" || name == "body" || name == "query") {
			name = "title" // a parameter, as Mintlify documents it
		}
		t.shown[strings.ToLower(name)] = t.src[len(t.src)-len(rest)+1 : t.pos-1]
	case t.unquoted() == "":
		return false
	}
	t.kept.WriteString(t.src[start:t.pos])
	return true
}

// value steps over n bytes, where n < 2 tells that the value has no end.
func (t *tagParser) value(n int) bool {
	if n < 2 {
		t.unbalanced = true
		return false
	}
	t.pos += n
	return true
}

// unquoted reads an attribute value without quotes.
func (t *tagParser) unquoted() string {
	start := t.pos
	for t.pos < len(t.src) && !strings.ContainsRune(" \t\n\"'=<>`", rune(t.src[t.pos])) {
		t.pos++
	}
	return t.src[start:t.pos]
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
