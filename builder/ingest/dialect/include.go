package dialect

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mycel/builder/ingest/document"
)

// Limits of files that a page includes.
const (
	maxIncludeDepth = 8
	maxIncludes     = 1000    // of a page
	maxIncluded     = 4 << 20 // bytes of a page
)

// Files are the files of a source folder, by slash path below it. A file that is not there, or may not be
// read, is not ok.
type Files func(name string) (content []byte, ok bool)

// includer puts the files that a page names in the place of their names.
type includer struct {
	page  Page
	stack []string // files that are being read, which include each other
	count int
	bytes int
}

// An inclusion is an expression whose first group is the path of a file, and whose second, if there is
// one, says which lines of it. A line that has nothing else is replaced by the file.
type inclusion struct {
	*regexp.Regexp
	isCode bool // outside of code, the file is a listing
	inCode bool // the tool includes files in code, too
}

var inclusions = []inclusion{
	{regexp.MustCompile(`<!--\s*@include:\s*([^\s{#>]+)([#{][^>]*?)?\s*-->`), false, false},                                                                      // VitePress
	{regexp.MustCompile(`^\s*<<<\s*([^\s{#\[]+)(#[\w-]+)?.*$`), true, false},                                                                                     // VitePress, VuePress
	{regexp.MustCompile(`^\s*@\[code[^\]]*\]\(([^)\s#]+)(#[\w-]+)?[^)]*\)\s*$`), true, false},                                                                    // VuePress
	{regexp.MustCompile(`^\s*(?:@include|!!!include)\(([^)\s#]+)(#[\w-]+)?[^)]*\)(?:!!!)?\s*$`), false, false},                                                   // plugins of markdown-it
	{regexp.MustCompile(`\\?\{\{\s*#(?:include|rustdoc_include|playground|playpen|shiftinclude)\s+([^\s:}]+)([^}]*)\}\}`), true, true},                           // mdBook
	{regexp.MustCompile(`^\s*;?-+8<-+[ \t]+["']?([^\s"':]+)(:[^"']*)?["']?\s*$`), false, true},                                                                   // PyMdown
	{regexp.MustCompile(`^\s*\{\*\s+([^\s\[]+)([^}]*)\*\}\s*$`), true, false},                                                                                    // FastAPI
	{regexp.MustCompile(`^\s*\{!>?\s*([^\s!]+)([^}]*)!\}\s*$`), false, false},                                                                                    // markdown-include
	{regexp.MustCompile(`^\s*\{%-?\s*include(?:_relative|_cached|-markdown)?\s+["']?([\w./ -]+?\.(?:mdx?|markdown|txt))["']?(?:[^%]*?)-?%\}\s*$`), false, false}, // Jekyll, GitBook, MkDocs
	{regexp.MustCompile(`^\s*\{\{[<%]\s*(?:readfile|include|include-md|import)\s+(?:file=|path=)?"([^"]+)"[^}]*[>%]\}\}\s*$`), false, false},                     // Docsy and other themes of Hugo
	{regexp.MustCompile(`^\s*\[[^\]]*\]\(([^)\s]+)\s+['"]?:include[^)]*\)\s*$`), true, false},                                                                    // docsify
	{regexp.MustCompile(`(?i)\[!include\s*\[[^\]]*\]\(([^)\s]+)\)\s*\]`), false, false},                                                                          // DocFX
	{regexp.MustCompile(`(?i)^\s*\[!code[\w-]*\s*\[[^\]]*\]\(([^)\s#?]+)[^)]*\)\s*\]\s*$`), true, false},                                                         // DocFX
	{regexp.MustCompile(`^\s*:::code\s[^:]*?source="([^"]+)"[^:]*:::\s*$`), true, false},                                                                         // DocFX
}

// inclusionSigns: a line that includes a file has one of them.
var inclusionSigns = strings.Fields("include <<< [code {{ 8<- {* {! {% [! :::code")

var (
	mystInclude   = regexp.MustCompile("^\\s*(?:`{3,}|~{3,}|:{3,})\\{(include|literalinclude)\\}\\s+(\\S+)\\s*$")
	snippetFence  = regexp.MustCompile(`^\s*-+8<-+\s*$`)
	partialImport = regexp.MustCompile(`^import\s+([A-Z]\w*)\s+from\s+['"]([^'"]+\.mdx?)['"];?\s*$`)
	partialTag    = regexp.MustCompile(`^\s*<([A-Z]\w*)(?:\s[^<>]*)?/>\s*$`)
)

// Expand returns src, the text of a page or all of its file, with the files that it includes.
func Expand(src string, p Page) string {
	if p.Files == nil {
		return src
	}
	x := includer{page: p, stack: []string{p.Path}}
	return x.expand(src)
}

func (x *includer) expand(src string) string {
	if !strings.ContainsAny(src, "<{@8[:") {
		return src
	}
	var out strings.Builder
	open := code{isMDX: x.page.IsMDX}
	partials := map[string]string{} // path by component
	lines := strings.SplitAfter(src, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		wasOpen := open.mark != ""
		isCode := open.isCode(line)
		if n := 0; !wasOpen && strings.ContainsAny(line, "{8") {
			if n = x.directive(&out, lines[i:]); n > 0 {
				open.mark = ""
				i += n - 1
				continue
			}
		}
		if !isCode && (strings.HasPrefix(line, "import ") || len(partials) > 0) && x.partial(&out, line, partials) {
			continue
		}
		out.WriteString(x.line(line, isCode))
	}
	return out.String()
}

// partial notes the import of a file of Markdown as a component, or writes the file in the place of the
// component. It reports whether the line is one of these.
func (x *includer) partial(out *strings.Builder, line string, partials map[string]string) bool {
	line = strings.TrimRight(line, "\n")
	if m := partialImport.FindStringSubmatch(line); m != nil {
		partials[m[1]] = m[2]
		return true
	}
	m := partialTag.FindStringSubmatch(line)
	if m == nil || partials[m[1]] == "" {
		return false
	}
	out.WriteString("\n" + x.file(partials[m[1]], "", indentOf(line), false) + "\n\n")
	return true
}

// directive writes the file that a directive of MyST or a block of PyMdown includes, and returns its
// number of lines, 0 for none.
func (x *includer) directive(out *strings.Builder, lines []string) int {
	first := strings.TrimRight(lines[0], "\n")
	if m := mystInclude.FindStringSubmatch(first); m != nil {
		mark := strings.TrimLeft(first, " \t")[:3]
		for i, line := range lines[1:] {
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), mark) {
				out.WriteString(x.file(m[2], "", indentOf(first), m[1] == "literalinclude") + "\n")
				return i + 2
			}
		}
		return 1
	}
	if !snippetFence.MatchString(first) {
		return 0
	}
	for i, line := range lines[1:min(len(lines), maxIncludes)] {
		if snippetFence.MatchString(strings.TrimRight(line, "\n")) {
			for _, name := range lines[1 : i+1] {
				out.WriteString(x.file(strings.TrimSpace(name), "", indentOf(first), false) + "\n")
			}
			return i + 2
		}
	}
	return 1
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// line returns a line with the files that it includes.
func (x *includer) line(line string, inCode bool) string {
	if !slices.ContainsFunc(inclusionSigns, func(sign string) bool { return strings.Contains(line, sign) }) {
		return line
	}
	text, end := line, ""
	if strings.HasSuffix(line, "\n") {
		text, end = line[:len(line)-1], "\n"
	}
	for _, inc := range inclusions {
		m := inc.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		all := text[m[0]:m[1]]
		if strings.HasPrefix(strings.TrimLeft(all, " "), "\\") || strings.HasPrefix(strings.TrimLeft(all, " "), ";") {
			return line // escaped: it shows how to write one
		}
		which := ""
		if len(m) > 4 && m[4] >= 0 {
			which = text[m[4]:m[5]]
		}
		whole := strings.TrimSpace(text[:m[0]]+text[m[1]:]) == ""
		if inCode && !(inc.inCode && whole) {
			continue // code that shows how to include
		}
		if !whole && strings.Contains(text[:m[0]], "`") {
			return line
		}
		content := x.file(text[m[2]:m[3]], which, indentOf(text), inc.isCode && !inCode)
		if whole {
			if content == "" && inCode {
				return ""
			}
			return content + end
		}
		return text[:m[0]] + strings.TrimSpace(content) + text[m[1]:] + end
	}
	return line
}

// file returns the lines of a file that a page includes, "" if it is not there or includes itself.
func (x *includer) file(name, which, indent string, isCode bool) string {
	content, at, ok := x.find(name)
	if !ok || x.count >= maxIncludes || x.bytes+len(content) > maxIncluded || len(x.stack) > maxIncludeDepth || slices.Contains(x.stack, at) {
		return ""
	}
	x.count++
	x.bytes += len(content)
	text := cutLines(strings.ReplaceAll(string(content), "\r\n", "\n"), which)
	switch ext := strings.TrimPrefix(path.Ext(at), "."); {
	case ext == "md" || ext == "mdx" || ext == "markdown" || ext == "txt" || ext == "html":
		text = withoutHead(text)
		x.stack = append(x.stack, at)
		text = x.expand(text)
		x.stack = x.stack[:len(x.stack)-1]
	case isCode:
		text = fenced(text, ext)
	}
	text = strings.Trim(text, "\n")
	if indent != "" {
		text = indent + strings.ReplaceAll(text, "\n", "\n"+indent)
	}
	return text
}

// find returns a file that a page names, and where it is.
func (x *includer) find(name string) (content []byte, at string, ok bool) {
	name, err := url.PathUnescape(name)
	if err != nil || strings.Contains(name, "://") {
		return nil, "", false
	}
	inRoot := name
	for _, prefix := range []string{"@site/", "@/", "~/", "/"} {
		if rest, isRooted := strings.CutPrefix(name, prefix); isRooted {
			name, inRoot = "", rest
			break
		}
	}
	tries := []string{path.Join(path.Dir(x.stack[len(x.stack)-1]), name), path.Join(path.Dir(x.page.Path), name), inRoot, path.Join("_includes", inRoot)}
	if rest, isBelow := strings.CutPrefix(inRoot, x.page.Folder+"/"); isBelow && x.page.Folder != "" {
		tries = append(tries, rest) // from the folder that the source is in
	}
	if name == "" {
		tries = tries[2:]
	}
	for _, at := range tries {
		at = path.Clean(at)
		if content, ok := x.page.Files(at); ok {
			return content, at, true
		}
	}
	return nil, "", false
}

// withoutHead returns the text of a file behind its front matter.
func withoutHead(text string) string {
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		if _, body, ok := strings.Cut(rest, "\n---\n"); ok {
			return body
		}
	}
	return text
}

// fenced returns a listing.
func fenced(text, language string) string {
	mark := strings.Repeat("`", max(document.LongestRun(text)+1, 3))
	return mark + language + "\n" + strings.TrimRight(text, "\n") + "\n" + mark
}

var (
	lineRange  = regexp.MustCompile(`^[:{]\s*(\d*)(?:[:,-](\d*))?\s*\}?$`)
	regionName = regexp.MustCompile(`^[#:]([\w.-]+)`)
)

// cutLines returns the lines that a range, such as ":2:10" or "{3,}", or the name of a region, such as
// ":here" or "#here", choose of a text. It returns all lines for others.
func cutLines(text, which string) string {
	if m := lineRange.FindStringSubmatch(which); m != nil && which != "" {
		lines := strings.Split(text, "\n")
		from, to := 1, len(lines)
		if n, err := strconv.Atoi(m[1]); err == nil {
			from = n
		}
		if n, err := strconv.Atoi(m[2]); err == nil {
			to = n
		}
		from, to = max(1, from), min(to, len(lines))
		if from > to {
			return ""
		}
		return strings.Join(lines[from-1:to], "\n")
	}
	m := regionName.FindStringSubmatch(which)
	if m == nil {
		return text
	}
	var region []string
	inside := false
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t:[]()<>!*/", r) })
		isMark := len(words) > 1 && words[len(words)-1] == m[1] || len(words) > 2 && words[len(words)-2] == m[1]
		switch {
		case isMark && strings.Contains(strings.ToLower(line), "end"):
			inside = false
		case isMark && (strings.Contains(line, "region") || strings.Contains(line, "ANCHOR") || strings.Contains(line, "[start")):
			inside = true
		case inside:
			region = append(region, line)
		}
	}
	if region == nil {
		return text
	}
	return strings.Join(region, "\n")
}
