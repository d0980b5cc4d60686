// Package llmstxt writes the documents of a bundle as two files for language models, after the
// convention of https://llmstxt.org: a list of pages, and all texts in one file of Markdown.
package llmstxt

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// Names of the files.
const (
	ListName = "llms.txt"
	FullName = "llms-full.txt"
)

// maxDescription is the length of the longest description in bytes.
const maxDescription = 200

// List returns llms.txt: the name and the summary of the site, and a link with a description for each document, in the
// order of docs, with a section for each top folder. Addresses that are relative to the site begin with root. language
// is the site's, a BCP 47 tag. Documents in other languages are listed last, language by language, in the section that
// readers with little room leave out.
func List(docs []document.Document, root, language string) []byte {
	var out bytes.Buffer
	own, foreign := byLanguage(docs, language)
	writeHead(&out, own)
	writeFolders(&out, own, root)
	if len(foreign) > 0 {
		out.WriteString("\n## Optional\n\n")
	}
	for _, tag := range slices.Sorted(maps.Keys(foreign)) {
		for _, d := range foreign[tag] {
			writeLink(&out, d, root)
		}
	}
	return out.Bytes()
}

// byLanguage divides documents into own, those of the site's language and those that declare none, and foreign, by the
// first part of their tags. If all would be foreign, the site's language is unknown, and all are its own.
func byLanguage(docs []document.Document, language string) (own []*document.Document, foreign map[string][]*document.Document) {
	part := func(tag string) string {
		tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
		return tag
	}
	foreign = map[string][]*document.Document{}
	for i := range docs {
		if d := &docs[i]; d.Lang == "" || part(d.Lang) == part(language) {
			own = append(own, d)
		} else {
			foreign[part(d.Lang)] = append(foreign[part(d.Lang)], d)
		}
	}
	if len(own) > 0 {
		return own, foreign
	}
	for i := range docs {
		own = append(own, &docs[i])
	}
	return own, nil
}

// writeFolders writes the sections of a list.
func writeFolders(out *bytes.Buffer, docs []*document.Document, root string) {
	byID := make(map[string]*document.Document, len(docs))
	var folders []string
	pages := map[string][]*document.Document{}
	for _, d := range docs {
		byID[d.ID] = d
		folder := topFolder(d.ID)
		if pages[folder] == nil {
			folders = append(folders, folder)
		}
		pages[folder] = append(pages[folder], d)
	}
	if i := slices.Index(folders, ""); i > 0 { // the front page's section is the first
		folders = slices.Insert(slices.Delete(folders, i, i+1), 0, "")
	}
	for _, folder := range folders {
		heading := cmp.Or(folder, "Pages")
		if front := frontPage(byID, folder); folder != "" && front != nil {
			heading = front.Title
		}
		fmt.Fprintf(out, "\n## %s\n\n", plain(heading))
		for _, d := range pages[folder] {
			writeLink(out, d, root)
		}
	}
}

// writeLink writes the row of a document.
func writeLink(out *bytes.Buffer, d *document.Document, root string) {
	if at := address(d.URL, root); at != "" {
		fmt.Fprintf(out, "- [%s](%s)", plain(d.Title), at)
	} else {
		out.WriteString("- " + plain(d.Title))
	}
	if text := description(d); text != "" {
		out.WriteString(": " + plain(text))
	}
	out.WriteByte('\n')
}

// Full returns llms-full.txt: the name and the summary of the site, and the title, the address and the text of each
// document of the site's language, in the order of docs. It leaves out translations, which would repeat these. It takes
// as much memory as all texts.
func Full(docs []document.Document, root, language string) []byte {
	var out bytes.Buffer
	own, _ := byLanguage(docs, language)
	writeHead(&out, own)
	for _, d := range own {
		fmt.Fprintf(&out, "\n## %s\n", plain(d.Title))
		if at := address(d.URL, root); at != "" {
			fmt.Fprintf(&out, "\nSource: <%s>\n", at)
		}
		code := d.Code
		for _, s := range d.Sections {
			if s.Heading != "" && !(s.Level == 1 && s.Heading == d.Title) {
				fmt.Fprintf(&out, "\n%s %s\n", strings.Repeat("#", min(max(s.Level, 2)+1, 6)), plain(s.Heading))
			}
			n := 0
			for n < len(code) && code[n].Start < s.End {
				n++
			}
			if text := markdown(d.Text, s.Start, s.End, code[:n]); text != "" {
				out.WriteString("\n" + text + "\n")
			}
			code = code[n:]
		}
	}
	return out.Bytes()
}

// writeHead writes the name and the summary of the site: title and description of its front page. A site without a
// front page gets the title of its first document, and the number of documents as its summary.
func writeHead(out *bytes.Buffer, docs []*document.Document) {
	name, summary := docs[0].Title, ""
	fronts := map[string]*document.Document{}
	for _, d := range docs {
		if slices.Contains(frontNames, d.ID) {
			fronts[d.ID] = d
		}
	}
	if front := frontPage(fronts, ""); front != nil {
		name, summary = front.Title, description(front)
	}
	fmt.Fprintf(out, "# %s\n\n> %s\n", plain(name), plain(cmp.Or(summary, fmt.Sprintf("Documents: %d.", len(docs)))))
}

// frontNames are the files that stand for their folder.
var frontNames = []string{"index.html", "index.md", "README.md"}

// frontPage returns the front page of a folder; nil if there is none.
func frontPage(byID map[string]*document.Document, folder string) *document.Document {
	for _, name := range frontNames {
		if d := byID[path.Join(folder, name)]; d != nil {
			return d
		}
	}
	return nil
}

// topFolder returns the first folder of a path, "" for a file of the root and for an address.
func topFolder(id string) string {
	folder, _, below := strings.Cut(id, "/")
	if !below || strings.Contains(id, "://") {
		return ""
	}
	return folder
}

// description returns the author's description of a document, or else the first sentences of its first paragraph of
// prose, in one line. It skips a paragraph that repeats the title.
func description(d *document.Document) string {
	if own := line(cmp.Or(d.Fields[document.Description], d.Meta[document.Description])); own != "" {
		return own
	}
	at := 0
	for paragraph := range strings.SplitSeq(d.Text, "\n\n") {
		start := at
		at += len(paragraph) + len("\n\n")
		listing := slices.ContainsFunc(d.Code, func(c document.Code) bool {
			return c.Kind != document.Inline && c.Start < start+len(paragraph) && start < c.End
		})
		if text := line(paragraph); text != "" && text != line(d.Title) && !listing {
			return shorten(text)
		}
	}
	return ""
}

// shorten cuts a line at the end of a sentence; if the first sentence is too long, at the end of a word.
func shorten(text string) string {
	if len(text) <= maxDescription {
		return text
	}
	head := strings.ToValidUTF8(text[:maxDescription], "")
	if end := strings.LastIndex(head, ". "); end > 0 {
		return head[:end+1]
	}
	if end := strings.LastIndexByte(head, ' '); end > 0 {
		head = head[:end]
	}
	return head + "…"
}

// line joins a text to one line.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// plain returns a title or a description as one line of Markdown that is shown as it is: without links, pictures and
// HTML.
func plain(text string) string {
	return beginsTag.ReplaceAllString(brackets.Replace(line(text)), `\$0`)
}

var (
	brackets  = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)
	beginsTag = regexp.MustCompile(`<[A-Za-z/!?]`)
	inLinks   = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E")
)

// address returns the address of a document for a link; "" if it has none. root is the path to the site.
func address(url, root string) string {
	if url == "" {
		return ""
	}
	if !strings.HasPrefix(url, "/") && !strings.Contains(url, "://") {
		url = root + strings.TrimPrefix(url, "./")
	}
	return inLinks.Replace(url)
}
