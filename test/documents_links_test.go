package test

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"mycel/internal/must"
)

var (
	fencedCode   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	inlineCode   = regexp.MustCompile("`[^`\n]+`")
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	externalLink = regexp.MustCompile(`^[a-z]+:`)
	headingLine  = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	linkAddress  = regexp.MustCompile(`\]\([^)]*\)`)
)

// anchorsOf returns the anchors that repository hosts give the headings of a document: lower case, spaces as hyphens, no other
// marks, repeats numbered.
func anchorsOf(text string) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range headingLine.FindAllStringSubmatch(text, -1) {
		base := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
				return unicode.ToLower(r)
			}
			return -1
		}, linkAddress.ReplaceAllString(m[1], ""))
		anchor := base
		for i := 1; anchors[anchor]; i++ {
			anchor = fmt.Sprintf("%s-%d", base, i)
		}
		anchors[anchor] = true
	}
	return anchors
}

// brokenLink returns an error if a link of the document at name, a path below root, leads nowhere.
func brokenLink(root, name, link string) error {
	target, anchor, _ := strings.Cut(link, "#")
	to := name
	if target != "" {
		to = path.Join(path.Dir(name), target)
	}
	if strings.HasPrefix(to, "../") {
		return fmt.Errorf("%s: the link %s leads out of the repository", name, link)
	}
	info, err := os.Stat(path.Join(root, to))
	if err != nil {
		return fmt.Errorf("%s: the link %s: there is no %s", name, link, to)
	}
	if anchor == "" || info.IsDir() {
		return nil
	}
	text, err := os.ReadFile(path.Join(root, to))
	if err == nil && !anchorsOf(fencedCode.ReplaceAllString(string(text), ""))[anchor] {
		return fmt.Errorf("%s: %s has no heading #%s", name, to, anchor)
	}
	return err
}

// Relative links of documents lead to files and headings, on the site and on the host of the repository.
func TestDocumentsLink(t *testing.T) {
	checked := 0
	must.OK(t, walkSources("..", nil, func(file, rel string) error {
		if path.Ext(rel) != ".md" || strings.Contains(rel, "testdata/") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range markdownLink.FindAllStringSubmatch(inlineCode.ReplaceAllString(fencedCode.ReplaceAllString(string(text), ""), ""), -1) {
			if externalLink.MatchString(m[1]) {
				continue
			}
			checked++
			if err := brokenLink("..", rel, m[1]); err != nil {
				t.Error(err)
			}
		}
		return nil
	}))
	must.Be(t, checked >= 300, "checked %d links, which tests nothing", checked)
}

func TestBrokenLinks(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"a.md": "# A\n\n## Here\n", "b.md": "# B\n\n## What `it` is\n\n## What it is\n\n### Über C++\n"} {
		must.OK(t, os.WriteFile(path.Join(root, name), []byte(text), 0o644))
	}
	for link, want := range map[string]string{
		"b.md": "", "b.md#what-it-is-1": "", "b.md#über-c": "", "#here": "",
		"c.md": "there is no c.md", "b.md#third": "no heading #third", "#nowhere": "no heading #nowhere", "../a.md": "leads out of the repository",
	} {
		if err := brokenLink(root, "a.md", link); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", link, err, want)
		}
	}
}
